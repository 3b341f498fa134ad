"""Sections 12.6, 12.7 and 12.71: where supply lines begin, and which Beaches can.

A *nation* is ``german``, ``us`` or ``british``: the Allies share Areas, but not Beaches (12.71).
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.breakout_normandy import r24_ports, r24_storm, terms
from adjudicator.citation import rule
from adjudicator.position import Draft, View

__all__ = [
    "CHERBOURG",
    "NATIONS",
    "beaches",
    "has_depots",
    "note_beaches",
    "side_of",
    "source_of",
    "source_spaces",
]

CHERBOURG = "cherbourg"
NATIONS = ("german", "us", "british")
_GERMAN_HOLDS = 99


def side_of(nation: str) -> str:
    """The side of a nation.

    Parameters
    ----------
    nation
        ``german``, ``us`` or ``british``.

    Examples
    --------
    >>> side_of("us")
    'allied'
    """
    return terms.GERMAN if nation == terms.GERMAN else terms.ALLIED


# --- sources --------------------------------------------------------------------------------------------


@rule("12.7", "12.71", "3.4")
def beaches(view: View, nation: str = "") -> Iterator[str]:
    """Ids of the Beach Areas, of one nationality or all.

    Parameters
    ----------
    nation
        ``us``, ``british`` or empty.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> sorted(beaches(GAME.scenario("d-day"), "us"))
    ['omaha-beach', 'utah-beach']
    """
    for space in view.board.spaces.values():
        code = space.features.get("beach")
        if space.kind == "area" and code:
            nationality = terms.allied_nationality_word(str(code))
            if nation in {"", nationality}:
                yield space.id


@rule("12.71")
def note_beaches(draft: Draft) -> None:
    """Note which Beaches the Allies have held and the Germans regained, as an impulse or phase ends.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("control", "us", "utah-beach"); note_beaches(draft)
    >>> draft.set("control", "german", "utah-beach"); note_beaches(draft)
    >>> has_depots(draft, "utah-beach")
    False
    """
    for beach in beaches(draft):
        allied = terms.control_side(draft, beach) == terms.ALLIED
        if allied and draft.number("beach-closed", beach) == _GERMAN_HOLDS:
            draft.set("beach-closed", draft.number("date"), beach)
        elif allied:
            draft.set("beach-held", True, beach)
        elif draft.flag("beach-held", beach):
            draft.set("beach-closed", _GERMAN_HOLDS, beach)


@rule("12.71")
def has_depots(view: View, beach: str) -> bool:
    """Whether a Beach has Depots tonight: not from German recapture to the day after the Allied one.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> has_depots(GAME.scenario("d-day"), "utah-beach")
    True
    """
    closed = view.number("beach-closed", beach)
    regained = view.flag("beach-held", beach) and terms.control_side(view, beach) == terms.GERMAN
    return not regained and closed < view.number("date")


def _beach_works(view: View, beach: str) -> bool:
    if has_depots(view, beach):
        return True
    return terms.control_side(view, beach) == terms.ALLIED and view.option("closed-beach") == "A"


@rule("12.6", "12.61", "12.62", "12.71", "24.2")
def source_of(view: View, space: str, nation: str) -> tuple[str, str, bool]:
    """Whether a space is a supply source for a nation.

    Parameters
    ----------
    nation
        ``german``, ``us`` or ``british``.

    Returns
    -------
    (section, sentence, local)
        Two empty strings when it is none; local when it supplies only the units that stand in it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> source_of(GAME.scenario("d-day"), "zone-b", "german")
    ('12.6', 'Zone B is a German-controlled Zone', False)
    >>> source_of(GAME.scenario("d-day"), "utah-beach", "german")[0]
    ''
    """
    name = view.board.name(space)
    if nation == terms.GERMAN:
        return _german_source(view, space, name)
    return _allied_source(view, space, nation, name)


def _german_source(view: View, space: str, name: str) -> tuple[str, str, bool]:
    ours = terms.control_side(view, space) == terms.GERMAN
    if terms.is_zone(view, space) and ours:
        return ("12.6", f"{name} is a German-controlled Zone", False)
    if space == CHERBOURG and ours:
        return ("12.62", f"{name} saves from isolation, but feeds only units in it", False)
    if space == CHERBOURG and view.option("cherbourg-not-controlled") == "A":
        return ("12.62", f"{name} is a limited source for German units in it", True)
    return ("", "", False)


def _allied_source(view: View, space: str, nation: str, name: str) -> tuple[str, str, bool]:
    code = view.board.spaces[space].features.get("beach")
    if code and terms.allied_nationality_word(str(code)) == nation and _beach_works(view, space):
        if terms.is_contested(view, space):
            return ("12.71", f"{name} is Contested and supplies only units in it", True)
        if terms.control_side(view, space) == terms.ALLIED:
            return ("12.71", f"{name} is a Beach of that nationality", False)
    if nation == "us" and any(port == space for port, _ in r24_ports.extra_depots(view)):
        return ("24.2", f"{name} is a working Minor Port", terms.is_contested(view, space))
    return ("", "", False)


def source_spaces(view: View, nation: str) -> Iterator[str]:
    """Ids of the spaces that may be sources of a nation.

    Parameters
    ----------
    nation
        ``german``, ``us`` or ``british``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> list(source_spaces(GAME.scenario("d-day"), "us"))
    ['omaha-beach', 'utah-beach']
    """
    if nation == terms.GERMAN:
        yield from (s.id for s in view.board.spaces.values() if s.kind == "zone")
        if CHERBOURG in view.board.spaces:
            yield CHERBOURG
        return
    yield from beaches(view, nation)
    if nation == "us" and r24_storm.is_extended(view):
        yield from r24_ports.minor_ports(view)
