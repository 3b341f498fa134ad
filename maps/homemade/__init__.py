"""Maps of games that live in a folder of their own: read from its files, not from ours."""

__all__: list[str] = []
