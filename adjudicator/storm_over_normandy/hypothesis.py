"""What if: attacks, Support Points and cards that a question supposes, before anybody has announced them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_unit
from adjudicator.position import Draft, Piece, Position, View
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import terms
from maps.board import fold
from maps.filing import Located
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.storm_over_normandy.cards import Card
    from adjudicator.storm_over_normandy.r09_strength import Attack

__all__ = [
    "KINDS",
    "Named",
    "card_named",
    "cards_named",
    "firing",
    "is_unsaid",
    "joined",
    "landed",
    "no_less_than_none",
    "one_side",
    "supposed",
    "under_way",
    "units_named",
]

KINDS = ("fire", "assault", "card", "bombardment", "strongpoints", "landed")
_SIDES = (terms.GERMAN, terms.ALLIED)
_BEFORE_LANDING = frozenset({"set-up", "airborne", "bombardment"})


@dataclass(frozen=True, slots=True)
class Named:
    """A card in a plan, as a player writes it: ``massed-guns``, ``bocage:tilly``.

    Parameters
    ----------
    copy
        Id of the single card that is meant; the first, second ... copy as often as it is named.
    about
        What stands after the colon, in the player's words; empty without one.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> cards_named(OURS, ["bocage:tilly", "bocage"])[1].copy
    'german-bocage-2'
    """

    card: Card
    copy: str
    about: str = ""


# --- who and what is meant --------------------------------------------------------------------------------


def one_side(word: str) -> str:
    """A side as typed, or nothing.

    Parameters
    ----------
    word
        ``german``, ``allied`` or empty.

    Raises
    ------
    MalformedAction
        It is another word.

    Examples
    --------
    >>> one_side("Allied")
    'allied'
    """
    side = word.casefold()
    if side and side not in _SIDES:
        raise MalformedAction(f"there is no side {word!r}", "german or allied")
    return side


def no_less_than_none(number: int, what: str) -> int:
    """A number that a question takes, which counts something.

    Parameters
    ----------
    number, what
        The number, and the option that it was typed for.

    Raises
    ------
    MalformedAction
        It is negative.

    Examples
    --------
    >>> no_less_than_none(0, "points")
    0
    """
    if number < 0:
        raise MalformedAction(f"--{what} {number}", f"Write a number: --{what} 2")
    return number


def units_named(view: View, words: Sequence[str]) -> list[str]:
    """Ids of units as players write them, each once.

    Parameters
    ----------
    view, words
        Where they are looked up, and what was typed.
    """
    return list(dict.fromkeys(find_unit(view, word).uid for word in words))


def card_named(at: Located, word: str) -> Card:
    """The card that a player means: by id, title or unique part of it, or by the id of a copy.

    Parameters
    ----------
    word
        As typed.

    Raises
    ------
    MalformedAction
        Nothing fits; the nearest titles are offered.
    AmbiguousAction
        Several fit.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> named = [card_named(OURS, word) for word in ("shock assault", "german-bocage-2", "goetz")]
    >>> named[0].id, named[1].id, named[2].title
    ('shock-assault', 'bocage', 'Götz Recon')
    """
    from adjudicator.storm_over_normandy import cards

    wanted, deck = fold(word.replace("-", " ")), cards.load_deck(at)
    copy = cards.card_of(at, word.strip().casefold())
    if copy is not None:
        return copy
    names = {card.id: {fold(card.title), card.id.replace("-", " ")} for card in deck.values()}
    exact = [i for i, known in names.items() if wanted in known]
    found = exact or [i for i, known in names.items() if wanted and any(n.startswith(wanted) for n in known)]
    if len(found) == 1:
        return deck[found[0]]
    if found:
        raise AmbiguousAction(word, [deck[i].title for i in found])
    import difflib

    near = difflib.get_close_matches(wanted, [fold(c.title) for c in deck.values()], n=2)
    titles = [c.title for c in deck.values() if fold(c.title) in near]
    raise MalformedAction(
        f"there is no card {word!r}", f"Did you mean {' or '.join(titles)}?" if near else ""
    )


def cards_named(at: Located, words: Iterable[str]) -> list[Named]:
    """Cards of a plan, each with a copy of its own as long as there are so many.

    Parameters
    ----------
    words
        As typed, ``bocage:tilly`` with the Area after a colon.
    """
    found: list[Named] = []
    for word in words:
        name, _, about = word.partition(":")
        card = card_named(at, name)
        number = sum(known.card.id == card.id for known in found)
        copy = card.copies[min(number, card.count - 1)]
        found.append(Named(card, copy, about.strip()))
    return found


# --- positions that a question supposes -------------------------------------------------------------------


def supposed(position: Position, side: str) -> Draft:
    """The position as if a side had the impulse and nothing were pending.

    Parameters
    ----------
    position, side
        The position and whose impulse it should be.
    """
    draft = position.draft()
    draft.pending = ()
    for item, value in (("phase", "impulses"), ("side", side), ("passed", "")):
        draft.set(item, value)
    return draft


def landed(position: Position, phase: str) -> Position:
    """The position after the Invasion sections have landed, where that has still to come.

    Parameters
    ----------
    phase
        ``strongpoints`` or ``beaches``: the phase that is meant where the position says none.
    """
    draft = position.draft()
    if is_unsaid(position, "phase"):
        draft.set("phase", phase)
        return draft.finish()
    if position.text("phase") not in _BEFORE_LANDING:
        return position
    from adjudicator.storm_over_normandy import r04_bombardment

    r04_bombardment.land(draft)
    return draft.finish()


def is_unsaid(position: Position, item: str) -> bool:
    """Whether a position leaves an item out that is of nobody in particular, which is then no default."""
    return item in position.unknown and (item, "") not in position.facts


def under_way(draft: Draft, attack: Attack) -> Position:
    """The position with an attack announced and its units where they attack; what is attacked is released."""
    from adjudicator.storm_over_normandy import r14_release
    from adjudicator.storm_over_normandy.r09_strength import UNDER_WAY, targets_of

    r14_release.attacked(draft, [p.uid for p in targets_of(draft, attack)])
    for uid in attack.attackers:
        if draft.pieces[uid].space != attack.area:
            draft.place(uid, attack.area)
    draft.pending = ()
    UNDER_WAY.push(draft, dataclasses.replace(attack, stage="window"))
    return draft.finish()


def joined(found: Ruling, *before: Ruling | Inquiry) -> Ruling:
    """A ruling after the steps and violations of what came before it.

    Parameters
    ----------
    *before
        What led to it; what the answer reckons anew is left out of it.
    """
    earlier = [b.ruling("", "") if isinstance(b, Inquiry) else b for b in before]
    parts, anew = [*earlier, found], {(s.rule, s.text) for s in found.steps if s.under}
    old = (s for p in earlier for s in p.steps if not (s.under and (s.rule, s.text) in anew))
    return dataclasses.replace(
        found,
        steps=(*old, *found.steps),
        violations=tuple(dict.fromkeys(v for p in parts for v in p.violations)),
        assumptions=tuple(dict.fromkeys(a for p in parts for a in p.assumptions)),
        interpretations=tuple(dict.fromkeys(i for p in parts for i in p.interpretations)),
        sources=tuple(dict.fromkeys(s for p in parts for s in p.sources)),
    )


def firing(view: View, area: str, side: str) -> list[Piece]:
    """Units of one nationality that may fire in an Area: those with the most firepower together.

    Parameters
    ----------
    view, area, side
        The position, the Area, and whose units.

    Raises
    ------
    MalformedAction
        There are none.
    """
    from adjudicator.storm_over_normandy import r07_unit_actions

    groups: dict[str, list[Piece]] = {}
    for piece in terms.friends(view, area, side):
        if r07_unit_actions.may_act(view, piece):
            groups.setdefault(terms.group_of(piece.printed), []).append(piece)
    if not groups:
        name = view.board.name(area)
        raise MalformedAction(
            f"no unit of the {side.capitalize()} side may fire in {name}", "Name units with --with"
        )
    return max(groups.values(), key=lambda group: sum(p.printed.af or 0 for p in group))
