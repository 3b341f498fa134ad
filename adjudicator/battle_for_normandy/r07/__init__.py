"""Section 7: supply, headquarters, Combat Supply Points."""
