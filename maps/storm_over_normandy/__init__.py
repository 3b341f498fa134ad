"""The map of Storm Over Normandy."""

__all__: list[str] = []
