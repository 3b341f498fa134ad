"""The map of The Dark Summer: Normandy 1944."""

__all__: list[str] = []
