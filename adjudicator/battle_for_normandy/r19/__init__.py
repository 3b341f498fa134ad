"""Section 19: special rules of the Allies."""
