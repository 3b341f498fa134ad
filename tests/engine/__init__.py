"""What the VASSAL engine itself said of our modules, and the program that asks it again."""
