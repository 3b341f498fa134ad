"""What an answer shows on the map: words that answers have, and marks that a board can show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import ask, open_position
from adjudicator.answer_forms import answer_schema, answers_of
from adjudicator.asking.casebook import asked_of, read_cases
from adjudicator.asking.measures import MEASURES
from adjudicator.errors import BocageError
from adjudicator.game import GAMES, load
from adjudicator.position import Position
from adjudicator.supposing import reply
from adjudicator.table.marks import TONES, Marks, marks_of, words

CASES = Path(__file__).parent.parent / "cases"


def keys_of(schema: Any) -> Iterator[str]:
    """Every key that a schema declares."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys_of(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys_of(part)


def test_every_word_is_one_of_an_answer() -> None:
    keys = {k for slug in GAMES for form in answers_of(slug).values() for k in keys_of(answer_schema(form))}
    known = words()
    assert set(known.tones) - {"reached"} <= keys
    assert set(known.connected) <= keys
    assert {measure.key for measure in MEASURES} <= keys
    assert set(known.verbs) <= {verb for slug in GAMES for verb in load(slug).questions}
    assert {*known.tones.values(), *known.verbs.values(), *known.legend} == set(TONES)
    verbs = {verb for slug in GAMES for verb in load(slug).questions}
    assert {*known.sided, *known.legend_of} <= verbs
    assert all({*texts} <= {*TONES, "rest"} for texts in known.legend_of.values())


def shown(save: str, verb: str, *asked: str, **named: Any) -> tuple[Marks, Position]:
    position = open_position(f"tests/saves/{save}.vsav")
    return marks_of(ask(position, verb, *asked, **named), position), position


@pytest.mark.parametrize(
    ("save", "unit", "space", "label", "way"),
    [
        ("bridges", "1058", "montebourg", "1", ("valognes", "montebourg")),
        ("june", "192", "e1435", "3", ("e1735", "e1635", "e1535", "e1435")),
        ("summer", "1058", "1801", "1½", ("2102", "2002", "1901", "1801")),
    ],
)
def test_a_destination_has_its_cost_and_its_way(
    save: str, unit: str, space: str, label: str, way: tuple[str, ...]
) -> None:
    marks, _ = shown(save, "legal", unit)
    assert (marks.spaces[space].tone, marks.spaces[space].label, marks.spaces[space].path) == (
        "reach",
        label,
        way,
    )
    assert "origin" in {mark.tone for mark in marks.units.values()}


def test_a_space_that_is_refused_says_why() -> None:
    marks, _ = shown("bridges", "legal", "1058", to="caen")
    assert marks.spaces["caen"].tone == "refused"
    assert marks.spaces["caen"].why == ("Caen is too far for 4 MF (8.33)",)


def test_units_that_may_not_attack_say_why_and_others_attack() -> None:
    marks, _ = shown("omaha", "attacks", "allied")
    assert marks.spaces["omaha-beach"].tone == marks.units["us-1-16"].tone == "attack"
    assert marks.spaces["merville"].tone == "refused"
    assert marks.spaces["merville"].why


def test_a_supply_line_is_a_line_and_what_is_cut_is_no_supply() -> None:
    marks, _ = shown("summer", "supply", "1058")
    assert [line.tone for line in marks.lines] == ["supply"]
    assert marks.lines[0].spaces[:2] == ("2102", "2002")
    marks, _ = shown("june", "supply", "german")
    assert {mark.tone for mark in marks.units.values()} == {"cut"}


def test_control_of_the_whole_map_is_told_apart_by_side() -> None:
    marks, position = shown("bridges", "control")
    held = ask(position, "control").answer
    tones = {space: mark.tone for space, mark in marks.spaces.items()}
    assert tones == {s: t for t, side in (("first", "german"), ("second", "allied")) for s in held[side]}
    assert [key.text for key in marks.legend] == ["German controlled", "Allied controlled"]


def test_of_a_large_map_the_side_that_controls_less_is_marked() -> None:
    marks, position = shown("june", "control")
    assert set(marks.spaces) == set(ask(position, "control").answer["allied"])
    assert [key.tone for key in marks.legend] == ["second"]
    assert "not marked" in marks.legend[0].text


def test_a_doubtful_space_says_which_values_are() -> None:
    marks, _ = shown("bridges", "printed", column="tem")
    assert {mark.why for mark in marks.spaces.values()} == {("tem",)}
    assert not marks.units


def shown_of(marks: Marks, position: Position) -> None:
    """The marks are of this board, and small enough to be written on it."""
    assert marks.spaces.keys() <= position.board.spaces.keys()
    assert marks.units.keys() <= position.pieces.keys()
    for mark in (*marks.spaces.values(), *marks.units.values()):
        assert mark.tone in TONES
        assert len(mark.label) <= 12
        assert set(mark.path) <= position.board.spaces.keys()
    for line in (*marks.lines, *marks.sides):
        assert len(line.spaces) > 1
        assert set(line.spaces) <= position.board.spaces.keys()
    assert [key.tone for key in marks.legend] == [t for t in TONES if t in tones_in(marks)]


def tones_in(marks: Marks) -> set[str]:
    marked = {mark.tone for mark in (*marks.spaces.values(), *marks.units.values())}
    return marked | {line.tone for line in (*marks.lines, *marks.sides)}


def cases_shown(every: int) -> int:
    """How many answers of the casebook were shown."""
    found = [case for file in sorted(CASES.rglob("*.toml")) for case in read_cases(file)]
    count = 0
    for case in found[::every]:
        try:
            asked, asking = asked_of(case)
            ruling = reply(asked, asking)
        except BocageError:
            continue
        if asking.given is not None:
            shown_of(marks_of(ruling, asking.position), asking.position)
            json.dumps(ruling.answer)
            count += 1
    return count


def test_answers_of_the_casebook_can_be_shown() -> None:
    assert cases_shown(97) > 50


@pytest.mark.slow
def test_every_answer_of_the_casebook_can_be_shown() -> None:
    assert cases_shown(1) > 5_000
