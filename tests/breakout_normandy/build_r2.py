"""A small board round Omaha, the Merderet and St. Lo for the tests of assaults and D-Day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import GAME
from adjudicator.game import check
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Space

__all__ = [
    "attackers",
    "board",
    "came",
    "ge",
    "position",
    "sections",
    "steps",
    "unit",
]

_NATION = {"ge": "german", "us": "us", "br": "british"}
_AREAS: dict[str, dict[str, Any]] = {
    "omaha": {"fortified": True, "beach": "us"},
    "utah": {"fortified": True, "beach": "us"},
    "grandcamp": {},
    "trevieres": {},
    "port": {},
    "gold": {"fortified": True, "beach": "br"},
    "mereglise": {"tem": 3, "terrain": "bocage"},
    "labbe": {"tem": 3, "terrain": "bocage"},
    "valognes": {"tem": 2},
    "carentan": {},
    "isigny": {},
    "stlo": {"tem": 3},
    "vire": {},
    "bretteville": {"tem": 2},
    "verson": {},
}
_EDGES = [
    ("omaha", "grandcamp", "open", False),
    ("omaha", "trevieres", "river", True),
    ("omaha", "port", "open", False),
    ("port", "gold", "open", False),
    ("port", "trevieres", "river", False),
    ("labbe", "valognes", "river", True),
    ("labbe", "mereglise", "river", True),
    ("carentan", "mereglise", "flooded", True),
    ("isigny", "stlo", "river", True),
    ("vire", "stlo", "river", False),
    ("isigny", "vire", "open", False),
    ("isigny", "grandcamp", "flooded", False),
    ("gold", "bretteville", "open", False),
    ("bretteville", "verson", "river", True),
    ("stlo", "zone-c", "arrow", False),
    ("omaha", "approach-omaha", "landing", False),
    ("utah", "approach-utah", "landing", False),
    ("gold", "approach-gold", "landing", False),
]


def board() -> Board:
    """The board."""
    spaces = []
    for number, (name, features) in enumerate(_AREAS.items(), 1):
        printed: dict[str, Any] = {
            "number": number,
            "tem": 1,
            "terrain": "open",
            "fortified": False,
            "beach": "",
            "naval": "",
        }
        spaces.append(Space(name, name.title(), "area", {**printed, **features}))
    spaces.append(Space("zone-c", "Zone C", "zone"))
    for beach, code in (("omaha", "us"), ("utah", "us"), ("gold", "br")):
        spaces.append(Space(f"approach-{beach}", f"{beach.title()} Approach", "approach", {"beach": code}))
    spaces += [Space(n, n, "box") for n in ("setup-card", "eliminated", "offshore-box", "withdrawn")]
    edges = [Edge(min(a, b), max(a, b), kind, bridge=bridge) for a, b, kind, bridge in _EDGES]
    return Board(spaces, edges)


def unit(uid: str, space: str, status: str = "fresh", values: str = "6-5-5-3", **printed: Any) -> Piece:
    """A unit; `values` are AF, DF, MF and Spent DF; the first letters of its id tell its nation."""
    nation = _NATION[uid[:2]]
    side = "german" if nation == "german" else "allied"
    af, df, mf, spent = (int(v) if v.isdigit() else None for v in values.split("-"))
    branch = {"german": "wehrmacht"}.get(nation, nation)
    body: dict[str, Any] = {
        "type": "infantry",
        "branch": branch,
        "af": af,
        "df": df,
        "mf": mf,
        "spent_df": spent,
    } | printed
    return Piece(Unit(uid, uid, f"Unit {uid}", side, nation, **body), space, status)


def ge(name: str, space: str, status: str = "fresh", values: str = "4-4-4-2", **printed: Any) -> Piece:
    """A German unit."""
    return unit(f"ge-{name}", space, status, values, **printed)


def attackers(count: int, space: str, division: str = "1", **printed: Any) -> list[Piece]:
    """US infantry of one division."""
    return [unit(f"us-{division}-{n}", space, division=division, **printed) for n in range(1, count + 1)]


def came(
    uid: str, origin: str, crossed: str = "open", *, mandatory: bool = True, **more: Fact
) -> dict[Key, Fact]:
    """Facts of a unit that has entered its Area in this impulse."""
    facts: dict[Key, Fact] = {("start", uid): origin, ("came-from", uid): origin, ("crossed", uid): crossed}
    facts |= {("entered", uid): 1, ("mf-used", uid): 3, ("mandatory", uid): mandatory}
    return facts | {(item.replace("_", "-"), uid): value for item, value in more.items()}


def position(
    pieces: Iterable[Piece],
    facts: Mapping[Key, Fact] | None = None,
    *,
    side: str = "allied",
    active: Iterable[str] = ("omaha",),
    control: Mapping[str, str] | None = None,
    phase: str = "daylight",
    weather: str = "clear",
    **options: str,
) -> Position:
    """A position in the middle of an Assault Impulse; the Advantage has been used up."""
    stated: dict[Key, Fact] = {("phase", ""): phase, ("side", ""): side, ("advantage-used", ""): True}
    stated["weather-today", ""] = weather
    if phase == "daylight":
        stated["impulse-type", ""] = "assault"
        stated |= {("active", space): 1 for space in active}
    stated |= {("control", space): nation for space, nation in (control or {}).items()}
    chosen = {name.replace("_", "-"): letter for name, letter in options.items()}
    units = {p.uid: p for p in pieces}
    return Position(
        "breakout-normandy", board(), GAME.schema, units, stated | dict(facts or {}), options=chosen
    )


def sections(position: Position, action: Action) -> tuple[str, ...]:
    """Every section that a ruling cites."""
    return check(position, action).rules


def steps(position: Position, action: Action) -> dict[str, int | None]:
    """Section -> number of the steps under the headings of a ruling."""
    return {s.rule: s.value for top in check(position, action).steps for s in (top, *top.under)}
