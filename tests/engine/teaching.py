"""Steps through tutorials in a compiled engine: ``python -m tests.engine.teaching --classes DIR --write``.

DIR is what `tests.engine.playing` takes. Kept is, of each tutorial, what the chat shows at its start and at
each step, and what units do, read from a game that the engine saves after that step.
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.game import GAMES
from adjudicator.saves.positions import read_save
from module_builder.kit import load_kit
from module_builder.module import build
from module_builder.tutorial import tutorials
from tests.engine.playing import Engine, moved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from module_builder.tutorial import Tutorial

__all__ = ["kept_file", "main"]

_HERE = Path(__file__).parent


def kept_file(game: str) -> Path:
    """What the engine showed of the tutorials of a game."""
    return _HERE / game.replace("-", "_") / "tutorial.json"


def shown(engine: Engine, module: Path, tutorial: Tutorial, folder: Path) -> dict[str, object]:
    """Step through a tutorial."""
    saves = [folder / f"after_{number}.vsav" for number in range(len(tutorial.steps) + 1)]
    gestures = [f"tutorial\tTutorial: {tutorial.title}", f"save\t{saves[0]}"]
    for save in saves[1:]:
        gestures += ["step", f"save\t{save}", f"shot\t{save.with_suffix('.png')}"]
    lines = engine.lines(module, [*gestures, "replayed"])
    positions = [read_save(save).position for save in saves]
    first, *said = _said(lines)
    steps = []
    for chat, (before, after) in zip(said, itertools.pairwise(positions), strict=True):
        assert before is not None
        assert after is not None
        steps.append({"chat": chat, "moved": moved(before, after)})
    return {"title": tutorial.title, "welcome": first, "steps": steps}


def _said(lines: Sequence[str]) -> Iterator[list[str]]:
    """What the chat shows: when the tutorial has been opened, and after each step."""
    found: list[str] | None = None
    for line in [*lines, "DID"]:
        if line.startswith("DID"):
            if found is not None:
                yield found
            found = [] if line.split()[2:3] in (["tutorial"], ["step"]) else None
        elif line.startswith("CHAT ") and found is not None:
            found.append(line.removeprefix("CHAT ").strip())


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep what the engine shows instead of comparing it.")
@click.option("--game", "only", type=click.Choice(GAMES), multiple=True, help="Only these; all by default.")
@click.option(
    "--pictures", type=click.Path(path_type=Path, file_okay=False), help="Keep pictures of the window."
)
def main(classes: Path, only: tuple[str, ...], pictures: Path | None, *, write: bool) -> None:
    """Step through the tutorials of every game."""
    differ = []
    for game in only or GAMES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            engine, module = Engine(classes.resolve(), folder), build(game, folder)
            found = [shown(engine, module, one, folder) for one in tutorials(load_kit(game))]
            for picture in sorted(folder.glob("after_*.png")) if pictures else ():
                (pictures or folder).joinpath(f"{game}-{picture.name}").write_bytes(picture.read_bytes())
        text = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
        if write:
            kept_file(game).write_text(text, encoding="utf-8")
        elif kept_file(game).read_text(encoding="utf-8") != text:
            differ.append(game)
    click.echo("kept" if write else f"differ: {', '.join(differ)}" if differ else "the same")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
