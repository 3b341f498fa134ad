"""Section 10: movement on land, by rail and at sea."""
