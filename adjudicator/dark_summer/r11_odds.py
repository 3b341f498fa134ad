"""Section 11.3.5: the exact chances of the results of a Combat, and of the best Support of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r11_hidden import hidden_among, mixture
from adjudicator.dark_summer.r11_line_up import LineUp, line_up, lined_up, shifts
from adjudicator.dark_summer.r11_memory import Memory
from adjudicator.dark_summer.r11_numbers import odds_of_numbers
from adjudicator.dark_summer.r11_retreat_paths import paths as paths_of
from adjudicator.dark_summer.r11_special import Effect, effect_of, may_take_bl1
from adjudicator.dark_summer.r11_strength import Combat, combat, is_carpet_bombed
from adjudicator.dark_summer.r11_tables import result
from adjudicator.dark_summer.r12_support import announce_faults, choices
from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.dice import Distribution
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Ruling
from adjudicator.tables import DIE
from module_builder.vassal.values import dataclass

__all__ = [
    "LineUp",
    "Outcome",
    "best_odds",
    "chances",
    "line_up",
    "odds",
    "odds_of_numbers",
    "shifts",
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a Combat may end.

    Parameters
    ----------
    printed, code
        Result of the table (empty without a roll against an empty hex), and how it is read.
    attacker, defender
        Steps that each side loses.
    cleared
        Whether every defender is eliminated or retreats.
    destroyed
        Whether every defender is eliminated.
    choice
        Whether the attacker may take it as BL1 instead.

    Examples
    --------
    >>> Outcome("DR", "DR", 0, 0, True, False).cleared
    True
    """

    printed: str
    code: str
    attacker: int
    defender: int
    cleared: bool
    destroyed: bool
    choice: bool = False


@dataclass(frozen=True, slots=True)
class _Chances:
    """What each face of the die brings, and the ways counted as plain data; both are shared."""

    outcomes: tuple[Outcome, ...]
    counted: Mapping[str, Any]


# --- exact chances ----------------------------------------------------------------------------------------


@rule("11.3.5")
def chances(view: View, line: LineUp) -> tuple[Outcome, ...]:
    """What each face of the die brings, the special readings included.

    Returns
    -------
    tuple of Outcome
        Six, for faces 1 to 6; all alike where the result is automatic.
    """
    return _found(view, line).outcomes


def _found(view: View, line: LineUp) -> _Chances:
    """The chances of a line-up, shared by all of a position that differ in nothing a result looks at."""
    fight, memory = line.fight, Memory(view)
    if not all(memory.knows(p) for p in fight.defenders):
        return _worked_out(view, fight, line.column)
    key = (
        line.column,
        fight.target,
        fight.wave,
        is_carpet_bombed(view, fight),
        fight.side == terms.GERMAN and may_take_bl1(fight),
        sum([terms.steps_left(p) for p in fight.attackers]),
        tuple(dict.fromkeys([p.space for p in fight.attackers])),
        tuple([p.printed.id for p in fight.defenders]),
    )
    return memory.of(key, _worked_out, fight, line.column)


def _worked_out(view: View, fight: Combat, column: str) -> _Chances:
    printed = [result(view, column, die) for die in DIE]
    steps = sum([terms.steps_left(p) for p in fight.defenders])
    seen: dict[str, Outcome] = {}
    notes: dict[tuple[str, str], None] = {}
    for code in printed:
        if code not in seen:
            effect = effect_of(view, fight, code)
            seen[code] = _outcome(code, effect, fight, steps)
            notes |= dict.fromkeys(effect.notes)
    if isinstance(view, Inquiry):
        for note in notes:
            view.note(*note)
    outcomes = tuple([seen[code] for code in printed])
    return _Chances(outcomes, _counted(_spread([(1, outcomes)])))


def _outcome(printed: str, effect: Effect, fight: Combat, steps: int) -> Outcome:
    if effect.destroyed:
        paid, choice = effect.attacker_losses, effect.bl1_choice
        return Outcome(printed, effect.code, paid, steps, cleared=True, destroyed=True, choice=choice)
    gone = effect.eliminated and sum(
        [terms.steps_left(p) for p in fight.defenders if p.uid in effect.eliminated]
    )
    left = len(fight.defenders) - len(effect.eliminated)
    cleared = effect.retreat and len(effect.retreating) == left
    lost = min(steps, (gone or 0) + effect.defender_losses)
    return Outcome(printed, effect.code, effect.attacker_losses, lost, cleared, destroyed=False)


_WALK_IN = Outcome("", "-", 0, 0, cleared=True, destroyed=True)


@rule("11.5", "11.5.2")
def _mixed(view: View, fight: Combat) -> list[tuple[int, LineUp | None]]:
    """The line-ups that hidden units may lead to, each with its ways; None where nobody is left to attack."""
    found: list[tuple[int, LineUp | None]] = []
    for ways_a, attackers in mixture(view, fight.attackers):
        for ways_d, defenders in mixture(view, fight.defenders):
            if not attackers or not defenders:
                found.append((ways_a * ways_d, None))
                continue
            known = replace(fight, attackers=attackers, defenders=defenders)
            found.append((ways_a * ways_d, lined_up(view, known)))
    return found


def _spread(cases: Iterable[tuple[int, Sequence[Outcome]]]) -> Distribution[Outcome]:
    """Outcomes of all faces of the die, in all cases."""
    weights: dict[Outcome, int] = {}
    for ways, outcomes in cases:
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + ways
    return Distribution(weights)


def _outcomes(view: View, line: LineUp | None) -> tuple[Outcome, ...]:
    return (_WALK_IN,) * len(DIE) if line is None else chances(view, line)


def _hidden(view: View, fight: Combat) -> tuple[Piece, ...]:
    return hidden_among(view, (*fight.attackers, *fight.defenders))


@rule("11.3.5")
def odds(
    state: State,
    target: str,
    attackers: Sequence[str],
    support_a: Sequence[str] = (),
    support_d: Sequence[str] = (),
    *,
    wave: str = "",
    paths: bool = False,
    strict: bool = False,
) -> Ruling:
    """Exact chances of every result of a Combat, hidden units spread over what they may be.

    Parameters
    ----------
    support_a, support_d
        Ids of the Support markers of attacker and defender; what speaks against them is listed.
    wave
        The Wave Round in play; empty for what the position says.
    paths
        Name for each face the units that must retreat and have no legal path now; not of hidden units.

    Returns
    -------
    Ruling
        Its answer holds the totals, the column, each face of the die, and the ways of each result.

    Raises
    ------
    MalformedAction
        Nobody attacks, or there is nothing to attack.
    """
    inquiry = Inquiry(state, strict=strict)
    fight = combat(inquiry, target, attackers, support_a, support_d, wave=wave)
    for side, markers in ((fight.side, fight.support_a), (terms.enemy_of(fight.side), fight.support_d)):
        if markers:
            for fault in announce_faults(inquiry, markers, target, attackers, side, wave=wave):
                inquiry.refuse(*fault, spaces=[target])
    _check_supply(inquiry, fight)
    question = f"odds attack {state.board.name(target)}"
    if hidden := _hidden(inquiry, fight):
        inquiry.note("11.5", f"still hidden: {terms.titles(hidden)}")
        return _mixed_ruling(inquiry, fight, question)
    line = lined_up(inquiry, fight)
    found = _found(inquiry, line)
    verdict, body = _told([line], found.counted)
    body["faces"] = list(map(_face, DIE, found.outcomes))
    if paths:
        _add_stranded(inquiry, fight, body["faces"])
    return inquiry.ruling(question, verdict, {"target": target, "attackers": [*attackers], **body})


@rule("11.3.7")
def _add_stranded(inquiry: Inquiry, fight: Combat, faces: Sequence[dict[str, Any]]) -> None:
    """To each face the units that must retreat and cannot: they are eliminated."""
    bound = {f["printed"]: effect_of(inquiry, fight, f["printed"]).retreating for f in faces}
    every = dict.fromkeys([uid for uids in bound.values() for uid in uids])
    stuck = {uid for uid in every if not paths_of(inquiry, uid, from_hex=fight.target).legal}
    for uid in sorted(stuck):
        title = inquiry.pieces[uid].printed.title
        inquiry.note("11.3.7", f"{title} has nowhere to retreat to: eliminated if it must")
    for face in faces:
        face["no_retreat"] = [uid for uid in bound[face["printed"]] if uid in stuck]


@rule("11.0", "13.4")
def _check_supply(inquiry: Inquiry, fight: Combat) -> None:
    """Allied units that are Out of Supply may not attack; the odds are told nevertheless."""
    if fight.side == terms.ALLIED:
        memory = Memory(inquiry.state)
        for piece in {(p.space, terms.group_of(p.printed)): p for p in fight.attackers}.values():
            if not memory.of((piece.printed.id, "fed"), in_supply, piece.printed.id):
                text = f"{piece.printed.title} is Out of Supply: Allied units attack In Supply only"
                inquiry.refuse("11.0", text, units=[piece.uid])


def _mixed_ruling(inquiry: Inquiry, fight: Combat, question: str) -> Ruling:
    """The ruling where units are hidden: the steps of one case would mislead, so the cases are counted."""
    silent = Inquiry(inquiry.state, strict=inquiry.strict)
    lines = _mixed(silent, fight)
    for used in silent.sources:
        inquiry.source("11.3.1", used, "reconstructed")
    for ways, line in lines:
        if line is None:
            inquiry.note("11.5.2", "an Ost battalion of 0 leaves the game, nobody is left: ways", ways)
        else:
            left = len(line.fight.attackers) + len(line.fight.defenders)
            gone = left < len(fight.attackers) + len(fight.defenders)
            which = "the Ost battalion of 0 gone, " if gone else ""
            text = f"{which}{line.av} to {line.dv}, column {line.column}: ways"
            inquiry.note("11.5.2" if gone else "11.5", text, ways)
    found = _spread([(ways, _outcomes(silent, line)) for ways, line in lines])
    verdict, body = _told([line for _, line in lines], _counted(found))
    answer = {"target": fight.target, "attackers": [p.uid for p in fight.attackers], **body}
    return inquiry.ruling(question, verdict, answer)


def _face(die: int, outcome: Outcome) -> dict[str, Any]:
    return {
        "die": die,
        "printed": outcome.printed,
        "code": outcome.code,
        "attacker_losses": outcome.attacker,
        "defender_losses": outcome.defender,
        "cleared": outcome.cleared,
        "destroyed": outcome.destroyed,
        "bl1_choice": outcome.choice,
    }


def _told(lines: Sequence[LineUp | None], counted: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Verdict and plain data."""
    body: dict[str, Any] = {k: v.copy() if isinstance(v, (dict, list)) else v for k, v in counted.items()}
    total, cleared = body["of"], body["cleared"]
    line = lines[0]
    if len(lines) == 1 and line is not None:
        body |= {"av": line.av, "dv": line.dv, "odds": line.start, "shift": line.shift, "column": line.column}
        body["automatic"] = line.auto
        head = f"{line.av}:{line.dv}, column {line.column}"
    else:
        body["columns"] = sorted({case.column for case in lines if case is not None})
        head = f"hidden units, columns {', '.join(body['columns'])}"
    chance = f"the hex is cleared {cleared}/{total} ({cleared / total:.1%})"
    lost_a, lost_d = body["mean_losses"]
    return f"{head}: {chance}, mean losses {lost_a:.2f} to {lost_d:.2f}.", body


def _counted(found: Distribution[Outcome]) -> dict[str, Any]:
    """Ways of each result, and of each number of step losses."""
    results: dict[str, int] = {}
    lost_a: dict[int, int] = {}
    lost_d: dict[int, int] = {}
    cleared = destroyed = 0
    for outcome, ways in found.items():
        results[outcome.code] = results.get(outcome.code, 0) + ways
        lost_a[outcome.attacker] = lost_a.get(outcome.attacker, 0) + ways
        lost_d[outcome.defender] = lost_d.get(outcome.defender, 0) + ways
        cleared += ways * outcome.cleared
        destroyed += ways * outcome.destroyed
    means = [round(sum([n * w for n, w in lost.items()]) / found.total, 3) for lost in (lost_a, lost_d)]
    return {
        "of": found.total,
        "results": results,
        "cleared": cleared,
        "destroyed": destroyed,
        "attacker_losses": {str(n): w for n, w in sorted(lost_a.items())},
        "defender_losses": {str(n): w for n, w in sorted(lost_d.items())},
        "mean_losses": means,
    }


# --- best choices -----------------------------------------------------------------------------------------


def _worth(found: Distribution[Outcome]) -> tuple[float, float]:
    """Chance that the hex is cleared, then the mean difference of step losses."""
    cleared = sum([w for o, w in found.items() if o.cleared])
    gained = sum([w * (o.defender - o.attacker) for o, w in found.items()])
    return cleared / found.total, gained / found.total


@rule("11.3.2")
def best_odds(
    state: State,
    target: str,
    attackers: Sequence[str],
    *,
    wave: str = "",
    paths: bool = False,
    strict: bool = False,
) -> Ruling:
    """Odds when both sides choose their Support best: the attacker announces first, the defender answers.

    Parameters
    ----------
    state, target, attackers, wave, paths, strict
        As in `odds`.

    Returns
    -------
    Ruling
        As of `odds`, with the chosen ``support_a`` and ``support_d``. Best is: the chance to clear the hex,
        then the difference of step losses, then as few markers as possible.
    """
    fight = combat(state, target, attackers, wave=wave)
    side, enemy = fight.side, terms.enemy_of(fight.side)
    offers = choices(state, target, attackers, side, wave=wave)
    replies = choices(state, target, attackers, enemy, wave=wave)
    cache: dict[tuple[bool, str], Distribution[Outcome]] = {}
    best: tuple[tuple[float, float, int], tuple[str, ...], tuple[str, ...]] | None = None
    for offer in offers:
        worst, answer = min(
            ((*_value(state, replace(fight, support_a=offer, support_d=reply), cache), len(reply)), reply)
            for reply in replies
        )
        ranked = ((worst[0], worst[1], -len(offer)), offer, answer)
        if best is None or ranked[0] > best[0]:
            best = ranked
    chosen = best[1:] if best is not None else ((), ())
    ruling = odds(state, target, attackers, *chosen, wave=wave, paths=paths, strict=strict)
    more = {"support_a": [*chosen[0]], "support_d": [*chosen[1]]}
    return replace(ruling, answer={**ruling.answer, **more})


def _value(
    state: State, fight: Combat, cache: dict[tuple[bool, str], Distribution[Outcome]]
) -> tuple[float, float]:
    """Worth of a line-up for the attacker; line-ups that come to the same column are looked at once."""
    lines = _mixed(state, fight)
    line = lines[0][1]
    if len(lines) > 1 or line is None:
        return _worth(_spread([(ways, _outcomes(state, case)) for ways, case in lines]))
    key = (is_carpet_bombed(state, fight), line.column)
    if key not in cache:
        cache[key] = _spread([(1, chances(state, line))])
    return _worth(cache[key])
