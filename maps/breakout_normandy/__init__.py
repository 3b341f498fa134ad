"""The map of Breakout: Normandy."""

__all__: list[str] = []
