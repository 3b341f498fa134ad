"""Section 11: air missions and their tables."""
