"""Turns of each game, played by its sides: ``python -m tests.engine.turns --classes DIR --write``.

DIR is what `tests.engine.playing` takes. Actions are drawn from what is legal, and the dice fall as the seed
says; each action becomes what a player does with the mouse and the keyboard. Each side plays its own part
under its own name and password: the game goes from hand to hand as a saved game, as when it is played by
mail. After each action the engine saves, and what we read from it is held against the position of the rules,
hidden state included.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator import describe
from adjudicator.codec import position_to_json
from adjudicator.game import GAMES, apply, load
from adjudicator.saves.positions import read_save
from module_builder.kit import load_kit
from module_builder.module import build
from module_builder.save import write_position
from tests.engine.hands import Hands, by_hand
from tests.engine.playing import Engine
from tests.playing import choose

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.position import Key, Position

__all__ = ["STARTS", "Step", "course", "digest", "kept", "main", "silences"]

_HERE = Path(__file__).parent
_SEED = 1944
STARTS: Mapping[str, tuple[str, str, int]] = {
    "breakout-normandy": ("d-day", "date", 1),
    "storm-over-normandy": ("invasion", "turn", 3),
    "dark-summer": ("campaign", "turn", 1),
    "june-six": ("campaign", "turn", 1),
    "battle-for-normandy": ("carentan", "time", 3),
}
"""The scenario of each game, the item that counts its turns, and how many: one where it is of many parts.

D-Day has 24 impulses here, the first turn of The Dark Summer some 15 Rounds, that of June Six 40 activations.
"""
_HANDLING = frozenset({"answer", "dice", "save", "user", "open", "side", "seated", "listen"})
"""Gestures that change nothing on the table by themselves."""


@dataclass(frozen=True)
class Step:
    """An action that was played.

    Parameters
    ----------
    by
        Sides that made the gestures, in their order.
    action
        As it is typed.
    gestures
        How many there were.
    position
        Digest of the position after it.
    chat
        What the chat said of it.
    """

    by: list[str]
    action: str
    gestures: int
    position: str
    chat: list[str]


@dataclass
class Kept:
    """What is kept of a game.

    Parameters
    ----------
    steps
        The actions.
    unreached
        Items that no gesture of a player sets: they are no part of the comparison.
    silent
        Gestures of which the chat said nothing.
    differs
        Where the engine's position was another than that of the rules.
    """

    steps: list[Step]
    unreached: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)


def course(game: str) -> Iterator[tuple[Position, Action, Position]]:
    """Actions that are drawn for as long as the turns last, each with the position before and after it."""
    scenario, counts, last = STARTS[game]
    rng, position = random.Random(_SEED), load(game).scenario(scenario)
    turn, turns = position.said(counts), 0
    while turns < last and position.text("phase") != "over":
        action = choose(position, rng)
        after = apply(position, action)
        yield position, action, after
        position = after
        if position.said(counts) != turn:
            turn, turns = position.said(counts), turns + 1


def digest(position: Position) -> str:
    """A short fingerprint of a position."""
    text = json.dumps(position_to_json(position), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def kept(game: str) -> Kept:
    """What is kept of a game."""
    data = json.loads(_file(game).read_text(encoding="utf-8"))
    steps = [Step(*row) for row in data.pop("steps")]
    return Kept(steps, **data)


def _file(game: str) -> Path:
    return _HERE / game.replace("-", "_") / "turns.json"


# --- the script -------------------------------------------------------------------------------------------


class Table:
    """The script of a game: the gestures of each action, with the saved game sent to whoever makes them."""

    def __init__(self, game: str, folder: Path) -> None:
        self._folder, self._game = folder, game
        self._hands = Hands(load_kit(game), load(game).scenario(STARTS[game][0]))
        self._at = ""
        self._seated: set[str] = set()

    def begun(self) -> Path:
        """The saved game with which it begins."""
        path = self._folder / "begun.vsav"
        write_position(load(self._game).scenario(STARTS[self._game][0]), path)
        return path

    @property
    def waiting(self) -> frozenset[Key]:
        """What still lies there until a button is pressed."""
        return frozenset(self._hands.waiting)

    def lines(
        self, before: Position, action: Action, after: Position, out: Path
    ) -> tuple[list[str], list[str]]:
        """Lines of the script for an action, and the sides that make its gestures."""
        made, by = list[str](), list[str]()
        for side, gesture in self._hands.acted(before, action, after):
            if side != self._at:
                made += self._handed(side)
            if side not in by:
                by.append(side)
            made.append(gesture)
        return [*made, f"save\t{out}"], by

    def _handed(self, side: str) -> Iterator[str]:
        """The saved game goes to another player."""
        mailed = self._folder / "mailed.vsav"
        opened = mailed if self._at else self.begun()
        if self._at:
            yield f"save\t{mailed}"
        yield f"user\t{side} player\tpassword of {side}"
        yield f"open\t{opened}"
        if side not in self._seated:
            yield f"side\t{side}"
        yield f"seated\t{side}"
        self._at = side
        self._seated.add(side)


# --- the engine -------------------------------------------------------------------------------------------


def answers(lines: Iterable[str]) -> Iterator[list[str]]:
    """What the chat shows after each gesture: the lines of our program between one answer and the next."""
    found: list[str] | None = None
    for line in [*lines, "DID"]:
        if line.startswith("DID"):
            if found is not None:
                yield found
            found = []
        elif line.startswith("CHAT ") and found is not None and line[5:].strip():
            found.append(line[5:].strip())


def silences(said: Iterable[tuple[str, Sequence[str]]], secret: Iterable[str] = ()) -> list[str]:
    """Gestures of which the chat says nothing, those left out that a side makes in secret.

    Examples
    --------
    >>> silences([("drag ge-916 Map 5 5", ["* 916: Isigny -> Caen (German)"]), ("key ge-916 70,130", [])])
    ['key ge-916 70,130']
    """
    hidden = set(secret)
    return [
        gesture.replace("\t", " ")
        for gesture, lines in said
        if not lines and gesture.split()[0] not in _HANDLING and not hidden.intersection(gesture.split()[1:2])
    ]


def played_out(engine: Engine, module: Path, folder: Path) -> Kept:
    """Play the turns of a game in the engine."""
    game, kit = module.stem, load_kit(module.stem)
    table = Table(game, folder)
    rows = [
        (
            action,
            before,
            after,
            *table.lines(before, action, after, folder / f"after_{number}.vsav"),
            table.waiting,
        )
        for number, (before, action, after) in enumerate(course(game))
    ]
    found = answers(engine.lines(module, ["listen", *(line for *_, lines, _, _ in rows for line in lines)]))
    next(found)  # of the gesture "listen"
    unreached = {item.name for item in kit.carriers.schema.items.values() if not by_hand(kit, item)}
    secret = {spec.id for spec in kit.carriers.markers.values() if spec.private is not None}
    result = Kept([], sorted(unreached))
    for number, (action, before, after, lines, by, waiting) in enumerate(rows):
        said = [(line, next(found)) for line in lines]
        result.silent += silences(said, secret)
        chat = [text for line, some in said for text in some if line.split()[0] not in _HANDLING]
        typed = describe(before, action)
        result.steps.append(Step(by, typed, len(lines) - 1, digest(after), chat))
        shown = read_save(folder / f"after_{number}.vsav").position
        assert shown is not None
        known = [c for c in after.diff(shown) if c.what not in unreached]
        wrong = [c for c in known if (c.what, c.subject) not in waiting]
        result.differs += [f"{number} {typed}: {c.what} {c.subject}: {c.before} -> {c.after}" for c in wrong]
    return result


def _text(found: Kept) -> str:
    """One line for each step."""
    rows = ",\n".join(
        json.dumps(list(step.__dict__.values()), ensure_ascii=False, separators=(",", ":"))
        for step in found.steps
    )
    rest = "".join(
        f',\n"{name}": {json.dumps(getattr(found, name), ensure_ascii=False)}'
        for name in ("unreached", "silent", "differs")
    )
    return f'{{"steps": [\n{rows}\n]{rest}}}\n'


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep what was played instead of comparing it.")
@click.option("--game", "only", type=click.Choice(GAMES), multiple=True, help="Only these; all by default.")
def main(classes: Path, only: tuple[str, ...], *, write: bool) -> None:
    """Play turns of every game in the engine, each side at its own client."""
    differ = []
    for game in only or GAMES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            engine, module = Engine(classes.resolve(), folder), build(game, folder)
            found = played_out(engine, module, folder)
        click.echo(f"{game}: {len(found.steps)} steps, {sum(s.gestures for s in found.steps)} gestures")
        for what in ("silent", "differs"):
            for line in itertools.islice(dict.fromkeys(getattr(found, what)), 20):
                click.echo(f"  {what}: {line}")
        if write:
            _file(game).write_text(_text(found), encoding="utf-8")
        elif _file(game).read_text(encoding="utf-8") != _text(found):
            differ.append(game)
    click.echo("kept" if write else f"differ: {', '.join(differ)}" if differ else "the same steps")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
