"""Ground for slow oracles: geometry from the hex numbers, positions out of random play and on small boards.

What oracles share is written from the rulebook, without the modules that they judge.
"""

from __future__ import annotations

import functools
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import adjudicator.battle_for_normandy
from adjudicator.game import apply, legal
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, edge_id
from tests.battle_for_normandy.build import board, hexes, hq, situation, unit

__all__ = [
    "AIRBORNE",
    "COMMONWEALTH",
    "GUNS",
    "adjacent",
    "beside",
    "bridged",
    "edge_of",
    "enemies",
    "friends",
    "ground",
    "group",
    "hexagons",
    "level",
    "on_map",
    "plane",
    "row",
    "sampled",
    "small",
    "steps",
    "zoc",
]

FOLDER = Path(adjudicator.battle_for_normandy.__file__).parent
# What is added to line and place of a number for those of map C's numbers.
SHEETS = {
    "a": (-32, 63),
    "b": (0, 53),
    "c": (0, 0),
    "d": (48, 49),
    "e": (40, -4),
    "f": (68, 49),
    "g": (64, -4),
}
COMMONWEALTH = frozenset({"british", "canadian", "polish"})
GUNS = frozenset({"artillery", "nebelwerfer", "coastal-artillery"})
AIRBORNE = frozenset({"us-82", "us-101", "br-6"})
WINDOWS = (("c2010", "c2817"), ("c3120", "c3927"), ("a3010", "a3716"), ("d1010", "d1717"))
GROUND = ("clear", "clear", "farmland", "farmland", "bocage", "forest", "flooded", "city", "beach", "sea")
SIDES = (
    "open",
    "open",
    "open",
    "open",
    "open",
    "stream",
    "stream",
    "major-river",
    "bluff",
    "draw",
    "cliff",
    "sea",
)
ROADS = ("highway", "primary", "secondary", "railroad", "track")
TYPES = (
    "inf", "inf", "inf", "tank", "pzgr", "recon", "engineer", "at", "artillery", "sp-artillery", "flak", "co",
    "sp",
)  # fmt: skip
HOMES = {
    "us": ("us-1", "us-1", "us-29", "us-v", "us-82"),
    "br": ("br-3", "br-3", "br-50", "br-4-armd", "br-27-armd", "br-i"),
    "ge": ("ge-352", "ge-352", "ge-716", "ge-lxxxiv", "ge-w7"),
}
HEADS = (
    ("us-1", "us-v", "us-29"), ("br-3", "br-i", "br-50"), ("ge-352", "ge-lxxxiv", "ge-716", "ge-kg-1"),
)  # fmt: skip
BEACH = {"us": ("omaha", "charlie"), "br": ("gold", "king-red")}


@functools.cache
def table(name: str) -> Mapping[str, Any]:
    """A table of the game as its file has it."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text())


def row(kind: str, name: str) -> Mapping[str, Any]:
    """A row of the Terrain Effects Chart."""
    found: Mapping[str, Any] = table("terrain")[kind][name]
    return found


# --- geometry ---------------------------------------------------------------------------------------------


@functools.cache
def plane(number: str) -> tuple[int, float]:
    """Line southward and place westward in the numbers of map C; odd lines lie half a hex further west."""
    line, place = SHEETS[number[0]]
    line, place = line + int(number[1:3]), place + int(number[3:])
    return line, place + 0.5 * (line % 2)


@functools.lru_cache(maxsize=32)
def hexagons(on: Board) -> tuple[str, ...]:
    """Ids of the hexes of a board."""
    return tuple(s.id for s in on.spaces.values() if s.kind == "hex")


@functools.lru_cache(maxsize=32)
def adjacent(on: Board) -> Mapping[str, tuple[str, ...]]:
    """Every hex of a board with those next to it, by its place on the plane."""
    known = {plane(n): n for n in hexagons(on)}
    around = ((0, 1.0), (0, -1.0), (1, 0.5), (1, -0.5), (-1, 0.5), (-1, -0.5))
    return {
        n: tuple(known[i + down, x + along] for down, along in around if (i + down, x + along) in known)
        for (i, x), n in known.items()
    }


def beside(here: Position, space: str) -> tuple[str, ...]:
    """Hexes next to a hex."""
    return adjacent(here.board).get(space, ())


def edge_of(here: Position, a: str, b: str) -> Edge:
    """The hexside between two hexes."""
    return here.board.edges[edge_id(a, b)]


def bridged(here: Position, edge: Edge) -> bool:
    """Whether a bridge stands over a river: one printed that is whole, or an HQ's (14.1, 14.2.1)."""
    built = any(
        here.text("bridging", p.uid) == edge.id and p.space in {edge.a, edge.b} for p in here.pieces.values()
    )
    return built or (edge.bridge and not here.flag("blown", edge.id))


# --- units ------------------------------------------------------------------------------------------------


def ground(unit_: Unit) -> bool:
    """Whether a unit or Strongpoint that exerts a ZOC (5.1)."""
    return unit_.type not in {"naval", "support", "pathfinder", "truck"}


def group(unit_: Unit) -> str:
    """German, US (with the French) or Commonwealth."""
    if unit_.side == "german":
        return "german"
    return "commonwealth" if unit_.nationality in COMMONWEALTH else "us"


@functools.cache
def _levels() -> Mapping[str, str]:
    from counters.formations import load_formations

    return {slug: f.level for slug, f in load_formations("battle-for-normandy").items()}


def level(unit_: Unit) -> str:
    """``division``, ``brigade`` or ``corps`` of the formation of a unit; companies are corps units."""
    if {"company", "commando", "ranger"} & set(unit_.marks):
        return "corps"
    return _levels().get(unit_.division, "corps")


def steps(piece: Piece) -> int:
    """Steps that the side of the counter that shows still has (3.4)."""
    return max(1, piece.printed.steps) - (piece.status == "reduced" and piece.printed.steps > 1)


def on_map(here: Position, piece: Piece) -> bool:
    """Whether a unit stands in a hex."""
    return piece.space in adjacent(here.board)


def friends(here: Position, space: str, side: str) -> list[Piece]:
    """Units of a side in a space, ships left out."""
    return [p for p in here.units_in(space) if p.side == side and p.printed.type != "naval"]


def enemies(here: Position, space: str, side: str) -> list[Piece]:
    """Units of the other side in a space, ships left out."""
    return [p for p in here.units_in(space) if p.side != side and p.printed.type != "naval"]


def zoc(here: Position, side: str) -> set[str]:
    """Hexes into which units of a side exert a ZOC, looked at hex by hex (5.1, 5.3)."""
    found = set()
    for space, around in adjacent(here.board).items():
        if here.board.spaces[space]["terrain"] == "city":
            continue
        for other in around:
            able = any(p.side == side and ground(p.printed) for p in here.units_in(other))
            ashore = here.board.spaces[other]["terrain"] != "sea"  # nobody fights out of a landing craft
            if able and ashore and edge_of(here, space, other).boundary != "sea":
                found.add(space)
    return found


# --- positions out of random play -------------------------------------------------------------------------


@functools.lru_cache(maxsize=4)
def sampled(
    scenario: str = "carentan", seed: int = 1, steps: int = 120, every: int = 40
) -> tuple[Position, ...]:
    """Positions out of random play."""
    start = adjudicator.battle_for_normandy.GAME.scenario(scenario)
    rng, here, found = random.Random(seed), start, []
    for number in range(1, steps + 1):
        action = legal(here).sample(rng)
        for _ in range(2):
            if action is not None and type(action).__name__ == "EndPhase":
                action = legal(here).sample(rng)
        here = start if action is None or here.text("phase") == "over" else apply(here, action)
        if number % every == 0:
            found.append(here)
    return tuple(found)


# --- small boards -----------------------------------------------------------------------------------------


def _board(rng: random.Random) -> tuple[Board, list[str]]:
    block = hexes(*rng.choice(WINDOWS))
    terrain = {n: rng.choice(GROUND) for n in block}
    inside = {plane(n): n for n in block}
    pairs = []
    for (i, x), n in inside.items():
        pairs += [
            edge_id(n, inside[at]) for at in ((i, x + 1), (i + 1, x + 0.5), (i + 1, x - 0.5)) if at in inside
        ]
    sides = {e: rng.choice(SIDES) for e in sorted(pairs)}
    paved = [e for e in sides if sides[e] not in {"cliff", "sea", "bluff"} and rng.random() < 0.25]
    features: dict[str, dict[str, Any]] = {n: {} for n in block}
    land = [n for n in block if terrain[n] != "sea"]
    rng.shuffle(land)
    features[land[0]]["edge"] = features[land[1]]["edge"] = "south"
    for n, (site, beach) in zip(land[2:4], BEACH.values(), strict=True):
        terrain[n] = "beach"
        features[n] |= {"site": site, "beach": beach}
    terrain[land[4]] = "city"
    features[land[4]]["town"] = "Caen"
    for n in block:
        features[n] |= {
            "level": rng.choice([0, 0, 0, 1]),
            "poi": rng.random() < 0.1,
            "perimeter": rng.random() < 0.15,
        }
    roads = {e: rng.choice(ROADS) for e in paved}
    bridges = [e for e in paved if rng.random() < 0.8]
    on = board(block, terrain=terrain, sides=sides, roads=roads, bridges=bridges, features=features)
    return on, land


def _some(rng: random.Random, prefix: str, n: int) -> Unit:
    word = rng.choice(TYPES)
    home = "" if word in {"sp", "co"} else rng.choice(HOMES[prefix])
    if word == "sp" and prefix != "ge":
        word = "inf"
    return unit(f"{prefix}-{n}", word, division=home, as_=rng.randint(1, 8), ds=rng.randint(1, 6))


def _units(rng: random.Random, land: Sequence[str], many: int) -> Iterator[tuple[Unit, str]]:
    cut = len(land) // 2
    for prefix, heads in zip(("us", "br", "ge"), HEADS, strict=True):
        spaces = list(land[:cut] if prefix != "ge" else land[cut:])
        wanted = rng.sample(spaces, min(7, len(spaces)))
        for slug in heads:
            if rng.random() < 0.85:
                corps = _levels()[slug] == "corps"
                marks = ("kg",) if "kg" in slug else ()
                yield hq(slug, size="corps" if corps else "division", marks=marks), rng.choice(spaces)
        for n in range(many):
            one = _some(rng, prefix, n)
            status = " reduced" if one.steps > 1 and rng.random() < 0.3 else ""
            yield one, rng.choice(wanted) + status


def _facts(rng: random.Random, on: Board, land: Sequence[str]) -> dict[Key, Fact]:
    found: dict[Key, Fact] = {}
    wet = [e.id for e in on.edges.values() if e.bridge]
    found |= {("blown", e): True for e in wet if rng.random() < 0.2}
    for site, beach in BEACH.values():
        if rng.random() < 0.8:
            found["beachhead", site] = beach
    found["control", land[4]] = rng.choice(["german", "allied"])
    return found


@functools.lru_cache(maxsize=256)
def small(seed: int, *, side: str = "allied", many: int = 7, phase: str = "movement") -> Position:
    """A position on a small board of random terrain, hexsides and units of three armies."""
    rng = random.Random(seed)
    on, land = _board(rng)
    rng.shuffle(shuffled := list(land))
    facts = _facts(rng, on, land)
    placed = list(_units(rng, _halved(shuffled, rng), many))
    marks: dict[str, dict[str, Fact]] = {}
    for one, where in placed:
        waters = [
            e
            for e in on.edges.values()
            if where[:5] in {e.a, e.b} and e.boundary in {"stream", "major-river"}
        ]
        if one.type == "headquarters" and one.side == "allied" and waters and rng.random() < 0.3:
            marks[one.id] = {"bridging": rng.choice(waters).id}
    return situation(
        on, *placed, side=side, phase=phase, facts=facts, marks=marks, supplied=False,
        weather=rng.choice(["clear", "clear", "clear", "storm"]), time=rng.choice(["am", "pm", "night"]),
        date=rng.choice([8, 10, 20, 50]),
    )  # fmt: skip


def _halved(land: list[str], rng: random.Random) -> list[str]:
    """Allied hexes, then German ones: of one half of the board each, or of all of it."""
    if rng.random() < 0.6:
        land.sort(key=lambda n: plane(n)[0])
    return land
