"""Sections 8.5, 9.1, 16.1 to 16.3: announcing an assault, and the defender's Forward Unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r08_mf, terms
from adjudicator.breakout_normandy import r16_artillery_support as r16
from adjudicator.breakout_normandy.r08_impulses import begin_movement
from adjudicator.breakout_normandy.r09_choices import assaults
from adjudicator.breakout_normandy.r09_values import LineUp, attack_value, defense_value, line_up
from adjudicator.citation import rule
from adjudicator.frames import Frame, plain
from adjudicator.game import Handler, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "ANNOUNCED",
    "HANDLERS",
    "Announced",
    "Assault",
    "NameForward",
    "assault_cost",
    "duty",
    "forward_candidates",
    "forward_faults",
    "may_assault",
]

PHASES = frozenset({"daylight", "airborne", "amphibious"})
ASSAULTING = frozenset({"infantry", "armor", "flak", "pak"})
FORWARD = "forward-unit"


@dataclass(frozen=True, slots=True)
class Announced:
    """An assault as it was announced, before the defender names the Forward Unit."""

    area: str
    units: tuple[str, ...]
    point: str
    support: tuple[str, ...]


ANNOUNCED = Frame(FORWARD, "9.1", Announced)


@dataclass(frozen=True, slots=True)
class Assault(Action):
    """Announce an assault (9.1).

    Parameters
    ----------
    units
        Ids of the assaulting units, the Point Unit among them.

    Examples
    --------
    >>> Assault("omaha-beach", ("us-1-16", "us-1-18"), "us-1-16").support
    ()
    """

    area: str
    units: tuple[str, ...]
    point: str
    support: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameForward(Action):
    """Name the Forward Unit of an attacked Area (9.1).

    Examples
    --------
    >>> NameForward("ge-916").unit
    'ge-916'
    """

    unit: str


@rule("8.5")
def assault_cost(view: View, area: str, side: str) -> int:
    """MF that units pay to assault in the Area where they began: 2 against any Fresh defender, else 1 (8.5).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> assault_cost(GAME.scenario("d-day"), "omaha-beach", "allied")
    2
    """
    return 2 if any(p.status == terms.FRESH for p in terms.enemies(view, area, side)) else 1


@rule("8.5", "8.52")
def may_assault(view: View, piece: Piece, area: str) -> list[Fault]:
    """Why a unit may not take part in an assault on an Area, apart from its duty to.

    Parameters
    ----------
    view, piece, area
        The position, the unit, and the attacked space.

    Returns
    -------
    list of (section, sentence)
        Empty when it may.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [section for section, _ in may_assault(d_day, d_day.pieces["ge-vierville"], "utah-beach")]
    ['16.3', '8.5', '21.2']
    """
    return [*_own_faults(view, piece, area), *_origin_faults(view, piece)]


@rule("8.22", "8.5")
def _own_faults(view: View, piece: Piece, area: str) -> list[Fault]:
    """Why a unit could not take part whichever impulse it were: its type, its status, where it stands."""
    title, faults = piece.printed.title, _type_faults(piece)
    if piece.status != terms.FRESH:
        faults.append(Fault("8.22", f"{title} is not Fresh"))
    if piece.space != area:
        faults.append(Fault("8.5", f"{title} is not in {view.board.name(area)}"))
    return faults


@rule("4.23", "4.25", "9.7", "16.1", "16.3")
def _type_faults(piece: Piece) -> list[Fault]:
    """Types that never assault."""
    title, kind = piece.printed.title, piece.printed.type
    if kind == r16.FIELD_ARTILLERY:
        return [Fault("16.1", f"{title} is Field Artillery: it may support, not assault")]
    if kind not in ASSAULTING:
        return [Fault("16.3", f"{title} is Coastal Artillery and never attacks")]
    return []


@rule("8.5", "21.2", "21.5")
def _origin_faults(view: View, piece: Piece) -> list[Fault]:
    """Where a unit must have begun: in an Active Area, by drop, or in the first wave."""
    title = piece.printed.title
    match view.text("phase"):
        case "airborne":
            if not terms.was_dropped(piece):
                return [Fault("21.2", f"{title} was not dropped there")]
        case "amphibious":
            if view.text("crossed", piece.uid) != "landing":
                return [Fault("21.5", f"{title} did not land in the first wave")]
        case _:
            start = terms.started_in(view, piece)
            if not view.number("active", start):
                return [Fault("8.5", f"{title} did not begin the impulse in the Active Area")]
            if start == piece.space and _too_slow(view, piece):
                return [Fault("8.5", f"{title} lacks the MF for an assault here")]
    return []


@rule("8.5")
def _too_slow(view: View, piece: Piece) -> bool:
    """Whether a unit lacks the MF of an assault in the Area where it began."""
    if piece.printed.type not in ASSAULTING:
        return False
    left = r08_mf.allowance(view, piece) - r08_mf.mf_used(view, piece)
    return left < assault_cost(view, piece.space, piece.side)


@rule("8.51", "8.52", "21.5")
def duty(view: View, area: str, side: str) -> list[Piece]:
    """Units that must take part in an assault on an Area: Fresh, and entered in a Mandatory Assault (8.51).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> duty(GAME.scenario("d-day"), "omaha-beach", "allied")
    []
    """
    return [
        p
        for p in terms.friends(view, area, side)
        if p.status == terms.FRESH and p.printed.type in ASSAULTING and view.flag("mandatory", p.uid)
    ]


def _known(inquiry: Inquiry, action: Assault) -> bool:
    """Whether every id means something."""
    board = inquiry.board
    on_map = action.area in board.spaces and terms.on_map(inquiry, action.area)
    inquiry.require("8.5", on_map, "", f"{board.name(action.area)} is no Area or Zone", spaces=[action.area])
    named = (*action.units, action.point, *action.support)
    unknown = [u for u in named if u not in inquiry.pieces]
    inquiry.require("9.1", not unknown, "", f"no such unit: {', '.join(map(str, unknown))}")
    twice = len(set(action.units)) + len(set(action.support)) != len(action.units) + len(action.support)
    inquiry.require("9.1", not twice, "", "a unit is named twice")
    inquiry.require("9.1", bool(action.units), "", "no unit assaults")
    return not inquiry.violations


def _check_assault(inquiry: Inquiry, action: Assault) -> None:
    if not _known(inquiry, action):
        return
    line = line_up(inquiry, action.area, action.units, action.point, action.support)
    side = line.side
    _check_time(inquiry)
    _check_target(inquiry, action.area, side)
    _check_units(inquiry, line.units, action.area, terms.side_on_turn(inquiry, side))
    _check_point(inquiry, line.point, action.units)
    _check_duty(inquiry, action, side)
    _check_nationality(inquiry, (*line.units, *line.support))
    for gun in line.support:
        faults = r16.support_faults(inquiry, action.area, gun, line.units, side)
        for section, text in faults:
            inquiry.refuse(section, text, units=[gun.uid])
        if not faults:
            inquiry.note(*r16.ground(gun))
    if not inquiry.violations:
        _note_kind(inquiry, line)
        with inquiry.under("9.2", f"Attack Value of the assault on {inquiry.board.name(action.area)}"):
            attack_value(inquiry, line)


@rule("8.5", "8.52", "8.54", "9.61")
def _note_kind(inquiry: Inquiry, line: LineUp) -> None:
    """Say which units assault from inside, and which make an Optional Assault."""
    inside = [p for p in line.units if terms.started_in(inquiry, p) == line.area]
    entered = [p for p in line.units if p not in inside and not inquiry.flag("mandatory", p.uid)]
    if inside and inquiry.text("phase") == "daylight":
        cost = assault_cost(inquiry, line.area, line.side)
        inquiry.note("8.5", "MF for an assault inside the Active Area", cost)
        inquiry.note("8.54", f"never retreat if they lose: {terms.titles(inside)}")
    if entered:
        inquiry.note("8.52", f"Optional Assault of {terms.titles(entered)}")


@rule("8.2", "8.22", "8.23")
def _check_time(inquiry: Inquiry) -> None:
    """Whether assaults can be made now."""
    phase = inquiry.text("phase")
    if phase == "daylight":
        running = inquiry.text("impulse-type") == "assault"
        inquiry.require("8.2", running, "", "first activate an Area in an Assault Impulse")
        late = inquiry.text("step") == "demolition"
        inquiry.require("8.2", not late, "", "bridges are demolished after the last assault of the impulse")
    elif phase == "amphibious":
        landed = inquiry.text("first-wave") == "landed"
        inquiry.require("21.5", landed, "", "first the whole first wave must land")


def _check_target(inquiry: Inquiry, area: str, side: str) -> None:
    name = inquiry.board.name(area)
    enemy = terms.enemies(inquiry, area, side)
    inquiry.require("8.5", bool(enemy), f"{name} holds the enemy", f"no enemy is in {name}", spaces=[area])
    for uid in inquiry.subjects("start"):
        if uid in inquiry.pieces and inquiry.pieces[uid] in enemy and inquiry.text("start", uid) != area:
            title = inquiry.pieces[uid].printed.title
            inquiry.note("9.67", f"{title} retreated here and can be attacked again", 1)
    fresh = not inquiry.text("attacked", area)
    inquiry.require(
        "8.22",
        fresh,
        f"{name} has not been attacked this impulse",
        f"{name} has been attacked already this impulse",
        spaces=[area],
    )


def _check_units(inquiry: Inquiry, units: Sequence[Piece], area: str, side: str) -> None:
    for piece in units:
        if piece.side != side:
            inquiry.refuse("8.1", f"{piece.printed.title} is the enemy's", units=[piece.uid])
        ours = piece.side == side
        for section, text in (may_assault if ours else _own_faults)(inquiry, piece, area):
            inquiry.refuse(section, text, units=[piece.uid])
        if piece.printed.type in {"flak", "pak"}:
            inquiry.note("16.2", f"{piece.printed.title} assaults, but not as Point Unit")


@rule("4.21", "4.22", "4.24", "9.1", "9.2A", "16.2")
def _check_point(inquiry: Inquiry, point: Piece, units: Sequence[str]) -> None:
    """The Point Unit is one of the assaulting infantry or armor units."""
    title = point.printed.title
    inquiry.require(
        "9.1", point.uid in units, "", f"{title} does not take part in the assault", units=[point.uid]
    )
    section = "16.2" if point.printed.type in {"flak", "pak"} else "9.2A"
    what = point.printed.type.replace("-", " ")
    inquiry.require(
        section,
        point.printed.is_point,
        f"{title} may be Point Unit",
        f"{title} ({what}) cannot be the Point Unit",
        units=[point.uid],
    )


def _check_duty(inquiry: Inquiry, action: Assault, side: str) -> None:
    section = "21.5" if inquiry.text("phase") == "amphibious" else "8.51"
    for piece in duty(inquiry, action.area, side):
        inquiry.require(
            section,
            piece.uid in action.units,
            f"{piece.printed.title} makes its Mandatory Assault",
            f"{piece.printed.title} must take part: its assault is Mandatory",
            units=[piece.uid],
        )


@rule("8.374")
def _check_nationality(inquiry: Inquiry, pieces: Sequence[Piece]) -> None:
    """US and British units do not act in one impulse, unless it is a Double Impulse."""
    if inquiry.text("phase") != "daylight" or inquiry.text("side") != terms.ALLIED:
        return
    acting = {terms.nationality(p) for p in pieces if p.side == terms.ALLIED} | {
        inquiry.text("nationality")
    } - {""}
    both = len(acting) > 1 and not inquiry.flag("double-impulse")
    inquiry.require("8.374", not both, "", "US and British units cannot act in the same impulse")


def _perform_assault(draft: Draft, action: Assault) -> None:
    side = draft.text("side")
    line = line_up(draft, action.area, action.units, action.point, action.support)
    draft.set("attacked", "attacked", action.area)
    for gun in line.support:
        draft.set("supporting", True, gun.uid)
    if draft.text("phase") == "daylight":
        _begin(draft, action, side)
        if side == terms.ALLIED and not draft.text("nationality"):
            draft.set("nationality", terms.nationality(line.point))
    announced = Announced(action.area, action.units, action.point, action.support)
    ANNOUNCED.push(draft, announced, terms.enemy_of(side))


@rule("8.5", "8.54")
def _begin(draft: Draft, action: Assault, side: str) -> None:
    """Bridges are no longer repaired; the units pay the MF of an assault where they began."""
    begin_movement(draft)
    insiders = [u for u in action.units if terms.started_in(draft, draft.pieces[u]) == action.area]
    if not insiders:
        return
    cost = assault_cost(draft, action.area, side)
    for uid in insiders:
        r08_mf.spend_mf(draft, uid, cost)
    draft.set("assault-mf", cost, action.area)


@rule("9.3A", "16.1", "16.2")
def forward_candidates(view: View, area: str, attacker: str) -> list[Piece]:
    """Units that may be Forward Unit: any defender, Field Artillery only among its kind (16.1).

    Parameters
    ----------
    attacker
        Side that attacks.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> [p.uid for p in forward_candidates(GAME.scenario("d-day"), "utah-beach", "allied")]
    ['ge-1-919']
    """
    defenders = terms.enemies(view, area, attacker)
    others = [p for p in defenders if p.printed.type != r16.FIELD_ARTILLERY]
    return others or [*defenders]


@rule("9.1", "9.3A", "16.1")
def forward_faults(view: View, area: str, piece: Piece, attacker: str) -> list[Fault]:
    """Why a unit may not be the Forward Unit of an Area.

    Parameters
    ----------
    view, area, attacker
        As in `forward_candidates`.
    piece
        The unit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> forward_faults(d_day, "omaha-beach", d_day.pieces["ge-352-art"], "allied")[0].rule
    '16.1'
    """
    title, name = piece.printed.title, view.board.name(area)
    if piece.space != area or piece.side == attacker:
        return [Fault("9.1", f"{title} does not defend {name}")]
    if piece in forward_candidates(view, area, attacker):
        return []
    return [Fault("16.1", f"{title} is Field Artillery and other units defend {name}")]


def _check_forward(inquiry: Inquiry, action: NameForward) -> None:
    top, announced = inquiry.decision, ANNOUNCED.asked(inquiry)
    piece = inquiry.pieces.get(action.unit)
    if top is None or announced is None or piece is None:
        inquiry.refuse("9.1", f"no such unit: {action.unit}")
        return
    area, name, title = announced.area, inquiry.board.name(announced.area), piece.printed.title
    faults = forward_faults(inquiry, area, piece, terms.enemy_of(top.player))
    for section, text in faults:
        inquiry.refuse(section, text, units=[piece.uid])
    if not faults:
        inquiry.note("16.1", f"{title} may be Forward Unit")
    if piece.printed.type in {"flak", "pak"}:
        inquiry.note("16.2", f"{title} may be the Forward Defender")
    if not inquiry.violations:
        line = line_up(inquiry, area, announced.units, announced.point, announced.support)
        with inquiry.under("9.3", f"Defense Value of {name}"):
            defense_value(inquiry, line, piece)


def _perform_forward(draft: Draft, action: NameForward) -> None:
    announced = ANNOUNCED.settle(draft)
    line = line_up(draft, announced.area, announced.units, announced.point, announced.support)
    av = attack_value(draft, line).value
    dv = defense_value(draft, line, draft.pieces[action.unit]).value
    told = {"attacker": line.side, "forward": action.unit, "av": av, "dv": dv}
    ask_roll(draft, "assault", ["DR", "DR"], **plain(announced), **told)


def _forward_options(state: State) -> Iterator[NameForward]:
    top, announced = state.decision, ANNOUNCED.asked(state)
    if top is not None and announced is not None:
        for piece in forward_candidates(state, announced.area, terms.enemy_of(top.player)):
            yield NameForward(piece.uid)


def _assault_options(state: State) -> Iterator[Assault]:
    if state.text("phase") == "daylight" and state.text("impulse-type") != "assault":
        return
    for side in terms.sides_on_turn(state):
        yield from _options_of(state, side)


def _options_of(state: State, side: str) -> Iterator[Assault]:
    """Assaults of a side."""
    for area in _battlefields(state, side):
        able = [p for p in terms.friends(state, area, side) if not may_assault(state, p, area)]
        must = {p.uid for p in duty(state, area, side)}
        for units, point, support in assaults(state, area, able, must):
            yield Assault(area, units, point, support)


def _battlefields(state: State, side: str) -> list[str]:
    """Contested spaces not attacked yet where units may be able to assault."""
    if state.text("phase") == "daylight":
        places = {*state.subjects("active")}
        places.update(state.pieces[u].space for u in state.subjects("came-from") if u in state.pieces)
    else:
        places = {*state.occupied()}
    return [
        s
        for s in sorted(places)
        if terms.on_map(state, s)
        and not state.text("attacked", s)
        and terms.enemies(state, s, side)
        and terms.friends(state, s, side)
    ]


HANDLERS = (
    Handler(Assault, _check_assault, _perform_assault, _assault_options, "9.1", phases=PHASES),
    Handler(
        NameForward, _check_forward, _perform_forward, _forward_options, "9.1", answers=frozenset({FORWARD})
    ),
)
