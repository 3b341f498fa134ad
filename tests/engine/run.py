"""Asks a compiled VASSAL engine about our modules: ``python -m tests.engine.run --classes DIR``.

DIR holds the classes or jars of the engine and of the checking client, or a script ``vh.sh`` for both.
The answers are compared with those kept beside this file; ``--write`` keeps new ones.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from adjudicator.game import GAMES, has_module
from adjudicator.saves.layout import Layout, Place
from module_builder.kit import Kit, load_kit
from module_builder.module import build, set_ups
from module_builder.save import save_commands
from module_builder.vassal.archive import open_archive
from module_builder.vassal.buildfile import descendants, parse_build_file
from module_builder.vassal.pieces import neutral_pieces

__all__ = ["MADE_FROM", "POINTS", "main", "sample_points"]

POINTS = 2000
_HERE = Path(__file__).parent
MADE_FROM = {
    "breakout-normandy": "Examples/Example 2",
    "dark-summer": "Campaign",
    "storm-over-normandy": "Invasion",
    "june-six": "Campaign",
    "battle-for-normandy": "Carentan",
}
_KEYS = {
    "breakout-normandy": (
        "915 Rgt, 352 Div|70,130",
        "916 Rgt, 352 Div|74,130",
        "916 Rgt, 352 Div|74,130",
        "726 Rgt, 716 Div|69,130",
        "Destroyed Bridge|70,130",
        "3 Para Bde, 6 AB Div|75,130",
        "914 Rgt, 352 Div|57348,0,bocageMandatory",
    ),
    "dark-summer": (
        "16/1 Inf|70,130",
        "505/82 AB|69,130",
        "507/82 AB|87,130",
        "508/82 AB|75,130",
        "915/352 Inf|75,130",
        "18/1 Inf|57348,0,bocageEntered",
        "German Action chit|66,130",
        "German Reaction chit|66,130",
        "US Naval Support|70,130",
        "US Naval Support|70,130",
        "US Tank Destroyers 1|70,130",
        "US Tank Destroyers 1|66,130",
    ),
    "storm-over-normandy": (
        "16 Rgt, 1 Inf Div|70,130",
        "18 Rgt, 1 Inf Div|83,130",
        "8 Bde, 3 Inf Div|69,130",
        "9 Bde, 3 Inf Div|57348,0,bocageFreed",
        "501 Para Rgt, 101 AB Div|75,130",
        "Release|70,130",
        "Victory Points x1|70,130",
        "Victory Points x10|70,130",
        "Bocage|72,130",
        "Shock Assault|72,130",
        "Artillery|85,130",
        "Seize the Hour|87,130",
    ),
    "june-six": (
        "16/1|70,130",
        "914/352|82,195",
        "914/352|74,130",
        "915/352|74,130",
        "915/352|74,130",
        "916/352|69,130",
        "736/716|76,130",
        "726/716|75,130",
        "HQ 716|52,130",
        "HQ 352|80,130",
        "LXXXIV Corps|71,130",
        "192/21 Pz|57348,0,bocageHasMoved",
        "2nd Infantry Division AM|66,130",
        "30th Infantry Division AM|85,130",
        "77th Infantry Division AM|89,130",
        "Naval|57348,0,bocageTo-interdiction-A-B",
        "Probe|70,130",
    ),
    "battle-for-normandy": (
        "1/175/29|70,130",
        "2/175/29|69,130",
        "224 FA/29|71,130",
        "17th SS Panzer Grenadier Division HQ|80,195",
        "101st Airborne Division HQ|86,130",
        "1/327/101|77,195",
        "326 Eng/101|73,130",
        "3/501/101|65,130",
        "1/506/101|57348,0,bocageHasMoved",
        "II/37/17SS|75,130",
        "Air Points, Map A|70,130",
        "Air Points, Map A|70,130",
        "AA Points, Map B|57348,0,bocageAAPlanUp",
    ),
}
_MOVES = {
    "breakout-normandy": (
        ("914 Rgt, 352 Div", "space", "st-lo"),
        ("Destroyed Bridge", "crossing", "isigny/st-lo"),
    ),
    "dark-summer": (
        ("22/4 Inf", "space", "brittany-entered"),
        ("12/4 Inf", "space", "2904"),
        ("Storm chit", "box", "weather:Storm"),
        ("#ge-sp-3", "space", "2403"),  # face down: nothing but its uid tells it from the others
        ("Current Weather", "box", "weather:Rain"),
        ("Allied VP x1", "box", "vp:3"),
        ("Allied VP x10", "box", "vp:1"),
        ("Cherbourg", "box", "turn:4"),
        ("British Combined Action", "box", "action:6"),
    ),
    "storm-over-normandy": (
        ("115 Rgt, 29 Inf Div", "space", "exploitation-omaha-1"),
        ("70 Tank Bn", "space", "utah"),
        ("325 Glider Rgt, 82 AB Div", "box", "turn:2"),
        ("Turn", "box", "turn:3"),
        ("Victory Points x1", "box", "vp:5"),
        ("Victory Points x10", "box", "vp:10"),
        ("Support Points left", "box", "support:7"),
    ),
    "june-six": (
        ("18/1", "space", "e2540"),
        ("125/21 Pz", "box", "turn:3"),
        ("Delay Point", "space", "w2429"),
        ("Game Turn", "box", "turn:3"),
        ("Weather", "box", "weather:Storms"),
        ("Initiative", "box", "initiative:German"),
        ("Allied Resource Points", "box", "rp:12"),
        ("German Victory Points x1", "box", "vp:5"),
        ("German Victory Points x10", "box", "vp:2"),
        ("Air", "box", "supply-interdiction:Box"),
    ),
    "battle-for-normandy": (
        ("1/501/101", "space", "b1920"),
        ("Day", "box", "turn:12"),
        ("Weather", "box", "weather:Storm"),
        ("Victory Points x1", "box", "vp:5"),
        ("Supply x10", "box", "supply:4"),
        ("US INF REPL", "box", "rem-us:7"),
        ("Port Destruction", "box", "port:6"),
        ("Interdiction Map A", "box", "interdiction-a:3"),
        ("Utah Beachhead", "space", "holding-uncle-red"),
        ("Control", "space", "b2410"),
    ),
}


def sample_points(kit: Kit) -> list[tuple[str, int, int]]:
    """Points of all windows, always the same: at random, and the permanent points of every zone."""
    chance = random.Random(1944)
    windows = kit.layout.windows
    places = [(w.name, p) for w in windows.values() for p in (*w.places, *w.hexes.values())]
    spots = [(name, s.x, s.y) for name, p in places for s in p.spots.values()]
    chosen = chance.sample(spots, min(700, len(spots)))
    names = list(windows)
    while len(chosen) < POINTS:
        window = windows[names[0] if chance.random() < 0.8 else names[1]]
        chosen.append((window.name, chance.randrange(window.width), chance.randrange(window.height)))
    return sorted(chosen)


class Engine:
    """Runs the checking client and gives its lines."""

    def __init__(self, classes: Path) -> None:
        self._classes = classes

    def run(self, command: str, module: Path, *options: str) -> list[str]:
        """Lines of one call."""
        script = self._classes / "vh.sh"
        java = ["java", "-Xmx3g", "-cp", f"{self._classes}/*:{self._classes}", "VH"]
        call = [str(script)] if script.is_file() else java
        done = subprocess.run(
            [*call, command, str(module), *options], capture_output=True, text=True, check=False
        )
        lines = done.stdout.splitlines()
        if not any(line.startswith("RESULT") for line in lines):
            raise click.ClickException(f"{command}: no result; {done.stderr.strip()[-200:]}")
        return lines


def begun(engine: Engine, module: Path, title: str, folder: Path, *options: str) -> list[str]:
    """Lines of a call that begins with a set-up.

    The client waits ten seconds for one; a larger one is loaded as the saved game that it is, without a side.
    """
    name = title.rpartition("/")[2]
    lines = engine.run("new", module, "--side", "Solitaire", "--setup", name, *options)
    if "PROBLEM GAME: no game was started" not in lines:
        return lines
    archive = open_archive(module)
    tree = parse_build_file(archive.read("buildFile.xml"))
    entry = next(n.get("file") for n in descendants(tree, "PredefinedSetup") if n.get("name") == name)
    saved = folder / "begun.vsav"
    saved.write_bytes(archive.read(entry or ""))
    return engine.run("load", module, str(saved), *options)


def locations(engine: Engine, module: Path, kit: Kit, folder: Path) -> list[list[Any]]:
    """Location and zone of every sample point as the engine names them."""
    points, first = sample_points(kit), next(iter(set_ups(kit)))
    asked = folder / "points.txt"
    asked.write_text("\n".join(f"{w}:{x},{y}" for w, x, y in points))
    lines = begun(engine, module, first, folder, "--locatefile", str(asked))
    found = [
        m.groups() for line in lines if (m := re.match(r"LOCATE .*? location=(.*) snap=.* zone=(.*)", line))
    ]
    return [[*point, *answer] for point, answer in zip(points, found, strict=True)]


def pieces(engine: Engine, module: Path, title: str, folder: Path) -> list[list[Any]]:
    """Every piece of a set-up: gpid, name, map, point, location."""
    out = folder / "pieces.json"
    lines = begun(engine, module, title, folder, "--pieces", str(out))
    if "RESULT problems=0" not in lines:
        raise click.ClickException(f"{title}: " + "; ".join(x for x in lines if x.startswith("PROBLEM")))
    keys = ("gpid", "name", "map", "x", "y", "location")
    return sorted([p[k] for k in keys] for p in json.loads(out.read_text()) if p["kind"] == "piece")


def _place(layout: Layout, kind: str, id_: str) -> Place | None:
    """A space, a crossing, or a box ``track:label``."""
    if kind == "box":
        track, _, label = id_.partition(":")
        return layout.box(track, label)
    return layout.space(id_) if kind == "space" else layout.crossing(id_)


def make_save(engine: Engine, module: Path, kit: Kit, out: Path) -> list[str]:
    """A save made in the engine: units flipped, disrupted, lost and moved, a bridge destroyed."""
    layout, game = kit.layout, kit.game.slug
    options = [o for key in _KEYS[game] for o in ("--key", key)]
    lying = neutral_pieces(save_commands(kit, set_ups(kit)[MADE_FROM[game]]), reveal=True)
    ids = {f"#{piece.markers.get('Uid')}": piece.id for piece in lying}
    for name, kind, id_ in _MOVES[game]:
        place = _place(layout, kind, id_)
        assert place is not None
        spot = next(iter(place.spots.values()))
        options += ["--move", f"{ids.get(name, name)}|{kit.layout.main}|{spot.x + 3},{spot.y + 2}"]
    lines = begun(engine, module, MADE_FROM[game], out.parent, *options, "--save", str(out))
    return [line.split(" -> ")[0] for line in lines if line.startswith(("KEY", "MOVE", "PROBLEM", "RESULT"))]


def answers(engine: Engine, game: str, folder: Path) -> dict[str, Any]:
    """Everything that is kept."""
    kit = load_kit(game)
    module = build(game, folder)
    checked = engine.run("check", module, "--side", "Solitaire")
    kept = ("ENGINE", "METADATA", "DEEP", "IMAGES", "LINT", "PROBLEM", "RESULT")
    return {
        "check.json": [line for line in checked if line.startswith(kept)],
        "locations.json": locations(engine, module, kit, folder),
        "setups.json": {title: pieces(engine, module, title, folder) for title in set_ups(kit)},
        "made_in_engine.json": make_save(engine, module, kit, folder / "made_in_engine.vsav"),
    }


def text_of(data: Any) -> str:
    """One line for every item of a list."""
    if isinstance(data, dict):
        rows = [f"{json.dumps(k)}: {text_of(v)}" for k, v in data.items()]
        return "{\n" + ",\n".join(rows) + "\n}"
    rows = [json.dumps(row, ensure_ascii=False) for row in data]
    return "[\n" + ",\n".join(rows) + "\n]"


@click.command()
@click.option("--classes", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--write", is_flag=True, help="Keep the answers instead of comparing them.")
@click.option("--game", "only", type=click.Choice(GAMES), multiple=True, help="Only these; all by default.")
def main(classes: Path, only: tuple[str, ...], *, write: bool) -> None:
    """Ask the engine about every game."""
    differ = []
    for game in only or filter(has_module, GAMES):
        kept = _HERE / game.replace("-", "_")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file, data in answers(Engine(classes.resolve()), game, folder).items():
                text = text_of(data) + "\n"
                if write:
                    kept.mkdir(exist_ok=True)
                    (kept / file).write_text(text, encoding="utf-8")
                elif (kept / file).read_text(encoding="utf-8") != text:
                    differ.append(f"{game}/{file}")
            if write:
                (kept / "made_in_engine.vsav").write_bytes((folder / "made_in_engine.vsav").read_bytes())
    click.echo("kept" if write else f"differ: {', '.join(differ)}" if differ else "the same answers")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
