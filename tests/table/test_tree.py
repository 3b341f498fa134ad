"""The tree: the same again is the same node, what goes is gone with its branch, a file holds all of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.asking.door import open_position
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError, MalformedAction, SaveError
from adjudicator.game import load
from adjudicator.table.acting import Acting, Editing, Noting
from adjudicator.table.keeping import Keeper
from adjudicator.table.session import Table
from adjudicator.table.steps import difference, folded
from adjudicator.table.tree import Acted, Edited, Node, Rolled, Tree, trees_from_json, trees_to_json
from tests.table.serving import SAVES

START = "breakout-normandy:d-day"
NAMES = st.sampled_from([f"n{n}" for n in range(12)])
MADE = st.one_of(
    st.sampled_from(["pass", "end-phase"]).map(lambda kind: Acted({"action": kind})),
    st.tuples(st.integers(1, 6)).map(Rolled),
    st.sampled_from(["advantage=german", "unit:916@caen"]).map(lambda change: Edited((change,))),
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), NAMES, MADE),
        st.tuples(st.just("delete"), NAMES, st.none()),
        st.tuples(st.just("note"), NAMES, st.text(max_size=20)),
    ),
    max_size=25,
)


def grown(steps: list[Any]) -> Tree:
    """A tree after whatever somebody did to it; what cannot be done is refused."""
    tree = Tree("t1", "Try", "breakout-normandy", START)
    for what, name, value in steps:
        try:
            if what == "add":
                tree.add(name, value, by="public", text="x")
            elif what == "delete":
                tree.delete(name)
            else:
                tree.change(name, notes={"public": (value, value)})
        except MalformedAction:
            continue
    return tree


@given(STEPS)
@settings(max_examples=25, deadline=None)
def test_a_tree_is_read_back_as_it_was(steps: list[Any]) -> None:
    tree = grown(steps)
    again = trees_from_json(trees_to_json([tree]))[0]
    assert again.nodes == tree.nodes
    assert again.children == tree.children
    assert trees_to_json([again]) == trees_to_json([tree])
    for node in tree.nodes.values():
        if node.parent:
            assert again.add(node.parent, node.made, by=node.by).id == node.id
    fresh = again.add("n0", Acted({"action": "new"}), by="public")
    assert fresh.id not in tree.nodes


@given(STEPS)
@settings(max_examples=40, deadline=None)
def test_every_node_hangs_on_one_that_is_there(steps: list[Any]) -> None:
    tree = grown(steps)
    assert sorted(tree.under("n0")) == sorted(tree.nodes)
    for name in tree.nodes:
        path = [node.id for node in tree.path(name)]
        assert path[0] == "n0"
        assert path[-1] == name


def test_a_deleted_branch_may_be_tried_again() -> None:
    tree = Tree("t1", "Try", "breakout-normandy", START)
    first = tree.add("n0", Acted({"action": "pass"}), by="public")
    tree.add(first.id, Rolled((3,)), by="public")
    assert tree.delete(first.id) == ("n1", "n2")
    assert tree.add("n0", Acted({"action": "pass"}), by="public").id == "n3"
    with pytest.raises(MalformedAction):
        tree.delete("n0")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def faults(data: bytes) -> list[str]:
    """What is wrong with a file; nothing where it is read."""
    try:
        trees_from_json(data)
    except SaveError as fault:
        return [str(fault)]
    return []


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_hostile_file_is_refused_in_one_line_or_is_a_tree(data: st.DataObject) -> None:
    """Something of a good file is replaced by anything at all."""
    tree = Tree("t1", "Try", "breakout-normandy", START)
    tree.add("n0", Acted({"action": "pass"}), by="public", text="pass")
    body: Any = json.loads(trees_to_json([tree]))
    place: Any = body
    while isinstance(place, dict | list) and place and data.draw(st.booleans()):
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(JSON)
            break
        place = place[key]
    assert all(line.count("\n") == 0 for line in faults(json.dumps(body).encode()))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[" * 1_000_000,
        b"\xff",
        b"{}",
        b'{"table":1,"tool":"x","trees":[{}]}',
        b'{"table":9,"tool":"","trees":[]}',
    ],
)
def test_what_is_no_file_of_trees_is_refused(body: bytes) -> None:
    with pytest.raises(SaveError) as told:
        trees_from_json(body, "mine.json")
    assert str(told.value).startswith("mine.json: expected a tree of positions")


def changed(**said: Any) -> bytes:
    """A file with something else said of its second node."""
    tree = Tree("t1", "Try", "breakout-normandy", START)
    tree.add("n0", Acted({"action": "pass"}), by="public")
    body = json.loads(trees_to_json([tree]))
    body["trees"][0]["nodes"][1] |= said
    return json.dumps(body).encode()


@pytest.mark.parametrize(
    "said",
    [{"parent": "n7"}, {"parent": "n1"}, {"parent": ""}, {"id": "n0"}, {"id": "n9"}, {"id": "../x"},
     {"made": {"kind": "start"}}, {"made": {"kind": "moon"}}, {"text": "x" * 20_000}, {"more": 1}],
)  # fmt: skip
def test_a_node_that_no_tree_can_hold_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(SaveError):
        trees_from_json(changed(**said))


def test_a_file_that_tells_of_an_illegal_action_is_told_when_somebody_looks() -> None:
    table = Table()
    name = table.lay(trees_from_json(changed(made={"kind": "action", "action": {"action": "pass"}})))
    assert b'"ok":true' in bytes(table.node(name, "n0")["next"])
    with pytest.raises(BocageError):
        table.node(name, "n1")


# --- dice -------------------------------------------------------------------------------------------------


SEIZE = "seize 1058 pont-labbe/valognes"


def bridges(table: Table) -> str:
    """A position in which an action needs dice at once."""
    position = open_position(SAVES / "bridges.vsav")
    return table.enter("bridges", msgspec.json.encode(position_to_json(position)).decode(), position)


def test_the_same_action_keeps_its_dice_and_another_seed_throws_others() -> None:
    table = Table()
    tree = bridges(table)
    first = table.act(tree, "n0", Acting(action=SEIZE, dice="roll", seed=5))
    again = table.act(tree, "n0", Acting(action=SEIZE, dice="roll"))
    assert first["node"] == again["node"]
    assert [node["kind"] for node in first["nodes"]] == ["action", "roll"]
    assert (first["node"]["dice_by"], first["node"]["seed"]) == ("rolled", 5)
    before = first["node"]["parent"]
    assert table.act(tree, before, Acting(dice="roll", seed=5))["node"] == first["node"]
    fallen = {table.act(tree, before, Acting(dice="roll", seed=seed))["node"]["dice"] for seed in range(40)}
    assert fallen == {str(number) for number in range(1, 7)}
    chosen = table.act(tree, before, Acting(dice="4"))
    assert chosen["node"]["dice"] == "4"
    assert len(table.tree(tree)["nodes"]) == 2 + 6


def test_dice_that_cannot_fall_are_refused_with_the_reason() -> None:
    table = Table()
    tree = bridges(table)
    made = table.act(tree, "n0", Acting(action=SEIZE))["node"]
    told = table.act(tree, made["id"], Acting(dice="77"))
    assert told["node"] is None
    assert told["ruling"]["violations"]
    with pytest.raises(MalformedAction):
        table.act(tree, "n0", Acting(dice="roll"))


# --- positions --------------------------------------------------------------------------------------------


def test_far_positions_are_made_again_as_they_were() -> None:
    table = Table()
    name = table.open_text(START)
    tree, node = table.named(name), "n0"
    for change in ("advantage=german", "unit:916@caen", "unit:916@bayeux", "unit:916=spent", "unit:916@"):
        node = table.edit(name, node, Editing(changes=(change,)))["id"]
    before = {each: position_to_json(table.positions.seen(tree, each, "public")) for each in tree.nodes}
    table.positions.forget(name)
    assert {
        each: position_to_json(table.positions.seen(tree, each, "public")) for each in tree.nodes
    } == before
    assert "ge-916" not in table.positions.seen(tree, node, "public").pieces


@pytest.mark.parametrize("slug", ["breakout-normandy", "june-six", "battle-for-normandy"])
def test_a_step_is_the_difference_of_two_positions(slug: str) -> None:
    game = load(slug)
    one = game.scenario(next(iter(game.scenarios)))
    draft = one.draft()
    for uid in sorted(draft.pieces)[::7]:
        draft.place(uid, one.pieces[min(one.pieces)].space)
    draft.set(
        next(name for name, item in game.schema.items.items() if item.default is False and not item.of),
        value=True,
    )
    two = draft.finish()
    here, there = position_to_json(one), position_to_json(two)
    for before, after in ((here, there), (there, here), (here, here)):
        assert folded(before, [difference(1, before, after)]) == after
    steps = [difference(1, here, there), difference(2, there, here)]
    assert folded(here, steps) == here


# --- a file that is kept ----------------------------------------------------------------------------------


def test_everything_is_there_again_after_the_table_was_lost(tmp_path: Path) -> None:
    keep = tmp_path / "kept.json"
    table = Table(keep=keep)
    name = table.open_text(START)
    node = table.act(name, "n0", Acting(action="end-phase"))["node"]["id"]
    table.note(name, node, Noting(name="the bombardment", note="<script>"))
    table.edit(name, node, Editing(changes=("advantage=german",)))
    again = Table(keep=keep)
    assert again.tree(name) == table.tree(name)
    assert again.node(name, node) == table.node(name, node)
    table.delete(name, node)
    assert [each["id"] for each in Table(keep=keep).tree(name)["nodes"]] == ["n0"]
    assert not [path for path in tmp_path.iterdir() if path != keep]


def test_another_file_is_left_as_it_is(tmp_path: Path) -> None:
    keep = tmp_path / "mine.txt"
    keep.write_text("dear diary")
    with pytest.raises(SaveError):
        Table(keep=keep)
    assert keep.read_text() == "dear diary"
    assert Keeper(tmp_path / "none").read() == []


def test_a_node_says_nothing_of_itself_without_its_parent() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"id": "n1"}', type=Node)
