"""Modules of games of one's own: a folder laid out, watched, and made of what people have."""
