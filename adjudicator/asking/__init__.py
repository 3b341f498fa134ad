"""How questions reach the rules: command line, typed words, sketches, files, JSON, cases, corrections."""
