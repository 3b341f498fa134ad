"""Section 22: Breakout, and the Victory Points of the week's end (with 23.22 and 24.1)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.breakout_normandy import r12_supply, r23_bids, r24_storm, terms
from adjudicator.citation import rule
from adjudicator.errors import UnsupportedRule
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Piece, Position, View
from adjudicator.ruling import Ruling, Used
from maps.breakout_normandy.tracks import load_tracks
from module_builder.vassal.values import dataclass

__all__ = [
    "breakout_units",
    "cherbourg_is_isolated",
    "contested_pool",
    "has_broken_out",
    "victory",
    "victory_points",
    "week_end",
    "week_winner",
]

_CHERBOURG = "cherbourg"
_POOL, _POOL_OF_2006 = 7, 6
_TENTHS = 96  # 9.6 Victory Points, the standard of tournaments
_SHORT_GAME = 12
_LAST_PHASES = frozenset({"regroup-allied", "over"})


@rule("22.1")
def breakout_units(view: View) -> Iterator[Piece]:
    """Fresh Allied units in Zones, in supply or not.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> list(breakout_units(GAME.scenario("d-day")))
    []
    """
    for space in view.board.spaces.values():
        if space.kind == "zone":
            for piece in terms.friends(view, space.id, terms.ALLIED):
                if piece.status == terms.FRESH:
                    yield piece


@rule("12.8", "22.1")
def has_broken_out(view: View) -> bool:
    """Whether the Allies have a supplied Fresh unit in a Zone, to be asked when the Daylight Phase ends.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> has_broken_out(GAME.scenario("d-day"))
    False
    """
    return any(r12_supply.in_supply(view, p) for p in breakout_units(view))


def _vp(view: View, area: str) -> int:
    """Printed Victory Points of an Area (3.25)."""
    return int(view.feature(view.board.spaces[area], "vp", "3.25") or 0)


@rule("3.25", "12.8", "22.3")
def victory_points(inquiry: Inquiry) -> tuple[int, int]:
    """Allied Victory Points, each line recorded; and what the contested Areas are worth.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> victory_points(Inquiry(GAME.scenario("d-day")))
    (-4, 0)
    """
    adding, board = inquiry.adding("Victory Points"), inquiry.board
    for area in terms.areas(inquiry):
        if terms.control_side(inquiry, area) != terms.ALLIED:
            continue
        worth = _vp(inquiry, area)
        if not worth:
            continue
        inquiry.note("3.25", f"{board.name(area)} is printed in red", worth)
        if r12_supply.area_in_supply(inquiry, area):
            adding.add("22.3", f"{board.name(area)} is Allied-controlled and supplied", worth)
        else:
            adding.add("12.8", f"{board.name(area)} is Allied-controlled but isolated", 0)
    if cherbourg_is_isolated(inquiry):
        adding.add("22.3", "Cherbourg is isolated", 2)
    if inquiry.text("advantage") == terms.ALLIED:
        adding.add("22.3", "the Allies hold the Advantage", 1)
    for beach in _german_beaches(inquiry):
        adding.add("22.3", f"{board.name(beach)} is German-controlled", -1)
    pool = contested_pool(inquiry)
    if pool:
        adding.add("22.4", f"supplied Areas worth {pool} points are contested", _earned(inquiry, pool))
    return adding.value, pool


def _earned(view: View, pool: int) -> int:
    """The Victory Point of the Contested Areas, if they are worth enough (22.4)."""
    return int(pool >= (_POOL_OF_2006 if terms.is_chosen(view, "contested-points") else _POOL))


def _german_beaches(view: View) -> list[str]:
    beaches = [a for a in terms.areas(view) if view.board.spaces[a].features.get("beach")]
    return [b for b in beaches if terms.controller(view, b) == terms.GERMAN]


@rule("22.3")
def cherbourg_is_isolated(view: View) -> bool:
    """Whether Cherbourg is German-controlled and cut off from every German-controlled Zone.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> cherbourg_is_isolated(GAME.scenario("d-day"))
    False
    """
    if _CHERBOURG not in view.board.spaces or terms.controller(view, _CHERBOURG) != terms.GERMAN:
        return False
    if view.option("cherbourg-isolated") == "B":
        around = [other for _, other in view.board.neighbours(_CHERBOURG)]
        return all(terms.control_side(view, a) == terms.ALLIED for a in around)
    return not r12_supply.reaches_zone(view, _CHERBOURG)


@rule("22.4")
def contested_pool(view: View) -> int:
    """Printed points of the Areas that the Allies contest without controlling them, where they are supplied.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> contested_pool(GAME.scenario("d-day"))
    0
    """
    pool = 0
    for area in terms.areas(view):
        there = terms.friends(view, area, terms.ALLIED)
        if not there or terms.controller(view, area) != terms.GERMAN:
            continue
        if any(r12_supply.in_supply(view, p) for p in there):
            pool += _vp(view, area)
    return pool


# --- the verdict ----------------------------------------------------------------------------------------


@rule("22.2", "24.1")
def week_end(view: View) -> int:
    """Last day of the current week of the game in play.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> week_end(GAME.scenario("d-day"))
    12
    """
    if not r24_storm.is_extended(view):
        return _SHORT_GAME
    ends = sorted(load_tracks(view).required)
    return next((day for day in ends if day >= view.number("date")), ends[-1])


def _required(inquiry: Inquiry) -> int:
    """Victory Points needed at the end of the week, with the bid."""
    day, tracks = week_end(inquiry), load_tracks(inquiry)
    if day not in tracks.required:
        raise UnsupportedRule("24.1", f"the requirement printed for {day} June", "type it into an overlay")
    used = Used(f"Victory Points required on {day} June", "map.toml", "required", str(day))
    inquiry.source("24.1", used, tracks.source(f"required {day}"))
    section = "24.1" if r24_storm.is_extended(inquiry) else "22.2"
    total = r23_bids.required_points(inquiry, tracks.required[day], section)
    inquiry.steps.extend(total.steps)
    return total.value


@dataclass(frozen=True, slots=True)
class _Standing:
    """Points, contested ones and the requirement; by how much the Allies are ahead of it."""

    points: int
    contested: int
    required: int
    ahead: int


def _standing(inquiry: Inquiry) -> _Standing:
    (points, pool), required = victory_points(inquiry), _required(inquiry)
    if _in_tenths(inquiry):
        ahead = _tournament(inquiry, points, pool)
    else:
        ahead = r23_bids.compare_with_bid(inquiry, points, pool, required)
    return _Standing(points, pool, required, ahead)


def _in_tenths(view: View) -> bool:
    """Whether the requirement of tournaments is played, which is that of the first week."""
    return terms.is_chosen(view, "tournament-requirement") and week_end(view) == _SHORT_GAME


@rule("22.2", "22.4", "23.22")
def _tournament(inquiry: Inquiry, points: int, pool: int) -> int:
    """Tenths of a point by which the Allies exceed 9.6 and their bid; Contested points are tenths."""
    earned = _earned(inquiry, pool) if pool else 0
    tenths = 10 * points + (0 if earned else pool)
    bid = 10 * inquiry.number("bid") + inquiry.number("bid-contested")
    inquiry.note(
        "22.2", f"{tenths / 10:.1f} points stand against {(_TENTHS + bid) / 10:.1f} of the tournament"
    )
    return tenths - _TENTHS - bid


@rule("22.2", "24.1")
def week_winner(view: View) -> str:
    """Who has won at the end of this turn: a side, or nobody.

    On 12 June the requirement is enough; in the Extended Game it must be exceeded, and at exactly the
    requirement play goes on to the next week.

    Returns
    -------
    str
        ``german``, ``allied`` or empty.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> week_winner(draft); draft.set("date", 12); week_winner(draft)
    ''
    'german'
    """
    inquiry = view if isinstance(view, Inquiry) else Inquiry(view)  # type: ignore[arg-type]
    if inquiry.number("date") < week_end(inquiry):
        return ""
    return _verdict(inquiry, _standing(inquiry).ahead)


def _verdict(inquiry: Inquiry, ahead: int) -> str:
    extended = r24_storm.is_extended(inquiry)
    if ahead:
        return terms.ALLIED if ahead > 0 else terms.GERMAN
    if not extended:
        return terms.ALLIED
    if inquiry.number("date") < max(load_tracks(inquiry).required):
        return ""
    return terms.GERMAN if inquiry.option("equal-at-the-end") == "A" else terms.ALLIED


def victory(position: Position, *, strict: bool = False) -> Ruling:
    """Who wins as things stand: a Breakout now, else Victory Points against the week's requirement (22).

    Returns
    -------
    Ruling
        Its answer holds ``winner`` (or empty), ``leads`` (who would win if the last turn of the week ended
        now), ``points``, ``required``, ``contested`` and ``breakout``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> victory(GAME.scenario("d-day")).verdict
    'The Allies have -4 Victory Points; they need 10 on 12 June.'
    """
    inquiry = Inquiry(position, strict=strict)
    broken_out = _note_breakout(inquiry)
    stands = _standing(inquiry)
    if not broken_out:
        inquiry.note("22.1", "no Fresh Allied unit in supply stands in a Zone: there is no Breakout")
    if not stands.contested:
        inquiry.note("22.4", "no supplied Area worth points is contested without being controlled")
    day = week_end(inquiry)
    leads = _verdict(inquiry, stands.ahead) if inquiry.number("date") >= day else ""
    winner = inquiry.text("winner") or (leads if inquiry.text("phase") in _LAST_PHASES else "")
    need = _need(inquiry, stands.required)
    said = f"The Allies have {many(stands.points, 'Victory Point')}; they need {need} on {day} June."
    if broken_out:
        said = "The Allies have broken out and win when the Daylight Phase ends. " + said
    elif winner or leads:
        who = "The Allies" if (winner or leads) == terms.ALLIED else "The Germans"
        said += f" {who} {'win' if winner else 'win as things stand, when the turn ends'}."
    answer = {
        "winner": winner,
        "leads": leads,
        "points": stands.points,
        "required": stands.required,
        "contested": stands.contested,
        "breakout": broken_out,
    }
    return inquiry.ruling("victory", said, answer)


def _need(inquiry: Inquiry, required: int) -> str:
    if _in_tenths(inquiry):
        return "9.6" if not inquiry.number("bid") else f"{_TENTHS / 10 + inquiry.number('bid'):.1f}"
    return f"more than {required}" if r24_storm.is_extended(inquiry) else str(required)


@rule("22.1")
def _note_breakout(inquiry: Inquiry) -> bool:
    """Record every Fresh Allied unit in a Zone; whether one of them is in supply."""
    found = False
    for piece in breakout_units(inquiry):
        isolated = not r12_supply.in_supply(inquiry, piece)
        state = "isolated" if isolated else "in supply"
        zone = inquiry.board.name(piece.space)
        inquiry.note("22.1", f"{piece.printed.title} is Fresh in {zone} and {state}")
        found = found or not isolated
    return found
