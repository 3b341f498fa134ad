"""Folders of games made of what people have: modules, exports of LaTeX wargames, tables of counters."""
