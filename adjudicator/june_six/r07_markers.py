"""Section 7.1: Activation and Free Ops markers: their ids, whose they are, and where they lie.

A marker is ``am-us-1-2`` (the second of the 1st US Division), ``am-german-corps-1``, ``free-ops-german-2``,
or ``hidden-german-3``: one of whose kind the viewpoint knows nothing (7.24).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.citation import rule
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Fault
from maps.filing import Located

__all__ = [
    "ASIDE",
    "CORPS_GROUPS",
    "CUP",
    "FREE_OPS",
    "INITIATIVE",
    "NEXT",
    "PLACES",
    "USED",
    "absent",
    "chits_of",
    "every_marker",
    "group_of_hq",
    "group_of_marker",
    "hqs_of_group",
    "in_place",
    "is_corps_group",
    "is_free_ops",
    "is_hidden",
    "name_of_group",
    "nation_of_formation",
    "put",
    "side_of_group",
    "side_of_marker",
    "spare",
    "taken",
]

CUP, INITIATIVE, ASIDE, NEXT, USED = "cup", "initiative", "aside", "next", "used"
PLACES = (CUP, INITIATIVE, ASIDE, NEXT, USED)
CORPS_GROUPS: Mapping[str, str] = {
    terms.US: "us-corps",
    terms.COMMONWEALTH: "commonwealth-corps",
    terms.GERMAN: "german-corps",
}
FREE_OPS: Mapping[str, str] = {terms.ALLIED: "free-ops-allied", terms.GERMAN: "free-ops-german"}
_NUMBERS: Mapping[str, int] = {"free-ops-allied": 1}
_NAMES = {
    "us-corps": "US Corps",
    "commonwealth-corps": "Commonwealth Corps",
    "german-corps": "German Corps",
    "free-ops-allied": "Allied Free Ops",
    "free-ops-german": "German Free Ops",
}
_HIDDEN = "hidden-"


# --- ids --------------------------------------------------------------------------------------------------


@rule("7.11", "5.14")
def chits_of(group: str) -> tuple[str, ...]:
    """Ids of the markers of a Division, of the Corps of a nation, or of a side's Free Ops.

    Parameters
    ----------
    group
        Slug of a division, ``us-corps`` ..., or ``free-ops-german`` ...

    Examples
    --------
    >>> chits_of("us-1"), chits_of("free-ops-allied")
    (('am-us-1-1', 'am-us-1-2'), ('free-ops-allied-1',))
    """
    stem = group if is_free_ops(group) else f"am-{group}"
    return tuple(f"{stem}-{n}" for n in range(1, _NUMBERS.get(group, 2) + 1))


def every_marker(at: Located) -> tuple[str, ...]:
    """Ids of all markers: of the formations, of the Corps of each nation, of Free Ops."""
    groups = (*load_formations(at), *CORPS_GROUPS.values(), *FREE_OPS.values())
    return tuple(chit for group in groups for chit in chits_of(group))


@rule("7.11")
def group_of_marker(chit: str) -> str:
    """Division, ``us-corps`` ..., or ``free-ops-german`` ... that a marker belongs to.

    Examples
    --------
    >>> group_of_marker("am-ge-352-1"), group_of_marker("hidden-german-2")
    ('ge-352', 'hidden-german')
    """
    return chit.rpartition("-")[0].removeprefix("am-")


def is_free_ops(marker: str) -> bool:
    """Whether a marker, or a group of them, is Free Ops.

    Examples
    --------
    >>> is_free_ops("free-ops-german-1"), is_free_ops("am-ge-352-1")
    (True, False)
    """
    return marker.startswith("free-ops-")


def is_hidden(marker: str) -> bool:
    """Whether a marker stands for one that the viewpoint does not know."""
    return marker.startswith(_HIDDEN)


@rule("7.11")
def is_corps_group(group: str) -> bool:
    """Whether markers of this group activate all Corps HQs of a nation."""
    return group in CORPS_GROUPS.values()


@rule("5.14")
def nation_of_formation(formation: str) -> str:
    """Nation that the slug of a formation, or of a group of markers, begins with.

    Examples
    --------
    >>> nation_of_formation("ca-3"), nation_of_formation("us-v"), nation_of_formation("ge-lxxxiv")
    ('commonwealth', 'us', 'german')
    """
    head = formation.partition("-")[0]
    return {"us": terms.US, "ge": terms.GERMAN, "german": terms.GERMAN}.get(head, terms.COMMONWEALTH)


def side_of_group(group: str) -> str:
    """Side that owns the markers of a group.

    Examples
    --------
    >>> side_of_group("free-ops-german"), side_of_group("us-corps"), side_of_group("hidden-allied")
    ('german', 'allied', 'allied')
    """
    head = group.removeprefix("free-ops-").removeprefix(_HIDDEN)
    return terms.GERMAN if nation_of_formation(head) == terms.GERMAN else terms.ALLIED


def side_of_marker(chit: str) -> str:
    """Side that owns a marker.

    Examples
    --------
    >>> side_of_marker("am-us-1-2"), side_of_marker("hidden-german-1")
    ('allied', 'german')
    """
    return side_of_group(group_of_marker(chit))


def name_of_group(view: View, group: str) -> str:
    """How a person calls the markers of a group.

    Parameters
    ----------
    group
        As in `chits_of`.
    """
    if group in _NAMES:
        return _NAMES[group]
    if is_hidden(group):
        return f"unknown {side_of_group(group).capitalize()}"
    known, head = load_formations(view).get(group), terms.hq_of(view, group)
    return known.name if known else head.printed.title if head else group


# --- headquarters -----------------------------------------------------------------------------------------


@rule("7.11", "5.14")
def group_of_hq(hq: Piece) -> str:
    """Group of the markers that activate an HQ; empty for the Cherbourg Command, which has none."""
    if "cherbourg" in hq.printed.marks:
        return ""
    return CORPS_GROUPS[terms.nation_of(hq.printed)] if terms.is_corps_hq(hq.printed) else hq.printed.division


@rule("7.11", "7.12")
def hqs_of_group(view: View, group: str) -> tuple[Piece, ...]:
    """HQs that a marker of a group can activate, wherever they are.

    Parameters
    ----------
    group
        As in `chits_of`; a Free Ops marker activates any HQ of its side.

    Returns
    -------
    tuple of Piece
        By id.
    """
    pieces = [p for p in view.pieces.values() if terms.is_hq(p.printed)]
    if is_free_ops(group):
        side = side_of_group(group)
        found = [p for p in pieces if p.printed.side == side and group_of_hq(p)]
    else:
        found = [p for p in pieces if group_of_hq(p) == group]
    return tuple(sorted(found, key=lambda p: p.uid))


@rule("1.0", "7.11")
def absent(view: View, group: str) -> list[Fault]:
    """Why a group of markers is out of play: none of its HQs takes part in the scenario."""
    present = bool(hqs_of_group(view, group)) or terms.hq_of(view, group) is not None
    return r01_part.absent(view, name_of_group(view, group), present=present)


# --- where they lie ---------------------------------------------------------------------------------------


@rule("7.21")
def in_place(view: View, place: str, *, side: str = "") -> tuple[str, ...]:
    """Markers that lie somewhere, sorted.

    Parameters
    ----------
    place
        One of `PLACES`.
    side
        Only those of a side; empty for both.
    """
    found = (chit for chit in view.subjects("am") if view.text("am", chit) == place)
    return tuple([chit for chit in found if not side or side_of_marker(chit) == side])


def taken(view: View, group: str) -> tuple[str, ...]:
    """Markers of a group that were bought or came free this turn, wherever they lie now."""
    return tuple([chit for chit in chits_of(group) if view.text("am", chit)])


def spare(view: View, group: str) -> Iterator[str]:
    """Markers of a group that nobody has put anywhere this turn."""
    return (chit for chit in chits_of(group) if not view.text("am", chit))


@rule("7.21", "7.22", "7.24")
def put(draft: Draft, chit: str, place: str) -> None:
    """Lay a marker somewhere.

    Parameters
    ----------
    place
        One of `PLACES`.
    """
    draft.set("am", place, chit)
