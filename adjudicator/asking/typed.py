"""Actions and facts as players type them: ``move 1058 valognes``, ``--given crossings:isigny/st-lo=3``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.action_words import known_action, number, parse_action, read_action
from adjudicator.asking.sketch_units import described
from adjudicator.errors import MalformedAction
from adjudicator.names import find_boundary, find_space, find_unit
from adjudicator.position import Piece, Position
from adjudicator.subjects import Ground, fact_of, find_subject, nearest, printed_word
from adjudicator.vocabulary import Vocabulary, load_vocabulary
from counters.catalog import RATINGS
from maps.board import Board, Edge, Feature

if TYPE_CHECKING:
    from adjudicator.game import Game
    from counters.catalog import Unit

__all__ = ["known_action", "parse_action", "read_action", "with_given", "with_options"]


def with_given(position: Position, game: Game, facts: Sequence[str]) -> Position:
    """A position with facts corrected for one question.

    Parameters
    ----------
    position
        As it was read.
    game
        Whose facts there are.
    facts
        ``crossings:isigny/st-lo=3``, ``advantage=german``, ``unit:916=4-4-4``, ``unit:916=spent``,
        ``area:carentan=tem 2 bocage``, ``side:isigny/st-lo=river bridge``.

    Returns
    -------
    Position

    Raises
    ------
    MalformedAction
        A fact cannot be read.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> with_given(GAME.scenario("d-day"), GAME, ["advantage=german"]).text("advantage")
    'german'
    """
    for fact in facts:
        key, equals, value = fact.partition("=")
        if not equals:
            raise MalformedAction(f"--given {fact!r}", "Write ITEM=VALUE or ITEM:SUBJECT=VALUE")
        item, _, subject = key.partition(":")
        changed = _given(position, game, item.strip(), subject.strip().strip('"'), value.strip().strip('"'))
        if _same(position, changed):
            draft = position.draft()
            draft.notes += (f"noted: --given {fact} changes nothing, it is so already",)
            changed = draft.finish()
        position = changed
    return position


def _given(position: Position, game: Game, item: str, subject: str, value: str) -> Position:
    """One fact corrected."""
    words = load_vocabulary(game.slug)
    if item == "unit":
        return _given_unit(position, game, subject, value)
    if item in {"area", "hex", "zone", "space"}:
        return _given_space(position, words, subject, value.split())
    if item == "side" and subject:
        return _given_boundary(position, words, subject, value.split())
    known = game.schema.items.get(item)
    if known is None or known.of == "feature":
        spoken = [name for name, each in game.schema.items.items() if each.of != "feature"]
        spoken += ["unit", "area", "hex", "side"]
        printed = f"Write hex:NUMBER={item} VALUE or area:NAME={item} VALUE" if known is not None else ""
        hint = printed or nearest(item, spoken) or f"See `adjudicator explain {game.slug} state`"
        raise MalformedAction(f"there is no item of state {item!r}", hint)
    ground = Ground(game.slug, position.board, position.pieces)
    of, draft = find_subject(ground, known, subject), position.draft()
    draft.facts[item, of] = fact_of(ground, known, value)
    return draft.finish()


def _same(position: Position, changed: Position) -> bool:
    """Whether a fact that was given had been so already."""
    return (
        position == changed
        and position.board.spaces == changed.board.spaces
        and position.board.edges == changed.board.edges
    )


def _given_unit(position: Position, game: Game, subject: str, value: str) -> Position:
    piece = find_unit(position, subject)
    if not value:
        raise MalformedAction(f"unit:{subject}=", f"Write its factors, or {', '.join(game.statuses)}")
    known = load_vocabulary(game.slug)
    factors = re.fullmatch(r"([0-9]{1,3}|\*|-)-([0-9]{1,3})-([0-9]{1,3}|-)", value)
    draft = position.draft()
    if value in game.statuses:
        draft.set_status(piece.uid, value)
    elif factors and known.factors == "area":
        af, df, mf = (int(x) if x.isdigit() else None for x in factors.groups())
        sources = replace(piece.printed.sources, columns={"af": "owner", "df": "owner", "mf": "owner"})
        printed = replace(piece.printed, af=af, df=df, mf=mf, sources=sources)
        draft.pieces[piece.uid] = Piece(printed, piece.space, piece.status)
    else:
        printed = _described(piece, known, value, game.statuses)
        draft.pieces[piece.uid] = Piece(printed, piece.space, piece.status)
    return draft.finish()


def _described(piece: Piece, known: Vocabulary, value: str, statuses: Sequence[str]) -> Unit:
    """The counter of a unit with what words of a sketch say of it: ``6-6-4 armor3 352div``."""
    printed = piece.printed
    for word in value.casefold().split():
        new = described(known, printed, word, piece.status)
        if new is None:
            what = f"unit:{piece.uid}={value}: {word!r} says nothing of a counter"
            example = {"area": "4-4-4", "steps": "3-6/2"}.get(known.factors, "6-6-4/3-5-4 armor3")
            raise MalformedAction(what, f"Write factors {example} or {', '.join(statuses)}")
        changed = {name for name in (*RATINGS, "af", "df", "mf") if new.rating(name) != printed.rating(name)}
        columns = {**printed.sources.columns, **dict.fromkeys(changed, "owner")}
        printed = replace(new, sources=replace(printed.sources, columns=columns))
    return printed


def _given_space(position: Position, known: Vocabulary, subject: str, words: Sequence[str]) -> Position:
    space = find_space(position.board, subject)
    features: dict[str, Feature] = {}
    rest = iter(words)
    for word in rest:
        if word in known.features:
            name, value = known.features[word]
            features[name] = value
        elif word in known.feature_numbers:
            features[word] = number(next(rest, ""))
        elif word in known.feature_texts:
            name = known.feature_items.get(word, word)
            features[name] = printed_word(known, position.board, word, next(rest, ""))
        else:
            near = nearest(word, [*known.features, *known.feature_numbers, *known.feature_texts])
            raise MalformedAction(
                f"{word!r} says nothing of a space", f"{near} {known.hints['space']}".strip()
            )
    sources = replace(space.sources, columns={**space.sources.columns, **dict.fromkeys(features, "owner")})
    printed = (
        space.features | features if isinstance(space.features, dict) else {**space.features, **features}
    )
    new = replace(space, features=printed, sources=sources)
    spaces = {**position.board.spaces, space.id: new}
    return _on_board(
        position, Board(spaces.values(), position.board.edges.values(), filing=position.board.filing)
    )


def _given_boundary(position: Position, known: Vocabulary, subject: str, words: Sequence[str]) -> Position:
    edge = find_boundary(position.board, subject)
    kinds = [known.boundaries[w] for w in words if w in known.boundaries]
    roads = [known.roads[w] for w in words if w in known.roads]
    if len(kinds) + len(roads) + words.count("bridge") != len(words) or len(kinds) > 1 or len(roads) > 1:
        raise MalformedAction(f"side:{subject}={' '.join(words)}", known.hints["boundary"])
    boundary, road = (kinds or [edge.boundary])[0], (roads or [edge.road])[0]
    new = Edge(edge.a, edge.b, boundary, "bridge" in words, road=road)
    edges = {**position.board.edges, edge.id: new}
    return _on_board(
        position, Board(position.board.spaces.values(), edges.values(), filing=position.board.filing)
    )


def _on_board(position: Position, board: Board) -> Position:
    draft = position.draft()
    draft.board = board
    return draft.finish()


def with_options(position: Position, game: Game, chosen: Sequence[str]) -> Position:
    """A position with open points read another way, or optional rules in force, for one question.

    Parameters
    ----------
    position
        As it was read.
    game
        Whose readings there are.
    chosen
        ``ID=B``, or ``ID`` for an optional rule, which stands for ``ID=B``.

    Returns
    -------
    Position

    Raises
    ------
    MalformedAction
        There is no such reading, or it has no such letter.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> with_options(GAME.scenario("d-day"), GAME, ["disrupted-df-floor=B"]).option("disrupted-df-floor")
    'B'
    """
    if not chosen:
        return position
    options = dict(position.options)
    for text in chosen:
        name, _, letter = text.partition("=")
        reading = game.schema.readings.get(name)
        if reading is None:
            known = ", ".join(sorted(game.schema.readings))
            raise MalformedAction(f"there is no interpretation or option {name!r}", f"Known: {known}")
        letter = letter.upper() or "B"
        if letter not in reading.options:
            raise MalformedAction(f"{name} has no option {letter!r}", f"It has: {', '.join(reading.options)}")
        options[name] = letter
    draft = position.draft()
    draft.options = options
    return draft.finish()
