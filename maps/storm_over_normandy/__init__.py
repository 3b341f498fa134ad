"""The map of Storm Over Normandy."""

from __future__ import annotations

from maps.games import our_home

__all__ = ["HOME"]

HOME = our_home("storm-over-normandy")
