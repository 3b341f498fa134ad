"""Saves that go on, looked at in a compiled VASSAL engine: ``python -m tests.engine.living --classes DIR``.

Two kinds: saves of older modules carried over to the newest (`tests/saves/released`), and a branch that was
tried on the table and saved from there. Kept in ``GAME/living.json`` is where the engine shows each piece;
`tests/module_builder/test_engine_living.py` makes the same saves again and holds them against it.
"""

from __future__ import annotations

import json
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from adjudicator.game import GAMES
from adjudicator.position import Position
from adjudicator.saves.upgrading import upgrade_save
from maps.album import own_album
from module_builder.module import build
from tests.engine.run import Engine, text_of
from tests.table.serving import SAVES, serving

__all__ = ["KEPT", "branch_of", "carried", "living"]

KEPT = Path(__file__).parent
_RELEASED = SAVES / "released"


@dataclass(frozen=True)
class Tried:
    """What is tried on the table: an action by the rules, then a correction by hand."""

    save: str
    action: str
    changes: tuple[str, ...]


_TRIED = {
    "breakout-normandy": Tried("bridges.vsav", "move 1058 st-sauveur", ("weather-today=overcast",)),
    "dark-summer": Tried("summer.vsav", "attack 1904 507/82", ("unit:505/82@2004",)),
    "storm-over-normandy": Tried("storm.vsav", "move 69/50 bretteville", ("unit:48 RM@gold",)),
    "june-six": Tried("june.vsav", "end-activation", ("unit:505/82@w3420",)),
    "battle-for-normandy": Tried("epsom.vsav", "fire-alone 13RHA/11Ar C3827", ("unit:10 HLI/15@c3529",)),
}


def carried(game: str, module: Path, folder: Path) -> Iterator[Path]:
    """Every released save of a game, carried over to a module."""
    rows = tomllib.loads((_RELEASED / "released.toml").read_text(encoding="utf-8"))["save"]
    for name in [row["file"] for row in rows if row["file"].rpartition("-")[0] == game]:
        upgrade_save(_RELEASED / name, module, folder / name)
        yield folder / name


def branch_of(game: str, folder: Path) -> tuple[Path, Position]:
    """A branch of the table as it gives it away, and the position that it shows."""
    tried = _TRIED[game]
    with serving() as page:
        tree = page.drop(tried.save).json()["tree"]
        nodes = f"api/trees/{tree}/nodes"
        node = page.post(f"{nodes}/n0/act", {"as": "referee", "action": tried.action})["node"]["id"]
        node = page.post(f"{nodes}/{node}/edit", {"as": "referee", "changes": tried.changes})["id"]
        reply = page.client.get(page.path(f"{nodes}/{node}/save.vsav"), params={"as": "referee"})
        assert reply.status_code == 200, reply.text
        position = page.table.positions.seen(page.table.named(tree), node, "referee")
    path = folder / "branch.vsav"
    path.write_bytes(reply.content)
    return path, position


def shown(engine: Engine, module: Path, save: Path, *options: str) -> list[list[Any]]:
    """Every piece of a save as the engine shows it: gpid, map, point, location."""
    out = save.with_suffix(".json")
    lines = engine.run("load", module, str(save), "--side", "Solitaire", "--pieces", str(out), *options)
    if "RESULT problems=0" not in lines:
        raise click.ClickException(f"{save.name}: " + "; ".join(x for x in lines if x.startswith("PROBLEM")))
    keys = ("gpid", "map", "x", "y", "location")
    return sorted([p[k] for k in keys] for p in json.loads(out.read_text()) if p["kind"] == "piece")


def living(engine: Engine, game: str, folder: Path, shots: Path | None) -> dict[str, list[list[Any]]]:
    """All saves of a game, as the engine shows them."""
    with own_album() as album:
        module = build(game, folder, album=album)
    more = ["--shots", str(shots)] if shots is not None else []
    saves = [branch_of(game, folder)[0], *carried(game, module, folder)]
    return {save.name: shown(engine, module, save, *more) for save in saves}


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep the answers instead of comparing them.")
@click.option(
    "--shots", type=click.Path(path_type=Path, file_okay=False), help="Folder for pictures of the maps."
)
@click.option("--game", "only", type=click.Choice(GAMES), multiple=True, help="Only these; all by default.")
def main(classes: Path, shots: Path | None, only: tuple[str, ...], *, write: bool) -> None:
    """Ask the engine where it shows the pieces of saves that go on."""
    differ = []
    for game in only or GAMES:
        kept = KEPT / game.replace("-", "_") / "living.json"
        with tempfile.TemporaryDirectory() as name:
            found = living(Engine(classes.resolve()), game, Path(name), shots)
            text = "{\n" + ",\n".join(f"{json.dumps(k)}: {text_of(v)}" for k, v in found.items()) + "\n}\n"
            if write:
                kept.write_text(text, encoding="utf-8")
            elif kept.read_text(encoding="utf-8") != text:
                differ.append(game)
    click.echo("kept" if write else f"differ: {', '.join(differ)}" if differ else "the same answers")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
