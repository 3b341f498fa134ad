"""Sections 12.5 and 11.4: artillery, ships and aircraft that support an attack or a defence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import may_attach
from adjudicator.battle_for_normandy.r07.combat import in_combat_supply
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r07.sources import has_sources
from adjudicator.battle_for_normandy.r08_weather import may_fire
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, defenders_of
from adjudicator.battle_for_normandy.r12.eligibility import force_faults, supporters
from adjudicator.battle_for_normandy.r12.range import is_once_a_day, range_faults
from adjudicator.battle_for_normandy.r12.strength import as_record, attackers_of, support_strength
from adjudicator.citation import rule
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Piece, Position, State, View
from adjudicator.ruling import Fault
from adjudicator.silence import Silence, hear

__all__ = [
    "MOST_BONUS",
    "MOST_PLANES",
    "air_faults",
    "available",
    "bonus_faults",
    "covers",
    "firing_faults",
    "gun_faults",
    "limit",
    "naval_faults",
    "needs_ammunition",
    "planes_left",
    "spent_faults",
    "support_faults",
]

MOST_PLANES = 3
_NEAR, _COVER_FROM, MOST_BONUS = 3, 55, 2  # 25 July is day 55 from 1 June
_COVERED = frozenset({"us-2-armd", "us-3-armd"})
_D_DAY = 6
_POINTE = "b1406"


# --- how many ---------------------------------------------------------------------------------------------


@rule("12.5.1", "7.6.3")
def limit(view: View, uids: Iterable[str]) -> int:
    """How many guns and ships a force of ground units may call.

    Returns
    -------
    int
        One for each battalion, one for two companies or HQs, one for a lone company or HQ.
    """
    known = [view.pieces[u] for u in uids]
    fighting = [p for p in known if terms.has_zoc(p.printed)]
    most = _pairs(view, fighting)
    return len(fighting) if most != len(fighting) and terms.has_option(view, "7.6.3o") else most


@rule("12.5.1")
def _pairs(view: View, fighting: Collection[Piece]) -> int:
    """One for each battalion, one for two companies, HQs or Strongpoints, one for a lone one."""
    whole = len(
        [p for p in fighting if terms.is_battalion(p.printed) and not terms.is_strongpoint(p.printed)]
    )
    small = len(fighting) - whole
    if small == 1 and not whole:
        return 1
    odd = small % 2
    return whole + small // 2 + (odd if odd and view.option("artillery-leftover") == "B" else 0)


# --- one gun ----------------------------------------------------------------------------------------------


@rule("12.5.1", "12.5.2", "12.5.3", "12.6.1", "8.2")
def firing_faults(view: View, gun: Piece, target: str) -> list[Fault]:
    """What keeps a gun or ship from firing at a hex, whoever is to be helped."""
    unit, title = gun.printed, gun.printed.title
    if not (terms.is_artillery(unit) or terms.is_naval(unit)):
        return [Fault("12.5.1", f"{title} is neither artillery nor a ship")]
    if not terms.on_map(view, gun):
        return [Fault("12.5.1", f"{title} is not on the map")]
    return _unready(view, gun) + range_faults(view, gun, target)


@rule("12.5.1", "12.5.2", "12.6.1", "8.2")
def _unready(view: View, gun: Piece) -> list[Fault]:
    """What keeps a gun or ship on the map from firing, whatever it fires at."""
    title = gun.printed.title
    found = naval_faults(view, gun) if terms.is_naval(gun.printed) else _place_faults(view, gun)
    if view.flag("flipped", gun.uid):
        found.append(Fault("12.5.2", f"{title} lies on its Moved side"))
    elif view.flag("fired", gun.uid):
        found.append(Fault("12.5.2", f"{title} has fired in this phase"))
    else:
        found += spent_faults(view, gun)
    return found


@rule("12.5.1o", "12.5.2")
def spent_faults(view: View, gun: Piece) -> list[Fault]:
    """What keeps a gun or ship that has had its one shot of the day from another one.

    Returns
    -------
    list of (section, sentence)
        Of ships, and of German guns of strength 4 or more with option 12.5.1o-day.
    """
    if not terms.state_of(view).flag("fired-day", gun.uid):
        return []
    text = f"{gun.printed.title} has fired today"
    if terms.is_naval(gun.printed):
        return [Fault("12.5.2", text)]
    return [Fault("12.5.1o", text)] if is_once_a_day(view, gun) else []


@rule("12.5.2", "12.6.1", "8.2")
def naval_faults(view: View, ship: Piece) -> list[Fault]:
    """What keeps a ship from firing: Night, and the weather for its kind."""
    if view.text("time") == "night":
        return [Fault("12.6.1", "ships do not fire at Night")]
    if not may_fire(view, ship.printed):
        return [Fault("8.2", f"{ship.printed.title} does not fire in this weather")]
    return []


@rule("20.6")
def _place_faults(view: View, gun: Piece) -> list[Fault]:
    """The guns of Pointe du Hoc where they were moved need infantry beside them."""
    if gun.space != _POINTE or gun.printed.type != "coastal-artillery":
        return []
    if any(terms.is_infantry_type(p.printed) for p in terms.friends(view, _POINTE, gun.side) if p is not gun):
        return []
    return [Fault("20.6", f"{gun.printed.title} has no infantry beside it in {view.board.name(_POINTE)}")]


@rule("12.5.1", "12.5.4", "12.7")
def gun_faults(view: View, side: str, attack: AttackRecord | Mapping[str, Any], uid: str) -> list[Fault]:
    """What keeps a gun or ship from supporting a side of a combat; the price is another matter (7.6.3).

    Parameters
    ----------
    view, side, attack, uid
        The position, the side to be helped, the combat, and the gun.
    """
    record, gun = as_record(attack), view.pieces[uid]
    if gun.side != side:
        return [Fault("12.5.1", f"{gun.printed.title} is of the other side")]
    helped = _helped(view, side, record)
    return firing_faults(view, gun, record.hex) or _helping_faults(view, record, gun, helped)


def _helped(view: View, side: str, attack: AttackRecord) -> tuple[Piece, ...]:
    """Units of a side that fight in a combat."""
    return attackers_of(view, attack) if side == attack.side else defenders_of(view, attack)


@rule("12.5.1", "12.5.4", "12.7")
def _helping_faults(view: View, attack: AttackRecord, gun: Piece, helped: Collection[Piece]) -> list[Fault]:
    """What keeps a gun or ship that may fire at a hex from helping those of its side who fight for it."""
    if terms.is_naval(gun.printed):
        return []
    if not _same_nation(gun, helped):
        return [Fault("12.7", f"{gun.printed.title} does not assist units of the other Allied army")]
    return _attack_gun(view, attack, gun) if gun.side == attack.side else _defence_gun(view, gun, helped)


@rule("12.7", "6.3")
def _same_nation(gun: Piece, helped: Iterable[Piece]) -> bool:
    return terms.group_of(gun.printed) in {terms.group_of(p.printed) for p in helped}


@rule("12.5.1", "7.2", "12.1")
def _attack_gun(view: View, attack: AttackRecord, gun: Piece) -> list[Fault]:
    """Attachment of a gun to the attacking division."""
    return force_faults(view, attack.attackers, [gun.uid])


@rule("12.5.4")
def _defence_gun(view: View, gun: Piece, helped: Collection[Piece]) -> list[Fault]:
    """Supply and attachment of a gun to the defenders of a hex."""
    title, in_supply = gun.printed.title, _supply()
    if not in_supply(view, gun.uid):
        return [Fault("12.5.4", f"{title} is not in General Supply")]
    supplied = any(in_supply(view, p.uid) for p in helped)
    formation = gun.printed.division
    if terms.is_division_unit(view, gun) and formation in {p.printed.division for p in helped}:
        return _own_division(view, formation, gun.side, title)
    return _guest_gun(view, gun, helped, supplied=supplied)


def _supply() -> Any:
    return in_supply


@rule("12.5.4")
def _is_near_supply(view: View, helped: Collection[Piece], side: str) -> bool:
    """Whether a friendly unit in General Supply is within three hexes of defenders out of supply."""
    space, in_supply = next((p.space for p in helped), ""), _supply()
    around, seen = {space} - {""}, {space}
    for _ in range(_NEAR):
        around = {n for a in around for n in terms.neighbours(a)} - seen
        seen |= around
    near = (p for n in sorted(seen - {space}) if n in view.board.spaces for p in view.units_in(n))
    return any(
        p.side == side
        and terms.has_zoc(p.printed)
        and not terms.is_strongpoint(p.printed)
        and in_supply(view, p.uid)
        for p in near
    )


@rule("12.5.4")
def _own_division(view: View, formation: str, side: str, title: str) -> list[Fault]:
    """Guns of a division need their HQ in General Supply."""
    hq = terms.hq_of(view, formation)
    if hq is None and not has_sources(view, side):
        return []  # a sketch that shows neither HQs nor sources
    if hq is None or not terms.on_map(view, hq) or not _supply()(view, hq.uid):
        return [Fault("12.5.4", f"{title} cannot fire: the HQ of its division is not in General Supply")]
    return []


@rule("12.5.4", "7.2")
def _guest_gun(view: View, gun: Piece, helped: Iterable[Piece], *, supplied: bool) -> list[Fault]:
    """Corps guns, and German ones of other divisions: attached to a division of the defenders."""
    corps = not terms.is_division_unit(view, gun)
    formations = {p.printed.division for p in helped if terms.is_division_unit(view, p)}
    if corps and (not supplied or not formations):
        return []
    reasons = [may_attach(view, gun.uid, formation) for formation in sorted(formations)]
    if any(not reason for reason in reasons):
        return []
    known = [fault for reason in reasons for fault in reason]
    return known[:1] or [Fault("12.5.4", f"{gun.printed.title} belongs to another division")]


# --- all of them ------------------------------------------------------------------------------------------


@rule("12.5.1", "7.6.1", "12.5.4")
def _whole_faults(view: View, side: str, attack: AttackRecord) -> list[Fault]:
    """What keeps a force from any support: no Combat Supply; in defence, nobody in supply near."""
    if side != attack.side:
        helped, in_supply = defenders_of(view, attack), _supply()
        if any(in_supply(view, p.uid) for p in helped) or _is_near_supply(view, helped, side):
            return []
        return [
            Fault("12.5.4", "the defenders are out of supply, and no supplied friend is within three hexes")
        ]
    if any(in_combat_supply(view, p.uid) for p in attackers_of(view, attack)):
        return []
    return [Fault("7.6.1", "no attacking unit is in Combat Supply")]


def _guns(view: View, side: str) -> tuple[Piece, ...]:
    """Guns and ships of a side on the map."""

    def find(state: State) -> tuple[Piece, ...]:
        found = [p for p in state.pieces.values() if is_ours(p) and terms.on_map(state, p)]
        return tuple(sorted(found, key=lambda gun: gun.uid))

    def is_ours(piece: Piece) -> bool:
        unit = piece.printed
        return unit.side == side and (terms.is_artillery(unit) or terms.is_naval(unit))

    return terms.derived(view, f"guns:{side}", find, terms.unless_moved(find, is_ours))


def _ready(position: Position, side: str) -> tuple[Piece, ...]:
    """Guns and ships of a side that might fire now, if something were in range."""
    return position.derived(
        f"guns:{side}:ready", lambda now: tuple([g for g in _guns(now, side) if not _unready(now, g)])
    )


def _in_range(position: Position, side: str, target: str) -> tuple[Piece, ...]:
    """Guns and ships that nothing keeps from firing at a hex, whoever is to be helped."""
    return position.derived(
        f"guns:{side}:{target}",
        lambda now: tuple([g for g in _ready(now, side) if not range_faults(now, g, target)]),
    )


def _supporting(position: Position, side: str, attack: AttackRecord) -> list[Piece]:
    """Guns and ships of which `gun_faults` finds nothing: looked at together, where nothing is left out."""
    able, helped = _in_range(position, side, attack.hex), _helped(position, side, attack)
    if side != attack.side:
        return [g for g in able if not _helping_faults(position, attack, g, helped)]
    groups = {terms.group_of(p.printed) for p in helped}
    guns = [g for g in able if not terms.is_naval(g.printed) and terms.group_of(g.printed) in groups]
    fit = supporters(position, attack.attackers, guns)
    return [g for g in able if terms.is_naval(g.printed) or g.uid in fit]


@rule("12.5.1", "12.5.2", "12.5.3", "12.5.4")
def available(view: View, side: str, attack: AttackRecord | Mapping[str, Any]) -> dict[str, int]:
    """Guns and ships that may support a side of a combat, each by itself.

    Returns
    -------
    dict
        uid -> strength, the strongest first; how many of them may fire is another question: `limit`.
    """
    record = as_record(attack)
    if _whole_faults(view, side, record):
        return {}
    if isinstance(view, Position) and not view.unknown:
        guns = _supporting(view, side, record)
    else:  # whatever is read of each gun is told
        guns = [g for g in _guns(view, side) if not gun_faults(view, side, record, g.uid)]
    found = {g.uid: support_strength(view, g, defending=side != record.side) for g in guns}
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


@rule("12.5.1", "12.5.4", "7.6.3")
def support_faults(
    view: View, side: str, attack: AttackRecord | Mapping[str, Any], uids: Collection[str]
) -> list[Fault]:
    """What speaks against the guns and ships that a side wants to use in a combat.

    Parameters
    ----------
    view, side, attack
        As in `available`.
    """
    record = as_record(attack)
    if not uids:
        return []
    found = _whole_faults(view, side, record)
    for uid in dict.fromkeys(uids):
        found += gun_faults(view, side, record, uid)
    helped = _helped(view, side, record)
    most = limit(view, [p.uid for p in helped])
    if len(set(uids)) > most:
        found.append(
            Fault(
                "12.5.1",
                f"{many(most, 'gun or ship', 'guns or ships')} may support this force, not {len(set(uids))}",
            )
        )
    if not found and side == record.side and len(uids) > 1:
        found += _attached_faults(view, record, uids)
    return found


@rule("12.5.1", "12.1", "7.2")
def _attached_faults(view: View, attack: AttackRecord, uids: Collection[str]) -> list[Fault]:
    """Whether all guns together may be attached to the attacking division."""
    guns = [u for u in uids if not terms.is_naval(view.pieces[u].printed)]
    return force_faults(view, attack.attackers, guns) if guns else []


# --- optional rules ---------------------------------------------------------------------------------------


@rule("12.5.1o")
def bonus_faults(view: View, attack: AttackRecord | Mapping[str, Any]) -> list[Fault]:
    """What speaks against the additional fires of an attack (option 12.5.1o)."""
    record = as_record(attack)
    if not record.bonus:
        return []
    if record.side != terms.GERMAN or not terms.has_option(view, "12.5.1o"):
        return [
            Fault("12.5.1o", "guns add to the die only by an optional rule for the German attacker (12.5.1o)")
        ]
    found: list[Fault] = []
    lent = len([u for u in record.support if terms.is_artillery(view.pieces[u].printed)])
    most = min(MOST_BONUS, lent)
    if len(set(record.bonus)) > most:
        found.append(
            Fault("12.5.1o", f"{many(most, 'additional fire')} at the most, not {len(set(record.bonus))}")
        )
    for uid in dict.fromkeys(record.bonus):
        if uid in record.support:
            found.append(Fault("12.5.1o", f"{view.pieces[uid].printed.title} lends its strength already"))
        found += gun_faults(view, record.side, record, uid)
    return found or _attached_faults(view, record, (*record.support, *record.bonus))


@rule("22.2o")
def needs_ammunition(view: View, uid: str) -> bool:
    """Whether a gun rolls for ammunition before it fires: the GebH40 of the 91st, with option 22.2o."""
    return terms.has_option(view, "22.2o") and "gebh40" in view.pieces[uid].printed.marks


# --- aircraft ---------------------------------------------------------------------------------------------


@rule("11.4", "22.12o")
def planes_left(view: View, attack: AttackRecord | Mapping[str, Any]) -> int:
    """Ground Support Points that the Allied player may put into a combat, three at the most.

    Returns
    -------
    int
        Armored Column Cover (22.12o) counts with them.
    """
    record = as_record(attack)
    if _no_flying(view):
        return 0
    return min(MOST_PLANES, view.number("ground-support") + len(covers(view, record)))


@rule("22.12o")
def covers(view: View, attack: AttackRecord) -> tuple[str, ...]:
    """Armored divisions whose Column Cover may help their attack; it is spent before other points.

    Returns
    -------
    tuple of str
        Formations.
    """
    if view.number("date") < _COVER_FROM:
        return ()
    ours = attackers_of(view, attack) if attack.side == terms.ALLIED else defenders_of(view, attack)
    divisions = {p.printed.division for p in ours} & _COVERED
    if not divisions or not terms.has_option(view, "22.12o"):
        return ()
    return tuple([d for d in sorted(divisions) if not view.flag("column-cover", d)])


@rule("11.4", "12.6.1")
def _no_flying(view: View) -> str:
    """Why no aircraft fly; empty where they do."""
    if view.text("time") == "night":
        return "there is no Ground Support at Night"
    if terms.is_bad_weather(view):
        return "there is no Ground Support in Heavy Rain or Storm"
    return "there is no Ground Support on June 6" if view.number("date") == _D_DAY else ""


@rule("11.4")
def _points_left(view: View, points: int) -> int:
    """Ground Support Points that are left; where nothing is said of them, as many as are used."""
    if terms.state_of(view).said("ground-support") is not UNKNOWN:
        return view.number("ground-support")
    assumed, missing = f"{points} of the Ground Support Points are left", "the position does not say them"
    hear("ground-support", "", lambda: Silence("ground-support", "", "", "11.4", assumed, missing))
    return points


@rule("11.4", "7.6.1")
def air_faults(view: View, side: str, attack: AttackRecord | Mapping[str, Any], points: int) -> list[Fault]:
    """What speaks against Ground Support Points of a side in a combat.

    Parameters
    ----------
    view, side, attack
        As in `available`.
    """
    record = as_record(attack)
    if points <= 0:
        return [] if not points else [Fault("11.4", "Ground Support Points are none or more")]
    if side != terms.ALLIED:
        return [Fault("11.4", "only the Allied player has Ground Support")]
    why = _no_flying(view)
    found = [Fault("11.4", why)] if why else []
    if points > MOST_PLANES:
        found.append(Fault("11.4", f"three Ground Support Points at the most for one hex, not {points}"))
    left = _points_left(view, points) + len(covers(view, record))
    if not why and points > left:
        found.append(Fault("11.4", f"{left} Ground Support Points are left, not {points}"))
    return found + _whole_faults(view, side, record)
