"""Whole games judged: random play, logs of the real engine, archives."""
