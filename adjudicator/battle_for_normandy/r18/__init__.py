"""Section 18: the beach invasion of 6 June."""
