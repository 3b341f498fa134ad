"""New phase and Undo in a compiled engine: ``python -m tests.engine.phasing --classes DIR --write``.

DIR is what `tests.engine.playing` takes. The button is pressed, taken back by Undo and pressed again, a few
times in each game. Kept is where each press led, what the chat said of it, and where Undo or the second press
came to another position than the one before.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.game import GAMES, load
from adjudicator.saves.positions import read_save
from module_builder.kit import load_kit
from module_builder.module import build
from module_builder.save import write_position
from module_builder.vassal.keys import alt
from tests.engine.playing import Engine
from tests.engine.turns import STARTS, answers

if TYPE_CHECKING:
    from adjudicator.position import Position
    from module_builder.kit import Kit

__all__ = ["Press", "kept", "main", "phase_key"]

_HERE = Path(__file__).parent
_PRESSES = 8


@dataclass(frozen=True)
class Press:
    """A press of New phase.

    Parameters
    ----------
    stands
        Where each turn tracker stands after it.
    chat
        What the chat said of it.
    otherwise
        What Undo did not take back, and what the second press did otherwise.
    """

    stands: dict[str, str]
    chat: list[str]
    otherwise: list[str]


def phase_key(kit: Kit) -> str:
    """Key of the button that turns the trackers."""
    return next(alt(row["key"]) for row in kit.adapter["desk"]["turns"] if row.get("next") == "phase")


def kept(game: str) -> list[Press]:
    """What is kept of a game."""
    return [Press(**row) for row in json.loads(_file(game).read_text(encoding="utf-8"))]


def _file(game: str) -> Path:
    return _HERE / game.replace("-", "_") / "phases.json"


def pressed(engine: Engine, module: Path, folder: Path) -> list[Press]:
    """Press New phase a few times in a game, each press with an Undo and a second one."""
    game, kit = module.stem, load_kit(module.stem)
    begun = folder / "begun.vsav"
    write_position(load(game).scenario(STARTS[game][0]), begun)
    script = ["listen", "user\tGerman player\tpassword", f"open\t{begun}", "side\tGerman"]
    start, press = len(script), f"press\t{phase_key(kit)}"
    for number in range(_PRESSES):
        saves = [f"save\t{folder / f'{number}_{name}.vsav'}" for name in ("first", "undone", "again")]
        script += [press, saves[0], "undo", saves[1], press, saves[2]]
    said = [*answers(engine.lines(module, script))][start:]
    found, before = list[Press](), _position(begun)
    for number in range(_PRESSES):
        first, undone, again = (
            _position(folder / f"{number}_{name}.vsav") for name in ("first", "undone", "again")
        )
        otherwise = [f"Undo: {_told(before, undone)}"] if before.diff(undone) else []
        otherwise += [f"again: {_told(first, again)}"] if first.diff(again) else []
        stands = {item: str(again.said(item)) for item in kit.carriers.trackers}
        found.append(Press(stands, said[6 * number + 4], otherwise))
        before = again
    return found


def _position(save: Path) -> Position:
    found = read_save(save).position
    assert found is not None
    return found


def _told(one: Position, other: Position) -> str:
    return "; ".join(f"{c.what} {c.subject}: {c.before} -> {c.after}" for c in one.diff(other))


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep what the engine did instead of comparing it.")
@click.option("--game", "only", type=click.Choice(GAMES), multiple=True, help="Only these; all by default.")
def main(classes: Path, only: tuple[str, ...], *, write: bool) -> None:
    """Press New phase and Undo in every game."""
    differ = []
    for game in only or GAMES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            found = pressed(Engine(classes.resolve(), folder), build(game, folder), folder)
        for press in found:
            for line in press.otherwise:
                click.echo(f"{game}: {line}")
        text = json.dumps([press.__dict__ for press in found], ensure_ascii=False, indent=1) + "\n"
        if write:
            _file(game).write_text(text, encoding="utf-8")
        elif _file(game).read_text(encoding="utf-8") != text:
            differ.append(game)
    click.echo("kept" if write else f"differ: {', '.join(differ)}" if differ else "the same")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
