"""The map of The Battle for Normandy."""

from __future__ import annotations

from maps.games import our_home

__all__ = ["HOME"]

HOME = our_home("battle-for-normandy")
