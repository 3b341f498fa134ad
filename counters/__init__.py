"""What is printed on the counters: units, markers, their symbols and their drawing."""

__all__: list[str] = []
