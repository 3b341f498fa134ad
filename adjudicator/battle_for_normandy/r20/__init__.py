"""Section 20: special rules of the Germans."""
