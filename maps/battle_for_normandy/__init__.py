"""The map of The Battle for Normandy."""

__all__: list[str] = []
