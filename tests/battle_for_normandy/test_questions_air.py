"""Questions about the air, as a player asks them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from tests.battle_for_normandy.build import around, board, road, sides, situation, unit
from tests.battle_for_normandy.fighting import EAST, TARGET, field, fought, troops

BRIDGE = "b3015/b3114"
VERBS = ("armed-recon", "recon-chart", "anti-air", "ground-support", "interdiction")


def ask(verb: str, here: Position | None = None, **words: Any) -> Ruling:
    """The ruling about a question."""
    return read_question(GAME.questions[verb], words).answer(Asking(GAME, here, "referee"))


def river(*placed: tuple[Any, str], **more: Any) -> Position:
    ground = board(
        around("b3015", "b3114"), sides=sides(BRIDGE, kind="major-river"), roads=road("b3015", "b3114")
    )
    facts = {"recon_attacks": 6, "recon_hit": 5, **more}
    return situation(ground, *placed, phase="armed-recon", side="german", **facts)


@pytest.mark.parametrize("verb", VERBS)
def test_every_question_has_an_example_of_itself(verb: str) -> None:
    assert f"Example: adjudicator {verb} " in (GAME.questions[verb].__doc__ or "")


def test_example_11_3_3() -> None:
    here = river((unit("ge-f", "flak"), "b3114"), (unit("ge-h", "flak"), "b3015"))
    ruling = ask("armed-recon", here, target="B3114/B3015")
    assert ruling.answer == {"hit_on": 7, "lost_on": 3, "hit": "2/5", "lost": "3/10", "destroyed": "2/5"}
    twice = ask("armed-recon", here, target=BRIDGE, attacks=2)
    assert twice.answer["destroyed"] == "16/25"


def test_armed_recon_on_units() -> None:
    here = river((unit("ge-1", "inf"), "b3015"), recon_attacks=0)
    ruling = ask("armed-recon", here, target="b3015")
    assert [v.rule for v in ruling.violations] == ["11.3.1"]
    with pytest.raises(MalformedAction):
        ask("armed-recon", here, target="b3014/b3016")


def test_the_chart() -> None:
    assert ask("recon-chart", points=12).answer == {"attacks": 4, "hit": 7}
    assert not ask("recon-chart", points=20).sources
    assert ask("recon-chart", points=9).sources
    assert ask("recon-chart", points=0).answer["hit"] is None
    with pytest.raises(MalformedAction):
        ask("recon-chart", points=21)


def test_anti_air_of_the_example() -> None:
    placed = [(unit(f"ge-{n}", "flak"), at) for n, at in enumerate((TARGET, EAST, EAST))]
    here = fought(*placed)
    assert ask("anti-air", here, area=TARGET, roll=8).answer == "hit"
    assert ask("anti-air", here, area=TARGET).answer == {"none": "2/5", "abort": "3/10", "hit": "3/10"}


def test_ground_support() -> None:
    placed = ((troops(6, "us-1"), EAST), (troops(6, "ge-1"), TARGET))
    here = fought(*placed, on=field(), ground_support=2, csp=9)
    ruling = ask("ground-support", here, area=TARGET, with_units=["us-1"], points=2)
    assert (ruling.answer["most"], ruling.violations) == (2, ())
    more = ask("ground-support", here, area=TARGET, points=3)
    assert [v.rule for v in more.violations] == ["11.4"]
    poor = ask("ground-support", fought(*placed, on=field(), ground_support=2, csp=0), area=TARGET)
    assert poor.answer["most"] == 0


def test_interdiction_of_the_example() -> None:
    found = ask("interdiction", plans=["a=20:10", "b=20:10", "C=50:5"]).answer
    assert found == {"a": {"net": 10, "mp": 1}, "b": {"net": 0, "mp": 0}, "c": {"net": 20, "mp": 4}}
    for plans in ([], ["x=1:2"], ["a=20"]):
        with pytest.raises(MalformedAction):
            ask("interdiction", plans=plans)


def test_a_reconstructed_row_is_told() -> None:
    assert ask("interdiction", plans=["a=15:0"]).sources
    assert not ask("interdiction", plans=["a=20:0"]).sources


def test_interdiction_of_a_unit() -> None:
    here = fought((troops(4, "ge-1"), TARGET), side="german", facts={("interdiction", "c"): 2})
    assert ask("interdiction", here, unit="ge-1").answer == 2
