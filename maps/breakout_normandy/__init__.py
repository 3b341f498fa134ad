"""The map of Breakout: Normandy."""

from __future__ import annotations

from maps.games import our_home

__all__ = ["HOME"]

HOME = our_home("breakout-normandy")
