"""Section 22: optional rules, smaller scenarios and solitaire play."""
