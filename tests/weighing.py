"""Measures how much each doubtful value decides: `python -m tests.weighing [GAME...]` writes its tables anew.

Games are played at random from fixed seeds. At each step the ruling on the action that is taken is asked for,
of an attack its odds, and now and then what a unit may do, its supply and the victory conditions. Each ruling
tells which doubtful values it leans on; it is asked again with others in their place, as at its foot.
"""

from __future__ import annotations

import csv
import io
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from adjudicator.actions import action_to_json, kind_of
from adjudicator.asking.sensitivity import weighed
from adjudicator.asking.topics import grouped
from adjudicator.errors import BocageError
from adjudicator.game import GAMES, load
from adjudicator.owning.doubts import key_of
from adjudicator.owning.weights import RULING_COLUMNS, WEIGHT_COLUMNS, Key
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from adjudicator.supposing import reply
from maps.filing import our_file
from module_builder.vassal.files import write_file
from tests.playing import STARTS, wander

SEEDS, STEPS = 10, 300
UNITS, VICTORY = 6, 100  # every so many steps: what a unit may do, who is winning
_ATTACKS = {"attack", "assault", "fire-attack"}
_HEAD = (
    "# {what} of games played at random, {asked} of them: made by python -m tests.weighing {game}\n# {more}\n"
)


def asked_at(
    position: Position, action: Any, rng: random.Random, step: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Verb and fields of every question that is asked of a position."""
    kind = kind_of(type(action))
    yield "check", {"data": action_to_json(action)}
    game = load(position.game)
    if kind in _ATTACKS:
        cls = game.questions["odds"]
        where = getattr(action, "target", "") or getattr(action, "area", "")
        named = cls.odds_kinds.get(kind, "")
        yield (
            "odds",
            {"area": where, "with_units": list(getattr(action, "units", ()))}
            | ({"kind": named} if named else {}),
        )
    if step % VICTORY == VICTORY - 1:
        yield "victory", {}
    if step % UNITS:
        return
    side = game.player_on_turn(position)
    on_map = [
        p
        for p in position.pieces.values()
        if p.side == side and position.board.spaces[p.space].kind in {"hex", "area"}
    ]
    if on_map:
        unit = rng.choice(on_map).uid
        yield "legal", {"unit": unit}
        yield "supply", {"unit": unit}
        yield "attacks", {"who": unit}


def rulings(game: str) -> Iterator[tuple[str, Ruling]]:
    """The rulings of random games, each with its topic."""
    topics = {verb: topic for topic, verbs in grouped(load(game).questions).items() for verb in verbs}
    for slug, scenario in STARTS:
        for seed in range(SEEDS) if slug == game else ():
            rng = random.Random(f"{scenario} {seed}")
            played = wander(load(game).scenario(scenario), seed, STEPS)
            for step, (position, action) in enumerate(played):
                for verb, fields in asked_at(position, action, rng, step):
                    topic = topics[verb] if verb != "check" else f"Announced: {kind_of(type(action))}"
                    if (found := ruled(position, verb, fields)) is not None:
                        yield topic, found


def ruled(position: Position, verb: str, fields: dict[str, Any]) -> Ruling | None:
    """A ruling that leans on doubtful values, each weighed; None where it leans on none, or there is none."""
    asking = Asking(load(position.game), position, "referee")
    try:
        question = read_question(asking.game.questions[verb], fields)
        ruling = weighed(reply(question, asking), question, asking)
    except BocageError:
        return None  # not every question can be asked of every unit
    return ruling if ruling.sources else None


def table(columns: list[str], rows: list[list[Any]], head: str) -> bytes:
    """A CSV file."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    return (head + out.getvalue()).encode()


def measure(game: str) -> str:
    """Play, ask and write; how much came of it, in words."""
    leans: Counter[Key] = Counter()
    turns: Counter[Key] = Counter()
    tried: set[Key] = set()
    told: dict[tuple[str, str], frozenset[Key]] = {}
    for topic, ruling in rulings(game):
        keys = {key: used.matters for used in ruling.sources for key in key_of(game, used)}
        leans.update([*keys])
        turns.update([key for key, matters in keys.items() if matters])
        tried |= {key for key, matters in keys.items() if matters is not None}
        if keys:
            told[topic, ruling.question] = frozenset(keys)
    order = sorted(leans, key=lambda k: (-turns[k], -leans[k], k))
    numbers = {key: number for number, key in enumerate(order, 1)}
    rows = [[numbers[k], *k, leans[k], turns[k] if k in tried else ""] for k in order]
    asked = [
        [*names, " ".join(str(n) for n in sorted(numbers[k] for k in keys))] for names, keys in told.items()
    ]
    more = "leans: rulings that used a value; turns: that another one changes; empty where none was tried"
    head = {"game": game, "asked": len(told)}
    write_file(
        our_file("owning", game, "weights.csv"),
        table(WEIGHT_COLUMNS, rows, _HEAD.format(what="What values decide in rulings", more=more, **head)),
    )
    more = "leans: numbers of weights.csv"
    write_file(
        our_file("owning", game, "rulings.csv"),
        table(RULING_COLUMNS, asked, _HEAD.format(what="Rulings", more=more, **head)),
    )
    turning = len([key for key in order if turns[key]])
    return f"{game}: {len(told)} rulings lean on {len(rows)} values, of which {turning} turn one"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        sys.stdout.write(measure(name) + "\n")
