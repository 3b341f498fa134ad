"""The counters of June Six."""

__all__: list[str] = []
