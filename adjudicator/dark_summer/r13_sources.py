"""Section 13.1: which hexes are Supply Sources now, and what has closed the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.citation import rule
from adjudicator.dark_summer import r10_brittany, terms
from adjudicator.dark_summer.r06_zones_of_control import zoc_of
from adjudicator.inquiry import Inquiry
from adjudicator.position import State, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = [
    "BRITTANY_BOXES",
    "GERMAN_LETTERS",
    "Ground",
    "Source",
    "allied_sources",
    "barred",
    "barred_without",
    "explain_sources",
    "german_sources",
    "ground",
    "lettered",
    "marked",
    "possible_sources",
    "shut",
    "source_state",
    "sources_of",
    "why_barred",
]

GERMAN_LETTERS = ("W", "S", "E", "(E)")
BRITTANY_BOXES = frozenset({"brittany-entered", "brittany-may-leave"})
_GROUP_OF_BEACH = {
    "utah": terms.US,
    "omaha": terms.US,
    "gold": terms.BRITISH,
    "juno": terms.BRITISH,
    "sword": terms.BRITISH,
}
_NO_WAY = frozenset({"flooded", "sea"})


@dataclass(frozen=True, slots=True)
class Ground:
    """What of a board matters to lines of hexes; it never changes in play.

    Parameters
    ----------
    ways
        Hex -> hexes beyond its hexsides that are not Impassable.
    letters
        Letter -> its Lettered hexes, sorted.
    beaches
        Group -> its Beach hexes, sorted.

    Examples
    --------
    >>> Ground({}, {"C": ("1200",)}, {}).letters["C"]
    ('1200',)
    """

    ways: Mapping[str, tuple[str, ...]]
    letters: Mapping[str, tuple[str, ...]]
    beaches: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Source:
    """A hex that is, or could have been, a Supply Source.

    Parameters
    ----------
    live
        Whether lines may end there now.
    rule
        Section that says so.

    Examples
    --------
    >>> Source("6028", True, "13.1.1", "an S hex").live
    True
    """

    hex: str
    live: bool
    rule: str
    why: str


# --- the ground -------------------------------------------------------------------------------------------


@rule("2.4", "13.2")
@kept(maxsize=8)
def ground(board: Board) -> Ground:
    """Hexes with their neighbours over hexsides that are not Impassable, Lettered hexes and Beaches."""
    hexes = {s.id: s for s in board.spaces.values() if terms.is_hex(s)}
    land = {h for h, s in hexes.items() if s["terrain"] not in _NO_WAY}
    ways = {
        h: tuple([o for e, o in board.neighbours(h) if o in land and e.boundary != "sea" and h in land])
        for h in hexes
    }
    letters: dict[str, list[str]] = {}
    beaches: dict[str, list[str]] = {}
    for number in sorted(hexes):
        letters.setdefault(str(hexes[number]["letter"] or ""), []).append(number)
        group = _GROUP_OF_BEACH.get(str(hexes[number]["beach-name"] or ""), "")
        beaches.setdefault(group, []).append(number)
    return Ground(
        ways,
        {letter: tuple(found) for letter, found in letters.items() if letter},
        {group: tuple(found) for group, found in beaches.items() if group},
    )


def lettered(view: View, letter: str) -> tuple[str, ...]:
    """Lettered map-edge hexes of a letter, sorted.

    Parameters
    ----------
    letter
        ``C``, ``W``, ``S``, ``E`` or ``(E)``.
    """
    return ground(view.board).letters.get(letter, ())


# --- hexes that no line may enter -------------------------------------------------------------------------


def _occupied(state: State) -> Mapping[str, frozenset[str]]:
    """Side -> hexes where it has units."""
    spaces = state.board.spaces
    found: dict[str, set[str]] = {terms.GERMAN: set(), terms.ALLIED: set()}
    for space in state.occupied():
        if space in spaces and spaces[space].kind == "hex":
            for piece in state.units_in(space):
                found[piece.printed.side].add(space)
    return {side: frozenset(hexes) for side, hexes in found.items()}


@rule("6.2", "13.2", "13.2.1")
def barred(view: View, side: str, purpose: str = "supply") -> frozenset[str]:
    """Hexes into which a line of a side cannot be traced.

    Parameters
    ----------
    purpose
        ``supply``, or ``c-path``, to which the bans on Open Beaches and Exit markers do not apply.

    Returns
    -------
    frozenset of str
        Computed once for each position.
    """
    return terms.derived(view, f"barred:{side}:{purpose}", lambda state: _barred(state, side, purpose))


def _barred(state: State, side: str, purpose: str) -> frozenset[str]:
    occupied, enemy = terms.derived(state, "occupied", _occupied), terms.enemy_of(side)
    zoc = zoc_of(state, enemy).keys() - occupied[side]
    return frozenset({*occupied[enemy], *zoc, *shut(state, side, purpose)})


@rule("13.2.1")
def shut(state: State, side: str, purpose: str) -> set[str]:
    """Hexes that stay closed to German lines whoever stands near: Open Beaches, Exit markers.

    Parameters
    ----------
    side, purpose
        As in `barred`.
    """
    found: set[str] = set()
    if side == terms.GERMAN and (purpose == "supply" or state.option("c-path-open-beach") == "B"):
        beaches = ground(state.board).beaches
        found.update(h for group in beaches.values() for h in group if terms.is_open_beach(state, h))
    if side == terms.GERMAN and purpose == "supply":
        found.update(h for h in lettered(state, "E") if state.text("exit-marker", h))
    return found


@rule("6.2", "13.2")
def barred_without(view: View, side: str, stack: str) -> frozenset[str]:
    """Hexes that no Supply Line of a side could enter if the enemy stack in one hex were gone.

    Parameters
    ----------
    stack
        Hex of the enemy stack.
    """
    state, enemy = terms.state_of(view), terms.enemy_of(side)
    occupied = terms.derived(state, "occupied", _occupied)
    freed = {h for h, origins in zoc_of(state, enemy).items() if origins == (stack,)} - occupied[enemy]
    beyond = zoc_of(state, enemy).get(stack, ())
    if not beyond:
        freed.add(stack)
    return barred(state, side) - freed | shut(state, side, "supply")


@rule("6.2", "13.2", "13.2.1")
def why_barred(view: View, space: str, side: str, purpose: str = "supply") -> Fault:
    """What keeps a line of a side out of a hex.

    Parameters
    ----------
    side, purpose
        As in `barred`.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when nothing does.
    """
    name, enemy = view.board.name, terms.enemy_of(side)
    there = terms.enemies(view, space, side)
    if there:
        return Fault("13.2", f"{terms.titles(there)} stands in {name(space)}")
    origins = zoc_of(view, enemy).get(space, ())
    if origins and not terms.friends(view, space, side):
        who = [p for o in origins for p in terms.friends(view, o, enemy) if terms.has_zoc(p.printed)]
        return Fault(
            "13.2", f"{name(space)} is in the ZOC of {terms.titles(who)} ({', '.join(map(name, origins))})"
        )
    if side != terms.GERMAN or space not in barred(view, side, purpose):
        return Fault("", "")
    if terms.is_open_beach(view, space):
        return Fault("13.2.1", f"{name(space)} is an Open Beach")
    return Fault("13.2.1", f"an Exit marker stands in {name(space)}")


# --- sources ----------------------------------------------------------------------------------------------


@rule("13.1.1")
def german_sources(view: View) -> tuple[str, ...]:
    """Hexes that are German Supply Sources now, sorted.

    Returns
    -------
    tuple of str
        Lettered hexes that nothing has closed, occupied by no Allied unit, in no non-negated Allied ZOC.
    """
    return terms.derived(view, "sources:german", _german_sources)


def _german_sources(state: State) -> tuple[str, ...]:
    closed = barred(state, terms.GERMAN)
    return tuple([h for h in possible_sources(state, terms.GERMAN) if h not in closed])


@rule("13.1.1", "13.1.2")
def possible_sources(view: View, group: str) -> tuple[str, ...]:
    """Hexes that would be sources of a group if no enemy unit and no enemy ZOC were there, sorted.

    Parameters
    ----------
    group
        ``german``, ``us``, ``british`` or ``allied``.
    """
    if group != terms.GERMAN:
        return allied_sources(view, group)
    letters = ground(view.board).letters
    open_ = {"W": not r10_brittany.has_entered(view), "S": not r10_brittany.has_come_back(view)}
    return tuple(
        sorted(
            number
            for letter in GERMAN_LETTERS
            if open_.get(letter, True)
            for number in letters.get(letter, ())
            if letter != "E" or not view.text("exit-marker", number)
        )
    )


@rule("13.1.2", "11.9")
def allied_sources(view: View, group: str = "allied") -> tuple[str, ...]:
    """Open Beaches from which a group draws supply, sorted.

    Parameters
    ----------
    group
        ``us``, ``british``, or ``allied`` for both.
    """
    beaches = ground(view.board).beaches
    groups = (terms.US, terms.BRITISH) if group == terms.ALLIED else (group,)
    hexes = sorted(h for g in groups for h in beaches.get(g, ()))
    return tuple(h for h in hexes if terms.is_open_beach(terms.state_of(view), h))


@rule("13.1.1", "13.1.2")
def marked(view: View) -> Iterator[tuple[str, str, str]]:
    """Sources that a module that knows no position can mark: side, hex, and what decides it in play.

    Empty always; ``w`` and ``s`` while US units have not entered Brittany, or come back; ``e`` without an
    Exit marker in the hex named, ``b`` with an Open Beach there. Enemy units and ZOCs are left out.
    """
    known = ground(view.board)
    for letter in GERMAN_LETTERS:
        for number in known.letters.get(letter, ()):
            yield terms.GERMAN, number, {"W": "w", "S": "s", "E": f"e {number}"}.get(letter, "")
    for group in (terms.US, terms.BRITISH):
        yield from ((terms.ALLIED, number, f"b {number}") for number in known.beaches.get(group, ()))


@rule("13.1.1", "13.1.2")
def sources_of(view: View, group: str) -> tuple[str, ...]:
    """Supply Sources of a group now: ``german``, ``us``, ``british`` or ``allied``."""
    return german_sources(view) if group == terms.GERMAN else allied_sources(view, group)


@rule("13.1.1", "13.1.2")
def source_state(view: View, space: str, group: str) -> Source:
    """Whether a hex is a Supply Source of a group, and why.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.
    """
    return _german_state(view, space) if group == terms.GERMAN else _allied_state(view, space, group)


def _german_state(view: View, space: str) -> Source:
    name, letter = view.board.name(space), terms.letter(view, space)
    if letter not in GERMAN_LETTERS:
        also = ": C hexes are none" if letter == "C" else ""
        return Source(space, live=False, rule="13.1.1", why=f"{name} is no German Supply Source{also}")
    if letter == "W" and r10_brittany.has_entered(view):
        return Source(space, live=False, rule="13.1.1", why=f"{name}: US units have entered Brittany")
    if letter == "S" and r10_brittany.has_come_back(view):
        return Source(space, live=False, rule="13.1.1", why=f"{name}: US units came back from Brittany")
    if letter == "E" and view.text("exit-marker", space):
        return Source(space, live=False, rule="13.1.1", why=f"{name} has an Exit marker")
    section, why = why_barred(view, space, terms.GERMAN)
    if section:
        return Source(space, live=False, rule="13.1.1", why=why)
    return Source(space, live=True, rule="13.1.1", why=f"{name} is a Lettered hex {letter}")


def _allied_state(view: View, space: str, group: str) -> Source:
    name = view.board.name(space)
    if terms.beach_group(view, space) != group:
        return Source(space, live=False, rule="13.1.2", why=f"{name} is no Beach of that nationality")
    if not terms.is_open_beach(view, space):
        closed = view.text("beach", space) == "closed"
        why = "is a Closed Beach" if closed else "is no Open Beach"
        return Source(space, live=False, rule="13.1.2", why=f"{name} {why}")
    return Source(space, live=True, rule="13.1.2", why=f"{name} is an Open Beach")


@rule("13.1.1", "13.1.2")
def explain_sources(inquiry: Inquiry, group: str) -> tuple[str, ...]:
    """Note the Supply Sources of a group, and what has closed the others.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.

    Returns
    -------
    tuple of str
        The live ones.
    """
    known = ground(inquiry.board)
    if group == terms.GERMAN:
        hexes = [h for letter in GERMAN_LETTERS for h in known.letters.get(letter, ())]
    else:
        hexes = list(known.beaches.get(group, ()))
    found = [source_state(inquiry, h, group) for h in hexes]
    section = "13.1.1" if group == terms.GERMAN else "13.1.2"
    live = tuple(sorted(s.hex for s in found if s.live))
    said = ", ".join(map(inquiry.board.name, live)) or "none"
    inquiry.note(section, f"Supply Sources: {said}")
    for source in found:
        if not source.live:
            inquiry.note(source.rule, source.why)
    return live
