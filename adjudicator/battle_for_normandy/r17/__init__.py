"""Section 17: the airborne landings of 6 June."""
