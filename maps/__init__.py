"""What is printed on the maps: spaces, boundaries, geography, and their drawing."""

__all__: list[str] = []
