"""Section 1.0: the scenarios, and the part of the maps on which some of them are played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator import parts
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.position import UNKNOWN, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from counters.catalog import Unit
from maps.board import Board
from maps.filing import Filing, Located, by_filing

__all__ = [
    "LETTERS",
    "absent",
    "comes",
    "faults",
    "free_ops",
    "is_part",
    "land_outside",
    "letters",
    "moved",
    "note",
    "outside",
    "outside_of",
    "part_of",
    "scenario_of",
    "scenarios",
    "share",
    "shared",
]

_FILE = Path(__file__).with_name("scenarios.toml")
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "scenario": {"title": str, "turn": int, "part": str},
    "part": {
        "hexes": str, "entries": str, "comes": str, "moved": str, "without": str, "allied": int,
        "german": int, "free_ops": int,
    },
}  # fmt: skip
LETTERS = "ABCDEF"
_NOTHING: frozenset[str] = frozenset()


@by_filing
def _load(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _GROUPS)


def scenarios(at: Located) -> Mapping[str, Record]:
    """The scenarios by name.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> scenarios(OURS)["cherbourg"].text("title"), scenarios(OURS)["first-week"].number("turn")
    ('Utah and Cherbourg', 4)
    """
    return _load(at)["scenario"]


@rule("1.0")
def scenario_of(view: View) -> Record:
    """The scenario of a position; the whole of June where it says none."""
    return scenarios(view)[view.text("scenario")]


def part_of(at: Located, scenario: str) -> Record | None:
    """The part of the maps on which a scenario is played; None for both maps.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> part_of(OURS, "campaign"), part_of(OURS, "cotentin").text("hexes")
    (None, 'w0101-w5028')
    """
    return _load(at)["part"].get(scenarios(at)[scenario].text("part"))


def _record(view: View) -> Record | None:
    name = terms.state_of(view).said("scenario")
    return None if name is UNKNOWN else part_of(view, str(name))


def is_part(view: View) -> bool:
    """Whether a position says that it is played on a part of the maps."""
    return _record(view) is not None


# --- the ground -------------------------------------------------------------------------------------------


@rule("1.0")
def outside(view: View) -> frozenset[str]:
    """Hexes that are out of play; none where both maps are used."""
    found = _record(view)
    return outside_of(view.board, found.text("hexes")) if found is not None else _NOTHING


def land_outside(view: View) -> frozenset[str]:
    """Hexes with land that are out of play."""
    spaces = view.board.spaces
    return frozenset(h for h in outside(view) if terms.is_land(spaces[h]))


@kept(maxsize=16)
def outside_of(board: Board, part: str) -> frozenset[str]:
    """Hexes of a board outside a part of it.

    Parameters
    ----------
    part
        Rectangles of a sheet such as ``w0101-w5028``, parted by blanks.

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> sorted(outside_of(GAME.board(), "w0101-w5028") & {"w1528", "w1529", "e1940"})
    ['e1940', 'w1529']
    """
    return parts.outside_of((s.id for s in board.spaces.values() if terms.is_hex(s)), part, _FILE.name)


@rule("1.0", "10.38")
def letters(view: View) -> tuple[str, ...]:
    """Letters of the Entry hexes in play."""
    found = _record(view)
    return tuple(found.text("entries") if found is not None else LETTERS)


@rule("1.0")
def faults(view: View, space: str) -> list[Fault]:
    """Why a hex may not be entered: it lies outside the part of the maps in play."""
    if space not in outside(view):
        return []
    return [Fault("1.0", f"{view.board.name(space)} is out of play in {scenario_of(view).text('title')}")]


def note(inquiry: Inquiry, space: str) -> None:
    """Say that a hex is out of play, where it is."""
    for section, text in faults(inquiry, space):
        inquiry.note(section, text)


# --- who takes part ---------------------------------------------------------------------------------------


def moved(part: Record) -> Mapping[str, str]:
    """Units that begin elsewhere than in the campaign, with their hexes."""
    return dict(word.split("=") for word in part.text("moved").split())


@rule("1.0", "10.11")
def comes(part: Record, unit: Unit, space: str, last: int) -> bool:
    """Whether a unit takes part where a part of the maps is in play.

    Parameters
    ----------
    space
        Where it begins; a box for those that land or come later.
    last
        Turn with which the scenario ends.

    Returns
    -------
    bool
        Of Detachments always: Breakdown makes them.
    """
    if unit.type == "detachment" or unit.id in moved(part):
        return True
    if space[1:].isdigit():
        inside = not parts.outside_of((space,), part.text("hexes"), _FILE.name)
        return inside and unit.id not in part.text("without").split()
    named = {unit.id, unit.division} & set(part.text("comes").split())
    return bool(named) and (unit.arrival or 1) <= last


@rule("1.0")
def absent(view: View, name: str, *, present: bool) -> list[Fault]:
    """Why a formation is asked about in vain: it fights on another part of the front.

    Parameters
    ----------
    name
        Of the formation, or of the Corps of a nation.
    present
        Whether an HQ of it is in the game.
    """
    if present or not is_part(view):
        return []
    return [Fault("1.0", f"{name} takes no part in {scenario_of(view).text('title')}")]


# --- what falls to it -------------------------------------------------------------------------------------


def _sharing(view: View) -> Record | None:
    """The part of the front that gets its share only; None where all comes to it."""
    found = _record(view)
    return found if found is not None and view.option("front-share") == "A" else None


@rule("1.0", "5.12")
def share(view: View, side: str) -> int:
    """Percent of something that falls to the part of the front in play; 100 on both maps.

    Parameters
    ----------
    side
        Whose share: ``allied`` or ``german``.
    """
    found = _sharing(view)
    return cite(view, found, side, "1.0") if found is not None else 100


@rule("1.0")
def shared(view: View, number: int, side: str) -> int:
    """What of a number falls to the part of the front in play, rounded up.

    Parameters
    ----------
    side
        As in `share`.
    """
    return -(-number * share(view, side) // 100)


@rule("1.0", "4.12")
def free_ops(view: View, number: int) -> int:
    """How many of the Free Ops markers of the weather come into play."""
    found = _sharing(view)
    return min(number, cite(view, found, "free_ops", "1.0")) if found is not None else number
