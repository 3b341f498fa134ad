"""Section 3.2.2: what each side scores at the Victory Check of a turn, after ``victory.toml``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r03_control import controller
from adjudicator.dark_summer.r13_cherbourg import captured_in
from adjudicator.dark_summer.r13_sources import BRITTANY_BOXES, ground, lettered
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.silence import kept
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from adjudicator.worth import Worth
from maps.board import Board, fold
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "Award",
    "awards",
    "complete_divisions",
    "goal_points",
    "goals",
    "is_withdrawable_unit",
    "places",
    "victory_tables",
    "worth",
]

_GROUPS: Mapping[str, Mapping[str, type]] = {
    "objective": {"title": str, "town": str, "by": int, "early": int, "late": int},
    "held": {"title": str, "town": str, "first": int, "last": int, "half": int},
    "cherbourg": {"title": str, "turn": int, "half": int},
    "rate": {"title": str, "turn": int, "half": int},
}
_EXIT_ALLIED, _EXIT_GERMAN = "exit-allied", "exit-german"


@dataclass(frozen=True, slots=True)
class Award:
    """Victory Points that a side scores at one Victory Check.

    Parameters
    ----------
    side
        Who scores.
    rule
        Section.
    text
        For what.
    half
        Half Victory Points.
    once
        Space whose points are scored once in the game; empty where the turn alone decides.

    Examples
    --------
    >>> Award("german", "8.3", "505 PIR is on the map", 1).half
    1
    """

    side: str
    rule: str
    text: str
    half: int
    once: str = ""


@by_filing
def victory_tables(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The Victory Point Tables.

    Returns
    -------
    mapping
        Group ``objective``, ``held``, ``cherbourg`` or ``rate`` -> id -> record.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> victory_tables(OURS)["rate"]["airborne-present"].number("turn")
    5
    """
    return load_records(filing.path(Path(__file__).parent / "victory.toml"), _GROUPS)


@rule("3.2.2")
def awards(inquiry: Inquiry) -> tuple[Award, ...]:
    """Everything that either side scores at the Victory Check of the present turn.

    Returns
    -------
    tuple of Award
        Allied ones first.
    """
    found = [a for scoring in _SCORINGS for a in scoring(inquiry) if a.half]
    return tuple(sorted(found, key=lambda a: a.side))


# --- places -----------------------------------------------------------------------------------------------


def places(view: View, town: str) -> tuple[str, ...]:
    """Hexes that bear a name, sorted.

    Parameters
    ----------
    town
        The name, with or without accents; a hex may add a word: ``Caen west``.
    """
    return _bearing(view.board, town)


@kept(maxsize=64)
def _bearing(board: Board, town: str) -> tuple[str, ...]:
    wanted, spaces = fold(town) + " ", board.spaces.values()
    return tuple(sorted(s.id for s in spaces if f"{fold(str(s['town'] or ''))} ".startswith(wanted)))


def worth(board: Board) -> tuple[Worth, ...]:
    """What the Allied player scores once for each objective, for those who show it."""
    found = []
    for record in victory_tables(board)["objective"].values():
        early, late, by = (record.number(key) for key in ("early", "late", "by"))
        later = f" to Turn {by}, then {late / 2:g}" if early != late else ""
        hexes = _bearing(board, record.text("town"))
        found.append(Worth(record.text("title"), hexes, 0, f"{early / 2:g} VP{later}"))
    return tuple(found)


def goals(board: Board) -> tuple[Worth, ...]:
    """What the Allied player has to take: objectives, and Cherbourg with the hexes before it."""
    front = ground(board).letters.get("C", ())
    return (
        *worth(board),
        Worth("Cherbourg", (terms.CHERBOURG,), 0, ""),
        Worth("The land front of Cherbourg", front, 0, ""),
    )


def goal_points(view: View) -> Mapping[tuple[str, ...], float]:
    """Hexes of each of `goals` -> Victory Points for its capture in the present turn; of the front, half."""
    turn, tables = view.number("turn"), victory_tables(view)
    found = {}
    for record in tables["objective"].values():
        key = "early" if turn <= record.number("by") else "late"
        found[places(view, record.text("town"))] = record.number(key) / 2
    port = tables["cherbourg"].values() if captured_in(view) in {0, turn} else ()  # else it has been scored
    box = sum(r.number("half") for r in port if r.number("turn") == turn)
    return {**found, (terms.CHERBOURG,): box / 2, lettered(view, "C"): box / 4}


@rule("3.2.2")
def _objectives(inquiry: Inquiry) -> Iterator[Award]:
    turn = inquiry.number("turn")
    for record in victory_tables(inquiry)["objective"].values():
        hexes = places(inquiry, record.text("town"))
        if not hexes or inquiry.text("vp-scored", hexes[0]):
            continue
        if all(controller(inquiry, h) == terms.ALLIED for h in hexes):
            key = "early" if turn <= record.number("by") else "late"
            text = f"{record.text('title')} is Allied-controlled"
            yield Award(terms.ALLIED, "3.2.2", text, cite(inquiry, record, key, "3.2.2"), hexes[0])


@rule("3.2.2")
def _held(inquiry: Inquiry) -> Iterator[Award]:
    turn = inquiry.number("turn")
    for record in victory_tables(inquiry)["held"].values():
        if not record.number("first") <= turn <= record.number("last"):
            continue
        hexes = places(inquiry, record.text("town"))
        if any(controller(inquiry, h) == terms.GERMAN for h in hexes):
            text = f"the German holds a hex of {record.text('title')} at the end of Turn {turn}"
            yield Award(terms.GERMAN, "3.2.2", text, cite(inquiry, record, "half", "3.2.2"))


@rule("3.2.2", "11.7")
def _cherbourg(inquiry: Inquiry) -> Iterator[Award]:
    taken = captured_in(inquiry)
    if not taken or inquiry.text("vp-scored", terms.CHERBOURG):
        return
    for record in victory_tables(inquiry)["cherbourg"].values():
        if record.number("turn") == taken:
            worth = cite(inquiry, record, "half", "3.2.2")
            yield Award(terms.ALLIED, "3.2.2", record.text("title"), worth, terms.CHERBOURG)


@rule("3.2.2", "11.9")
def _beaches(inquiry: Inquiry) -> Iterator[Award]:
    rate = victory_tables(inquiry)["rate"]["beach-captured"]
    for beach in terms.BEACHES:
        if inquiry.flag("beach-captured", beach) and not inquiry.text("vp-scored", beach):
            text = f"the German has captured {inquiry.board.name(beach)}"
            yield Award(terms.GERMAN, "3.2.2", text, cite(inquiry, rate, "half", "3.2.2"), beach)


# --- units ------------------------------------------------------------------------------------------------


@rule("8.3")
def is_withdrawable_unit(piece: Piece) -> bool:
    """Whether a unit is of a kind that may be withdrawn: Allied airborne, Ranger, Special Service."""
    kind = piece.printed.type
    return piece.side == terms.ALLIED and kind in {"paratrooper", "glider", "special-forces"}


@rule("8.3")
def _not_withdrawn(inquiry: Inquiry) -> Iterator[Award]:
    rates = victory_tables(inquiry)["rate"]
    present, lost = rates["airborne-present"], rates["airborne-eliminated"]
    if inquiry.number("turn") != present.number("turn"):
        return
    for piece in sorted(filter(is_withdrawable_unit, inquiry.pieces.values()), key=lambda p: p.uid):
        title = piece.printed.title
        if piece.space == terms.ELIMINATED:
            text = f"{title} has been eliminated"
            yield Award(terms.GERMAN, "8.3", text, cite(inquiry, lost, "half", "8.3"))
        elif piece.space not in terms.OFF_MAP:
            text = f"{title} has not been withdrawn"
            yield Award(terms.GERMAN, "8.3", text, cite(inquiry, present, "half", "8.3"))


@rule("3.2.2")
def complete_divisions(view: View, side: str, spaces: frozenset[str]) -> tuple[str, ...]:
    """Divisions of which every unit, at whatever strength, stands in some spaces.

    Returns
    -------
    tuple of str
        Formations, sorted; one lost unit is enough for its division not to count.
    """
    units: dict[str, list[Piece]] = {}
    for piece in view.pieces.values():
        if piece.side == side and piece.printed.division:
            units.setdefault(terms.formation(piece.printed), []).append(piece)
    return tuple(sorted(d for d, every in units.items() if all(p.space in spaces for p in every)))


@rule("3.2.2", "10.4.4")
def _brittany(inquiry: Inquiry) -> Iterator[Award]:
    rate = victory_tables(inquiry)["rate"]["brittany-division"]
    if inquiry.number("turn") == rate.number("turn"):
        for division in complete_divisions(inquiry, terms.ALLIED, BRITTANY_BOXES):
            text = f"all units of the {_named(division)} Division are in the Brittany Box"
            yield Award(terms.ALLIED, "10.4.4", text, cite(inquiry, rate, "half", "10.4.4"))


@rule("3.2.2", "10.4.5")
def _exits(inquiry: Inquiry) -> Iterator[Award]:
    rates = victory_tables(inquiry)["rate"]
    for side, box, rate in (
        (terms.ALLIED, _EXIT_ALLIED, rates["exit-allied-division"]),
        (terms.GERMAN, _EXIT_GERMAN, rates["exit-german-division"]),
    ):
        if inquiry.number("turn") == rate.number("turn"):
            for division in complete_divisions(inquiry, side, frozenset({box})):
                text = f"all units of the {_named(division)} Division are in the Eastern Exit Box"
                yield Award(side, "3.2.2", text, cite(inquiry, rate, "half", "3.2.2"))
    alone = rates["exit-german-unit"]
    if inquiry.number("turn") == alone.number("turn"):
        for piece in terms.friends(inquiry, _EXIT_GERMAN, terms.GERMAN):
            if not piece.printed.division:
                text = f"{piece.printed.title} is in the Eastern Exit Box"
                yield Award(terms.GERMAN, "3.2.2", text, cite(inquiry, alone, "half", "3.2.2"))


def _named(formation: str) -> str:
    """The division of a Formation without its nationality.

    Examples
    --------
    >>> _named("us 4 Arm")
    '4 Arm'
    """
    return formation.partition(" ")[2] or formation


_SCORINGS: Sequence[Callable[[Inquiry], Iterator[Award]]] = (
    _objectives,
    _cherbourg,
    _brittany,
    _exits,
    _held,
    _not_withdrawn,
    _beaches,
)
