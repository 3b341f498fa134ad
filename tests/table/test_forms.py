"""What a form asks can be typed: the line below a ruling is the same question."""

from __future__ import annotations

import functools
import random
import shlex
from typing import Any

import pytest

from adjudicator.asking.door import open_position
from adjudicator.asking.flags import flag_names, values_of
from adjudicator.game import GAMES, load
from adjudicator.questions import Asking, Question, fields_of, read_question
from adjudicator.supposing import reply
from adjudicator.table.forms import forms_of, typed_words
from adjudicator.table.marks import marks_of
from adjudicator.vocabulary import load_vocabulary
from tests.every import quick_one
from tests.generated import asked, verbs
from tests.table.serving import SAVES

SAVED = {
    "breakout-normandy": "bridges",
    "dark-summer": "summer",
    "storm-over-normandy": "storm",
    "june-six": "june",
    "battle-for-normandy": "epsom",
}


def typed(cls: type[Question], line: str) -> Question:
    """The question that a line means: words by place, then options with their words."""
    words: list[str] = []
    options: dict[str, Any] = {}
    many = {flag: field.many for field in fields_of(cls) for flag in [flag_names(cls)[field.name]]}
    switches = {flag_names(cls)[field.name] for field in fields_of(cls) if field.flag}
    into = words
    for word in shlex.split(line):
        if word.startswith("--"):
            into = options.setdefault(word[2:], [])
        else:
            into.append(word)
    found = {
        flag: True if flag in switches else tuple(said) if many[flag] else said[0]
        for flag, said in options.items()
    }
    return read_question(cls, values_of(cls, words, found))


@pytest.mark.parametrize("slug", GAMES)
def test_the_line_below_a_ruling_is_the_same_question(slug: str) -> None:
    game, rng, compared = load(slug), random.Random(11), 0
    position = open_position(SAVES / f"{SAVED[slug]}.vsav")
    for verb in verbs(game) * 4:
        question = asked(game, position, verb, rng)
        if question is not None:
            assert typed(game.questions[verb], typed_words(question)) == question, typed_words(question)
            compared += 1
    assert compared > 40


@pytest.mark.parametrize("slug", GAMES)
def test_a_form_has_every_field_of_its_question(slug: str) -> None:
    game = load(slug)
    for form in forms_of(slug):
        cls = game.questions[form.verb]
        assert [field.name for field in form.fields] == [f.name for f in fields_of(cls) if not f.json]
        for field in form.fields:
            assert field.title
            offered = cls.offered(field.name, game)
            assert field.choices == (load_vocabulary(slug).sides if field.kind == "side" else offered)


@pytest.mark.parametrize("slug", GAMES)
def test_every_layer_can_be_asked_for(slug: str) -> None:
    game, position = load(slug), open_position(SAVES / f"{SAVED[slug]}.vsav")
    forms = [form for form in forms_of(slug) if form.layer]
    assert {"control", "printed", "supply", "attacks"} <= {form.verb for form in forms}
    for form in forms:
        side = {form.sided: game.player_on_turn(position)} if form.sided else {}
        question = read_question(game.questions[form.verb], side)
        marks = marks_of(reply(question, Asking(game, position)), position)
        assert marks.spaces or marks.units or form.sided, form.verb


@pytest.mark.parametrize("slug", quick_one([*GAMES], "breakout-normandy"))
def test_a_layer_is_narrowed_to_each_of_its_choices(slug: str) -> None:
    game, position = load(slug), open_position(SAVES / f"{SAVED[slug]}.vsav")
    form = next(form for form in forms_of(slug) if form.narrowed)
    field = next(field for field in form.fields if field.name == form.narrowed)
    ask = functools.partial(read_question, game.questions[form.verb])
    whole = marks_of(reply(ask({}), Asking(game, position)), position)
    spaces, sides = set[str](), set[tuple[str, ...]]()
    for choice in field.choices:
        marks = marks_of(reply(ask({field.name: choice}), Asking(game, position)), position)
        assert {why for mark in marks.spaces.values() for why in mark.why} <= {choice}
        assert {why for line in marks.sides for why in line.why} <= {choice}
        spaces |= marks.spaces.keys()
        sides |= {line.spaces for line in marks.sides}
    assert spaces == whole.spaces.keys()
    assert sides == {line.spaces for line in whole.sides} != set()
    assert all(position.board.edge(*ends) is not None for ends in sides)
