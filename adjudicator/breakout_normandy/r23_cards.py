"""Sections 23.3 and 23.31: attacks resolved with two decks of 36 cards instead of dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.dice import DIFFERENCE, DR, Distribution
from adjudicator.position import Draft, State, View

__all__ = ["CARDS", "difference", "in_use", "left", "playable", "record", "refusal"]

CARDS = {value: DR[value] for value in range(2, 13)}
FIRST = 2
_DECK = 36


@rule("23.3")
def in_use(view: View) -> bool:
    """Whether the players resolve attacks with cards (23.1, 23.3).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> in_use(GAME.scenario("d-day"))
    False
    """
    return view.option("combat-cards") == "B"


@rule("23.31")
def left(view: View, side: str) -> Distribution[int]:
    """The cards that a side has still to draw before its deck is reshuffled.

    Jacks count as 11, the Queen as 12.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> left(GAME.scenario("d-day"), "german")[7]
    6
    """
    gone = view.text("cards-drawn", side)
    return Distribution({value: most - int(gone[value - FIRST]) for value, most in CARDS.items()})


@rule("23.3", "23.31")
def difference(view: View, attacker: str) -> Distribution[int]:
    """Exact distribution of attacker's less defender's draw, from dice or from what the decks still hold.

    Parameters
    ----------
    view, attacker
        The position, and the side that attacks.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> difference(GAME.scenario("d-day"), "allied")[0]
    146
    """
    if not in_use(view):
        return DIFFERENCE
    return left(view, attacker).pair(left(view, terms.enemy_of(attacker)), lambda a, d: a - d)


def playable(view: View, attacker: str, values: Sequence[int]) -> bool:
    """Whether both decks still hold the cards that are said to have been drawn.

    Parameters
    ----------
    view, attacker
        The position, and the side that attacks.
    values
        Attacker's and defender's card.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> playable(GAME.scenario("d-day"), "allied", (12, 2))
    True
    """
    sides = (attacker, terms.enemy_of(attacker))
    return not in_use(view) or all(left(view, s)[v] for s, v in zip(sides, values, strict=True))


@rule("23.31")
def refusal(state: State, data: Mapping[str, Any], values: Sequence[int]) -> str:
    """Sentence against a card that its deck no longer holds; empty when both cards can be drawn (23.31).

    Parameters
    ----------
    data
        The attack; `attacker` names the side whose card comes first.
    values
        Attacker's and defender's card.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> refusal(GAME.scenario("d-day"), {"attacker": "allied"}, (12, 2))
    ''
    """
    if playable(state, data["attacker"], values):
        return ""
    sides = (data["attacker"], terms.enemy_of(data["attacker"]))
    gone = [f"{v} in the {s} deck" for s, v in zip(sides, values, strict=True) if not left(state, s)[v]]
    return f"every card of that value has been drawn: {' and '.join(gone)}"


@rule("23.31")
def record(draft: Draft, attacker: str, values: Sequence[int]) -> None:
    """Lay the cards of one attack aside, those negated by the Advantage too; a spent deck is reshuffled.

    Parameters
    ----------
    attacker
        Side that attacks.
    values
        Attacker's and defender's card.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.options = {"combat-cards": "B"}
    >>> record(draft, "allied", (12, 7)); left(draft, "allied")[12], left(draft, "german")[7]
    (0, 5)
    """
    if not in_use(draft):
        return
    for side, value in zip((attacker, terms.enemy_of(attacker)), values, strict=True):
        gone = [int(n) for n in draft.text("cards-drawn", side)]
        gone[value - FIRST] = min(CARDS[value], gone[value - FIRST] + 1)
        if sum(gone) == _DECK:
            gone = [0] * len(gone)
        draft.set("cards-drawn", "".join(map(str, gone)), side)
