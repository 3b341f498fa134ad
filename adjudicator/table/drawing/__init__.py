"""What lies where, and its pictures: the board, counters, tiles, and a ruling drawn without a browser."""
