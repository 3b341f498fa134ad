"""The Combat Results Table: every constraint that the text states, and that it gets better with the roll."""

import itertools

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import GAME, r12_crt
from adjudicator.june_six.r12_crt import CODES, EFFECTS, PAIRS, Cell, cell, cells, rows, said
from adjudicator.june_six.r12_modes import weights
from adjudicator.june_six.r12_odds import Basis, Force, Harm, harm_of, pair_odds, table
from adjudicator.june_six.r13_allocation import Readings, Sufferer
from maps.board import Board
from maps.errors import DataError
from maps.filing import OURS

ALL = [found for column in cells(OURS).values() for found in column]
ADVANCES = ["", "optional", "mandatory"]
LAST = frozenset[str]()


def force(count: int, cohesion: int, hexes: int = 2) -> Force:
    """So many two-step units, `hexes` to a stack, of cohesion 5 and 4 by turns."""
    found = [Sufferer(f"u{cohesion}{n}", f"h{n // hexes}", cohesion - n % 2) for n in range(count)]
    return Force(tuple(found), LAST)


def harms(found: Cell, attackers: Force, defenders: Force) -> tuple[Harm, Harm]:
    """What a cell does to both."""
    basis = Basis()
    return (
        harm_of(attackers, found.attacker, found.attacker_retreat, 9, basis),
        harm_of(defenders, found.defender, found.defender_retreat, 9, basis),
    )


def test_a_table_for_each_pair_of_modes_with_thirteen_rows() -> None:
    assert set(cells(OURS)) == set(itertools.product(("probe", "assault"), ("stand", "retreat")))
    assert all([c.row for c in column] == list(range(13)) for column in cells(OURS).values())


def test_every_code_and_every_result_occurs() -> None:
    told = [result for c in ALL for result in (*c.attacker, *c.defender)]
    assert {code for code, _ in told} == set(CODES)
    assert {effect for _, effect in told} == set(EFFECTS)


def test_double_results_are_high_low_combinations_only() -> None:
    doubles = {"".join(code for code, _ in side) for c in ALL for side in (c.attacker, c.defender)}
    assert {d for d in doubles if len(d) == 2} == {"BD", "CE"}


def test_the_two_results_that_the_text_quotes_occur() -> None:
    """Examples j6-ex19 and j6-ex20: All Dis-1, and B Dis-1 / D Reduced for the attacker."""
    assert "B Dis-1 / D Reduced" in {said(c.attacker) for c in ALL}
    assert "All Dis-1" in {said(side) for c in ALL for side in (c.attacker, c.defender)}


def test_the_vocabulary_of_retreats_advances_and_breakthrough_is_used() -> None:
    assert {c.defender_retreat for c in ALL} == {0, 1, 2}
    assert {c.attacker_retreat for c in ALL} <= {0, 1, 2}
    assert any(c.attacker_retreat for c in ALL)
    assert {c.advance for c in ALL} == set(ADVANCES)
    assert any(c.breakthrough for c in ALL)


def test_a_stand_need_not_retreat_even_where_the_advance_is_mandatory() -> None:
    """The Note to 13.46."""
    stands = cells(OURS)["assault", "stand"]
    assert any(not c.defender_retreat for c in stands)
    assert any(c.advance == "mandatory" and not c.defender_retreat for c in stands)


def test_who_retreats_by_choice_always_retreats() -> None:
    for attack in ("assault", "probe"):
        assert all(c.defender_retreat for c in cells(OURS)[attack, "retreat"])


def test_attackers_that_may_rout_retreat() -> None:
    """13.62 speaks of attacker hexes that were vacated by a retreat at zero or less against Stand."""
    assert all(cell(OURS, attack, "stand", 0).attacker_retreat for attack in ("assault", "probe"))


def test_an_advance_needs_a_hex_that_may_be_vacant_and_a_breakthrough_an_advance() -> None:
    for c in ALL:
        assert c.advance or not c.defender_retreat
        assert not c.breakthrough or c.advance == "mandatory"
        assert c.advance != "optional" or c.defender_retreat


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1), (2, 2), (3, 2), (4, 3), (6, 3)])
def test_every_row_is_better_for_the_attacker_than_the_one_before(
    pair: tuple[str, str], ours: int, theirs: int
) -> None:
    attackers, defenders, worth = force(ours, 6), force(theirs, 5), weights(OURS)
    for low, high in itertools.pairwise(cells(OURS)[pair]):
        before, after = harms(low, attackers, defenders), harms(high, attackers, defenders)
        assert worth.harm(after[0].steps, after[0].levels) <= worth.harm(before[0].steps, before[0].levels)
        assert worth.harm(after[1].steps, after[1].levels) >= worth.harm(before[1].steps, before[1].levels)
        assert after[0].steps <= before[0].steps
        assert after[1].steps >= before[1].steps
        assert high.attacker_retreat <= low.attacker_retreat
        assert high.defender_retreat >= low.defender_retreat
        assert ADVANCES.index(high.advance) >= ADVANCES.index(low.advance)
        assert high.breakthrough >= low.breakthrough


@pytest.mark.parametrize("drm", range(-3, 7))
def test_balance_of_the_modes(drm: int) -> None:
    """Assault against Stand is bloody for both, a Probe is cheap, Retreat saves steps and gives ground."""
    attackers, defenders = force(3, 6), force(2, 6)
    found = table(drm, attackers, defenders, Basis())
    stand, retreat = found["assault", "stand"], found["assault", "retreat"]
    assert stand.mean("steps", attacking=True) + stand.mean("steps", attacking=False) >= 1
    assert retreat.mean("steps", attacking=False) <= stand.mean("steps", attacking=False)
    assert retreat.cleared == 10 >= stand.cleared
    for defence in ("stand", "retreat"):
        probe, assault = found["probe", defence], found["assault", defence]
        assert probe.mean("steps", attacking=True) == 0 <= assault.mean("steps", attacking=True)
        assert probe.cleared <= assault.cleared
        assert not any(c.breakthrough for c, _, _ in probe.faces)


def test_both_sides_have_reason_to_choose_in_the_usual_range() -> None:
    """Somewhere between -3 and +6 each mode of each side is part of the best play."""
    from adjudicator.june_six.r12_odds import mix_of

    mixes = [mix_of(table(drm, force(3, 6), force(2, 6), Basis())) for drm in range(-3, 7)]
    assert any(m.assault == 1 and m.stand == 1 for m in mixes)
    assert any(m.assault == 1 and m.stand == 0 for m in mixes)
    assert any(0 < m.assault < 1 and 0 < m.stand < 1 for m in mixes)
    assert any(m.assault == 0 for m in mixes)


def test_a_modifier_more_never_hurts_the_attacker() -> None:
    for pair in PAIRS:
        gains = [pair_odds(pair, n, force(3, 6), force(2, 6), Basis()).payoff for n in range(-8, 16)]
        assert gains == sorted(gains)


def test_rows_beyond_the_ends() -> None:
    assert cell(OURS, "assault", "stand", -9) is cell(OURS, "assault", "stand", 0)
    assert cell(OURS, "assault", "stand", 99) is cell(OURS, "assault", "stand", 12)
    assert [c.row for c in rows(OURS, "probe", "stand", -3)] == [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]


def test_a_cell_as_text() -> None:
    assert cell(OURS, "assault", "stand", 12).text == (
        "attacker unharmed; defender B Dis-2 / D Reduced, retreat 2; mandatory advance; Breakthrough"
    )
    assert said(()) == ""


def test_the_source_is_told() -> None:
    inquiry = Inquiry(GAME.empty(Board([], [])))
    r12_crt.note_table(inquiry, [("assault", "stand")])
    assert [str(u) for u in inquiry.sources] == ["Combat Results Table: Assault against Stand"]
    r12_crt.note_table(inquiry.state)


@pytest.mark.parametrize("text", ["B dis-1 / E reduced", "G dis-1", "A dis-3", "A dis-1 / A dis-1"])
def test_results_that_the_rules_do_not_know_are_refused(text: str) -> None:
    with pytest.raises(DataError):
        r12_crt._results("[x.0]", text)


def test_rows_out_of_order_and_strange_cells_are_refused() -> None:
    known = dict(r12_crt._records(OURS)["assault-stand"])
    with pytest.raises(DataError, match="rows 0 to 12"):
        r12_crt._rows("assault", "stand", dict(reversed(known.items())))
    import dataclasses

    for change in ({"advance": "perhaps"}, {"defender_retreat": 3}):
        record = dataclasses.replace(known["4"], values={**known["4"].values, **change})
        with pytest.raises(DataError):
            r12_crt._cell("assault", "stand", 4, record)


def test_readings_change_who_is_hit_not_the_order() -> None:
    read = Readings(one_of_stack=False, both=False, retreat_counts=False)
    basis = Basis(read)
    for pair in PAIRS:
        gains = [pair_odds(pair, n, force(4, 6), force(2, 6), basis).payoff for n in range(-8, 16)]
        assert gains == sorted(gains)
