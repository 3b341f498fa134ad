"""The page of the table in a browser: what a player does, and what he then sees and reads."""
