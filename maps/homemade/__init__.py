"""The map of a game that a user keeps in a folder: ``map.toml`` with its tables and drawings, no Python."""
