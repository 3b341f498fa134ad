"""The table: rulings seen and pointed at, in a browser or as a picture."""
