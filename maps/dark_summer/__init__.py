"""The map of The Dark Summer: Normandy 1944."""

from __future__ import annotations

from maps.games import our_home

__all__ = ["HOME"]

HOME = our_home("dark-summer")
