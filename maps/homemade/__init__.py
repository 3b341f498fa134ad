"""Maps of games of one's own: any folder with the files that this package reads."""
