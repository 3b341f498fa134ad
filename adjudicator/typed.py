"""Actions and facts as players type them: ``move 1058 valognes``, ``--given crossings:isigny/st-lo=3``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.action_words import known_action, number, parse_action, read_action
from adjudicator.errors import MalformedAction
from adjudicator.names import find_boundary, find_space, find_unit
from adjudicator.position import Fact, Piece, Position
from adjudicator.vocabulary import Vocabulary, load_vocabulary
from maps.board import Board, Edge, Feature

if TYPE_CHECKING:
    from adjudicator.game import Game

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
        item, _, subject = key.partition(":")
        subject = subject.strip().strip('"')
        if not equals:
            raise MalformedAction(f"--given {fact!r}", "Write ITEM=VALUE or ITEM:SUBJECT=VALUE")
        if item == "unit":
            position = _given_unit(position, game, subject, value.strip())
        elif item in {"area", "hex", "zone"}:
            position = _given_space(position, load_vocabulary(game.slug), subject, value.split())
        elif item == "side" and subject:
            position = _given_boundary(position, load_vocabulary(game.slug), subject, value.split())
        else:
            position = _given_item(position, game, item.strip(), subject, value.strip())
    return position


def _given_item(position: Position, game: Game, item: str, subject: str, word: str) -> Position:
    known = game.schema.items.get(item)
    if known is None or known.of == "feature":
        raise MalformedAction(
            f"there is no item of state {item!r}", f"See `adjudicator explain {game.slug} state`"
        )
    draft = position.draft()
    draft.facts[item, _subject(position, known.of, subject)] = _fact(item, known.default, known.values, word)
    return draft.finish()


def _subject(position: Position, of: str, subject: str) -> str:
    if of in {"area", "hex"}:
        return find_space(position.board, subject).id
    if of == "boundary":
        return find_boundary(position.board, subject).id
    if of == "unit":
        return find_unit(position, subject).uid
    return subject


def _fact(item: str, default: Fact, values: Sequence[str], word: str) -> Fact:
    if isinstance(default, bool):
        if word not in {"yes", "no"}:
            raise MalformedAction(f"{item} is yes or no, not {word!r}")
        return word == "yes"
    if isinstance(default, int):
        return number(word)
    if values and word not in values:
        raise MalformedAction(f"{item} is one of {', '.join(filter(None, values))}, not {word!r}")
    return word


def _given_unit(position: Position, game: Game, subject: str, value: str) -> Position:
    piece = find_unit(position, subject)
    factors = re.fullmatch(r"([0-9]{1,3}|\*|-)-([0-9]{1,3})-([0-9]{1,3}|-)", value)
    single = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", value) if piece.printed.steps else None
    draft = position.draft()
    if value in game.statuses:
        draft.set_status(piece.uid, value)
    elif factors or single:
        texts = factors.groups() if factors else (value.split("-", maxsplit=1)[0], *value.split("-"))
        af, df, mf = (int(x) if x.isdigit() else None for x in texts)
        sources = replace(piece.printed.sources, columns={"af": "owner", "df": "owner", "mf": "owner"})
        printed = replace(piece.printed, af=af, df=df, mf=mf, sources=sources)
        draft.pieces[piece.uid] = Piece(printed, piece.space, piece.status)
    else:
        raise MalformedAction(f"unit:{subject}={value}", f"Write factors 4-4-4 or {', '.join(game.statuses)}")
    return draft.finish()


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
            text = next(rest, "")
            features[known.feature_items.get(word, word)] = known.feature_texts[word].get(text, text)
        else:
            raise MalformedAction(f"{word!r} says nothing of a space", known.hints["space"])
    sources = replace(space.sources, columns={**space.sources.columns, **dict.fromkeys(features, "owner")})
    new = replace(space, features={**space.features, **features}, sources=sources)
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
