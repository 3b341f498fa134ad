"""The counters of Breakout: Normandy."""

__all__: list[str] = []
