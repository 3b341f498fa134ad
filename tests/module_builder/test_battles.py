"""The battle marker: what it said of attacks in the engine is what `adjudicator odds` says of them today."""

from __future__ import annotations

import itertools
import re

import pytest

from adjudicator.citation import load_rulebook
from adjudicator.game import GAMES
from adjudicator.june_six.r12_ratio import chart, nearest
from maps.filing import OURS
from module_builder.battle import battle_properties, fights
from module_builder.battle_data import Battle, load_battle
from module_builder.battle_tables import battle_tables, columns_of
from module_builder.kit import load_kit
from module_builder.vassal.buildfile import descendants
from tests.engine.battles import PLANS, differences, kept
from tests.module_builder.building import tree_of
from tests.module_builder.expressions import evaluate

FOUGHT = [game for game in GAMES if load_battle(game) is not None]
TEXTS = {"division", "branch", "size", "is_point", "airborne", "size, marks"}
every_battle = pytest.mark.parametrize("game", FOUGHT)


def battle_of(game: str) -> Battle:
    battle = load_battle(game)
    assert battle is not None
    return battle


def test_the_plans_are_for_the_games_that_have_a_marker() -> None:
    assert set(PLANS) == set(FOUGHT) == set(GAMES)


@pytest.mark.parametrize(
    ("game", "each"), [(FOUGHT[0], 10), *(pytest.param(game, 1, marks=pytest.mark.slow) for game in FOUGHT)]
)
def test_the_marker_in_the_engine_agrees_with_the_odds(game: str, each: int) -> None:
    attacks = kept(game)
    assert len(attacks) >= 100
    wrong = [f"{a.area}, {a.attackers}: {d}" for a in attacks[::each] for d in differences(game, a)]
    assert not wrong, "\n".join(wrong[:10])
    assert len({tuple(a.told.values()) for a in attacks}) > 20, "the attacks are all alike"


@every_battle
def test_every_switch_is_used_and_names_its_section(game: str) -> None:
    battle, sections = battle_of(game), set(load_rulebook(load_kit(game).game.folder / "rulebook.toml"))
    worked_out = (*battle.totals.values(), *battle.derived.values())
    texts = " ".join((battle.line, battle.detail, battle.result, *worked_out))
    for switch in battle.switch:
        assert re.search(rf"\b{switch.name}\b", texts), f"{switch.name} changes nothing"
        assert set(switch.rule.split(", ")) <= sections, f"{switch.name}: {switch.rule}"
    set_in_play = {re.split(": | [.]", text)[0] for attack in kept(game) for text in attack.switches}
    assert set_in_play <= {switch.title for switch in battle.switch}


@every_battle
def test_every_word_of_an_expression_is_something(game: str) -> None:
    battle = battle_of(game)
    known = {
        *battle_properties(load_kit(game)),
        *battle.derived,
        *battle.ladders,
        *columns_of(battle),
        *battle.tables,
        *battle.options,
        "Where",
        "DefenderX",
        "DefenderY",
        "GetProperty",
        "OwnGround",
        "Random",
    }
    for text in (
        battle.line,
        battle.detail,
        battle.result,
        battle.ready,
        *battle.tells.values(),
        *battle.sums.values(),
        *battle.totals.values(),
        *battle.derived.values(),
    ):
        bare = re.sub(r'"[^"]*"', "", text)
        words = set(re.findall(r"(?<![.\w])[A-Z]\w*", bare))
        assert words - known <= {w for w in words if w.startswith("Its")}, text


@pytest.mark.slow
@pytest.mark.parametrize(("tie", "below"), [*itertools.product("AB", repeat=2)])
def test_the_nearest_ratio_is_that_of_the_rules(tie: str, below: str) -> None:
    kit = load_kit("june-six")
    (ladder,) = (t for t in battle_tables(kit) if t.field("name") == "Nearest")
    ratios = list(chart(OURS))
    for attack, defence in itertools.product(range(1, 40), range(1, 25)):
        told = {"AttackCS": attack, "DefenseCS": defence, "Tie": tie, "Below": below}
        found = evaluate(ladder.field("expression"), told)
        assert isinstance(found, int)
        assert ratios[found] == nearest(OURS, attack, defence, tie, below), f"{attack}:{defence}"


@every_battle
def test_whether_a_number_is_printed_is_not_asked_by_equals(game: str) -> None:
    """The engine takes 0 for equal to an empty text, so such a comparison holds of a printed 0 too."""
    battle = battle_of(game)
    printed = battle.prints.items()
    numbers = {f"Its{name}" for name, own in printed if " or " not in own and own not in TEXTS}
    for name, text in {**battle.tells, **battle.sums}.items():
        for asked in re.findall(r'(\w+) == ""', text):
            assert asked not in numbers, f"{name}: {text}"


@every_battle
def test_what_lies_face_down_tells_nothing_that_it_hides(game: str) -> None:
    kit, battle = load_kit(game), battle_of(game)
    (listed,) = (t for t in fights(kit) if t.id == "setprop")
    records = re.findall(r"\$BattleList\$(.*?)\.\|", listed.type.replace("\\", ""))
    assert len(records) == (2 if battle.unseen else 1)
    for hidden in records[1:]:
        told = set(re.findall(r"\$(\w+)\$", hidden))
        assert told <= {"Attacks_Level", "Defends_Level", *re.findall(r"\w+", battle.unseen)}
        assert hidden.count(";") == records[0].count(";")
    hiding = any(item == "hidden" for item in kit.game.schema.items)
    assert bool(battle.unseen) >= hiding, "units lie face down here"


@every_battle
def test_the_module_declares_what_the_marker_sets(game: str) -> None:
    declared = {node.get("name") for node in descendants(tree_of(game), "GlobalProperty")}
    assert set(battle_properties(load_kit(game))) <= declared
