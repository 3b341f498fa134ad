"""Questions about the turn and about replacements, as they are asked."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from adjudicator.battle_for_normandy import GAME, r21_set_up
from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from adjudicator.questions import Asking
from adjudicator.ruling import Ruling
from tests.battle_for_normandy import build

ON = build.board(build.around("c3014", radius=2), terrain={"c3012": "bocage"})
US, GE = build.unit("us-16", division="us-1"), build.unit("ge-916", division="ge-352")


def ask(verb: str, here: Position, viewpoint: str = "public", **fields: Any) -> Ruling:
    return GAME.questions[verb](**fields).answer(Asking(GAME, here, viewpoint))


def at(**more: Any) -> Position:
    return build.situation(ON, (US, "c3014 reduced"), (GE, "c3013"), **more)


@functools.cache
def campaign() -> Position:
    return r21_set_up.campaign()


def test_due_says_who_acts_and_what_comes_next() -> None:
    answer = ask("due", at()).answer
    assert answer == {"phase": "movement", "player": "allied", "next": "combat"}


def test_weather_of_a_roll_and_its_chances() -> None:
    assert ask("weather", at(phase="weather", time="night"), roll=11).answer == "partly-cloudy"
    assert ask("weather", at(phase="weather", time="night")).answer["partly-cloudy"] == "5/36"
    with pytest.raises(MalformedAction):
        ask("weather", at(), roll=13)


def test_air_works_the_example_out() -> None:
    here = at(phase="air", time="night", date=7)
    found = ask("air", here, points="20,20,50,0,0", recon=20, aa="10,10,5,5,5")
    assert found.ok
    assert found.answer["ground-support"] == 25
    assert (found.answer["interdiction"]["a"], found.answer["interdiction"]["c"]) == (1, 4)
    assert not ask("air", here, points="120,20,50,0,0").ok
    with pytest.raises(MalformedAction):
        ask("air", here, points="1,2")


def test_mulberry_withdrawal_and_cherbourg() -> None:
    facts = {("mulberry-ready", "gold"): 99, ("mulberry", "gold"): 15}
    assert ask("mulberry", at(facts=facts), days=1).answer == {"gold": {"1": "1/6"}}
    assert ask("withdrawal", at(date=32)).answer == "1/2"
    assert ask("cherbourg", at(port=4)).answer["allied"] == 4


def test_inspection_depends_on_ground_and_distance() -> None:
    assert ask("inspect", at(), "allied", hex="C3013").answer is True
    hidden = build.situation(ON, (US, "c3014"), (GE, "c3012"))
    assert ask("inspect", hidden, "allied", hex="C3012").answer is False


def test_arrivals_and_set_up_of_the_campaign() -> None:
    found = ask("arrivals", campaign(), side="allied", day=8).answer
    assert "us-90-hq" in found
    assert ask("set-up", campaign(), unit="us-90-hq").answer == "turn-track"
    with pytest.raises(MalformedAction):
        ask("arrivals", campaign(), side="french")


def test_end_victory_solitaire_and_options() -> None:
    here = at(date=15, phase="end-of-day", side="german", time="pm", vp=7)
    assert ask("end", here).answer == "german"
    assert ask("victory", here).answer == {"vp": 7, "winner": "german"}
    assert ask("solitaire", at()).answer["recon"] == 20
    assert ask("options", at(options={"22.5o": "B"})).answer == {"22.5o": "B"}


def test_replacements_and_tracks() -> None:
    july = at(date=38)
    assert ask("replacements", july, side="german", roll=5).answer == {"inf": 1, "arm": 1, "trucks": 0}
    assert ask("replacements", july, side="german").answer["inf"][1] == "1/2"
    assert ask("rem", at(), unit="us-16").answer == {"track": "us", "kind": "inf", "at": 1, "earned": False}
    assert ask("rem", at(facts={("inf-losses", "us"): 3})).answer["us"]["inf-losses"] == 3
    assert ask("rebuilding", at(), unit="us-16").answer["full"] == {"inf": 1, "arm": 0}
    with pytest.raises(MalformedAction):
        ask("replacements", july, side="german", roll=11)


def test_feldersatz_cotentin_and_motorization() -> None:
    assert not ask("feldersatz", at(), "german", unit="ge-916").ok
    assert ask("cotentin", at(), hex="C3014").answer is False
    assert ask("motorization", at()).answer == []


def test_a_kampfgruppe_needs_supply() -> None:
    assert ask("kg", at(), "german", hex="C3014").answer is False


def test_the_queue_of_a_site() -> None:
    sea = dict.fromkeys(("c1728", "c1628"), "sea")
    features: dict[str, dict[str, Any]] = {
        "c1829": {"site": "gold", "beach": "king-red"},
        "c1728": {"site": "gold", "beach": "king-red", "queue": 1},
        "c1628": {"site": "gold", "beach": "king-red", "queue": 2},
    }
    on = build.board([*sea, "c1829"], terrain={**sea, "c1829": "beach"}, features=features)
    here = build.situation(on, (build.unit("br-1"), "c1628"), facts={("beachhead", "gold"): "king-red"})
    assert ask("queue", here, site="gold").answer == {"c1728": [], "c1628": ["br-1"]}
    with pytest.raises(MalformedAction):
        ask("queue", here, site="dieppe")
