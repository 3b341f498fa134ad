"""What if: units brought into an Area before a question about combat there is answered, action by action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r08_reach, r21_d_day, terms
from adjudicator.breakout_normandy.r06_moment import moment
from adjudicator.breakout_normandy.r08_impulses import DoubleImpulse
from adjudicator.breakout_normandy.r08_movement import Move, enter, split
from adjudicator.breakout_normandy.r09_assault import ANNOUNCED, Announced, Assault, NameForward
from adjudicator.breakout_normandy.r09_odds import best_point
from adjudicator.breakout_normandy.r09_retreats import mark_start
from adjudicator.breakout_normandy.r13_regrouping import RegroupLand
from adjudicator.breakout_normandy.r19_landing import Land, count_landing, put_ashore
from adjudicator.errors import PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Draft, Position, View
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed, suppose
from module_builder.vassal.values import dataclass

__all__ = [
    "Cast",
    "Scene",
    "barred",
    "brought_in",
    "first_wave_lands",
    "landing",
    "move_or_land",
    "one_landing",
    "way",
]

_WAVE = frozenset({"airborne", "naval", "air", "amphibious"})


@dataclass(frozen=True, slots=True)
class Scene:
    """A position that actions would bring about.

    Parameters
    ----------
    supposed
        The actions, each in the position in which it would be made.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> Scene(GAME.scenario("d-day"), (), Ruling("enter", "", None)).supposed
    ()
    """

    position: Position
    supposed: tuple[Supposed, ...]
    told: Ruling


@dataclass(frozen=True, slots=True)
class Cast:
    """Who takes part in an assault that is asked about.

    Parameters
    ----------
    units, support
        Ids of the assaulting units and of the supporting artillery.
    point, forward
        Ids of the Point Unit and of the Forward Unit; empty where they are not named.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> scene = brought_in(GAME.scenario("d-day"), ["ge-1-919"], "utah-beach")
    >>> Cast(scene, "utah-beach", ("ge-1-919",), "", (), "").supposed[0].action.point
    'ge-1-919'
    """

    scene: Scene
    area: str
    units: tuple[str, ...]
    point: str
    support: tuple[str, ...]
    forward: str

    @property
    def supposed(self) -> tuple[Supposed, ...]:
        """How the units come, the assault, and the Forward Unit where it is named."""
        there = self.scene.position
        best = best_point(there, [there.pieces[u] for u in self.units])
        point = self.point or (best.uid if best is not None else self.units[0])
        assault = Assault(self.area, self.units, point, self.support)
        found = (*self.scene.supposed, Supposed(there, assault))
        return (*found, self._named(point)) if self.forward else found

    def _named(self, point: str) -> Supposed:
        """The defender's choice, once the assault is announced (9.1)."""
        draft = moment(self.scene.position, Assault(self.area, self.units, point, self.support)).draft()
        defender = terms.enemy_of(draft.pieces[self.units[0]].side)
        ANNOUNCED.push(draft, Announced(self.area, self.units, point, self.support), defender)
        return Supposed(draft.finish(), NameForward(self.forward))


class _Scene:
    """A scene in the making."""

    def __init__(self, position: Position, *, strict: bool) -> None:
        self.position, self.given = position, position
        self.supposed: list[Supposed] = []
        self.inquiry = Inquiry(position, strict=strict)

    def suppose(self, action: Action, perform: Callable[[Draft], None]) -> None:
        """Note an action, and go on from the position that it leads to."""
        self.supposed.append(Supposed(self.position, action))
        draft = moment(self.position, action).draft()
        perform(draft)
        self.position = draft.finish()

    def finished(self) -> Scene:
        return Scene(self.position, tuple(self.supposed), self.inquiry.ruling("enter", ""))


def brought_in(position: Position, units: Sequence[str], area: str, *, strict: bool = False) -> Scene:
    """Move units that are elsewhere into an Area by their cheapest way, as the impulse would.

    Units of one Approach Box land together, and go on from the Beach by themselves (19.3); those on the
    Setup card go ashore in the first wave. Units that began in two spaces act together in a Double Impulse
    only (11.4).

    Parameters
    ----------
    units
        Ids; those in the Area already stay as they are.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> scene = brought_in(GAME.scenario("d-day"), ["ge-1-919"], "utah-beach")
    >>> scene.position == GAME.scenario("d-day"), scene.supposed
    (True, ())
    """
    scene = _Scene(position, strict=strict)
    starts = list(dict.fromkeys(_starts(position, units, area)))
    waiting = [u for u in _leaders_first(position, units) if position.pieces[u].space != area]
    while waiting:
        together = _together(scene.position, waiting, area)
        waiting = [u for u in waiting if u not in together]
        _enter(scene, together, area)
    for space in starts[1:]:
        _double(scene, space)
    return scene.finished()


def _starts(position: Position, units: Sequence[str], area: str) -> Iterator[str]:
    """Where units began; those that a sketch has brought in came from an Active Area, said or not."""
    for uid in units:
        piece = position.pieces[uid]
        start = terms.started_in(position, piece)
        if piece.space != area or start == area or position.raw("active", start) is not UNKNOWN:
            yield start


def _leaders_first(position: Position, units: Sequence[str]) -> list[str]:
    return sorted(units, key=lambda u: not position.pieces[u].printed.is_point)


def _together(position: Position, waiting: Sequence[str], area: str) -> list[str]:
    """Units that enter by one action: those that land from one Box, or in the first wave; else one."""
    first = position.pieces[waiting[0]]
    if not _beach(position, first.space) and not _in_wave(position, first.uid, area):
        return [first.uid]
    return [u for u in waiting if position.pieces[u].space == first.space]


def _beach(position: Position, space: str) -> str:
    """The Beach on which units in a space land, empty where it is no Approach Box that leads to one."""
    known = position.board.spaces.get(space)
    if known is None or known.kind != "approach":
        return ""
    return next((to for edge, to in position.board.neighbours(space) if edge.boundary == "landing"), "")


def _in_wave(position: Position, uid: str, area: str) -> bool:
    """Whether a unit on the Setup card may still be of the first wave that lands there (21.5)."""
    piece = position.pieces[uid]
    return first_wave_lands(position) and not r21_d_day.wave_fault(piece) and piece.printed.entry[0] == area


def _enter(scene: _Scene, units: Sequence[str], area: str) -> None:
    """Let units enter by one action, and say how."""
    at = scene.position.pieces[units[0]].space
    if _in_wave(scene.position, units[0], area):
        scene.inquiry.note(
            "21.5", f"{many(len(units), 'unit lands', 'units land')} in the first wave", len(units)
        )
        scene.suppose(r21_d_day.FirstWave(tuple(units)), lambda draft: _first_wave(draft, units, area))
    elif beach := _beach(scene.position, at):
        _land(scene, units, beach)
        for uid in units if beach != area else ():
            _move(scene, uid, area)
    else:
        _move(scene, units[0], area)


def _first_wave(draft: Draft, units: Sequence[str], beach: str) -> None:
    draft.set("first-wave", r21_d_day.LANDED)
    for uid in units:
        draft.place(uid, terms.approach_of(draft, beach))
        r21_d_day.go_ashore(draft, uid, beach)


def _land(scene: _Scene, units: Sequence[str], beach: str) -> None:
    action = Land(tuple(units))
    then = moment(scene.position, action)
    for uid in units:
        _tell(scene, then, uid, beach)

    def perform(draft: Draft) -> None:
        count_landing(draft, beach, len(units))
        put_ashore(draft, units, beach)

    scene.suppose(action, perform)


def _move(scene: _Scene, uid: str, area: str) -> None:
    then = moment(scene.position, Move(uid, (area,)))
    path = _tell(scene, then, uid, area)
    if path:
        scene.suppose(Move(uid, path), lambda draft: _march(draft, uid, path))
    else:
        draft = then.draft()
        mark_start(draft, uid)
        draft.place(uid, area)
        scene.position = draft.finish()


def _tell(scene: _Scene, then: Position, uid: str, area: str) -> tuple[str, ...]:
    """Record how a unit reaches an Area, or why it does not; its path, empty where there is none."""
    ruling = r08_reach.reach_ruling(then, uid, to=area)
    scene.inquiry.steps += ruling.steps
    scene.inquiry.violations += ruling.violations
    return way(then, uid, area)


def way(position: Position, uid: str, area: str) -> tuple[str, ...]:
    """Path of a unit to a space, empty where it reaches none.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> way(GAME.scenario("d-day"), "ge-1058", "utah-beach")
    ('montebourg', 'utah-beach')
    """
    found = r08_reach.reach(position, uid).destinations.get(area)
    return found.path if found is not None else ()


def _march(draft: Draft, uid: str, path: Sequence[str]) -> None:
    for element in path:
        to, river = split(element)
        edge = draft.board.edge(draft.pieces[uid].space, to)
        if edge is not None:
            enter(draft, uid, edge, to, river=river)


def _double(scene: _Scene, space: str) -> None:
    """Suppose a Double Impulse for units that began in another space than the first."""
    daylight = scene.position.text("phase") == "daylight"
    if not daylight or scene.given.number("active", space) or space not in scene.position.board.spaces:
        return
    draft = scene.position.draft()
    draft.clear("active", space)
    scene.position = draft.finish()
    scene.suppose(DoubleImpulse(space), lambda after: after.set("active", 1, space))


def barred(supposed: Supposed) -> bool:
    """Whether something other than the moment is against an action, as far as the position says.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> barred(Supposed(GAME.scenario("d-day"), Move("ge-1058", ("montebourg",))))
    False
    """
    try:
        return bool(suppose(supposed.position, supposed.action).violations)
    except PositionError:
        return False


# --- moves and landings by themselves -------------------------------------------------------------------


def move_or_land(position: Position, uid: str, path: tuple[str, ...]) -> Action:
    """The move of a unit along a path; from an Approach Box its landing, and what it does then left out.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> move_or_land(GAME.scenario("d-day"), "ge-1058", ("montebourg",))
    Move(unit='ge-1058', path=('montebourg',))
    """
    known = position.board.spaces.get(position.pieces[uid].space)
    return Land((uid,)) if known is not None and known.kind == "approach" else Move(uid, path)


def first_wave_lands(view: View) -> bool:
    """Whether the first wave of D-Day has still to land (21.5).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> first_wave_lands(GAME.scenario("d-day"))
    True
    """
    return view.text("phase") in _WAVE and view.text("first-wave") != r21_d_day.LANDED


def landing(position: Position, units: tuple[str, ...]) -> Supposed:
    """The landing of some units together: in the first wave, by an impulse, or at night (19.3, 13, 21.5).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> landing(GAME.scenario("d-day"), ("us-4-8",)).action
    FirstWave(units=('us-4-8',))
    """
    if first_wave_lands(position):
        return Supposed(position, r21_d_day.FirstWave(units))
    night = position.text("phase") == "regroup-allied"
    return Supposed(position, RegroupLand(units) if night else Land(units))


def one_landing(position: Position, beach: str) -> tuple[Supposed, ...]:
    """The landing of one unit that waits for a Beach, one that may land if there is one.

    Returns
    -------
    tuple of Supposed
        Empty where nobody waits.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> [s.action for s in one_landing(GAME.scenario("d-day"), "utah-beach")]
    [FirstWave(units=('us-4-12',))]
    """
    if first_wave_lands(position):
        waiting = [u.uid for u in position.units_in(terms.SETUP_CARD) if _in_wave(position, u.uid, beach)]
    elif any(edge.boundary == "landing" for edge, _ in position.board.neighbours(beach)):
        waiting = [p.uid for p in position.units_in(terms.approach_of(position, beach))]
    else:
        waiting = []
    tried = [landing(position, (uid,)) for uid in waiting]
    able = (s for s in tried if not barred(s))
    return (next(able, tried[0]),) if tried else ()
