"""Section 9: replacements, reinforcements, entry and losses."""
