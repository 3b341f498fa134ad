"""Sections 9.3.4, 9.4.2 and 9.4.4: a Reaction chit activates one German stack or one Formation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r09_flow, r09_parts, terms
from adjudicator.dark_summer.r10_steps import may_not_stay
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "SECTIONS",
    "DeclineReaction",
    "PlayReaction",
    "active_units",
    "explain_active",
    "formation_named",
    "formations",
    "is_active",
    "require_chance",
    "stacks",
]

_WAVES = "allied"
_OUT = terms.OFF_MAP | {"exit-allied", "exit-german"}
_LANDING = {"first-wave": frozenset({"wave-1"}), "second-wave": frozenset({"wave-1", "wave-2"})}
SECTIONS = {
    "move": "9.3.1",
    "combat": "9.3.2",
    "combined": "9.3.3",
    "reaction": "9.3.4",
    **dict.fromkeys(_LANDING, "9.4"),
}


@dataclass(frozen=True, slots=True)
class PlayReaction(Action):
    """Play a Reaction chit after an Allied Round and activate one Formation or one stack.

    Parameters
    ----------
    formation
        Name of a Formation as `formation_named` reads it, or empty.
    stack
        Id of a hex, or empty.

    Examples
    --------
    >>> PlayReaction(stack="3304").formation
    ''
    """

    formation: str = ""
    stack: str = ""


@dataclass(frozen=True, slots=True)
class DeclineReaction(Action):
    """Let the chance to react pass.

    Examples
    --------
    >>> DeclineReaction()
    DeclineReaction()
    """


# --- who can be activated --------------------------------------------------------------------------------


def _in_play(view: View) -> Iterator[Piece]:
    """German units on the map and in the Cherbourg Box."""
    spaces = view.board.spaces
    for piece in view.pieces.values():
        if piece.side != terms.GERMAN or piece.space not in spaces:
            continue
        if piece.space == terms.CHERBOURG or terms.is_hex(spaces[piece.space]):
            yield piece


@rule("9.3.4", "2.4")
def formations(view: View) -> Mapping[str, tuple[Piece, ...]]:
    """German Formations that can be activated, each with its units on the map and in the Cherbourg Box.

    Returns
    -------
    mapping
        Sorted by name.
    """
    found: dict[str, list[Piece]] = {}
    for piece in sorted(_in_play(view), key=lambda p: p.uid):
        found.setdefault(terms.formation(piece.printed), []).append(piece)
    return {name: tuple(found[name]) for name in sorted(found)}


@rule("9.3.4", "2.4")
def formation_named(view: View, word: str) -> str:
    """Name of the Formation that a player means: ``352`` is ``wehrmacht 352``, ``iii-flak`` the Flak Corps.

    Parameters
    ----------
    word
        A name, with or without the branch, in any case, with hyphens for spaces.

    Returns
    -------
    str
        As in `formations`; the word itself where it fits none or several.
    """
    known, wanted = formations(view), {word.casefold(), word.casefold().replace("-", " ")}
    if word in known:
        return word
    found = [n for n in known if {n.casefold(), n.casefold().partition(" ")[2]} & wanted]
    return found[0] if len(found) == 1 else word


@rule("9.3.4")
def stacks(view: View) -> Mapping[str, tuple[Piece, ...]]:
    """German stacks that can be activated, by hex; the Cherbourg Box holds none.

    Returns
    -------
    mapping
        Sorted by hex.
    """
    found: dict[str, list[Piece]] = {}
    for piece in sorted(_in_play(view), key=lambda p: p.uid):
        if piece.space != terms.CHERBOURG:
            found.setdefault(piece.space, []).append(piece)
    return {space: tuple(found[space]) for space in sorted(found)}


# --- who is active ---------------------------------------------------------------------------------------


@rule("9.3.1", "9.3.2", "9.3.3", "9.3.4", "9.4")
def is_active(view: View, piece: Piece) -> bool:
    """Whether a unit is active in the Round in play, by its group or because it was activated.

    Returns
    -------
    bool
        False when no Round is being played, and for a unit that is not in play: one off the map or in the
        Eastern Exit Box.
    """
    kind = view.text("round-kind")
    if piece.space in _OUT:
        return False
    if kind == "reaction":
        return r09_parts.was_activated(view, piece)
    if kind in _LANDING:
        return not _LANDING[kind].isdisjoint(piece.printed.marks) and not terms.is_airborne(piece.printed)
    return (bool(kind) or r09_parts.is_unsaid(view)) and r09_parts.acts_with(view, piece)


def active_units(view: View) -> tuple[str, ...]:
    """Ids of the active units, sorted."""
    return tuple(sorted(p.uid for p in view.pieces.values() if is_active(view, p)))


@rule("9.3.1", "9.3.2", "9.3.3", "9.3.4", "9.4")
def explain_active(inquiry: Inquiry, piece: Piece) -> bool:
    """Say whether a unit is active in the Round in play, and what it may do there.

    Returns
    -------
    bool
        As `is_active`.
    """
    kind, title = inquiry.text("round-kind"), piece.printed.title
    active = is_active(inquiry, piece)
    if piece.space in _OUT:
        inquiry.note("9.3", f"{title} is in {inquiry.board.name(piece.space)}, and out of play")
    elif r09_parts.is_unsaid(inquiry):
        inquiry.note("9.3", f"{title} is active in the Rounds of its group")
    elif not kind:
        inquiry.note("9.2", "no Round is being played")
    elif kind == "reaction":
        _explain_reacting(inquiry, piece, active=active)
    else:
        group = inquiry.text("round-group")
        names = {"us": "US and French", "british": "British, Canadian and Polish", "german": "German"}
        whose = names.get(group, "seaborne Allied")
        said = "" if active else " not"
        text = f"{whose} units are active in this Round; {title} is{said} one"
        inquiry.note(SECTIONS[kind], text)
    return active


@rule("9.3.4", "10.1")
def _explain_reacting(inquiry: Inquiry, piece: Piece, *, active: bool) -> None:
    title = piece.printed.title
    inquiry.note("9.3.4", f"{title} {'was' if active else 'was not'} activated for this Reaction Round")
    if active and not terms.fights_in_reaction(piece.printed):
        inquiry.note("9.3.4", f"{title} may move but not attack: it is no Kampfgruppe or Tiger battalion")
    if not active and may_not_stay(inquiry, piece, piece.space):
        inquiry.note("10.1", f"{title} may move out of its Lettered hex nevertheless")


# --- playing or passing ----------------------------------------------------------------------------------


@rule("9.2", "9.3.4")
def _require_window(inquiry: Inquiry) -> bool:
    """Require that an Allied Round has just ended and nothing has happened since."""
    if not inquiry.require("9.2", not inquiry.text("round-kind"), "", "a Round is being played"):
        return False
    over = inquiry.text("round-over")
    return inquiry.require(
        "9.3.4",
        over in {_WAVES, terms.US, terms.BRITISH},
        "an Allied Round has just ended",
        "a Reaction chit is played after an Allied Round only, and one for each",
    )


@rule("9.2", "9.3.4")
def require_chance(inquiry: Inquiry) -> None:
    """Whether a Reaction chit may be played now: after an Allied Round, and with a chit left."""
    if _require_window(inquiry):
        _check_chit(inquiry)


@rule("9.3.4", "9.4.2", "9.4.4")
def _check_play(inquiry: Inquiry, action: PlayReaction) -> None:
    require_chance(inquiry)
    one = bool(action.formation) != bool(action.stack)
    inquiry.require("9.3.4", one, "", "either one stack or one Formation is activated")
    if action.stack:
        _check_stack(inquiry, action.stack)
    if action.formation:
        units = formations(inquiry).get(formation_named(inquiry, action.formation), ())
        there = f"{terms.titles(units)} of the Formation {action.formation} can be activated"
        failed = f"no unit of a German Formation {action.formation!r} is on the map or in the Cherbourg Box"
        inquiry.require("9.3.4", bool(units), there, failed)


def _check_chit(inquiry: Inquiry) -> None:
    held = inquiry.number("reaction-chits")
    if inquiry.text("round-over") == _WAVES:
        first = inquiry.number("round") == 1
        which, section = ("First", "9.4.2") if first else ("Second", "9.4.4")
        inquiry.note(section, f"the {which} German Reaction of D-Day has a Reaction chit of its own")
    else:
        inquiry.require("9.3.4", held > 0, f"{held} Reaction chits are left", "no Reaction chit is left")


def _check_stack(inquiry: Inquiry, space: str) -> None:
    if space == terms.CHERBOURG:
        inquiry.refuse(
            "9.3.4", "units in the Cherbourg Box are no stack: activate a Formation", spaces=(space,)
        )
        return
    units = stacks(inquiry).get(space, ())
    name = inquiry.board.name(space)
    there = f"the stack of {terms.titles(units)} in {name} can be activated"
    inquiry.require("9.3.4", bool(units), there, f"no German unit is in {name}", spaces=(space,))


@rule("9.3.4", "9.4.2", "9.4.4")
def _perform_play(draft: Draft, action: PlayReaction) -> None:
    name = formation_named(draft, action.formation)
    units = stacks(draft)[action.stack] if action.stack else formations(draft)[name]
    if draft.text("round-over") != _WAVES:
        draft.set("reaction-chits", draft.number("reaction-chits") - 1)
    r09_flow.begin_round(draft, "reaction", terms.GERMAN)
    for piece in units:
        draft.set("active", True, piece.uid)
    if action.stack:
        draft.set("active-stack", action.stack)


def _play_options(state: State) -> Iterator[PlayReaction]:
    if r09_parts.may_react(state):
        yield from (PlayReaction(stack=space) for space in stacks(state))
        yield from (PlayReaction(formation=name) for name in formations(state))


def _check_decline(inquiry: Inquiry, action: DeclineReaction) -> None:  # noqa: ARG001 - it has no fields
    if not _require_window(inquiry):
        return
    if inquiry.text("round-over") == _WAVES:
        inquiry.note("9.4", "the Reaction chit of the Wave is placed, and nobody is activated")
    else:
        inquiry.note("9.3.4", "the German player need not react")


def _perform_decline(draft: Draft, action: DeclineReaction) -> None:  # noqa: ARG001 - it has no fields
    if draft.text("round-over") == _WAVES:
        draft.set("round", draft.number("round") + 1)
    draft.set("round-over", "")
    draft.set("side", terms.ALLIED)


def _decline_options(state: State) -> Iterator[DeclineReaction]:
    if r09_parts.may_react(state):
        yield DeclineReaction()


_ACTION = frozenset({"action"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlayReaction, _check_play, _perform_play, _play_options, "9.3.4", phases=_ACTION),
    Handler(DeclineReaction, _check_decline, _perform_decline, _decline_options, "9.3.4", phases=_ACTION),
)
