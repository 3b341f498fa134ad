"""Players of ours at the table: the same from the same seed, and nothing told of what is hidden."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator
from typing import Any

import pytest

from adjudicator.actions import Action, Roll, action_to_json
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import legal, load, seen_by
from adjudicator.playing.players import RandomPlayer, Valued
from adjudicator.playing.turns import decider
from adjudicator.position import Position
from adjudicator.sides import SIDES, enemy_of
from adjudicator.table import opponents, session
from adjudicator.table.acting import Acting
from adjudicator.table.opponents import Replying
from adjudicator.table.session import Table
from adjudicator.table.tree import Acted, Node
from tests.every import quick_one
from tests.table.serving import serving

BOTH = {"german": "random", "allied": "random"}
STORM = "storm-over-normandy:invasion"
HIDING = (
    "storm-over-normandy:invasion",
    "june-six:omaha",
    "dark-summer:campaign",
    "battle-for-normandy:epsom",
)


def nodes(table: Table, tree: str, seed: int, steps: int, **how: Any) -> Iterator[dict[str, Any]]:
    """What our players do, one after the other."""
    at = "n0"
    for _ in range(steps):
        replied = table.reply(tree, at, Replying(**{"players": BOTH, "seed": seed, **how}))
        if replied["node"] is None:
            return
        yield replied["node"]
        at = replied["node"]["id"]


def laid(source: str) -> tuple[Table, str]:
    table = Table()
    return table, table.open_text(source)


# --- from the same seed the same ----------------------------------------------------------------------------


def test_the_same_seed_plays_the_same_and_finds_its_own_nodes_again() -> None:
    table, tree = laid(STORM)
    first = [node["id"] for node in nodes(table, tree, 5, 60)]
    assert [node["id"] for node in nodes(table, tree, 5, 60)] == first
    other, again = laid(STORM)
    texts = [node["text"] for node in nodes(other, again, 5, 60, as_="referee")]
    assert texts == [node["text"] for node in nodes(table, tree, 5, 60, as_="referee")]
    assert texts != [node["text"] for node in nodes(table, tree, 6, 60, as_="referee")]


def test_nobody_replies_for_a_side_that_somebody_plays() -> None:
    table, tree = laid("breakout-normandy:d-day")
    told = table.reply(tree, "n0", Replying(players={"german": "random"}))
    assert told == {"node": None, "turn": "allied"}


def test_dice_are_thrown_for_the_side_that_acted() -> None:
    """After what our player does its dice fall; those of whoever plays by hand wait for him."""
    table, tree = laid("breakout-normandy:d-day")
    waited = rolled = 0
    for before, node in itertools.pairwise(nodes(table, tree, 3, 80)):
        if node["kind"] == "roll":
            mover = next(
                n for n in reversed(table.named(tree).path(before["id"])) if isinstance(n.made, Acted)
            )
            side = decider(table.positions.seen(table.named(tree), mover.parent, "referee"))
            alone = Replying(players={enemy_of(side): "random"})
            assert table.reply(tree, before["id"], alone) == {"node": None, "turn": side}
            rolled += 1
            waited += side == "allied"
    assert rolled > 5
    assert waited


def test_a_game_that_is_over_has_no_reply() -> None:
    draft = load("storm-over-normandy").scenario("invasion").draft()
    draft.set("phase", "over")
    table, tree = laid(json.dumps(position_to_json(draft.finish())))
    assert table.reply(tree, "n0", Replying(players=BOTH)) == {"node": None, "turn": "over"}


class Idle(RandomPlayer):
    """Gains nothing, whatever it does."""

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Valued | None:
        self.idle += 1
        return super().choose(position, viewpoint, barred)


def test_a_player_remembers_along_the_branch_that_it_gained_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise what gains nothing and can be done for ever would be done for ever."""
    monkeypatch.setattr(opponents, "player_named", lambda name, game, seed: Idle(seed))
    table, name = laid("breakout-normandy:d-day")
    asked: list[tuple[str, int]] = []
    at = "n0"
    for _ in range(30):
        reply = table.opponents.reply(table.named(name), at, BOTH, 3)
        asked += [(reply.side, reply.idle)] if reply and not isinstance(reply.action, Roll) else []
        at = table.reply(name, at, Replying(players=BOTH, seed=3))["node"]["id"]
    for side in SIDES:
        counts = [idle for who, idle in asked if who == side]
        assert counts == list(range(1, len(counts) + 1))


# --- what is hidden -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", quick_one(HIDING, STORM))
@pytest.mark.parametrize("who", ["allied", "public"])
def test_what_is_played_is_seen_as_it_truly_is_and_no_more(source: str, who: str) -> None:
    table, name = laid(source)
    tree = table.named(name)
    for node in nodes(table, name, 4, 120, as_=who):
        truth = table.positions.seen(tree, node["id"], "referee")
        assert table.positions.seen(tree, node["id"], who) == seen_by(truth, who)


@pytest.mark.parametrize("source", quick_one(HIDING, STORM))
def test_words_name_nothing_that_stays_hidden(source: str) -> None:
    table, name = laid(source)
    tree, untold, told = table.named(name), 0, 0
    for node in nodes(table, name, 4, 300 if source == STORM else 160, as_="allied"):
        truth = table.positions.seen(tree, node["id"], "referee")
        hidden = {c.subject for c in truth.diff(seen_by(truth, "allied"))} - {*SIDES, ""}
        words = json.dumps(node)
        assert not [subject for subject in hidden if f'"{subject}"' in words or f" {subject} " in words]
        untold += node["text"] == "something that you do not see"
        told += node["text"] != "something that you do not see"
    assert told > untold
    assert source != STORM or untold


def test_the_mover_of_a_drawn_card_may_read_what_he_drew() -> None:
    """A draw of the Germans reads for them, and for the referee, and for nobody else."""
    table, name = laid(STORM)
    drawn = [n for n in nodes(table, name, 4, 300, as_="allied") if n["text"].startswith("something")]
    assert drawn
    for node in drawn:
        assert read_by(table, name, node["id"], "public").startswith("something")
        assert not read_by(table, name, node["id"], "referee").startswith("something")
    readers = {
        who for n in drawn for who in SIDES if not read_by(table, name, n["id"], who).startswith("some")
    }
    assert readers == {"german"}


def read_by(table: Table, tree: str, node: str, who: str) -> str:
    told = table.tree(tree, who)["nodes"]
    return str(next(each["text"] for each in told if each["id"] == node))


def test_a_reason_in_numbers_is_for_its_own_side() -> None:
    """What a player expects leans on the cards in its hand."""
    table, name = laid(STORM)
    made = list(nodes(table, name, 2, 6, as_="allied", players={"german": "random", "allied": "greedy"}))
    greedy = next(node for node in made if "greedy:" in node["note"])
    assert "greedy:" in table.node(name, greedy["id"], "referee")["node"]["note"]
    assert table.node(name, greedy["id"], "german")["node"]["note"] == ""
    assert table.node(name, greedy["id"], "public")["node"]["note"] == ""


# --- who plays by hand --------------------------------------------------------------------------------------


def first_legal(position: Position) -> dict[str, Any]:
    return dict(action_to_json(next(iter(legal(position)))))


def test_what_somebody_plays_is_carried_out_on_what_truly_lies_there() -> None:
    table, name = laid(STORM)
    tree = table.named(name)
    action = first_legal(table.positions.seen(tree, "n0", "allied"))
    tried = table.act(name, "n0", Acting(as_="allied", action=action))["node"]
    done = table.act(name, "n0", Acting(as_="allied", action=action, played=True))["node"]
    assert (tried["by"], done["by"]) == ("allied", "referee")
    assert done["text"] == tried["text"]
    assert isinstance(tree[done["id"]], Node)
    truth = table.positions.seen(tree, done["id"], "referee")
    assert seen_by(truth, "german").subjects("card") == table.positions.seen(
        tree, done["id"], "german"
    ).subjects("card")


def test_what_the_rules_refuse_for_what_he_does_not_see_is_refused_without_a_word_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, name = laid(STORM)
    action = first_legal(table.positions.seen(table.named(name), "n0", "allied"))
    monkeypatch.setattr(session, "fits", lambda *_: False)
    with pytest.raises(MalformedAction, match="for a reason that you do not see"):
        table.act(name, "n0", Acting(as_="allied", action=action, played=True))


def test_dice_of_the_other_side_are_not_his_to_throw() -> None:
    table, name = laid(STORM)
    tree, refused = table.named(name), 0
    at = "n0"
    for node in nodes(table, name, 4, 120):
        if node["kind"] == "roll" and (mine := table.turn(tree, at)) in SIDES:
            with pytest.raises(BocageError, match="not for you to throw"):
                table.act(name, at, Acting(as_=enemy_of(mine), dice="roll", played=True))
            refused += 1
        at = node["id"]
    assert refused


def test_advice_is_what_suggest_tells() -> None:
    table, name = laid(STORM)
    counsel = table.advise(name, "n0", "allied")
    assert (counsel["side"], len(counsel["best"])) == ("allied", 3)
    with pytest.raises(MalformedAction, match="it is for the Allied side"):
        table.advise(name, "n0", "german")


# --- over the wire ------------------------------------------------------------------------------------------


def test_the_page_asks_for_replies_and_advice() -> None:
    with serving() as page:
        page.table.open_text("breakout-normandy:d-day")
        reply = page.post("api/trees/t1/nodes/n0/reply", {"players": BOTH, "seed": 3})
        assert reply["node"]["parent"] == "n0"
        assert page.get("api/trees/t1/nodes/n0/advice")["side"] == "allied"
        status, said = page.refused("api/trees/t1/nodes/n0/reply", {"players": {"allied": "chess"}})
        assert (status, said) == (422, "there is no player 'chess'. Known: greedy, quick, ahead, random")
