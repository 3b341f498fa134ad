"""Sections 4.0, 7 and 9: rulings on what is due, Weather and chits to come, Rounds, Reactions, Clean-Up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.dark_summer import (
    r03_victory,
    r07_weather,
    r09_chits,
    r09_odds,
    r09_parts,
    r09_reaction,
    r09_rounds,
    terms,
)
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Position, State
from adjudicator.ruling import Ruling

__all__ = [
    "active_ruling",
    "chits_ruling",
    "clean_up_ruling",
    "due_ruling",
    "order_ruling",
    "play_ruling",
    "prepared_ruling",
    "reaction_ruling",
    "weather_ruling",
]

_ORDERS = {
    "next": "the next draws are",
    "later": "they come out in this order, others between them or not:",
    "before": "one comes out before any other:",
    "all-before": "all come out before any other:",
}
_TWO = 2
_WAVES = {
    "first-wave": (
        "9.4.1",
        "1st Wave units attack the Beach hex before them, the 2nd Rangers Pointe du Hoc, without Support",
    ),
    "second-wave": (
        "9.4.3",
        "2nd Wave units land or join those offshore; seaborne units may attack, with Naval Support",
    ),
}
_REACTIONS = {
    True: ("9.4.2", "active units have half their allowance and no Road rate"),
    False: ("9.4.4", "active units have their full allowance and the Road rate"),
}
_SECOND_REACTION = 4  # Round of Turn 1


def _share(chance: Fraction) -> str:
    """A chance as a fraction and in percent.

    Examples
    --------
    >>> _share(Fraction(1, 3))
    '1/3 (33.3%)'
    """
    return f"{chance} ({float(chance):.1%})"


# --- Weather ---------------------------------------------------------------------------------------------


@rule("7.1", "7.3")
def weather_ruling(state: State, *, draws: int = 1, strict: bool = False) -> Ruling:
    """Rule on the Weather that a draw to come can give.

    Parameters
    ----------
    draws
        1 for the next turn, 2 for the turn after it.

    Returns
    -------
    Ruling
        Its answer maps each Weather to its chance.

    Raises
    ------
    MalformedAction
        There are not so many draws.
    """
    inquiry = Inquiry(state, strict=strict)
    cup = r07_weather.explain_weather(inquiry)
    if not 1 <= draws <= sum(r07_weather.CHITS.values()) - sum(r07_weather.drawn_chits(inquiry).values()):
        raise MalformedAction(f"a draw number {draws}", "Nine chits are drawn in all, one a turn")
    turn = inquiry.number("turn") + draws - (inquiry.text("phase") == "weather")
    if turn > r03_victory.LAST_TURN:
        raise MalformedAction(f"a draw for Turn {turn}", f"The game ends with Turn {r03_victory.LAST_TURN}")
    found = cup if draws == 1 else r07_weather.weather_after(inquiry, draws)
    chances = {kind: Fraction(found[kind], found.total) for kind in r07_weather.WEATHERS if found[kind]}
    said = ", ".join(f"{kind.capitalize()} {_share(p)}" for kind, p in chances.items())
    answer = {"turn": turn, "chances": {kind: str(p) for kind, p in chances.items()}}
    return inquiry.ruling(f"weather --draws {draws}", f"Turn {turn}: {said}.", answer)


# --- chits -----------------------------------------------------------------------------------------------


@rule("7.2.1", "9.1", "9.2")
def chits_ruling(state: State, *, strict: bool = False) -> Ruling:
    """Rule on the chits of the turn: what the table gives, what is in the cup, what the next draw can be.

    Parameters
    ----------
    strict
        Refuse reconstructed numbers of the table.
    """
    inquiry = Inquiry(state, strict=strict)
    line, cup = r09_chits.availability(inquiry), r09_chits.in_cup(inquiry)
    british = " or ".join(f"{m} Move and {c} Combat" for m, c in line.british)
    inquiry.note("7.2.1", f"German chits in {inquiry.text('weather').capitalize()}", line.german)
    inquiry.note("9.1", "US chits", line.us)
    inquiry.note("9.1", f"British chits: {british}")
    inquiry.note("9.3.4", "German Reaction chits", line.reaction)
    if inquiry.number("turn") == 1:
        inquiry.note("9.4", "two Wave chits and two Reaction chits more make the first four Rounds")
    for kind, number in cup.items():
        inquiry.note("9.2", f"{kind} in the cup", number)
    held, total = inquiry.number("reaction-chits"), sum(cup.values())
    table = {"german": line.german, "us": line.us, "british": list(line.british), "reaction": line.reaction}
    answer = {"of": total, "cup": dict(cup), "reaction": held, "table": table}
    verdict = f"{total} chits are in the cup; the German holds {held} Reaction chits."
    return inquiry.ruling("chits", verdict, answer)


@rule("9.2")
def order_ruling(state: State, kind: str, who: Sequence[str]) -> Ruling:
    """Rule on the chance of an order in which the chits still in the cup come out.

    Parameters
    ----------
    kind
        ``next`` (the next draws, one word each), ``later`` (this order, others between), ``before`` (one of
        the first before any of the second), ``all-before`` (all of the first before any of the second).
    who
        Kinds of chit, groups, sides, or ``any``.

    Returns
    -------
    Ruling
        Its answer is the chance as a fraction.

    Raises
    ------
    MalformedAction
        A word that no chit bears, or not two words where two are compared.
    """
    inquiry = Inquiry(state)
    cup = r09_chits.in_cup(inquiry)
    if kind not in _ORDERS or (kind in {"before", "all-before"} and len(who) != _TWO):
        raise MalformedAction(f"an order {kind!r} of {len(who)}", f"Known: {', '.join(_ORDERS)}")
    try:
        chance = _order(kind, cup, who)
    except ValueError as fault:
        raise MalformedAction(str(fault)) from None
    inquiry.note("9.2", f"in the cup: {', '.join(f'{k} {n}' for k, n in cup.items())}")
    inquiry.note("9.2", "every chit left is as likely as any other")
    said = f"{_ORDERS[kind]} {', '.join(who)}"
    return inquiry.ruling(
        f"order {kind} {' '.join(who)}", f"{_share(chance)}: {said}.", {"chance": str(chance)}
    )


def _order(kind: str, cup: r09_odds.Cup, who: Sequence[str]) -> Fraction:
    if kind == "next":
        return r09_odds.prefix_chance(cup, who)
    if kind == "later":
        return r09_odds.subsequence_chance(cup, who)
    if kind == "before":
        return r09_odds.before_chance(cup, *who)
    return r09_odds.all_before_chance(cup, *who)


# --- Rounds ----------------------------------------------------------------------------------------------


@rule("9.2", "9.3.3")
def play_ruling(state: State, chit: str, kind: str, face: str = "", *, strict: bool = False) -> Ruling:
    """Rule on whether a chit that has just left the cup may be played for a kind of Round.

    Parameters
    ----------
    chit
        ``german``, ``us``, ``british-move`` or ``british-combat``.
    kind
        ``move``, ``combat`` or ``combined``.
    face
        ``move`` or ``combat``; empty for the kind, or for the printed side of a British chit.

    Raises
    ------
    MalformedAction
        There is no such chit.
    """
    if chit not in r09_chits.KINDS:
        raise MalformedAction(f"there is no chit {chit!r}", f"Known: {', '.join(r09_chits.KINDS)}")
    inquiry = Inquiry(_drawn_out(state, chit), strict=strict)
    printed = chit.removeprefix("british-")
    shown = face or (kind if kind in r09_chits.FACES else printed if printed in r09_chits.FACES else "move")
    r09_rounds.check_play(inquiry, chit, r09_rounds.BeginRound(kind, shown))
    if kind == "combined":
        _explain_combined(inquiry, shown)
    verdict = "It may." if not inquiry.violations else "It may not."
    return inquiry.ruling(f"play {chit} {kind} {shown}", verdict, not inquiry.violations)


def _drawn_out(state: State, chit: str) -> State:
    """The position with one such chit drawn, unless it waits to be played already."""
    top = state.decision
    left = r09_chits.in_cup(state).get(chit, 0)
    if (top is not None and top.kind == "play-chit") or not left or not isinstance(state, Position):
        return state
    draft = state.draft()
    draft.set("cup", left - 1, chit)
    return draft.finish()


@rule("9.3.3")
def _explain_combined(inquiry: Inquiry, face: str) -> None:
    """Say what a Combined Action Round allows."""
    enter = "may" if face == "move" else "may not"
    inquiry.note("9.3.3", f"Reinforcements {enter} enter and Withdrawals {enter} be made: {face} chit")
    inquiry.note("9.3.3", "units move one hex, or two by Road")
    inquiry.note("9.3.3", "then every attack is shifted one column to the left", -1)
    inquiry.note("9.3.3", "it is neither a Move Round nor a Combat Round")


@rule("7.2.3")
def prepared_ruling(state: State, group: str, *, strict: bool = False) -> Ruling:
    """Rule on whether a group may launch a Prepared Offensive.

    Parameters
    ----------
    group
        ``us`` or ``british``.
    """
    inquiry = Inquiry(state, strict=strict)
    r09_rounds.explain_prepared(inquiry, group)
    may = not inquiry.violations
    if may:
        inquiry.note(
            "7.2.3", "all attacks of the Round but Cherbourg Combat shift one column to the right", 1
        )
    return inquiry.ruling(f"prepared {group}", "It may." if may else "It may not.", may)


@rule("9.3.1", "9.3.2", "9.3.3", "9.3.4", "9.4")
def active_ruling(state: State, uid: str = "", *, strict: bool = False) -> Ruling:
    """Rule on which units are active in the Round in play, or on one unit.

    Parameters
    ----------
    uid
        Id of a unit; empty for all.

    Raises
    ------
    MalformedAction
        There is no such unit.
    """
    inquiry = Inquiry(state, strict=strict)
    if not uid:
        found = r09_reaction.active_units(inquiry)
        kind, group = inquiry.text("round-kind") or "no", inquiry.text("round-group")
        section = r09_reaction.SECTIONS.get(kind, "9.2")
        inquiry.note(section, f"{group} {kind} Round".strip(), len(found))
        return inquiry.ruling("active", f"{many(len(found), 'unit is', 'units are')} active.", list(found))
    if uid not in state.pieces:
        raise MalformedAction(f"there is no unit {uid!r}")
    active = r09_reaction.explain_active(inquiry, state.pieces[uid])
    return inquiry.ruling(f"active {uid}", "It is active." if active else "It is not active.", active)


@rule("9.2", "9.3.4")
def reaction_ruling(state: State, *, strict: bool = False) -> Ruling:
    """Rule on whether a Reaction chit may be played now, and what it could activate.

    Returns
    -------
    Ruling
        Its answer lists stacks and Formations, each with the units that could attack.
    """
    inquiry = Inquiry(state, strict=strict)
    r09_reaction.require_chance(inquiry)
    groups = {"stacks": r09_reaction.stacks(inquiry), "formations": r09_reaction.formations(inquiry)}
    answer = {
        name: {
            key: [p.uid for p in units if terms.fights_in_reaction(p.printed)] for key, units in found.items()
        }
        for name, found in groups.items()
    }
    for name, choices in answer.items():
        able = sum(1 for units in choices.values() if units)
        inquiry.note(
            "9.3.4", f"{len(choices)} {name} can be activated, {able} of them with units that may attack"
        )
    may = not inquiry.violations
    verdict = "A Reaction chit may be played." if may else "No Reaction chit may be played."
    return inquiry.ruling("reaction", verdict, {"may": may, **answer})


# --- the sequence of play --------------------------------------------------------------------------------


@rule("4.0", "9.1", "9.2", "9.4")
def due_ruling(state: State, *, strict: bool = False) -> Ruling:
    """Rule on what comes next, and who decides it.

    Returns
    -------
    Ruling
        Its answer names what is ``due``: a pending decision, a part of a Round, ``cup``, ``initiative``,
        ``reaction``, ``wave``, ``draw``, or the phase; and what ``must`` be done before the part may end.
    """
    inquiry = Inquiry(state, strict=strict)
    due, section, text = _due(inquiry)
    inquiry.note(section, text)
    must = r09_rounds.owed(state) if inquiry.text("phase") == "action" and not state.pending else ()
    if inquiry.text("round-kind"):
        _explain_round(inquiry)
    for duty in must:
        inquiry.note(duty.rule, duty.text)
    player = state.decision.player if state.decision is not None else inquiry.text("side")
    return inquiry.ruling(
        "due", f"{text[0].upper()}{text[1:]}.", {"due": due, "player": player, "must": [str(v) for v in must]}
    )


@rule("9.4.1", "9.4.2", "9.4.3", "9.4.4", "9.4.5")
def _explain_round(inquiry: Inquiry) -> None:
    """Say what is special about the Round in play on Turn 1."""
    kind = inquiry.text("round-kind")
    if kind in _WAVES:
        inquiry.note(*_WAVES[kind])
    elif inquiry.number("turn") == 1 and kind == "reaction":
        first, second = r09_parts.is_first_reaction(inquiry), inquiry.number("round") == _SECOND_REACTION
        if first or second:
            inquiry.note(*_REACTIONS[first])
    elif kind == "move":
        r09_rounds.explain_third_wave(inquiry, inquiry.text("round-group"))


def _due(inquiry: Inquiry) -> tuple[str, str, str]:
    """What is due, its section, and a sentence."""
    top, phase = inquiry.decision, inquiry.text("phase")
    if top is not None:
        what = str(top.data.get("what", top.kind))
        return what, top.rule, f"first the {top.player.capitalize()} side settles: {what.replace('-', ' ')}"
    if phase != "action":
        return phase, "4.0", f"Turn {inquiry.number('turn')} is in its {phase.replace('-', ' ')} phase"
    if inquiry.text("round-kind"):
        part, kind = inquiry.text("round-part"), inquiry.text("round-kind").replace("-", " ")
        text = f"Round {inquiry.number('round')}, {inquiry.text('round-group')} {kind}, is at its {part}"
        return part, "9.3", text
    return _due_between(inquiry)


def _due_between(inquiry: Inquiry) -> tuple[str, str, str]:
    first, played = inquiry.number("turn") == 1, inquiry.number("round")
    if not r09_chits.is_prepared(inquiry):
        return "cup", "9.1", "the chits of the turn are put into the Action Cup"
    if r09_parts.may_react(inquiry):
        wave = inquiry.text("round-over") == "allied"
        section, must = (
            ("9.4", "plays the Reaction chit of the Wave") if wave else ("9.2", "may play a Reaction chit")
        )
        return "reaction", section, f"the German player {must}"
    if first and played in r09_parts.WAVE_ROUNDS:
        return "wave", "9.4", f"the {r09_parts.WAVE_ROUNDS[played].replace('-', ' ')} Round is next"
    if not played:
        return "initiative", "9.1", "the Allied player plays his Initiative chit"
    if any(r09_chits.in_cup(inquiry).values()):
        return "draw", "9.2", "the next chit is drawn from the Action Cup"
    return "end", "4.0", "the cup is empty: the Action Phase ends"


@rule("4.0", "5.4", "10.4.4", "9.3.4")
def clean_up_ruling(state: State, *, strict: bool = False) -> Ruling:
    """Rule on what the Clean-Up Phase changes.

    Returns
    -------
    Ruling
        Its answer names the units that may leave Brittany from the next turn on.
    """
    inquiry = Inquiry(state, strict=strict)
    moving = inquiry.units_in("brittany-entered")
    for piece in moving:
        inquiry.note("10.4.4", f"{piece.printed.title} goes from Just Entered to May Leave")
    unplayed = inquiry.number("reaction-chits")
    if unplayed:
        inquiry.note("9.3.4", "Reaction chits that were not played are lost", unplayed)
    inquiry.note("4.0", "chits, Combined Action and Prepared Offensive markers leave the Action Round Track")
    inquiry.note("4.0", "Reinforcements that did not enter are available again next turn")
    verdict = f"{many(len(moving), 'unit')} in Brittany may leave from the next turn on."
    return inquiry.ruling("clean-up", verdict, [p.uid for p in moving])
