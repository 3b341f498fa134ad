"""Sections 12.5 to 12.6 with 10.6 and 7.7: the Attack Strength and the Defense Strength of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.combat import supplied_in_combat
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, defenders_of, units_of
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.frames import strict
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Piece, View

__all__ = [
    "as_record",
    "attack_strength",
    "attackers_of",
    "attacking",
    "counts_attack_strength",
    "defence_strength",
    "defending",
    "halving",
    "has_entrenchment",
    "is_wet",
    "support_strength",
]

WET = frozenset({"stream", "major-river"})
_READY = "ready"


def as_record(attack: AttackRecord | Mapping[str, Any]) -> AttackRecord:
    """An attack as a record, be it one already or the plain data of a pending decision.

    Parameters
    ----------
    attack
        Either.

    Raises
    ------
    MalformedAction
        The data describe none.

    Examples
    --------
    >>> as_record({"side": "allied", "hex": "c3014", "attackers": ["us-1"]}).attackers
    ('us-1',)
    """
    if isinstance(attack, AttackRecord):
        return attack
    try:
        return strict(AttackRecord, attack)
    except PositionError as fault:
        raise MalformedAction(str(fault)) from None


def attackers_of(view: View, attack: AttackRecord) -> tuple[Piece, ...]:
    """The attacking units, support units among them."""
    return units_of(view, attack.attackers)


# --- one unit ---------------------------------------------------------------------------------------------


@rule("12.5.5", "12.5.1", "18.9.1", "18.9.3")
def counts_attack_strength(piece: Piece) -> bool:
    """Whether a unit may bring an Attack Strength into ground combat: no gun, ship or support unit."""
    unit = piece.printed
    return (terms.is_ground(unit) or terms.is_strongpoint(unit)) and not terms.is_artillery(unit)


@rule("12.4", "9.4o", "15.4o", "12.6")
def attacking(view: View, piece: Piece) -> int:
    """Attack Strength of a unit with the modifiers of its own: never below one where it prints one."""
    if not counts_attack_strength(piece):
        return 0
    printed = terms.rating(view, piece, "as", "12.4")
    if not printed:
        return 0
    if _is_raw(view, piece):
        printed -= 1
    return max(1, printed + _panther(view, piece))


@rule("15.4o")
def _panther(view: View, piece: Piece) -> int:
    """What a company that shows a Panther, or comes from a battalion that does, adds to its attack."""
    if not terms.is_company(piece.printed) or not terms.has_option(view, "15.4o"):
        return 0
    parent = view.pieces.get(terms.state_of(view).text("battalion", piece.uid))
    return int(any("panther" in p.printed.marks for p in (piece, parent) if p is not None))


@rule("9.4o")
def _is_raw(view: View, piece: Piece) -> bool:
    """Whether a Repple Depple marker counts: as long as the unit is at full strength."""
    return piece.status == terms.FULL and view.flag("repple", piece.uid)


@rule("12.5.5", "7.7", "9.6", "12.6", "20.5")
def defending(view: View, piece: Piece) -> int:
    """Defense Strength of a unit with the modifiers of its own.

    Returns
    -------
    int
        One for a gun, whatever its counter prints; the Feldersatz points of a German HQ; none of a corps HQ.
    """
    unit = piece.printed
    if terms.is_artillery(unit):
        return 1
    if terms.is_hq(unit):
        return _of_hq(view, piece)
    printed = terms.rating(view, piece, "ds", "12.4")
    return max(1, printed - 1) if printed and _is_raw(view, piece) else printed


@rule("7.7", "9.6")
def _of_hq(view: View, piece: Piece) -> int:
    unit = piece.printed
    points = view.number("feldersatz", piece.uid) if unit.side == terms.GERMAN else 0
    if points:
        return points
    if terms.is_corps_hq(unit):
        return 0
    return 1 if unit.rating("ds") is None else terms.rating(view, piece, "ds", "7.7")


# --- what halves ------------------------------------------------------------------------------------------


@rule("10.6")
def is_wet(view: View, frm: str, target: str) -> bool:
    """Whether a stream or river, bridged or not, runs between two hexes."""
    edge = view.board.edge(frm, target)
    return edge is not None and view.boundary(edge, "10.6") in WET


@rule("10.6")
def over_perimeter(view: View, frm: str, target: str) -> bool:
    """Whether an attack crosses the Cherbourg Perimeter towards Cherbourg."""
    spaces = view.board.spaces
    return bool(
        view.feature(spaces[target], "perimeter", "10.6")
        and not view.feature(spaces[frm], "perimeter", "10.6")
    )


@rule("10.6", "7.5", "12.6.7")
def halving(view: View, piece: Piece, target: str) -> list[tuple[str, str]]:
    """What halves the Attack Strength of a unit against a hex.

    Parameters
    ----------
    view, piece, target
        The position, the unit, and the hex attacked.
    """
    found = _ground(view, piece.space, target)
    if not _supplied(view, piece.uid):
        found.append(("7.5", "out of supply"))
    return found


def _ground(view: View, frm: str, target: str) -> list[tuple[str, str]]:
    found = []
    if is_wet(view, frm, target):
        edge = view.board.edge(frm, target)
        assert edge is not None  # noqa: S101 - it is wet
        found.append(("10.6", "across a " + ("Stream" if edge.boundary == "stream" else "Major River")))
    if over_perimeter(view, frm, target):
        found.append(("10.6", "across the Cherbourg Perimeter"))
    if terms.terrain(view, frm) == "flooded":
        found.append(("10.6", "out of Flooded ground"))
    return found


def _supplied(view: View, uid: str) -> bool:
    return supplied_in_combat(view, uid)


# --- the attack -------------------------------------------------------------------------------------------


@rule("12.4", "12.6", "3.2")
def attack_strength(view: View, attack: AttackRecord) -> Adding:
    """Total Attack Strength: halved units of a hex are summed, halved and rounded up; support never is."""
    adding = Adding(view if isinstance(view, Inquiry) else None, "attack")
    stacks: dict[str, list[Piece]] = {}
    for piece in attackers_of(view, attack):
        stacks.setdefault(piece.space, []).append(piece)
    for pieces in stacks.values():
        _add_stack(adding, view, pieces, attack.hex)
    _add_support(adding, view, attack)
    if adding.value < 1:
        adding.add("12.6", "an attack is never below one", 1, "set")
    return adding


def _add_stack(adding: Adding, view: View, pieces: Iterable[Piece], target: str) -> None:
    """The units of one hex: whole ones each by itself, those with the same burdens together."""
    fighting = [p for p in pieces if counts_attack_strength(p)]
    strengths = {p.uid: attacking(view, p) for p in fighting}
    lifted = _lifted(pieces, fighting)
    burdens: dict[tuple[tuple[str, str], ...], list[Piece]] = {}
    for piece in fighting:
        causes = tuple(halving(view, piece, target))
        if causes:
            burdens.setdefault(causes, []).append(piece)
            continue
        _add_whole(adding, view, piece, strengths[piece.uid])
        if _panther(view, piece):
            adding.add("15.4o", f"{piece.printed.title} shows a Panther: one more, counted", 0)
        if piece.uid == lifted:
            adding.add("23.4", f"Kangaroo with {piece.printed.title}", 1)
    for together in _stacks(burdens, twice=_halves_twice(view, burdens)):
        _add_halved(adding, together, strengths, lifted)


@rule("12.4", "12.6.7", "9.4o")
def _add_whole(adding: Adding, view: View, piece: Piece, strength: int) -> None:
    """A unit that nothing halves; a Repple Depple marker has taken one off."""
    title, raw = piece.printed.title, _is_raw(view, piece)
    section, text = ("12.6.7", f"{title}, less one for its Repple Depple marker") if raw else ("12.4", title)
    adding.add(section, text, strength)


def _halves_twice(view: View, burdens: Iterable[tuple[tuple[str, str], ...]]) -> bool:
    """Whether several causes halve several times; the reading is asked only where it matters."""
    return any(len(causes) > 1 for causes in burdens) and view.option("halving") == "B"


_Burden = tuple[tuple[tuple[str, str], ...], list[Piece], int]


@rule("12.6")
def _stacks(burdens: Mapping[tuple[tuple[str, str], ...], list[Piece]], *, twice: bool) -> list[_Burden]:
    """Units of a hex that are halved as one stack, with their causes, and how often they are."""
    if twice:
        return [(causes, pieces, len(causes)) for causes, pieces in burdens.items()]
    if not burdens:
        return []
    causes = tuple(dict.fromkeys([cause for known in burdens for cause in known]))
    return [(causes, [p for pieces in burdens.values() for p in pieces], 1)]


def _add_halved(adding: Adding, stack: _Burden, strengths: Mapping[str, int], lifted: str) -> None:
    causes, pieces, times = stack
    total = sum([strengths[p.uid] + (p.uid == lifted) for p in pieces])
    if not total:
        return
    value = total
    for _ in range(times):
        value = -(-value // 2)
    why = " and ".join(text for _, text in causes)
    if len(stack[1]) > 1:
        adding.add("12.6", "units of one hex are added up before they are halved", 0)
    often = "halved" if times == 1 else f"halved {times} times"
    adding.add(causes[0][0], f"{terms.titles(pieces)}: {total} {often}, {why}", max(1, value))
    if carried := [p for p in pieces if p.uid == lifted]:
        adding.add("23.4", f"Kangaroo with {terms.titles(carried)}: one more before the halving, counted", 0)
    if total % 2:
        adding.add("3.2", "the stack is summed first, and the fraction rounded up", 0)


@rule("23.4")
def _lifted(pieces: Iterable[Piece], fighting: Iterable[Piece]) -> str:
    """The infantry unit that a Kangaroo of the stack carries; empty without."""
    if not any("kangaroo" in p.printed.marks for p in pieces):
        return ""
    return next((p.uid for p in fighting if terms.is_infantry_type(p.printed)), "")


@rule("12.5.1", "10.6")
def _add_support(adding: Adding, view: View, attack: AttackRecord) -> None:
    guns = units_of(view, attack.support)
    for gun in guns:
        adding.add("12.5.1", gun.printed.title, support_strength(view, gun, defending=False))
    if not guns or not view.feature(view.board.spaces[attack.hex], "perimeter", "10.6"):
        return
    inward = any(over_perimeter(view, p.space, attack.hex) for p in attackers_of(view, attack))
    if inward and view.option("perimeter-support") == "B":
        fired = sum([support_strength(view, gun, defending=False) for gun in guns])
        adding.add("10.6", "support across the Cherbourg Perimeter is halved too", -(fired // 2))


@rule("12.5.1", "12.5.4")
def support_strength(view: View, gun: Piece, *, defending: bool) -> int:
    """What a gun or ship adds to a total.

    Parameters
    ----------
    defending
        Whether in Defensive Support, where Nebelwerfer are halved.
    """
    strength = terms.rating(view, gun, "as", "12.5.1")
    return -(-strength // 2) if defending and "nw" in gun.printed.marks else strength


# --- the defence ------------------------------------------------------------------------------------------


@rule("12.1", "12.4", "12.6.2.1")
def defence_strength(view: View, attack: AttackRecord) -> Adding:
    """Total Defense Strength: every unit of the hex, the best one doubled by an Entrenchment, and support."""
    adding = Adding(view if isinstance(view, Inquiry) else None, "defence")
    guarding = [p for p in defenders_of(view, attack) if not terms.is_support(p.printed)]
    mech = any(terms.is_mech(p.printed) for p in attackers_of(view, attack) if counts_attack_strength(p))
    strengths = {p.uid: _guarding(view, p, mech=mech) for p in guarding}
    for piece in guarding:
        section, how, value = strengths[piece.uid]
        adding.add(section, f"{piece.printed.title}{how}", value)
    if has_entrenchment(view, attack.hex, attack.defending) and guarding:
        best = max(guarding, key=lambda p: strengths[p.uid][2])
        what = f"an Entrenchment doubles {best.printed.title}"
        adding.add("14.3", what, strengths[best.uid][2])
    for gun in units_of(view, attack.defence_support):
        halved = ", halved" if "nw" in gun.printed.marks else ""
        adding.add("12.5.4", f"{gun.printed.title}{halved}", support_strength(view, gun, defending=True))
    return adding


@rule("12.6.2.1", "12.5.5", "7.7")
def _guarding(view: View, piece: Piece, *, mech: bool) -> tuple[str, str, int]:
    """Section, words and Defense Strength of a unit against a force with or without mechanized units."""
    unit, value = piece.printed, defending(view, piece)
    if terms.is_artillery(unit):
        return "12.5.5", ", artillery", value
    if terms.is_hq(unit):
        return "7.7", "", value
    if mech and unit.side == terms.ALLIED and terms.is_at(unit) and "towed" in unit.marks:
        ours = terms.rating(view, piece, "as", "12.6.2.1")
        if ours > value:
            return "12.6.2.1", ", its Attack Strength against mechanized units", ours
    if _is_raw(view, piece) and _prints_defence(piece):
        return "12.6.7", ", less one for its Repple Depple marker", value
    return "12.4", "", value


def _prints_defence(piece: Piece) -> bool:
    """Whether a counter prints a Defense Strength."""
    return bool(piece.printed.rating("ds"))


@rule("14.3")
def has_entrenchment(view: View, space: str, side: str) -> bool:
    """Whether a finished Entrenchment of a side lies in a hex.

    Parameters
    ----------
    view, space, side
        The position, the hex, and whose Entrenchment.
    """
    ready = view.text("entrenchment", space) == _READY
    return ready and view.text("entrenchment-side", space) == side
