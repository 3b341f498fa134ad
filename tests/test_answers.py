"""What every question's answer holds is declared, and what is declared is what is answered."""

from __future__ import annotations

import json
import types
from pathlib import Path

import msgspec
import pytest

from adjudicator.answer_forms import EVERYWHERE, Form, answer_schema, answers_of, forms_in, read_answer
from adjudicator.asking.answers import answer_schemas
from adjudicator.game import GAMES, load
from tests.answered import misfit
from tests.commandline import run

UNDECLARED: dict[str, set[str]] = {slug: set() for slug in GAMES}
"""Verbs whose answers have no form: none."""


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_declares_what_its_answer_holds(slug: str) -> None:
    declared = answers_of(slug)
    assert set(load(slug).questions) - set(declared) == UNDECLARED[slug]
    assert set(declared) <= set(load(slug).questions)


@pytest.mark.parametrize("slug", GAMES)
def test_no_form_lets_an_unknown_key_pass(slug: str) -> None:
    for verb, form in answers_of(slug).items():
        for one in forms_in(form):
            if isinstance(one, type) and issubclass(one, msgspec.Struct):
                assert issubclass(one, Form), verb
                assert one.__struct_config__.forbid_unknown_fields, verb
                assert one.__doc__, verb


@pytest.mark.parametrize("slug", GAMES)
def test_every_form_has_a_schema(slug: str) -> None:
    schemas = answer_schemas()[slug]
    assert set(schemas) == set(load(slug).questions)
    for verb, form in answers_of(slug).items():
        single = [one for one in forms_in(form) if one is not types.NoneType]
        assert len(schemas[verb]["anyOf"]) == len(single) + 1
    assert schemas["check"]["anyOf"] == [{"type": "boolean"}, {"type": "null"}]


def test_a_schema_names_its_keys_and_closes_them() -> None:
    schema = answer_schema(EVERYWHERE["next"])
    assert schema["$defs"]["Now"]["required"] == ["phase", "player", "pending", "actions"]
    assert schema["$defs"]["Now"]["additionalProperties"] is False


def test_the_command_line_prints_the_schemas_of_questions_and_of_answers() -> None:
    answers = json.loads(run("adjudicator ask --schema --answers").out)
    questions = json.loads(run("adjudicator ask --schema").out)
    assert {slug: set(verbs) for slug, verbs in answers.items()} == {
        slug: set(verbs) for slug, verbs in questions.items()
    }
    assert run("adjudicator ask --answers").code == 2


def test_what_does_not_fit_is_told() -> None:
    assert misfit("june-six", "next", {"phase": "me"}, ok=True)
    assert misfit("june-six", "attackers", ["us-16", 4], ok=True)
    assert misfit("june-six", "odds", None, ok=True)
    assert not misfit("june-six", "odds", None, ok=False)
    assert not misfit("june-six", "attackers", ["us-16"], ok=True)


def test_an_answer_is_read_as_a_typed_value() -> None:
    from adjudicator.breakout_normandy.answers import AssaultOdds

    asked = {"game": "breakout-normandy", "question": "odds", "args": {"kind": "assault", "av": 14, "dv": 10}}
    answer = json.loads(run("adjudicator ask", stdin=json.dumps(asked)).out)["answer"]
    odds = read_answer(answer, AssaultOdds)
    assert (odds.av, odds.dv, odds.of) == (14, 10, 1296)
    assert sum(odds.outcomes.values()) == 1296
    with pytest.raises(msgspec.ValidationError):
        read_answer({**answer, "moon": 1}, AssaultOdds)


def test_the_forms_are_loaded_only_when_they_are_asked_for() -> None:
    for module in (Path(__file__).parent.parent / "adjudicator").glob("*/*.py"):
        if module.parent.name != "asking" and not module.name.startswith("answers"):
            assert ".answers " not in module.read_text(encoding="utf-8"), module
