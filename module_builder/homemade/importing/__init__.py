"""Folders of games made of what people have: modules of VASSAL, exports of LaTeX wargames, tables of counters."""
