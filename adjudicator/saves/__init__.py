"""A saved game of VASSAL and a position: which part of a save carries which fact, read, written, patched."""
