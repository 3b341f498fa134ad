"""Sections 12.2 and 12.3 with 13.12 and 22.24: which units may attack which hex, and why not."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.june_six import terms
from adjudicator.june_six.battle import is_spent
from adjudicator.june_six.r07_activation import acting, at_re
from adjudicator.june_six.r08_cost import can_enter
from adjudicator.june_six.r11_zones_of_control import in_enemy_zoc
from adjudicator.june_six.r12_fight import ATTACK, BREAKTHROUGH, ROUT, Fight, crosses
from adjudicator.june_six.r20_crossings import plan
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from maps.june_six.grid import GRID

__all__ = [
    "attack_faults",
    "began_beside",
    "can_attack",
    "fight_faults",
    "joint_attackers",
    "possible_attackers",
]


@rule("12.21", "12.22", "12.23", "12.31", "12.32")
def attack_faults(
    view: View, uid: str, target: str, *, kind: str = ATTACK, crossing: bool = False
) -> list[Fault]:
    """Why a unit may not attack a hex; whose activation it is, is not looked at.

    Parameters
    ----------
    kind
        ``attack``, ``breakthrough``, ``rout`` or ``gca``.
    crossing
        Whether an Assault River Crossing is arranged for the unit (20.3).

    Returns
    -------
    list of (section, sentence)
        Every one; empty when it may attack.
    """
    piece = view.pieces[uid]
    if not terms.on_map(view, piece) or view.board.edge(piece.space, target) is None:
        name = view.board.name(target)
        return [Fault("12.21", f"{piece.printed.title} is not next to {name}"), *_strength(view, piece)]
    found = [
        *_strength(view, piece),
        *_target(view, piece, target),
        *_way(view, piece, target, crossing=crossing),
    ]
    if kind == ATTACK:
        found += [*_done(view, piece), *_began(view, piece)]
    elif kind == BREAKTHROUGH:
        found += _breaking(view, piece)
    elif kind == ROUT:
        found += _routing(view, piece)
    return found


@rule("12.23", "12.32", "20.31")
def fight_faults(view: View, fight: Fight) -> list[tuple[str, str, str]]:
    """Why the units of a combat may not attack together: each by itself, and for want of engineers."""
    wet = [p for p in fight.attackers if p.uid in fight.crossing]
    boats = [(p.uid, p.space) for p in wet if p.side == terms.ALLIED and terms.is_foot(p.printed)]
    found = list(plan(view, boats, assault=True).faults) if fight.kind == ATTACK else []
    told = {(uid, section) for uid, section, _ in found}
    for piece in fight.attackers:
        crossing = fight.kind == ATTACK and piece.uid in fight.crossing
        faults = attack_faults(view, piece.uid, fight.target, kind=fight.kind, crossing=crossing)
        if fight.kind == ATTACK and is_spent(view, fight.target):
            name = view.board.name(fight.target)
            faults.append(Fault("12.23", f"{name} was attacked already in this activation"))
        found += [(piece.uid, *fault) for fault in faults if (piece.uid, fault[0]) not in told]
    return found


def can_attack(view: View, uid: str, target: str, *, kind: str = ATTACK, crossing: bool = False) -> bool:
    """Whether nothing keeps a unit from attacking a hex; see `attack_faults`."""
    return not attack_faults(view, uid, target, kind=kind, crossing=crossing)


@rule("12.21", "12.23")
def possible_attackers(view: View, target: str, side: str, *, kind: str = ATTACK) -> tuple[str, ...]:
    """Units of a side next to a hex that may attack it, over rivers only where an Assault Crossing could be.

    Parameters
    ----------
    kind
        As in `attack_faults`.

    Returns
    -------
    tuple of str
        Ids, sorted.
    """
    near = [other for edge, other in view.board.neighbours(target) if edge.boundary != "landing"]
    units = [p for space in near for p in terms.friends(view, space, side)]
    return tuple(
        sorted(
            [
                p.uid
                for p in units
                if not attack_faults(view, p.uid, target, kind=kind, crossing=_boats(view, kind, p, target))
            ]
        )
    )


@rule("7.3", "12.21", "12.32", "20.21", "20.22")
def joint_attackers(view: View, target: str, side: str, *, kind: str = ATTACK) -> tuple[str, ...]:
    """Units of a side that may attack a hex together: those that act, as far as engineers carry them over.

    Parameters
    ----------
    kind
        As in `attack_faults`; only an attack is made by units of one activation.

    Returns
    -------
    tuple of str
        Ids, sorted; where help over the river does not suffice for all, the strongest are carried.
    """
    able = possible_attackers(view, target, side, kind=kind)
    if kind != ATTACK:
        return able
    pieces = [view.pieces[uid] for uid in acting(view, able)]
    wet = [p for p in pieces if _boats(view, kind, p, target) and not terms.is_crosser(p.printed)]
    wet.sort(key=lambda p: (-terms.rating(view, p, "cs", "12.51"), p.uid))
    left = {uid for uid, _, _ in plan(view, [(p.uid, p.space) for p in wet], assault=True).faults}
    return tuple([p.uid for p in pieces if p.uid not in left])


@rule("12.32", "20.21")
def _boats(view: View, kind: str, piece: Piece, target: str) -> bool:
    """Whether an Assault River Crossing could be arranged: for activated units only, not in other combats."""
    if kind != ATTACK or not crosses(view, piece, target):
        return False
    return not plan(view, [(piece.uid, piece.space)], assault=True).faults


# --- the unit itself --------------------------------------------------------------------------------------


@rule("12.11", "16.41")
def _strength(view: View, piece: Piece) -> list[Fault]:
    unit = piece.printed
    if "defend-only" in unit.marks:
        return [Fault("12.11", f"the bracketed strength of {unit.title} counts in defence only")]
    if not terms.rating(view, piece, "cs", "12.11"):
        return [Fault("12.11", f"{unit.title} prints no Combat Strength to attack with")]
    return []


@rule("12.23")
def _target(view: View, piece: Piece, target: str) -> list[Fault]:
    space = view.board.spaces[target]
    if not terms.is_hex(space):
        return [Fault("12.21", f"{space.name} is no hex")]
    if not terms.enemies(view, target, piece.side):
        return [Fault("12.23", f"no enemy unit is in {space.name}")]
    return []


@rule("13.53", "21.22", "7.3", "12.22", "7.4")
def _done(view: View, piece: Piece) -> list[Fault]:
    """What the unit did in this activation."""
    title, found = piece.printed.title, []
    if view.flag("attacked", piece.uid):
        found.append(Fault("13.53", f"{title} has attacked; only a Breakthrough lets a unit attack again"))
    if view.flag("refitted", piece.uid):
        found.append(Fault("21.22", f"{title} has refitted in this activation"))
    if view.flag("used-sm", piece.uid):
        found.append(Fault("7.3", f"{title} has used Strategic Movement in this activation"))
    if at_re(view):
        found += _at_re(view, piece)
    return found


@rule("12.22", "7.4")
def _at_re(view: View, piece: Piece) -> list[Fault]:
    """In the RE phase only units attack that have not moved, by the first reading those in an enemy ZOC."""
    title = piece.printed.title
    if view.flag("moved", piece.uid):
        return [Fault("12.22", f"{title} has moved in this activation of the RE phase")]
    began = view.text("began-zoc", piece.uid)
    inside = began == "in" if began else in_enemy_zoc(view, piece.space, piece.side)
    if view.option("re-attack") == "A" and not inside:
        return [Fault("7.4", f"{title} did not begin in an enemy ZOC")]
    return []


@rule("13.12", "22.24")
def _began(view: View, piece: Piece) -> list[Fault]:
    """Disordered and Isolated units attack only where they began the activation next to an enemy unit."""
    marked = (
        ("13.12", "disordered", view.number("disorder", piece.uid) > 0),
        ("22.24", "isolated", view.flag("isolated", piece.uid)),
    )
    title = piece.printed.title
    told = "and did not begin the activation next to an enemy unit"
    return [
        Fault(section, f"{title} is {what} {told}")
        for section, what, bears in marked
        if bears and not began_beside(view, piece)
    ]


@rule("13.12", "22.24")
def began_beside(view: View, piece: Piece) -> bool:
    """Whether a unit began the activation next to an enemy unit.

    The enemy is taken to have stood where he stands now, and in every hex attacked since.
    """
    start = view.text("began", piece.uid) or piece.space
    near = GRID.neighbours(start) if GRID.is_number(start) else ()
    enemy = terms.enemy_of(piece.side)
    known = [n for n in near if n in view.board.spaces]
    return any(terms.friends(view, n, enemy) or view.flag("hex-attacked", n) for n in known)


@rule("13.53", "13.12")
def _breaking(view: View, piece: Piece) -> list[Fault]:
    """A unit that has not moved in this activation began it next to what it attacked first."""
    title, found = piece.printed.title, []
    if not terms.is_motorized(piece.printed):
        found.append(Fault("13.53", f"{title} is not motorized and attacks no second time"))
    if not view.flag("attacked", piece.uid):
        found.append(Fault("13.53", f"{title} has not attacked in this activation"))
    return [*found, *_began(view, piece)] if view.text("began", piece.uid) else found


@rule("13.62", "13.63")
def _routing(view: View, piece: Piece) -> list[Fault]:
    """By the second reading only defenders that could advance attack."""
    title, uid = piece.printed.title, piece.uid
    if view.option("rout-marked") == "A":
        return []
    names = {"disorder": "Disorder", "scattered": "Scattered", "pinned": "Pinned"}
    bears = [name for item, name in names.items() if view.fact(item, uid)]
    return [Fault("13.62", f"{title} bears a {name} marker and seizes no opportunity") for name in bears]


# --- terrain ----------------------------------------------------------------------------------------------


@rule("12.31", "12.32", "20.31", "20.32")
def _way(view: View, piece: Piece, target: str, *, crossing: bool) -> list[Fault]:
    """Terrain into which, and rivers over which, the unit cannot attack."""
    wet, unit = crosses(view, piece, target), piece.printed
    bans = can_enter(view, unit, piece.space, target, over_river=wet)
    found = [Fault("12.31", f"{text} ({section})") for section, text in bans]
    if not wet:
        return found
    name = view.board.name(target)
    if piece.side != terms.ALLIED or not terms.is_foot(unit):
        text = f"only Allied foot type units attack over the Major River into {name}, not {unit.title}"
        return [f for f in found if "Major River" not in f[1]] + [Fault("12.32", text)]
    if not crossing and not terms.is_crosser(unit):
        found.append(Fault("12.32", f"{unit.title} needs an Assault River Crossing to attack {name}"))
    if not _began_at_river(view, piece):
        found.append(Fault("20.32", f"{unit.title} did not start next to the Major River"))
    return found


@rule("20.32")
def _began_at_river(view: View, piece: Piece) -> bool:
    start = view.text("began", piece.uid) or piece.space
    if start not in view.board.spaces:
        return False
    return any(edge.boundary == "major-river" for edge, _ in view.board.neighbours(start))
