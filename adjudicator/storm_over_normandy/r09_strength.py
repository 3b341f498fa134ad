"""Sections 9.3 to 9.3.4: an attack as plain data, and its attack and defense points apart from the dice."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import field

from adjudicator.citation import rule
from adjudicator.frames import Frame, always
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Draft, Piece, View
from adjudicator.storm_over_normandy import r13_control, terms
from module_builder.vassal.values import dataclass

__all__ = [
    "ATTACK",
    "UNDER_WAY",
    "Attack",
    "alike",
    "attack_points",
    "attackers_of",
    "current",
    "defense_points",
    "division_bonus",
    "drop_attackers",
    "explain_strength",
    "strength",
    "support_cap",
    "targets_of",
]

ATTACK = "attack"
_BOMBARDED = 12


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack, from its announcement until its losses have been taken (9.3).

    Parameters
    ----------
    kind
        ``fire``, ``assault``, ``card``; on turn 1 ``bombardment``, ``strongpoints``, ``landed``.
    side
        Who attacks.
    attackers
        Ids of the attacking units; none when a card or Support Points alone attack.
    targets
        Ids of the units attacked; empty for every enemy unit there.
    firepower
        What a card adds to the firepower of the units (9.2).
    origins
        Assaulting unit -> the space it came from.
    support
        Support Points (9.3.3).
    no_elimination
        Whether a card forbids that units are eliminated (10.2).
    stay_fresh
        Whether the attackers do not become spent.
    dv_times
        2 when a card doubles the Defensive Value.
    retreat_to
        Unit attacked -> the space to which alone it retreats (4.0, or the card Defensive Fire).
    sent_back
        Whether units that are only flipped go to that space as well (the card Defensive Fire).
    stage
        What comes next: ``window``, ``support``, ``dice`` or ``end``.

    Examples
    --------
    >>> Attack("fire", "allied", "tilly", ("us-4-8",)).stage
    'window'
    """

    kind: str
    side: str
    area: str
    attackers: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    firepower: int = 0
    origins: Mapping[str, str] = field(default_factory=dict)
    support: int = 0
    no_elimination: bool = False
    stay_fresh: bool = False
    dv_times: int = 1
    retreat_to: Mapping[str, str] = field(default_factory=dict)
    sent_back: bool = False
    stage: str = always("window")


# --- the attack under way ---------------------------------------------------------------------------------

UNDER_WAY = Frame(ATTACK, "9.3", Attack)


def current(view: View) -> Attack | None:
    """The innermost attack under way: Defensive Fire comes within an Assault; None without one."""
    return UNDER_WAY.current(view)


def drop_attackers(draft: Draft, uids: Iterable[str]) -> None:
    """Take units out of every attack under way: what was hit attacks no more."""
    gone = set(uids)
    UNDER_WAY.amend_every(draft, lambda a: {"attackers": tuple([u for u in a.attackers if u not in gone])})


# --- who attacks whom -------------------------------------------------------------------------------------


def attackers_of(view: View, attack: Attack) -> tuple[Piece, ...]:
    """Attacking units."""
    return tuple(view.pieces[uid] for uid in attack.attackers)


@rule("9.1", "9.3.4", "4.0")
def targets_of(view: View, attack: Attack) -> tuple[Piece, ...]:
    """Units attacked: every enemy unit in the Area, or those that the attack names, as strongpoints do."""
    there = terms.enemies(view, attack.area, attack.side)
    named = attack.targets or attack.kind == "strongpoints"
    return tuple(p for p in there if p.uid in attack.targets) if named else there


def _class_of(piece: Piece, attack: Attack | None) -> Hashable:
    u = piece.printed
    printed = (u.size, u.nationality, u.division, u.airborne, u.type, u.af, u.df, u.mf, u.spent_df)
    back = attack.retreat_to.get(piece.uid, "") if attack is not None else ""
    return (*printed, piece.space, piece.status, terms.is_restricted(u), back)


@rule("10.1", "10.2", "11.0")
def alike(pieces: Iterable[Piece], attack: Attack | None = None) -> list[list[Piece]]:
    """Units grouped by class: what no rule tells apart when an attack hits them.

    Parameters
    ----------
    attack
        The attack; units that it sends back to different spaces are not alike.

    Returns
    -------
    list of list of Piece
        In order of first appearance.
    """
    groups: dict[Hashable, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(_class_of(piece, attack), []).append(piece)
    return list(groups.values())


# --- attack points ----------------------------------------------------------------------------------------


@rule("9.3.2", "2.1.1")
def division_bonus(pieces: Sequence[Piece]) -> tuple[int, str]:
    """One attack point when three or more attackers show the same division stripe, and their names.

    Returns
    -------
    (int, str)
        0 or 1, and who earns it.

    Examples
    --------
    >>> division_bonus([])
    (0, '')
    """
    stripes: dict[tuple[str, str], list[Piece]] = {}
    for piece in pieces:
        u = piece.printed
        if u.division and not terms.is_airborne(u):
            stripes.setdefault((u.nationality, u.division), []).append(piece)
    most = max(stripes.values(), key=len, default=[])
    return (1, terms.titles(most)) if len(most) >= 3 else (0, "")


@rule("9.3.3", "4.0")
def support_cap(view: View, attack: Attack) -> int:
    """Most Support Points that an attack can have, whatever is left of them.

    Returns
    -------
    int
        0 for a German attack.
    """
    if attack.side != terms.ALLIED:
        return 0
    space = view.board.spaces[attack.area]
    beach = attack.area in terms.beaches(view)
    if attack.kind == "bombardment":
        return _BOMBARDED
    if beach and view.number("turn") == 1 and view.option("turn-1-cap") == "B":
        return _BOMBARDED
    return 2 if view.feature(space, "red", "9.3.3") else 1


@rule("9.2", "9.3.1", "9.3.2", "9.3.3")
def attack_points(inquiry: Inquiry, attack: Attack) -> Adding:
    """Attack points apart from the dice."""
    adding, pieces = inquiry.adding("attack points"), attackers_of(inquiry, attack)
    for piece in pieces:
        value = inquiry.printed(piece, "af", "9.3.1")
        adding.add("9.3.1", f"firepower of {piece.printed.title}", value)
    if attack.firepower:
        adding.add("9.2", "firepower that the card gives", attack.firepower)
    bonus, who = division_bonus(pieces)
    if bonus:
        adding.add("9.3.2", f"division integrity: {who}", bonus)
    if attack.support:
        adding.add("9.3.3", "Support Points", attack.support)
    return adding


# --- defense points ---------------------------------------------------------------------------------------


@rule("9.3.4", "2.2.1", "14.2")
def defense_points(inquiry: Inquiry, attack: Attack) -> Adding:
    """Defense points: the best defense of a unit attacked, and the Defensive Value if its side controls."""
    adding = inquiry.adding("defense points")
    for number, piece in enumerate(targets_of(inquiry, attack)):
        face = "df" if piece.status == terms.FRESH else "spent_df"
        value = inquiry.printed(piece, face, "9.3.4")
        text = f"defense of {piece.printed.title}, {piece.status}"
        adding.add("9.3.4", text, value, "max" if number else "set")
    name = inquiry.board.name(attack.area)
    if r13_control.holder(inquiry, attack.area) == attack.side:
        inquiry.note(
            "9.3.4",
            f"the {attack.side.capitalize()} side controls {name}: its Defensive Value does not count",
        )
    else:
        _add_terrain(inquiry, adding, attack)
    if attack.dv_times > 1 and inquiry.option("bocage-second-use") == "B":
        adding.add("14.2", "a Bocage card doubles the defense points", attack.dv_times, "x")
    return adding


def _add_terrain(inquiry: Inquiry, adding: Adding, attack: Attack) -> None:
    space = inquiry.board.spaces[attack.area]
    value = int(inquiry.feature(space, "dv", "9.3.4") or 0)
    adding.add("9.3.4", f"Defensive Value of {space.name}", value)
    if inquiry.feature(space, "star", "2.2.1") and terms.strongpoints(inquiry, space.id):
        adding.add("2.2.1", f"{space.name} is +1* and holds a strongpoint", 1)
        value += 1
    if attack.dv_times > 1 and inquiry.option("bocage-second-use") == "A":
        text = f"a Bocage card doubles the Defensive Value of {space.name}"
        adding.add("14.2", text, value * (attack.dv_times - 1))


@rule("9.3")
def strength(inquiry: Inquiry, attack: Attack) -> tuple[int, int]:
    """Attack points without the dice, and defense points, with the trail of both.

    Raises
    ------
    PositionError
        A printed value is not known.
    """
    return attack_points(inquiry, attack).value, defense_points(inquiry, attack).value


def explain_strength(inquiry: Inquiry, attack: Attack) -> tuple[int, int]:
    """The same, each total under a heading of its own."""
    name = inquiry.board.name(attack.area)
    with inquiry.under("9.3.1", f"attack points against {name}, without the dice"):
        points = attack_points(inquiry, attack).value
    with inquiry.under("9.3.4", f"defense points in {name}"):
        return points, defense_points(inquiry, attack).value
