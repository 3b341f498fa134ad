"""Sections 8.1 to 8.3 told step by step: who may enter, where, what is rebuilt, who may leave."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.dark_summer import r08_entry as entry
from adjudicator.dark_summer import r08_replacements as replacements
from adjudicator.dark_summer import r08_third_wave as third_wave
from adjudicator.dark_summer import r08_withdrawals as withdrawals
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r08_hexes import candidates, entry_hexes, hex_faults, letters_of
from adjudicator.dice import Distribution
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece
from adjudicator.showing import fact

__all__ = [
    "explain_entry",
    "explain_hexes",
    "explain_replacements",
    "explain_withdrawals",
]

_SHOWN = 6
_NATIONS = {
    terms.GERMAN: ("german",),
    terms.ALLIED: ("us", "british", "canadian"),
}


@rule("8.1", "8.1.1", "8.1.3")
def explain_entry(inquiry: Inquiry, group: str) -> Distribution[int]:
    """Say which Formations await entry, in which order they are chosen, and how many may enter by which roll.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.

    Returns
    -------
    Distribution
        The most Formations that may enter, with the ways of the die; empty when nothing is rolled for.
    """
    _note_unrolled(inquiry, group)
    waiting, turn = entry.formations(inquiry, group), inquiry.number("turn")
    if entry.is_third_wave_round(inquiry, group):
        inquiry.note(
            "8.1.3", "it is the 3rd Wave Round: Reinforcements of Turn 1 wait for the next Move Round"
        )
        return Distribution({})
    titles = {name: terms.formation_name(units[0].printed) for name, units in waiting.items()}
    for name, units in sorted(waiting.items(), key=lambda row: titles[row[0]]):
        due = min(entry.schedule(inquiry, p) for p in units)
        since = f"since Turn {due}" if due < turn else "this turn"
        inquiry.steps.append(fact("8.1.1", f"{titles[name]} awaits entry {since}", terms.titles(units)))
    if not waiting:
        inquiry.note("8.1", "no Formation awaits entry")
        return Distribution({})
    first = entry.selectable(inquiry, group)
    stuck = sorted(n for n in waiting if not any(entry_hexes(inquiry, p) for p in waiting[n]))
    if first and first | set(stuck) != set(waiting):
        inquiry.note("8.1.1", f"to be chosen first: {', '.join(sorted(titles[n] for n in first))}")
    if stuck:
        inquiry.note("8.1.1", f"no entry hex, disregarded: {', '.join(titles[n] for n in stuck)}")
    return _note_numbers(inquiry, group)


@rule("8.1.3", "9.4.5")
def _note_unrolled(inquiry: Inquiry, group: str) -> None:
    """Units that enter without a roll: the 3rd Wave in its Round, and its late units."""
    if entry.is_third_wave_round(inquiry, group):
        units = third_wave.third_wave(inquiry, group)
        if units:
            inquiry.note("8.1.3", f"the 3rd Wave lands without a roll: {terms.titles(units)}")
        return
    late = [p for p in entry.awaiting(inquiry, group) if entry.is_automatic(inquiry, p)]
    if late:
        inquiry.note("8.1.3", f"without being selected by a roll: {terms.titles(late)}")


@rule("8.1.1")
def _note_numbers(inquiry: Inquiry, group: str) -> Distribution[int]:
    available, handicapped = entry.counted(inquiry, group), entry.must_use_die(inquiry, group)
    inquiry.note("8.1.1", "Formations available", available)
    if handicapped:
        weather = inquiry.text("weather").capitalize()
        inquiry.note(
            "8.1.1", f"on {weather} two is subtracted from the die, at least 1, and no half is taken"
        )
    else:
        inquiry.note("8.1.1", "half of them, rounded down, may enter instead of the die", available // 2)
    return entry.chances(inquiry, group)


@rule("8.1.2", "8.1.3")
def explain_hexes(inquiry: Inquiry, uid: str) -> tuple[str, ...]:
    """Say where a Reinforcement may be placed, and what closes the hexes that it could use otherwise."""
    piece, name = inquiry.pieces[uid], inquiry.board.name
    section = "8.1.2"
    if entry.is_offshore_third_wave(piece) and inquiry.number("turn") == 1:
        found, section = third_wave.landing_hexes(inquiry, piece), "8.1.3"
        _note_sites(inquiry, piece)
    else:
        found = entry_hexes(inquiry, piece)
        _note_closed(inquiry, piece)
    if found:
        inquiry.note(section, f"{piece.printed.title} may enter in {', '.join(map(name, found))}")
    else:
        inquiry.note(section, f"{piece.printed.title} finds no hex to enter")
    return found


def _note_sites(inquiry: Inquiry, piece: Piece) -> None:
    beach = piece.space.removeprefix(entry.THIRD_WAVE)
    airfield = piece.space == "airfield-british"
    hexes = (third_wave.AIRLANDING_HEX,) if airfield else third_wave.beach_hexes(inquiry, beach)
    for where in hexes:
        for section, text in third_wave.landing_faults(inquiry, piece, where):
            inquiry.note(section, text)


def _note_closed(inquiry: Inquiry, piece: Piece) -> None:
    """Hexes of the right letter or nationality that are closed for another reason."""
    shown = 0
    for where in candidates(inquiry, piece):
        faults = hex_faults(inquiry, piece, where)
        if faults and shown < _SHOWN and _is_own(inquiry, piece, where):
            shown += 1
            for section, text in faults:
                inquiry.note(section, text)


def _is_own(inquiry: Inquiry, piece: Piece, where: str) -> bool:
    if piece.side == terms.GERMAN:
        return terms.letter(inquiry, where) in letters_of(inquiry, piece)
    return terms.beach_group(inquiry, where) == terms.group_of(piece.printed)


@rule("8.2", "8.2.1", "8.2.2")
def explain_replacements(inquiry: Inquiry, side: str) -> tuple[tuple[Piece, str], ...]:
    """Say how many Replacements of each type a side has left, and what they can rebuild.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Returns
    -------
    tuple of (Piece, str)
        Units and types, as `r08_replacements.rebuildable` gives them.
    """
    weather = inquiry.text("weather").capitalize()
    for nation in _NATIONS[side]:
        for type_ in replacements.TYPES[nation]:
            number = replacements.left(inquiry, nation, type_)
            shown = "US" if nation == terms.US else nation.capitalize()
            if number:
                inquiry.note("8.2", f"{shown} {type_.capitalize()} Replacements on {weather}", number)
    found = replacements.rebuildable(inquiry, side)
    for piece, type_ in found:
        inquiry.note("8.2.2", f"{piece.printed.title} can be rebuilt with {type_.capitalize()}")
    if not found:
        inquiry.note("8.2.2", "no reduced unit can be rebuilt")
    return found


@rule("8.3")
def explain_withdrawals(inquiry: Inquiry, group: str) -> tuple[Piece, ...]:
    """Say which units of a group could be withdrawn now, each with its way to an Open Beach.

    Parameters
    ----------
    group
        ``us`` or ``british``.
    """
    last, name = withdrawals.LAST_TURN, inquiry.board.name
    if inquiry.number("turn") > last:
        inquiry.note("8.3", f"nothing is withdrawn after Turn {last}")
    if inquiry.text("weather") == "storm":
        inquiry.note("8.3", "nothing is withdrawn on the Storm turn")
    found = list(withdrawals.withdrawable(inquiry, group))
    for piece, way in found:
        inquiry.note("8.3", f"{piece.printed.title} may be withdrawn: {' - '.join(map(name, way))}")
    if not found:
        inquiry.note("8.3", "no unit can be withdrawn")
    return tuple(piece for piece, _ in found)
