"""The map of June Six."""

__all__: list[str] = []
