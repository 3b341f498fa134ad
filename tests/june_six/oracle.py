"""Ground for slow oracles: geometry from the hex numbers, positions out of random play and on small boards.

What oracles share is written from the rulebook, without the modules that they judge.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import adjudicator.june_six
from adjudicator.june_six import GAME
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, edge_id
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import wander

__all__ = [
    "OPTIONS",
    "adjacent",
    "armored",
    "beside",
    "bridged",
    "combat",
    "crosser",
    "distance",
    "edge_of",
    "enemies",
    "formation",
    "friends",
    "ground_of",
    "headquarters",
    "hexagons",
    "motorized",
    "number",
    "on_map",
    "row",
    "sampled",
    "small",
    "stackable",
    "table",
    "zoc",
]

FOLDER = Path(adjudicator.june_six.__file__).parent
WINDOWS = (("e", 36, 46, 16, 26), ("e", 43, 53, 1, 9), ("w", 30, 38, 12, 20), ("e", 36, 46, 19, 28))
SIDES = ("open", "open", "open", "open", "bluff", "cliff", "marsh", "woods", "major-river", "sea")
GROUND = ("clear", "clear", "bocage", "bocage", "woods", "marsh", "town", "city", "sea")
TYPES = ("infantry", "infantry", "infantry", "armor", "motorized", "ranger", "anti-tank", "flak", "recon")
OPTIONS = (
    "arc-range", "bluff-road", "corps-arc", "hq-eligible", "ma-bonus-order", "retreat-direction",
    "retreat-off-map", "road-choice", "second-zoc-hex", "spent-engineers", "zoc-rivers",
)  # fmt: skip


@functools.cache
def table(name: str) -> Mapping[str, Any]:
    """A table of the game as its file has it."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text())


def row(group: str, name: str) -> Mapping[str, Any]:
    """A row of the Terrain Effects Chart."""
    found: Mapping[str, Any] = table("terrain")[group][name]
    return found


def ground_of(here: Position, space: str) -> Mapping[str, Any]:
    """The row of the terrain of a hex."""
    return row("terrain", str(here.board.spaces[space]["terrain"]))


# --- geometry ---------------------------------------------------------------------------------------------


def _at(number: str) -> tuple[int, float]:
    """Line, and place along it: odd lines lie half a hex further; W34 is beside E21."""
    line, place = int(number[1:3]), int(number[3:5])
    return line, place - (14 if number[0] == "w" else 0) + 0.5 * (line % 2)


@functools.cache
def distance(a: str, b: str) -> int:
    """Hexes from one to the other."""
    (i, x), (j, y) = _at(a), _at(b)
    lines = abs(i - j)
    return lines + math.ceil(max(0.0, abs(x - y) - lines / 2))


def hexagons(on: Board) -> list[str]:
    """Ids of the hexes of a board."""
    return [s.id for s in on.spaces.values() if s.kind == "hex"]


@functools.lru_cache(maxsize=64)
def adjacent(on: Board) -> Mapping[str, tuple[str, ...]]:
    """Every hex of a board with those next to it, by its place on the plane."""
    known = {_at(n): n for n in hexagons(on)}
    around = ((0, 1.0), (0, -1.0), (1, 0.5), (1, -0.5), (-1, 0.5), (-1, -0.5))
    return {
        n: tuple(known[i + up, x + along] for up, along in around if (i + up, x + along) in known)
        for (i, x), n in known.items()
    }


def beside(here: Position, space: str) -> tuple[str, ...]:
    """Hexes next to a hex."""
    return adjacent(here.board).get(space, ())


def edge_of(here: Position, a: str, b: str) -> Edge:
    """The hexside between two hexes."""
    return here.board.edges[edge_id(a, b)]


def bridged(here: Position, edge: Edge) -> bool:
    """Whether one may go over a river: by a printed bridge that is not blown, or a pontoon (20.45, 20.52)."""
    return bool((edge.bridge and not here.flag("blown", edge.id)) or here.flag("pontoon", edge.id))


# --- units ------------------------------------------------------------------------------------------------


def combat(unit_: Unit) -> bool:
    """Whether a unit projects a ZOC: no white band (2.4)."""
    return "support" not in unit_.marks


def motorized(unit_: Unit) -> bool:
    """Whether a unit has a white MA in a red box (8.21)."""
    return "motorized" in unit_.marks


def armored(unit_: Unit) -> bool:
    """Whether a unit prints armor points."""
    return unit_.ratings.get("armor", 0) > 0


def crosser(unit_: Unit) -> bool:
    """Whether Commandos or Rangers."""
    return "commando" in unit_.marks or "ranger" in unit_.marks


def headquarters(unit_: Unit, *, corps: bool) -> bool:
    """Whether the HQ of a corps, or of a division."""
    return unit_.type == "headquarters" and (unit_.size == "corps") is corps


def number(piece: Piece, name: str) -> int:
    """What the side of the counter that shows prints; nothing is 0."""
    reduced = piece.status == "reduced" and piece.printed.steps == 2
    return int(piece.printed.ratings.get(f"reduced_{name}" if reduced else name, 0))


def formation(here: Position, piece: Piece) -> str:
    """Slug of the formation of a unit for this turn (6.13, 6.14)."""
    return here.text("attached", piece.uid) or here.text("assigned", piece.uid) or piece.printed.division


def on_map(here: Position, piece: Piece) -> bool:
    """Whether a unit stands in a hex."""
    return piece.space in adjacent(here.board)


def friends(here: Position, space: str, side: str) -> list[Piece]:
    """Units of a side in a space."""
    return [p for p in here.units_in(space) if p.side == side]


def enemies(here: Position, space: str, side: str) -> list[Piece]:
    """Units of the other side in a space."""
    return [p for p in here.units_in(space) if p.side != side]


def stackable(units: Sequence[Unit]) -> bool:
    """Whether units may share a hex: two combat units, three in all, one Flak besides (9.12 to 9.14)."""

    def legal(some: Sequence[Unit]) -> bool:
        return len(some) <= 3 and sum(combat(u) for u in some) <= 2

    without = [
        [*units[:n], *units[n + 1 :]] for n, u in enumerate(units) if (u.type, u.side) == ("flak", "german")
    ]
    return legal(units) or any(map(legal, without))


def zoc(here: Position, side: str) -> set[str]:
    """Hexes into which a side projects its ZOC, looked at hex by hex (2.4, 11.1)."""
    able = {p.space for p in here.pieces.values() if p.side == side and combat(p.printed)}
    found = set()
    for space, around in adjacent(here.board).items():
        for other in around:
            if other in able and _reaches(here, edge_of(here, space, other)):
                found.add(space)
    return found


def _reaches(here: Position, edge: Edge) -> bool:
    """By the second reading a ZOC stops where its unit could not go."""
    if here.option("zoc-rivers") == "A":
        return True
    return edge.boundary not in {"cliff", "sea"} and (edge.boundary != "major-river" or bridged(here, edge))


# --- positions --------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=2)
def _played(seed: int, steps: int) -> tuple[Position, ...]:
    return tuple(position for position, _ in wander(GAME.scenario("campaign"), seed, steps))


def sampled(seed: int = 1, steps: int = 400, every: int = 40) -> tuple[Position, ...]:
    """Positions out of random play on the joined maps."""
    return _played(seed, steps)[every - 1 :: every]


def _board(rng: random.Random) -> tuple[Board, list[str]]:
    sheet, west, east, south, north = rng.choice(WINDOWS)
    block = hexes(west, east, south, north, sheet)
    inside = set(block)
    pairs = sorted(edge_id(a, b) for a, b in itertools.combinations(inside, 2) if distance(a, b) == 1)
    sides = {e: rng.choice(SIDES) for e in pairs}
    paved = [e for e in pairs if sides[e] not in {"cliff", "sea"} and rng.random() < 0.3]
    roads = {e: rng.choice(["primary", "secondary"]) for e in paved}
    terrain = {n: "clear" if n in {"e2640", "e2540"} else rng.choice(GROUND) for n in block}
    features: dict[str, dict[str, str | bool]] = {
        n: {"coastal": True, "strongpoint": True} for n in rng.sample(block, 6)
    }
    land = [n for n in block if terrain[n] != "sea"]
    for n in rng.sample(land, 4):
        features.setdefault(n, {})["edge"] = "south" if n[0] == "w" else rng.choice(["south", "east"])
    on = board(block, terrain=terrain, sides=sides, roads=roads, features=features)
    return on, land


def _some_unit(rng: random.Random, side: str, n: int) -> Unit:
    kind = rng.choice(TYPES)
    division = rng.choice(["us-1", "us-v"] if side == "us" else ["ge-352", "ge-lxxxiv", "ge-cherbourg"])
    more: dict[str, Any] = {"armor": rng.choice([0, 2, 3])} if kind in {"armor", "recon", "motorized"} else {}
    steps, cohesion = rng.choice([1, 2]), rng.randint(2, 8)
    if steps == 2:
        more["reduced_cohesion"] = max(1, cohesion - rng.randint(0, 2))
    if kind == "recon":
        more["marks"] = ("bicycle",) if side == "ge" else ("motorized",)
    return unit(
        f"{side}-{n}", kind, cs=rng.randint(2, 9), cohesion=cohesion, ma=rng.randint(3, 9),
        at=rng.choice([0, 0, 2]), division=division, corps="us-v" if side == "us" else "",
        steps=steps, **more,
    )  # fmt: skip


def _units(rng: random.Random, land: list[str]) -> Iterator[tuple[Unit, str]]:
    """Two sides, some units stacked, HQs of divisions and corps, most of them on the map."""
    rng.shuffle(land)
    ours, theirs = land[: len(land) // 3], land[len(land) // 3 :]
    for side, spaces in (("us", ours), ("ge", theirs)):
        wanted, full = spaces[:8], dict[str, list[Unit]]()
        heads = [("hq", "us-1" if side == "us" else "ge-352", "division")]
        heads.append(("c", "us-v" if side == "us" else "ge-lxxxiv", "corps"))
        made = [
            hq(f"{side}-{name}", division, size=size, artillery=rng.randint(1, 6), ma=8, cohesion=4,
               corps="us-v" if side == "us" else "")
            for name, division, size in heads
        ]  # fmt: skip
        made += [_some_unit(rng, side, n) for n in range(9)]
        if side == "us":
            yield unit("us-lands", rng.choice(["infantry", "armor"]), ma=rng.randint(4, 9)), "landing-sword"
        for one in made:
            space = "eliminated" if one.type == "headquarters" and rng.random() < 0.1 else rng.choice(wanted)
            if space == "eliminated" or stackable([*full.get(space, []), one]):
                full.setdefault(space, []).append(one)
                yield one, space + (" reduced" if one.steps == 2 and rng.random() < 0.3 else "")


@functools.lru_cache(maxsize=256)
def small(seed: int, *, side: str = "allied") -> Position:
    """A position on a small board of random terrain and hexsides, by random readings."""
    rng = random.Random(seed)
    on, land = _board(rng)
    placed = list(_units(rng, land))
    facts: dict[Key, Fact] = {("dp", n): True for n in rng.sample(land, 8)}
    rivers = [e.id for e in on.edges.values() if e.boundary == "major-river"]
    facts |= {("blown", e): True for e in rng.sample(rivers, len(rivers) // 4)}
    facts |= {("pontoon", e): True for e in rng.sample(rivers, len(rivers) // 6)}
    facts |= {("strongpoint-gone", n): True for n in rng.sample(land, len(land) // 6)}
    marks: dict[str, dict[str, Fact]] = {}
    for one, where in placed:
        if where[0] in "we" and rng.random() < 0.2:
            marks[one.id] = rng.choice([{"disorder": 1}, {"disorder": 2}, {"isolated": True}])
        if one.type == "headquarters" and rng.random() < 0.25:
            marks.setdefault(one.id, {})["bridge-action"] = True
    occupied = {where.split()[0] for _, where in placed}
    facts = {k: v for k, v in facts.items() if k[0] != "dp" or k[1] not in occupied}
    return situation(
        on, *placed, side=side, facts=facts, marks=marks,
        options={name: rng.choice("AAB") for name in OPTIONS},
        weather=rng.choice(["clear", "clear", "heavy-overcast", "storm"]), turn=rng.choice([2, 5]),
    )  # fmt: skip
