"""Modules that other people made: what their pieces, places and layers are of ours; saves of them read."""
