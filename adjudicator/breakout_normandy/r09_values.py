"""Sections 9.2 and 9.3: Attack Value and Defense Value, letter by letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from adjudicator.breakout_normandy import r15_fortifications, terms
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Piece, View
    from adjudicator.ruling import Total

__all__ = ["LineUp", "add_crossing", "attack_value", "defense_factor", "defense_value", "line_up"]

AIR_AGAINST_GERMANS, RIVER_CROSSING, INTEGRITY = 2, 2, 3


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who attacks, where, and with what support.

    Parameters
    ----------
    units
        Assaulting units, the Point Unit among them.
    support
        Supporting Field Artillery.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> line_up(GAME.scenario("d-day"), "utah-beach", ["us-4-8"], "us-4-8").side
    'allied'
    """

    area: str
    units: tuple[Piece, ...]
    point: Piece
    support: tuple[Piece, ...] = ()

    @property
    def side(self) -> str:
        """The attacker."""
        return self.point.side


def line_up(view: View, area: str, units: Iterable[str], point: str, support: Iterable[str] = ()) -> LineUp:
    """Look the units of an assault up.

    Parameters
    ----------
    units, point, support
        Ids of the units, as in `adjudicator.breakout_normandy.r09_assault.Assault`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> line_up(GAME.scenario("d-day"), "utah-beach", ["us-4-8", "us-4-12"], "us-4-8").point.printed.name
    '8'
    """
    pieces = view.pieces
    fighting, guns = tuple([pieces[u] for u in units]), tuple([pieces[u] for u in support])
    return LineUp(area, fighting, pieces[point], guns)


def _adding(view: View, name: str) -> Adding:
    return Adding(view if isinstance(view, Inquiry) else None, name)


@rule("9.2", "9.2A", "9.2B", "9.2C")
def attack_value(view: View, line: LineUp) -> Total:
    """The Attack Value of an assault (9.2).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> attack_value(d_day, line_up(d_day, "utah-beach", ["us-4-8", "us-4-12"], "us-4-8")).value
    7
    """
    av = _adding(view, "AV")
    factor = view.printed(line.point, "af", "9.2A")
    av.add("9.2A", f"Attack Factor of {line.point.printed.title}, the Point Unit", factor, "set")
    if others := len(line.units) - 1:
        av.add("9.2B", f"other assaulting units: {others}", others)
    if line.support:
        av.add("9.2C", f"support of {terms.titles(line.support)}", len(line.support))
    _add_integrity(av, line)
    if line.side == terms.ALLIED:
        _add_air(av, view, line.area, section="9.2E", text="Air Support in Clear weather", value=1)
    else:
        _add_mixture(av, view, line)
    return av.total


@rule("9.2D")
def _add_integrity(av: Adding, line: LineUp) -> None:
    """One for each division with three units in the attack, its supporting artillery included."""
    parts = (p.printed for p in (*line.units, *line.support) if p.printed.division)
    for (_, division), count in Counter((u.nationality, u.division) for u in parts).items():
        if count >= INTEGRITY:
            av.add("9.2D", f"Divisional Integrity of the {division} Division: {count} units", 1)


@rule("9.2E", "9.3F", "14.4", "18.2", "18.3", "21.2")
def _add_air(adding: Adding, view: View, area: str, *, section: str, text: str, value: int) -> None:
    """Air Support helps the Allies in Clear weather by day, and never in Zones."""
    if terms.is_zone(view, area):
        adding.add("14.4", "no Air Support in a Zone", 0)
    elif view.text("phase") == "airborne":
        adding.add("21.2", "no Air Support in the night of the drop", 0)
    elif terms.weather(view) != "clear":
        adding.add("18.3", "no Air Support without Clear weather", 0)
    else:
        adding.add(section, text, value)


@rule("9.2F")
def _add_mixture(av: Adding, view: View, line: LineUp) -> None:
    """One less where SS and Wehrmacht assault together."""
    branches = {p.printed.branch for p in line.units}
    guns = {p.printed.branch for p in line.support} - branches
    if "ss" in (guns | branches) and guns and view.option("mixed-support") == "B":
        branches |= guns
    if "ss" not in branches or branches == {"ss"}:
        return
    if "wehrmacht" in branches or view.option("ss-with-luftwaffe") == "A":
        av.add("9.2F", "SS and Wehrmacht assault together", 1, "-")


@rule("9.3A")
def defense_factor(view: View, piece: Piece) -> list[tuple[str, int, str]]:
    """The Defense Factor of a unit as lines of a total: printed factor less Disruption level (9.3A).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> defense_factor(d_day, d_day.pieces["ge-916"])
    [('Defense Factor of 916 Rgt, 352 Div, the Forward Unit', 4, 'set')]
    """
    title, fresh = piece.printed.title, piece.status == terms.FRESH
    factor = view.printed(piece, "df" if fresh else "spent_df", "9.3A")
    lines = [(f"{'' if fresh else 'Spent '}Defense Factor of {title}, the Forward Unit", factor, "set")]
    level = terms.LEVEL[piece.status] - terms.LEVEL[terms.SPENT]
    if level > 0:
        lines.append((f"{title} is at Disrupt {level}", level, "-"))
        if level > factor and view.option("disrupted-df-floor") == "A":
            lines.append(("a Defense Factor never falls below 0", 0, "max"))
    return lines


@rule("9.3", "9.3B", "9.3E", "9.3G")
def defense_value(view: View, line: LineUp, forward: Piece) -> Total:
    """The Defense Value of an attacked Area with one choice of Forward Unit (9.3).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> line = line_up(d_day, "utah-beach", ["us-4-8"], "us-4-8")
    >>> [step.rule for step in defense_value(d_day, line, d_day.pieces["ge-1-919"]).steps]
    ['9.3A', '9.3B', '9.3E']
    """
    dv, space = _adding(view, "DV"), view.board.spaces[line.area]
    for text, value, op in defense_factor(view, forward):
        dv.add("9.3A", text, value, op)
    if terms.is_area(view, line.area):
        dv.add("9.3B", f"TEM of {space.name}", int(view.feature(space, "tem", "9.3B") or 0))
    add_crossing(dv, view, line)
    if line.side == terms.GERMAN:
        text = "Air Support against a German assault in Clear weather"
        _add_air(dv, view, line.area, section="9.3F", text=text, value=AIR_AGAINST_GERMANS)
    elif r15_fortifications.stands(view, line.area, "9.3E"):
        dv.add("9.3E", f"Fortifications of {space.name}", r15_fortifications.BONUS)
    defenders = terms.enemies(view, line.area, line.side)
    if fresh := sum(1 for p in defenders if p.status == terms.FRESH and p.uid != forward.uid):
        dv.add("9.3G", f"other Fresh defenders: {fresh}", fresh)
    return dv.total


@rule("9.3C", "9.3D")
def add_crossing(dv: Adding, view: View, line: LineUp) -> None:
    """What Mandatory Assaults over water cost: the highest crossing, never bridge and river together.

    Parameters
    ----------
    dv
        What it is added to.
    line
        Who attacks, where they came from known.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day, adding = GAME.scenario("d-day"), Adding(None, "DV")
    >>> add_crossing(adding, d_day, line_up(d_day, "utah-beach", ["us-4-8"], "us-4-8")); adding.value
    0
    """
    found = _crossings(view, line)
    if not found:
        return
    highest = max(found.values(), key=lambda c: c[1])
    bridges = [c for c in found.values() if c[0] == "9.3C"]
    if len(bridges) > 1 and highest[0] == "9.3C" and view.option("several-bridges") == "B":
        for section, value, text in bridges:
            dv.add(section, text, value)
        return
    dv.add(highest[0], highest[2], highest[1])


def _crossings(view: View, line: LineUp) -> dict[tuple[str, str], tuple[str, int, str]]:
    """(Area left, how) -> (section, modifier, text) of every Mandatory crossing of water."""
    found: dict[tuple[str, str], tuple[str, int, str]] = {}
    for piece in line.units:
        crossed = view.text("crossed", piece.uid) if view.flag("mandatory", piece.uid) else ""
        if crossed == "river":
            text = "river crossed without a bridge in a Mandatory Assault"
            found[view.text("came-from", piece.uid), crossed] = ("9.3D", RIVER_CROSSING, text)
        elif crossed == "bridge":
            came_from = view.text("came-from", piece.uid)
            held = _still_held(view, line, came_from) or view.flag("bridge-was-held", piece.uid)
            found[came_from, crossed] = _bridge(view, line.area, came_from, held=held)
    return found


def _still_held(view: View, line: LineUp, came_from: str) -> bool:
    """Whether the bridge from an Area is the defender's to this moment."""
    edge = view.board.edge(came_from, line.area)
    return edge is not None and terms.bridge_state(view, edge) == terms.enemy_of(line.side)


def _bridge(view: View, area: str, came_from: str, *, held: bool) -> tuple[str, int, str]:
    """Modifier of one bridge crossed in a Mandatory Assault, with its parts."""
    value, parts = 1, ["bridge crossed in a Mandatory Assault"]
    if held:
        value += 1
        parts.append("held by the defender")
    edge = view.board.edge(came_from, area)
    if edge is not None and view.boundary(edge, "9.3C") == "flooded":
        value += 1
        parts.append("over a Flooded boundary")
    return ("9.3C", value, ", ".join(parts))
