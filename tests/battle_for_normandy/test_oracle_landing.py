"""Landings of Phase 1 by counting the throws of two dice, against the chances of the rules (18.3.1)."""

from __future__ import annotations

import csv
import itertools
from fractions import Fraction
from pathlib import Path

import pytest

import maps.battle_for_normandy
from adjudicator.battle_for_normandy.r18 import landing as r18_landing
from tests.battle_for_normandy import build, june_6

FILE = Path(maps.battle_for_normandy.__file__).parent / "beaches.csv"
ROWS = [
    row
    for row in csv.DictReader(line for line in FILE.read_text().splitlines() if not line.startswith("#"))
    if row["queue1"] and row["site"] in {"omaha", "gold"}
]
TEN = range(1, 11)


def counted(row: dict[str, str], word: str) -> tuple[Fraction, Fraction, Fraction]:
    """Shares of a hundred throws: ashore, on target, one hex to the east."""
    ashore = hits = 0
    for swim, drift in itertools.product(TEN, TEN):
        if word == "dd-co" and swim > int(row["dd"] or 0):
            continue
        ashore += 1
        hits += drift - (word == "commando-co") <= int(row["drift"])
    return Fraction(ashore, 100), Fraction(hits, 100), Fraction(ashore - hits, 100)


@pytest.mark.parametrize("row", ROWS, ids=[row["slug"] for row in ROWS])
def test_every_beach(row: dict[str, str]) -> None:
    on = june_6.gold() if row["site"] == "gold" else june_6.omaha()
    words = ("co", "commando-co", "dd-co", "avre")
    for word in words:
        piece = build.unit("br-x" if row["site"] == "gold" else "us-x", word)
        here = june_6.invasion(1, on, (piece, row["queue1"]), step="landing")
        for arrival in r18_landing.distribution(here, row["slug"]):
            assert (arrival.survival, arrival.on_target, arrival.drifted) == counted(row, word), word
