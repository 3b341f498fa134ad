"""The ground of Breakout: Normandy: land, rivers, towns and the sheet that the renderer draws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from maps.breakout_normandy.board import load_board
from maps.breakout_normandy.tracks import load_tracks
from maps.filing import OURS, Filing, by_filing
from maps.landscape import AreaGround
from maps.sheet import Sheet

__all__ = ["GROUND", "build_land", "load_sheet", "map_data", "projection", "rivers"]

GROUND = AreaGround(Path(__file__).parent)
map_data, projection, rivers, build_land = GROUND.data, GROUND.projection, GROUND.rivers, GROUND.land


def load_sheet(filing: Filing = OURS) -> Sheet:
    """Everything that the renderer needs of this game.

    Examples
    --------
    >>> load_sheet().geometry.width
    5760
    """
    return _sheet(filing)


@by_filing
def _sheet(filing: Filing) -> Sheet:
    tracks = load_tracks(filing)
    sheet = GROUND.sheet(load_board(filing.overlay), filing)
    return replace(sheet, weather=tracks.weather, required=tracks.required)
