"""Counters of games that live in a folder of their own: drawn after templates of its ``counters.toml``."""

__all__: list[str] = []
