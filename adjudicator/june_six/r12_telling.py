"""Sections 12.41, 12.42 and 13.0 told: odds of pairs of modes as steps, as plain data, as a sentence."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.citation import rule
from adjudicator.june_six import r12_crt
from adjudicator.june_six.r12_chances import Basis, Force, Harm, PairOdds, mix_of, table
from adjudicator.june_six.r12_crt import DIE, PAIRS, Cell, mode_drm, title_of
from adjudicator.june_six.r12_modes import Mix, Weights
from adjudicator.june_six.r13_losses import words
from adjudicator.ruling import Step
from module_builder.vassal.values import dataclass

__all__ = ["Telling", "mix_steps", "said_mix", "steps_of", "telling", "told", "told_mix"]

_AROUND = range(-2, 3)


# --- a pair of modes ---------------------------------------------------------------------------------------


def steps_of(found: PairOdds, attacker: Force, defender: Force) -> Step:
    """The results of a pair of modes as one step with a line for each result."""
    names = dict(attacker.names) | dict(defender.names)
    under = [Step("13.0", _line(group, names)) for group in _alike(found)]
    if mode_drm(*found.pair):
        under.insert(0, Step("12.54", title_of(*found.pair), mode_drm(*found.pair), "+"))
    if found.rout:
        under.append(Step("13.61", f"Attacker Rout on {found.rout} of 10 faces: the defender may attack"))
    if found.ambush:
        text = f"Bocage Ambush: on average {float(found.ambush):.2f} units that may advance take Dis-1 more"
        under.append(Step("13.46", text))
    text = f"{title_of(*found.pair)}: total DRM {found.drm:+d}, {_means(found)}"
    return Step("12.42", text, under=tuple(under))


_Face = tuple[Cell, Harm, Harm]


def _alike(found: PairOdds) -> list[list[tuple[int, _Face]]]:
    """Faces that bring the same, in whatever row, together."""
    groups: list[list[tuple[int, _Face]]] = []
    for face, what in zip(DIE, found.faces, strict=True):
        known = groups[-1][-1][1] if groups else None
        if known is not None and (known[0].text, *known[1:]) == (what[0].text, *what[1:]):
            groups[-1].append((face, what))
        else:
            groups.append([(face, what)])
    return groups


def _line(group: Sequence[tuple[int, _Face]], names: Mapping[str, str]) -> str:
    """What some faces of the die bring, and who suffers it."""
    (first, (cell, ours, theirs)), (last, (end, *_)) = group[0], group[-1]
    shown = str(first) if first == last else f"{first} to {last}"
    rows = _row(cell) if cell.row == end.row else f"{_row(cell)} to {_row(end)}"
    who = [("attacker", _who(ours, names)), ("defender", _who(theirs, names))]
    suffered = "; ".join(f"{side}: {said}" for side, said in who if said)
    return f"die {shown}, row {rows}: {cell.text}" + (f" ({suffered})" if suffered else "")


def _row(cell: Cell) -> str:
    return {r12_crt.FIRST: "0 or less", r12_crt.LAST: "12 or more"}.get(cell.row, str(cell.row))


def _means(found: PairOdds) -> str:
    lost = [float(found.mean("steps", attacking=a)) for a in (True, False)]
    return f"steps lost {lost[0]:.1f} to {lost[1]:.1f}, hex cleared {found.cleared} of 10"


def _who(harm: Harm, names: Mapping[str, str]) -> str:
    """Who suffers what, by the cheapest choice of the owner."""
    told_ = ", ".join(f"{names.get(uid, uid)} {words(result)}" for uid, result in harm.allocation)
    return f"{told_}, one of {harm.ways} choices" if harm.ways > 1 else told_


def _grouped(found: PairOdds) -> list[tuple[list[int], _Face]]:
    """Faces with the same cell together."""
    groups: list[tuple[list[int], _Face]] = []
    for face, what in zip(DIE, found.faces, strict=True):
        if groups and groups[-1][1][0] is what[0]:
            groups[-1][0].append(face)
        else:
            groups.append(([face], what))
    return groups


def told(found: PairOdds) -> dict[str, Any]:
    """Odds of a pair of modes as plain data."""
    return {
        "drm": found.drm,
        "results": [_told_result(faces, *what) for faces, what in _grouped(found)],
        "attacker_steps": str(found.mean("steps", attacking=True)),
        "defender_steps": str(found.mean("steps", attacking=False)),
        "attacker_disorder": str(found.mean("levels", attacking=True)),
        "defender_disorder": str(found.mean("levels", attacking=False)),
        "attacker_lost": str(found.mean("lost", attacking=True)),
        "defender_lost": str(found.mean("lost", attacking=False)),
        "cleared": found.cleared,
        "rout": found.rout,
        "ambush": str(found.ambush),
        "breakthrough": sum([cell.breakthrough for cell, _, _ in found.faces]),
        "payoff": str(found.payoff),
    }


def _told_result(faces: Sequence[int], cell: Cell, ours: Harm, theirs: Harm) -> dict[str, Any]:
    return {
        "die": list(faces),
        "row": cell.row,
        "attacker": r12_crt.said(cell.attacker),
        "attacker_retreat": cell.attacker_retreat,
        "defender": r12_crt.said(cell.defender),
        "defender_retreat": cell.defender_retreat,
        "advance": cell.advance,
        "breakthrough": cell.breakthrough,
        "attacker_suffers": dict(ours.allocation),
        "attacker_choices": ours.ways,
        "defender_suffers": dict(theirs.allocation),
        "defender_choices": theirs.ways,
        "emptied": theirs.emptied,
    }


# --- all pairs --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Telling:
    """Odds of all pairs of modes, told.

    Parameters
    ----------
    data
        As plain data: ``pairs``, ``equilibrium``, ``value_by_drm``: what a modifier more or less is worth.
    steps
        As steps.
    """

    data: Mapping[str, Any]
    steps: tuple[Step, ...]
    mix: Mix


@functools.lru_cache(maxsize=2048)
@rule("12.42", "12.41")
def telling(drm: int, attacker: Force, defender: Force, basis: Basis) -> Telling:
    """Odds of all pairs of modes, told; what is returned is shared and not to be changed.

    Parameters
    ----------
    drm
        The total modifier, that of the modes left out.
    """
    around = {n: mix_of(table(drm + n, attacker, defender, basis)) for n in _AROUND}
    pairs, mix = table(drm, attacker, defender, basis), around[0]
    data = {
        "pairs": {f"{a}-{d}": told(pairs[a, d]) for a, d in PAIRS},
        "equilibrium": told_mix(mix),
        "value_by_drm": {f"{n:+d}" if n else "0": str(found.value) for n, found in around.items()},
    }
    steps = [steps_of(pairs[pair], attacker, defender) for pair in PAIRS]
    return Telling(data, (*steps, *mix_steps(mix, basis.worth)), mix)


def told_mix(mix: Mix) -> dict[str, str]:
    """The best choice of modes as plain data."""
    return {
        "assault": str(mix.assault),
        "probe": str(1 - mix.assault),
        "stand": str(mix.stand),
        "retreat": str(1 - mix.stand),
        "value": str(mix.value),
    }


def said_mix(mix: Mix) -> str:
    """The best choice of modes in a sentence."""
    return f"Best modes: {_modes(mix)}"


def _modes(mix: Mix) -> str:
    attack = _shares({"Assault": mix.assault, "Probe": 1 - mix.assault})
    defence = _shares({"Stand": mix.stand, "Retreat": 1 - mix.stand})
    return f"{attack} against {defence}, worth {float(mix.value):+.2f} to the attacker."


def _shares(chances: Mapping[str, Any]) -> str:
    return " or ".join(
        f"{name} {chance}" if chance < 1 else name for name, chance in chances.items() if chance
    )


@rule("12.41")
def mix_steps(mix: Mix, worth: Weights) -> tuple[Step, Step]:
    """The payoff and the best choice of modes as steps."""
    kind = "one pair of modes is best for both" if mix.pure else "both sides mix their modes"
    return (
        Step("12.41", f"payoff, our measure: {worth.text}; retreats are taken to succeed"),
        Step("12.41", f"{kind}: {_modes(mix)}"),
    )
