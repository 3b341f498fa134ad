"""Sections 12.6.1 to 12.6.7 and 10.6: every modifier of the combat die but Combined Arms."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.formations import load_formations
from adjudicator.battle_for_normandy.r10.cost import chart
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, defenders_of, units_of
from adjudicator.battle_for_normandy.r12.strength import (
    attackers_of,
    counts_attack_strength,
    has_entrenchment,
)
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from adjudicator.tables import cite
from counters.catalog import Unit
from maps.filing import Located

__all__ = [
    "Modifier",
    "engineer_of",
    "hexes_of",
    "historical",
    "is_major",
    "night",
    "others",
    "regiment_of",
    "settled",
    "terrain",
]

Modifier = tuple[str, str, int]  # section, sentence, value
_MOST_PLANES, _MOST_BONUS, _PAIR = 3, 2, 2
_SMALL = 2  # units that a Beach hex holds without harm


# --- terrain ----------------------------------------------------------------------------------------------


@rule("10.6", "12.6.5", "12.6.6")
def settled(view: View, target: str, defenders: tuple[Piece, ...]) -> list[Modifier]:
    """Modifiers of what is in the target hex: its terrain, a Village or Town, a Point of Interest.

    Parameters
    ----------
    defenders
        Units there: tanks alone make less of a City or Town, tanks and guns make something of a PoI.
    """
    ground, place = chart(view)["terrain"], chart(view)["settlement"]
    tanks = bool(defenders) and all(terms.is_tank(p.printed) for p in defenders)
    kind, built = terms.terrain(view, target, "12.6.5"), terms.settlement(view, target)
    records = [("10.6", ground[kind]), *([("12.6.5", place[built])] if built else [])]
    found: list[Modifier] = []
    for section, record in records:
        value = cite(view, record, "tanks" if tanks else "drm", "10.6")
        less = tanks and value != record.number("drm")
        what = f"{record.text('title')} with tanks only" if less else record.text("title")
        if value:
            found.append(("12.6.6" if less else section, what, value))
    armed = any(terms.is_tank(p.printed) or terms.is_at(p.printed) for p in defenders)
    if armed and view.feature(view.board.spaces[target], "poi", "10.6"):
        found.append(
            ("10.6", "Point of Interest with tanks or guns", cite(view, place["poi"], "tanks", "10.6"))
        )
    return found


@rule("10.6")
def _uphill(view: View, attack: AttackRecord) -> list[Modifier]:
    """The Hill modifier: every attacker below the target."""
    spaces, pieces = view.board.spaces, attackers_of(view, attack)
    top = view.feature(spaces[attack.hex], "level", "10.6") or 0
    below = [
        int(view.feature(spaces[n], "level", "10.6") or 0) < int(top)
        for n in dict.fromkeys(p.space for p in pieces)
    ]
    return [("10.6", "Hill: every attacker attacks uphill", -1)] if below and all(below) else []


@rule("12.6.5", "10.6", "12.6.6")
def terrain(view: View, attack: AttackRecord) -> list[Modifier]:
    """Modifiers of terrain: of the target hex, and of its hexsides."""
    return settled(view, attack.hex, defenders_of(view, attack)) + _uphill(view, attack)


@rule("12.6.1", "12.6.4")
def night(view: View) -> list[Modifier]:
    """Modifiers of Night and of the weather."""
    found: list[Modifier] = []
    if view.text("time") == "night":
        found.append(("12.6.1", "Night", -1))
    weather = view.text("weather")
    value = {"heavy-rain": -1, "storm": -2}.get(weather, 0)
    if value:
        found.append(("12.6.4", weather.replace("-", " ").title(), value))
    return found


# --- units ------------------------------------------------------------------------------------------------


@rule(
    "12.6.7",
    "12.6.3",
    "11.4",
    "10.6",
    "19.6.1",
    "19.9",
    "12.5.1o",
    "12.4o",
    "12.6o",
    "22.1o",
    "14.3o",
    "19.5o",
)
def others(view: View, attack: AttackRecord) -> list[Modifier]:
    """Every other modifier but Night, weather and Combined Arms."""
    ours, theirs = attackers_of(view, attack), defenders_of(view, attack)
    return [
        *_recon(view, attack, theirs),
        *_beach(view, attack),
        *_planes(attack),
        *_special(view, attack, ours, theirs),
        *_options(view, attack, ours, theirs),
    ]


@rule("12.6.3")
def _recon(view: View, attack: AttackRecord, theirs: tuple[Piece, ...]) -> Iterator[Modifier]:
    """A Recon unit alone in terrain that has a negative modifier."""
    alone = len(theirs) == 1 and terms.is_recon(theirs[0].printed)
    if alone and any(value < 0 for _, _, value in settled(view, attack.hex, theirs)):
        yield "12.6.3", f"{theirs[0].printed.title} alone in Covering Terrain", -1


@rule("10.6")
def _beach(view: View, attack: AttackRecord) -> Iterator[Modifier]:
    """Units beyond the second in a Beach hex, support units among them."""
    if terms.terrain(view, attack.hex) == "beach":
        crowd = len([p for p in defenders_of(view, attack) if not terms.is_naval(p.printed)])
        if crowd > _SMALL:
            yield "10.6", f"{crowd} units in a Beach hex", crowd - _SMALL


@rule("11.4")
def _planes(attack: AttackRecord) -> Iterator[Modifier]:
    if attack.planes:
        yield "11.4", "Ground Support of the attack", min(_MOST_PLANES, attack.planes)
    if attack.defence_planes:
        yield "11.4", "Ground Support of the defence", -min(_MOST_PLANES, attack.defence_planes)


@rule("19.6.1", "19.9")
def _special(
    view: View, attack: AttackRecord, ours: tuple[Piece, ...], theirs: tuple[Piece, ...]
) -> Iterator[Modifier]:
    """AVRE, Crocodile and Rhino."""
    fortified = _is_fortified(view, attack, theirs)
    if fortified and any("avre" in p.printed.marks for p in ours):
        yield "19.6.1", "AVRE against a Strongpoint or Entrenchment", 1
    if any("crocodile" in p.printed.marks for p in ours):
        if view.option("crocodile-target") == "A":
            burning = fortified
        else:
            burning = any(terms.is_infantry_type(p.printed) for p in theirs)
        if burning:
            yield "19.6.1", "Crocodile", 1
    if terms.terrain(view, attack.hex) == "bocage" and attack.side == terms.ALLIED:
        armour = {p.space for p in ours if terms.is_tank(p.printed)}
        stacked = (p for space in armour for p in terms.friends(view, space, attack.side))
        if any("rhino" in p.printed.marks for p in stacked):
            yield "19.9", "Rhino tanks with armor into Bocage", 1


def _is_fortified(view: View, attack: AttackRecord, theirs: tuple[Piece, ...]) -> bool:
    strong = any(terms.is_strongpoint(p.printed) for p in theirs)
    return strong or has_entrenchment(view, attack.hex, attack.defending)


# --- optional rules ---------------------------------------------------------------------------------------


def _options(
    view: View, attack: AttackRecord, ours: tuple[Piece, ...], theirs: tuple[Piece, ...]
) -> Iterator[Modifier]:
    yield from _bonus(view, attack)
    isolated = any(view.flag("isolated", p.uid) for p in theirs)
    major = len({p.space for p in ours}) > 1
    if isolated and major and terms.has_option(view, "12.4o"):
        yield "12.4o", "another Major Attack on an Isolated unit", 1
    if major and not _is_led(ours, attack.lead) and terms.has_option(view, "12.6o"):
        yield "12.6o", "no two battalions of the Lead Regiment in one hex", -1
    if uid := engineer_of(view, attack):
        yield "14.3o", f"{view.pieces[uid].printed.title} in the attack", 1
    raiders = [p for p in ours if terms.marked(p.printed, "commando", "ranger")]
    strong = any(terms.is_battalion(p.printed) for p in raiders) and _is_fortified(view, attack, theirs)
    if strong and terms.has_option(view, "19.5o"):
        yield "19.5o", "Commandos or Rangers against a Strongpoint or Entrenchment", 1
    yield from _quality(view, ours)


@rule("12.5.1o")
def _bonus(view: View, attack: AttackRecord) -> Iterator[Modifier]:
    """German artillery that only adds to the die: two at the most, and no more than lend their strength."""
    if attack.bonus and attack.side == terms.GERMAN and terms.has_option(view, "12.5.1o"):
        lent = len([p for p in units_of(view, attack.support) if terms.is_artillery(p.printed)])
        if fires := min(_MOST_BONUS, lent, len(attack.bonus)):
            yield "12.5.1o", "additional German artillery", fires


def hexes_of(view: View, attack: AttackRecord) -> frozenset[str]:
    """Hexes from which an attack comes."""
    return frozenset([p.space for p in attackers_of(view, attack)])


@rule("7.6.3")
def is_major(view: View, attack: AttackRecord) -> bool:
    """Whether a Major Attack: from several hexes."""
    return len(hexes_of(view, attack)) > 1


@rule("12.6o")
def regiment_of(unit: Unit) -> str:
    """Regiment of a battalion, with its division: what its name bears after the stroke, else the division.

    Examples
    --------
    >>> regiment_of(Unit("us-1-16", "1/16", "1/16, 1 Inf", "allied", "us", division="us-1"))
    'us-1/16'
    >>> regiment_of(Unit("br-a", "2 E Yorks", "2 E Yorks", "allied", "british", division="br-3"))
    'br-3'
    """
    _, stroke, rest = unit.name.partition("/")
    return f"{unit.division}/{rest.split('/')[0].strip()}" if stroke and rest else unit.division


@rule("12.6o")
def _is_led(ours: tuple[Piece, ...], lead: str) -> bool:
    """Whether two battalions of the Lead Regiment attack from one hex; without a name, of any regiment."""
    battalions = [p for p in ours if counts_attack_strength(p) and terms.is_battalion(p.printed)]
    keys = [(p.space, regiment_of(p.printed)) for p in battalions]
    return any(
        len(list(same)) >= _PAIR and (not lead or key[1] == lead)
        for key, same in itertools.groupby(sorted(keys))
    )


@rule("14.3o")
def engineer_of(view: View, attack: AttackRecord) -> str:
    """The Engineer battalion whose modifier an attack has, which takes the first loss; empty without.

    Returns
    -------
    str
        An armored one helps into any terrain, another against a Strongpoint, a City or an Entrenchment.
    """
    ours = [p for p in attackers_of(view, attack) if terms.is_engineer(p.printed)]
    able = [p for p in ours if terms.is_battalion(p.printed) and counts_attack_strength(p)]
    if not able or not terms.has_option(view, "14.3o"):
        return ""
    hard = _is_fortified(view, attack, defenders_of(view, attack))
    hard = hard or terms.terrain(view, attack.hex) == "city"
    fit = [p.uid for p in able if hard or "armored-engineer" in p.printed.marks]
    return min(fit, default="")


@rule("22.1o")
def historical(at: Located, unit: Unit) -> int:
    """Quality of a unit's division by the historical variant; ordinary for American gliders.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> historical(OURS, Unit("us-1", "1/16", "1/16", "allied", "us", type="infantry", division="us-1"))
    1
    """
    if unit.type == "glider" and terms.group_of(unit) == terms.US:
        return 0
    known = load_formations(at).get(unit.division)
    return known.quality if known is not None else 0


@rule("22.1o")
def _quality(view: View, ours: tuple[Piece, ...]) -> Iterator[Modifier]:
    """Quality of the divisions whose units attack, each once."""
    state, told = terms.state_of(view), set[str]()
    for piece in ours:
        division = piece.printed.division
        if not division or division in told or not counts_attack_strength(piece):
            continue
        rolled, known = state.number("quality", division), historical(view, piece.printed)
        if not (rolled or known) or not terms.has_option(view, "22.1o"):
            continue
        if value := known if view.option("22.1o") == "D" else rolled:
            told.add(division)
            yield "22.1o", f"quality of {division}", value
