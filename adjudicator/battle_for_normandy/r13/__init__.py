"""Section 13: artillery, ships and counter-battery fire."""
