"""Whole games judged: each step of a log, or between saves, explained or refused with reasons."""
