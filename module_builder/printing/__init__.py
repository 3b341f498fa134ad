"""Print-ready counter sheets, cards, maps and player aids: pages in millimetres, then PDF, PNG, SVG, DXF."""
