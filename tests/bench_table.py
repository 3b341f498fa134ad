"""Rows of the table of speeds for the server of the table: what a click costs, as the page has it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.asking.door import open_position
from adjudicator.codec import position_to_json
from adjudicator.table.questioning import Asked
from adjudicator.table.session import Table
from adjudicator.table.uploads import open_file
from adjudicator.table.worker import Opener
from tests.bench_work import Call, Work

__all__ = ["table_rows"]

TESTS = Path(__file__).parent


def odds(words: str, *units: str) -> dict[str, Any]:
    """A question for the odds of an attack."""
    return {"verb": "odds", "words": words.split(), "fields": {"with_units": list(units)}}


CLICKS: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "breakout-normandy": {
        "reach of a unit": ("bridges", {"verb": "legal", "words": ["1058"]}),
        "odds": ("omaha", odds("assault omaha", "16/1", "18/1", "115/29", "116/29")),
        "supply of a side": ("bridges", {"verb": "supply", "words": ["german"]}),
    },
    "storm-over-normandy": {
        "reach of a unit": ("storm", {"verb": "legal", "words": ["7 canadian bde"]}),
        "supply of a side": ("storm", {"verb": "supply", "words": ["german"]}),
    },
    "dark-summer": {
        "reach of a unit": ("summer", {"verb": "legal", "words": ["116/29"]}),
        "odds": ("summer", odds("attack 3305", "116/29", "115/29")),
        "supply of a side": ("summer", {"verb": "supply", "words": ["german"]}),
    },
    "june-six": {
        "reach of a unit": ("june", {"verb": "legal", "words": ["192"]}),
        "odds": ("june", odds("e1830", "69/50", "231/50", "8ar")),
        "supply of a side": ("june", {"verb": "supply", "words": ["german"]}),
    },
    "battle-for-normandy": {
        "reach of a unit": ("epsom", {"verb": "legal", "words": ["10hli"]}),
        "odds": ("epsom", odds("cheux", "10hli")),
        "supply of a side": ("epsom", {"verb": "supply", "words": ["allied"]}),
    },
}  # fmt: skip


def table_rows(game: str) -> Iterator[Work]:
    """What a click on the page costs in a game.

    Parameters
    ----------
    game
        Slug.

    Yields
    ------
    Work
    """
    for what, (save, asked) in CLICKS[game].items():
        yield Work(f"the table: {what}", game, _asking(save, asked), 3)
    yield Work("the table: a step of a log", game, _stepping(game), 1)


def _asking(save: str, asked: dict[str, Any]) -> Any:
    def ready() -> list[Call]:
        table, position = Table(), open_position(TESTS / "saves" / f"{save}.vsav")
        text = msgspec.json.encode(position_to_json(position)).decode()
        name, question = table.enter(save, text, position), msgspec.convert(asked, Asked)
        table.ask(name, "n0", question)
        return [lambda: msgspec.json.encode(table.ask(name, "n0", question))]

    return ready


def _stepping(game: str) -> Any:
    """Through a log and back: to every fifth step, so that none is known before it is looked at."""

    def ready() -> list[Call]:
        opener = Opener()
        try:
            log = TESTS / "engine" / game.replace("-", "_") / "played.vlog"
            table = Table(viewpoint="referee")
            name = open_file(table, opener, log.name, log.read_bytes())
        finally:
            opener.close()
        nodes = [*table.named(name).nodes]
        table.node(name, nodes[0])
        return [_step(table, name, node) for node in itertools.chain(nodes[5::5], nodes[3::5][::-1])]

    return ready


def _step(table: Table, name: str, node: str) -> Call:
    return lambda: msgspec.json.encode(table.node(name, node))
