"""Sections 16.1 to 16.3: which artillery points may support a combat, how they are halved, and their DRM."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r07_activation import at_re, takes_part
from adjudicator.june_six.r09_beaches import strongpoint_stands
from adjudicator.june_six.r12_fight import UNSUPPORTED, Fight, fight_of
from adjudicator.june_six.r15_armor import compared
from adjudicator.plural import many
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.views import state_of
from module_builder.vassal.values import dataclass

__all__ = [
    "CORPS_RANGE",
    "DIVISION_RANGE",
    "Battery",
    "artillery_drm",
    "artillery_faults",
    "available",
    "batteries",
    "battery",
    "is_corps_gun",
    "range_of",
    "total",
]

CORPS_RANGE, DIVISION_RANGE, LENDING = 8, 4, 4
_BARRED = {
    "breakthrough": ("13.53", "no artillery in the second combat of a Breakthrough"),
    "rout": ("13.63", "no artillery in combat that an Attacker Rout brings"),
    "gca": ("14.24", "no artillery in a German counterattack"),
}


@dataclass(frozen=True, slots=True)
class Battery:
    """Artillery points that a unit may lend to a combat.

    Parameters
    ----------
    printed
        Its points, doubled in a Corps Activation (16.26).
    usable
        What is left of them after halving and earlier fire.
    halvings
        How often they were halved (16.14): none or once.
    faults
        Why it may not fire at all: (section, sentence).

    Examples
    --------
    >>> Battery("us-v-hq", 7, 3, 1).usable
    3
    """

    uid: str
    printed: int
    usable: int
    halvings: int = 0
    faults: tuple[Fault, ...] = ()


# --- what the position says of a firing unit --------------------------------------------------------------


@rule("16.22", "16.25")
def is_corps_gun(view: View, piece: Piece) -> bool:
    """Whether a unit lends its points as a Corps HQ does: a Corps HQ, or an Artillery Group not attached."""
    if terms.is_hq(piece.printed):
        return terms.is_corps_hq(piece.printed)
    return not view.text("attached", piece.uid)


@rule("16.12")
def range_of(piece: Piece) -> int:
    """Range of a firing unit in hexes: its own hex is not counted, the defender hex is.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> corps = Unit("us-v-hq", "HQ", "V Corps", "allied", "us", type="headquarters", size="corps")
    >>> range_of(Piece(corps, "e2040", "full"))
    8
    """
    return CORPS_RANGE if terms.is_corps_hq(piece.printed) else DIVISION_RANGE


@rule("16.12", "16.13")
def _firing_faults(view: View, piece: Piece, target: str) -> list[Fault]:
    title, found = piece.printed.title, []
    for item, marker in (("disorder", "a Disorder"), ("pinned", "a Pinned"), ("isolated", "an Isolated")):
        if view.fact(item, piece.uid):
            found.append(Fault("16.13", f"{title} bears {marker} marker and fires no artillery"))
    if not terms.on_map(view, piece):
        return [*found, Fault("16.12", f"{title} is not on the map")]
    away, reach = terms.distance(piece.space, target), range_of(piece)
    if away > reach:
        found.append(
            Fault("16.12", f"{title} is {many(away, 'hex')} from {view.board.name(target)}, range {reach}")
        )
    return found


def _corps_of(view: View, piece: Piece) -> str:
    """Slug of the corps that an Allied unit belongs to or is subordinate to."""
    formation = terms.formation_of(view, piece)
    head = terms.hq_of(view, formation)
    if head is None:
        return piece.printed.corps or formation
    return formation if terms.is_corps_hq(head.printed) else head.printed.corps


@rule("16.23", "16.24", "6.13")
def _serves(view: View, gun: Piece, piece: Piece) -> bool:
    """Whether corps artillery may serve a unit: same nationality, and of its corps if Allied."""
    if terms.nation_of(gun.printed) != terms.nation_of(piece.printed):
        return False
    corps = gun.printed.division or gun.printed.corps
    return gun.side != terms.ALLIED or _corps_of(view, piece) == corps


# --- attack -----------------------------------------------------------------------------------------------


def _acts(view: View, piece: Piece) -> bool:
    """Whether an HQ is activated; between activations it is taken to be, for what could be done."""
    return takes_part(view, piece.uid) or state_of(view).said("activation") == ""


@rule("16.22", "16.25")
def _spent(view: View, gun: Piece) -> list[Fault]:
    """An Artillery Group that fired as a Corps HQ does has nothing left for a Division that attaches it."""
    if terms.is_hq(gun.printed) or not view.flag("fired", gun.uid):
        return []
    return [Fault("16.22", f"{gun.printed.title} has fired its artillery this turn")]


@rule("16.21", "16.25")
def _division_attack(view: View, fight: Fight, gun: Piece) -> list[Fault]:
    if spent := _spent(view, gun):
        return spent
    formation, title = terms.formation_of(view, gun), gun.printed.title
    if not any(terms.formation_of(view, p) == formation for p in fight.attackers):
        return [Fault("16.21", f"{title} supports no attack of another formation")]
    head = gun if terms.is_hq(gun.printed) else terms.hq_of(view, formation)
    if head is not None and _acts(view, head):
        return []
    return [Fault("16.21", f"{title} supports an attack only when the HQ is activated")]


@rule("16.22", "16.23", "16.26")
def _corps_attack(view: View, fight: Fight, gun: Piece) -> list[Fault]:
    title = gun.printed.title
    if view.flag("fired", gun.uid) and not view.number("artillery-used", gun.uid):
        return [Fault("16.22", f"{title} has fired its artillery this turn")]
    corps = gun.printed.division or gun.printed.corps
    own = any(terms.formation_of(view, p) == corps for p in fight.attackers)
    head = terms.hq_of(view, corps) if terms.is_hq(gun.printed) is False else gun
    if own and head is not None and _acts(view, head):
        return []
    faults = [_lent(view, gun, h) for h in _division_hqs(view, fight.attackers)]
    if not faults:
        return [Fault("16.23", f"{title} serves the attack of its own corps units, or of a Division HQ")]
    return [] if None in faults else [f for f in faults if f is not None][:1]


def _division_hqs(view: View, pieces: Iterable[Piece]) -> list[Piece]:
    formations = dict.fromkeys(terms.formation_of(view, p) for p in pieces)
    heads = (terms.hq_of(view, formation) for formation in formations)
    return [h for h in heads if h is not None and terms.is_division_hq(h.printed)]


@rule("16.23", "16.26")
def _lent(view: View, gun: Piece, head: Piece) -> Fault | None:
    """Why corps artillery cannot be attached by a Division HQ; None when it can."""
    title, name = gun.printed.title, head.printed.title
    if not _acts(view, head):
        return Fault("16.23", f"{name} is not activated and attaches no Corps artillery")
    if not _serves(view, gun, head):
        return Fault("16.23", f"{name} is not subordinate to {title}")
    if not terms.on_map(view, head):
        return Fault("16.23", f"{name} is not on the map")
    away = terms.distance(gun.space, head.space) if terms.on_map(view, gun) else CORPS_RANGE + 1
    section, reach = _lending(view, gun, away)
    if away > reach:
        return Fault(section, f"{name} is {many(away, 'hex')} from {title}, not within {reach}")
    return None


@rule("16.23", "16.26")
def _lending(view: View, gun: Piece, away: int) -> tuple[str, int]:
    """How far corps artillery can be from the Division HQ that attaches it."""
    active = terms.is_corps_hq(gun.printed) and view.flag("active", gun.uid)
    if not active or view.text("activation") != "corps":
        return "16.23", LENDING
    if away > CORPS_RANGE and view.option("corps-activation-range") == "B":
        return "16.26", away
    return "16.26", CORPS_RANGE


# --- defence ----------------------------------------------------------------------------------------------


@rule("19.22")
def _supportable(fight: Fight) -> list[Piece]:
    """Defenders that may receive artillery support: all but Strongpoint units."""
    return [p for p in fight.defenders if p.printed.type != "strongpoint"]


@rule("16.21", "16.22", "16.24")
def _defence_faults(view: View, fight: Fight, gun: Piece) -> list[Fault]:
    able, title = _supportable(fight), gun.printed.title
    if not able:
        return [Fault("19.22", "Strongpoint units receive no artillery support")]
    if is_corps_gun(view, gun):
        if view.flag("fired", gun.uid) or view.number("artillery-used", gun.uid):
            return [Fault("16.22", f"{title} has fired its artillery this turn")]
        if any(_serves(view, gun, p) for p in able):
            return []
        return [Fault("16.24", f"{title} supports no unit of another nationality or corps")]
    if spent := _spent(view, gun):
        return spent
    formation = terms.formation_of(view, gun)
    if any(terms.formation_of(view, p) == formation for p in able):
        return []
    return [Fault("16.21", f"{title} supports only units of its own division")]


# --- points -----------------------------------------------------------------------------------------------


@rule("16.11", "16.14", "16.21", "16.22", "16.26")
def battery(view: View, fight: Fight, piece: Piece) -> Battery:
    """What a unit may lend to a combat, and why it may not."""
    attacks, uid = piece.side == fight.side, piece.uid
    points = terms.rating(view, piece, "artillery", "16.11")
    if not points:
        return Battery(uid, 0, 0, 0, (Fault("16.11", f"{piece.printed.title} prints no artillery points"),))
    found = [Fault(*_BARRED[fight.kind])] if fight.kind in UNSUPPORTED else []
    found += _firing_faults(view, piece, fight.target)
    if not attacks:
        found += _defence_faults(view, fight, piece)
    else:
        found += (_corps_attack if is_corps_gun(view, piece) else _division_attack)(view, fight, piece)
    doubled = terms.is_corps_hq(piece.printed) and view.text("activation") == "corps"
    points *= 2 if doubled and view.flag("active", uid) else 1
    halvings = int(view.flag("re", uid) or (attacks and at_re(view)))
    usable = max(0, (points >> halvings) - view.number("artillery-used", uid))
    if not usable and not found:
        why = "halved to nothing" if halvings and points == 1 else "all used"
        found.append(Fault("16.14", f"the artillery points of {piece.printed.title} are {why}"))
    return Battery(uid, points, usable, halvings, tuple(found))


def batteries(view: View, side: str, fight: Fight) -> tuple[Battery, ...]:
    """Every unit of a side that prints artillery points, with what it may lend.

    Returns
    -------
    tuple of Battery
        Sorted by id.
    """
    return tuple([battery(view, fight, p) for p in _guns(view, side)])


def _guns(view: View, side: str) -> tuple[Piece, ...]:
    pieces = terms.derived(
        view,
        "guns",
        lambda state: tuple(sorted((p for p in state.pieces.values() if _is_gun(p)), key=lambda p: p.uid)),
    )
    return tuple([p for p in pieces if p.side == side and p.space not in terms.OFF_MAP])


def _is_gun(piece: Piece) -> bool:
    return bool(piece.printed.rating("artillery"))


@rule("16.11", "16.21", "16.22")
def available(view: View, side: str, attack: Mapping[str, Any] | Fight) -> Mapping[str, tuple[int, int]]:
    """Artillery points that a side may commit to a combat.

    Parameters
    ----------
    attack
        The combat: plain data of the pending decision, or looked up already.

    Returns
    -------
    mapping
        Id of the firing unit -> (points that it may commit, how often they were halved for that).
    """
    fight = attack if isinstance(attack, Fight) else fight_of(view, attack)
    if fight.kind in UNSUPPORTED:
        return {}
    found = batteries(view, side, fight)
    return {b.uid: (b.usable, b.halvings) for b in found if b.usable and not b.faults}


@rule("16.11", "16.21", "16.22")
def artillery_faults(view: View, fight: Fight, side: str, points: Mapping[str, int]) -> list[Fault]:
    """Why artillery points may not be committed to a combat."""
    found: list[Fault] = []
    for uid, count in points.items():
        piece = view.pieces.get(uid)
        if piece is None or piece.side != side:
            found.append(Fault("16.11", f"{uid} is no unit of the {side.capitalize()} side"))
            continue
        known = battery(view, fight, piece)
        found += known.faults
        if count < 0 or (count > known.usable and not known.faults):
            title = piece.printed.title
            found.append(
                Fault("16.21", f"{title} may commit up to {many(known.usable, 'point')}, not {count}")
            )
    return found


# --- the DRM ----------------------------------------------------------------------------------------------


@rule("16.31", "19.41")
def total(view: View, fight: Fight, *, attacking: bool) -> tuple[int, bool]:
    """Artillery points of a side that count, and whether a printed Strongpoint halved them."""
    committed = fight.artillery_a if attacking else fight.artillery_d
    points = sum([count for _, count in committed])
    if not points or not _dampened(view, fight, attacking=attacking):
        return points, False
    if view.option("strongpoint-rounding") == "B":
        return int(sum([_unrounded(view, fight, uid, n) for uid, n in committed], Fraction()) / 2), True
    return points // 2, True


@rule("19.41")
def _dampened(view: View, fight: Fight, *, attacking: bool) -> bool:
    return attacking and fight.allied_attack and strongpoint_stands(view, fight.target)


def _unrounded(view: View, fight: Fight, uid: str, count: int) -> Fraction:
    """Points of a unit before they were rounded: half a point more for all of an odd number."""
    known = battery(view, fight, view.pieces[uid])
    odd = known.halvings and known.printed % 2 and count == known.printed // 2
    return count + Fraction(1, 2) if odd else Fraction(count)


@rule("12.14", "16.32", "12.59")
def artillery_drm(view: View, fight: Fight) -> tuple[int, str] | None:
    """The artillery support DRM of a combat, and how it came about; None where nobody fires."""
    if not (fight.artillery_a or fight.artillery_d) or fight.kind in UNSUPPORTED:
        return None
    ours, halved = total(view, fight, attacking=True)
    theirs, _ = total(view, fight, attacking=False)
    if isinstance(view, Inquiry):
        _note_points(view, fight, ours, theirs, halved=halved)
    note = ", halved by the Strongpoint" if halved else ""
    return compared(view, ours, theirs), f"artillery {ours}{note} against {theirs}"


@rule("12.14", "16.31", "19.41")
def _note_points(inquiry: Inquiry, fight: Fight, ours: int, theirs: int, *, halved: bool) -> None:
    """Say whose points were committed, and what a Strongpoint did to them."""
    with inquiry.under("16.31", f"artillery points: {ours} against {theirs}"):
        for uid, count in (*fight.artillery_a, *fight.artillery_d):
            inquiry.note("12.14", f"{inquiry.pieces[uid].printed.title}: points committed", count)
        if halved:
            inquiry.note("19.41", "Allied artillery points against a Strongpoint are halved", ours)
