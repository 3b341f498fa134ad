"""Sections 12.52 to 12.59 with 19.41 and 20.33: every modifier of the die but odds, armor and support."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from adjudicator.citation import rule
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six.r08_cost import chart
from adjudicator.june_six.r09_beaches import engineers_hold, strongpoint_stands
from adjudicator.june_six.r11_zones_of_control import extends
from adjudicator.june_six.r12_fight import GCA, Fight, unbridged
from adjudicator.june_six.r12_strength import ENGINEER_COHESION
from adjudicator.position import Piece, View
from adjudicator.tables import cite
from maps.june_six.grid import GRID

__all__ = ["Modifier", "cohesion", "covering", "directions", "ground", "markers", "river", "special"]

LIMIT = 3
Modifier = tuple[str, str, int]  # section, sentence, value


@rule("12.52", "9.2")
def cohesion(view: View, fight: Fight) -> Modifier:
    """The cohesion differential: the highest of each side, three at most either way."""
    ours, theirs = _best(view, fight.attackers), _best(view, fight.defenders)
    held = not fight.allied_attack and engineers_hold(view, fight.target)
    if held and view.option("engineers-cohesion") == "A":
        theirs = max(theirs, ENGINEER_COHESION)
    value = max(-LIMIT, min(LIMIT, ours - theirs))
    return "12.52", f"highest cohesion {ours} against {theirs}", value


def _best(view: View, pieces: Iterable[Piece]) -> int:
    return max([terms.rating(view, p, "cohesion", "12.52") for p in pieces], default=0)


# --- several directions -----------------------------------------------------------------------------------


@rule("12.53")
def directions(view: View, fight: Fight) -> Modifier:
    """The benefit of attacking from several directions: two for a surrounded defender, else one or none."""
    origins = sorted({p.space for p in fight.attackers if GRID.is_number(p.space)})
    apart = any(GRID.distance(a, b) > 1 for a, b in itertools.combinations(origins, 2))
    missing, spoilers = covering(view, fight)
    if not missing and not spoilers:
        return "12.53", "attackers occupy or control every hex next to the defender", 2
    why = _why(view, missing, spoilers)
    if apart:
        return "12.53", f"attackers in hexes that are not adjacent; not two, since {why}", 1
    return "12.53", "attackers in one hex or in adjacent ones", 0


def _why(view: View, missing: Iterable[str], spoilers: Iterable[Piece]) -> str:
    enemies = list(spoilers)
    if enemies:
        return f"{terms.titles(enemies)} stands next to the defender"
    return f"nobody covers {', '.join(map(view.board.name, missing))}"


@rule("12.53", "11.1")
def covering(view: View, fight: Fight) -> tuple[tuple[str, ...], tuple[Piece, ...]]:
    """Hexes next to the defender that no attacker occupies or controls, and enemy units next to him.

    Returns
    -------
    (tuple of str, tuple of Piece)
        Both empty where the defender is surrounded. Hexes that the ground closes are not counted.
    """
    ring, enemy = GRID.neighbours(fight.target), terms.enemy_of(fight.side)
    held = {p.space for p in fight.attackers}
    controlled = {p.space for p in fight.attackers if terms.has_zoc(p.printed)}
    bare = [n for n in ring if n not in held and not any(_reaches(view, fight, z, n) for z in controlled)]
    missing = [n for n in bare if not _closed(view, fight.target, n)]
    spoilers = [p for n in ring if n in view.board.spaces for p in terms.friends(view, n, enemy)]
    return tuple(missing), tuple(spoilers)


def _reaches(view: View, fight: Fight, origin: str, space: str) -> bool:
    if space not in GRID.neighbours(origin):
        return False
    edge = view.board.edge(origin, space)
    return edge is None or extends(view, edge, fight.side)[0]


@rule("1.0", "12.53", "8.43")
def _closed(view: View, target: str, space: str) -> bool:
    """Whether the ground between the defender and a hex next to him is impassable."""
    known, edge = view.board.spaces.get(space), view.board.edge(target, space)
    if known is None:
        return False  # not told: it counts
    if r01_part.faults(view, space):
        return True
    if terms.terrain(view, space, "12.53") == "sea":
        return True
    if edge is None or unbridged(view, edge):
        return edge is not None
    return view.boundary(edge, "12.53") in {"cliff", "sea"} and not edge.road


# --- units, markers, ground -------------------------------------------------------------------------------


@rule("12.55", "12.56")
def special(view: View, fight: Fight) -> list[Modifier]:
    """Modifiers of special units: defending German Flak, and the 79th Armoured Division."""
    found: list[Modifier] = []
    flak = [p for p in fight.defenders if terms.is_flak(p.printed)]
    if flak and fight.allied_attack and any(terms.rating(view, p, "armor", "12.55") for p in fight.attackers):
        found.append(("12.55", f"{terms.titles(flak)} against an attack with armor", -len(flak)))
    hobart = [p for p in fight.attackers if "hobart" in p.printed.marks]
    if hobart and terms.nation_of(hobart[0].printed) == terms.COMMONWEALTH:
        found.append(("12.56", f"{terms.titles(hobart)} of the 79th Armoured Division", 1))
    return found


@rule("12.57", "12.58", "13.12")
def markers(view: View, fight: Fight) -> list[Modifier]:
    """Modifiers of Disorder and Scattered markers, each once for a side."""
    found: list[Modifier] = []
    for name, pieces, sign in (("attacker", fight.attackers, -1), ("defender", fight.defenders, 1)):
        shaken = [p for p in pieces if view.number("disorder", p.uid)]
        if shaken:
            found.append(("12.57", f"{name} disordered: {terms.titles(shaken)}", sign))
        lost = [p for p in pieces if "airborne" in p.printed.marks and view.flag("scattered", p.uid)]
        if lost:
            found.append(("12.58", f"{name} scattered: {terms.titles(lost)}", 3 * sign))
    return found


@rule("12.59", "19.41", "14.24")
def ground(view: View, fight: Fight) -> list[Modifier]:
    """Modifiers of the defender hex: its terrain, and a printed Strongpoint under Germans."""
    record = chart(view)["terrain"][terms.terrain(view, fight.target, "12.59")]
    if fight.kind == GCA:
        return [("14.24", f"{record.text('title')} is ignored in a German counterattack", 0)]
    found: list[Modifier] = []
    if value := cite(view, record, "drm", "12.59"):
        found.append(("12.59", f"{record.text('title')} in the defender hex", value))
    if fight.allied_attack and strongpoint_stands(view, fight.target):
        found.append(("19.41", "Germans in a printed Strongpoint", -1))
    return found


@rule("12.32", "20.33")
def river(view: View, fight: Fight) -> list[Modifier]:
    """The modifier of an Assault River Crossing."""
    wet = [p for p in fight.attackers if p.uid in fight.crossing]
    if not wet:
        return []
    if len(wet) < len(fight.attackers) and view.option("crossing-drm") == "B":
        return [("12.32", f"only {terms.titles(wet)} attacks over the Major River", 0)]
    return [("12.32", f"{terms.titles(wet)} over an unbridged Major River", -3)]
