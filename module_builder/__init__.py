"""Builds VASSAL modules, counter sheets and maps of the Normandy games from data files."""

__all__: list[str] = []
