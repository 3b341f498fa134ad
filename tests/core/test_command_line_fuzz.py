"""Whatever is typed or piped in: an answer or one clear line, never a traceback."""

from __future__ import annotations

import dataclasses
import json
import shlex
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.breakout_normandy import GAME
from adjudicator.codec import position_to_json
from tests.commandline import run

D_DAY = GAME.scenario("d-day")
PLACES = [
    "breakout-normandy",
    *(f"breakout-normandy:{name}" for name in ("d-day", "example-3", "example-6", "example-11")),
]
WORDS = [
    *("move", "roll", "pass", "activate", "repair", "assault", "bombardment", "end-phase", "attack", "siege"),
    *("carentan", "caen", "omaha", "st-lo/isigny", "carentan/st-lo", "zone-a", "~caen", "approach-utah"),
    *("916", "1057", "115/29", "1/919", "nowhere", "", "/", "-", "²", "-1", "0", "7", "99999999999999999999"),
    *("8,5", "x,y", "{", "{}", "[]", '{"action": []}', "x" * 5000, "\n", "é", "a=b", ":", "*"),
]
OPTIONS = [
    *(
        "--as",
        "--given",
        "--interpretation",
        "--option",
        "--sketch",
        "--step",
        "--strict",
        "--json",
        "--format",
    ),
    *(
        "--with",
        "--support",
        "--point",
        "--by",
        "--primary",
        "--roll",
        "--av",
        "--dv",
        "--defenders",
        "--help",
    ),
    *("--forward", "--bocage", "--confirm", "--overlay", "--adapter", "--nonsense", "--lines", "--schema"),
]
VALUES = [
    *(
        "german",
        "referee",
        "advantage=german",
        "advantage=",
        "moon=1",
        "date=x",
        "date=²",
        "date=" + "9" * 5000,
    ),
    *(
        "crossings:isigny/st-lo=3",
        "unit:916=spent",
        "unit:916=4-4-4",
        "unit:=",
        "area:caen=tem",
        "side:=river",
    ),
    *(
        "area:carentan=tem 2 bocage",
        "side:isigny/st-lo=bridge river",
        "disrupted-df-floor=B",
        "=",
        "extended-game",
    ),
    *(
        "breakout-normandy, clear",
        "breakout-normandy, , clear",
        "breakout-normandy\n: x\nA-A: river",
        "/nowhere",
    ),
    *("text", "md", "html", "json", "F,S", "-3", "8,5"),
]
VERBS = ["ask", "cases", "coverage", "explain", *GAME.questions]

words = st.one_of(st.sampled_from(WORDS), st.sampled_from(OPTIONS), st.sampled_from(VALUES))
lines = st.builds(
    lambda verb, place, rest: [verb, place, *rest],
    st.sampled_from(VERBS),
    st.sampled_from(PLACES),
    st.lists(words, max_size=5),
)
SLOW = [HealthCheck.too_slow]


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(lines)
def test_any_words_give_an_answer_or_one_line(line: list[str]) -> None:
    done = run(shlex.join(["adjudicator", *line]), stdin="{}")
    assert done.code in {0, 1, 2}
    assert "Traceback" not in done.out + done.err
    if done.code == 2:
        assert done.err.startswith("adjudicator: ")


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(WORDS)
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
KEYS = ["schema", "game", "position", "args", "as", "given", "options", "actions", "strict"]


@settings(max_examples=120, deadline=None, suppress_health_check=SLOW)
@given(
    st.one_of(st.sampled_from(sorted(GAME.questions)), anything),
    st.dictionaries(st.sampled_from(KEYS), anything, max_size=4),
    st.booleans(),
)
def test_any_json_gives_an_answer_or_one_line(verb: Any, body: dict[str, Any], on_map: bool) -> None:
    question = {"question": verb, **({"position": "breakout-normandy:d-day"} if on_map else {}), **body}
    done = run("adjudicator ask", stdin=json.dumps(question))
    assert done.code in {0, 1, 2}
    assert done.code != 2 or done.err.startswith("adjudicator: ")


def _action(rng: Random) -> dict[str, Any]:
    """An action with all its fields, each of some plausible or absurd value."""
    ids = [*D_DAY.pieces, *D_DAY.board.spaces, *D_DAY.board.edges]
    kind = rng.choice(list(GAME.kinds))
    body: dict[str, Any] = {"action": kind}
    for f in dataclasses.fields(GAME.kinds[kind]):
        one = rng.choice([*rng.sample(ids, 6), "german", "us", "destroy", "", 3, -1, True, None])
        many = [one, *rng.sample(ids, rng.randrange(3))]
        body[f.name] = many if str(f.type).startswith("tuple") and rng.random() < 0.9 else one
    return body


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(st.integers(0, 2**32), st.sampled_from(sorted(GAME.sequence.phases)), st.sampled_from(PLACES[1:]))
def test_any_action_as_json_is_ruled_or_refused(seed: int, phase: str, place: str) -> None:
    question = {"question": "apply", "position": place, "given": [f"phase={phase}"]}
    done = run("adjudicator ask", stdin=json.dumps({**question, "args": {"data": _action(Random(seed))}}))
    assert done.code in {0, 1, 2}
    assert (done.code == 0) == bool(done.out)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(
    st.dictionaries(
        st.sampled_from(["schema", "units", "facts", "pending", "options", "unknown"]), anything, max_size=3
    )
)
def test_any_position_as_json_is_read_or_its_defects_are_named(change: dict[str, Any]) -> None:
    body = {**position_to_json(D_DAY), **change}
    done = run("adjudicator ask", stdin=json.dumps({"question": "next", "position": body}))
    assert done.code in {0, 2}
    assert done.err.count("\n") == (done.code == 2)
