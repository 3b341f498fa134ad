"""Sections 8.33, 8.54 and 18.3: a unit on its way through an impulse, and the MF that it has."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r18_weather import german_mf_bonus
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, View
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["Leg", "Mover", "after", "allowance", "has_overrun", "mf_used", "mover_of", "spend_mf"]


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit on its way: where it is by now and what it has used.

    Parameters
    ----------
    at, start
        Where it is on its way, and where it began the impulse.
    used
        MF used so far.
    entered
        Spaces entered so far.
    bridges
        Ids of the bridges that it has crossed since it stood as in the position.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> Mover(Piece(Unit("x", "x", "x", "german", "german"), "a", "fresh"), "a", "a", 4, 1, 0).left
    3
    """

    piece: Piece
    at: str
    start: str
    mf: int
    used: int
    entered: int
    bridges: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """MF that it has left."""
        return max(0, self.mf - self.used)


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a unit, as the rules price it.

    Parameters
    ----------
    cost
        MF.
    crossing
        Word of the item ``crossed``.
    rule
        Section that sets the cost.
    duty
        Section and reason of a Mandatory Assault, or two empty strings.
    stop
        Whether the unit must stop there.

    Examples
    --------
    >>> Leg(Edge("a", "b", "open"), "b", 1, "open", "8.36A", ("", ""), stop=False).cost
    1
    """

    edge: Edge
    to: str
    cost: int
    crossing: str
    rule: str
    duty: tuple[str, str]
    stop: bool


# --- a unit on its way ----------------------------------------------------------------------------------


@rule("8.33", "18.3", "24.6")
def allowance(view: View, piece: Piece) -> int:
    """MF of a unit in this impulse: Germans have one more unless the weather is Clear.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> unit = d_day.pieces["ge-916"]
    >>> allowance(d_day, unit) == unit.printed.mf
    True
    """
    printed = view.printed(piece, "mf", "8.33")
    return printed + german_mf_bonus(view) if piece.side == terms.GERMAN else printed


@rule("8.54", "8.32")
def mf_used(view: View, piece: Piece) -> int:
    """MF that a unit has used; one that has not moved yet owes those of an assault from inside its Area.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> mf_used(d_day, d_day.pieces["ge-916"])
    0
    """
    return view.number("mf-used", piece.uid) or view.number("assault-mf", terms.started_in(view, piece))


def spend_mf(draft: Draft, uid: str, mf: int) -> None:
    """Charge a unit for a move, a seizure or an assault (8.32, 8.54).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("assault-mf", 2, "omaha-beach"); spend_mf(draft, "ge-916", 1)
    >>> draft.number("mf-used", "ge-916")
    3
    """
    draft.set("mf-used", mf_used(draft, draft.pieces[uid]) + mf, uid)


@rule("8.31")
def has_overrun(view: View, piece: Piece, space: str) -> bool:
    """Whether a unit took part in overrunning a space, so that it may leave it and return.

    One that began there and stood aside has paid no MF of its own yet; those that entered without assaulting
    are Spent.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("attacked", "overrun", "omaha-beach")
    >>> unit = draft.pieces["ge-916"]
    >>> aside = has_overrun(draft, unit, "omaha-beach")
    >>> draft.set("mf-used", 1, "ge-916"); aside, has_overrun(draft, unit, "omaha-beach")
    (False, True)
    """
    if space in view.text("overran", piece.uid).split():
        return True
    fought = piece.space == space and view.text("attacked", space) == "overrun"
    inside = terms.started_in(view, piece) == space
    return fought and (not inside or view.number("mf-used", piece.uid) > 0)


@rule("8.33", "8.54")
def mover_of(view: View, piece: Piece) -> Mover:
    """A unit as it stands, with the MF it has used, those of an assault from inside its Area included.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> mover_of(d_day, d_day.pieces["ge-916"]).used
    0
    """
    uid, start = piece.uid, terms.started_in(view, piece)
    used = mf_used(view, piece)
    mf = 0 if piece.printed.type == "coastal-artillery" else allowance(view, piece)
    return Mover(piece, piece.space, start, mf, used, view.number("entered", uid))


def after(mover: Mover, leg: Leg) -> Mover:
    """The same unit one step further.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Mover(Piece(Unit("x", "x", "x", "german", "german"), "a", "fresh"), "a", "a", 4, 0, 0)
    >>> after(unit, Leg(Edge("a", "b", "open"), "b", 1, "open", "8.36A", ("", ""), stop=False)).left
    3
    """
    bridges = (*mover.bridges, leg.edge.id) if leg.crossing == "bridge" else mover.bridges
    return replace(mover, at=leg.to, used=mover.used + leg.cost, entered=mover.entered + 1, bridges=bridges)
