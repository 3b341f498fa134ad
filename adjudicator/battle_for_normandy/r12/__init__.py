"""Section 12: combat, from who may attack to where the loser goes."""
