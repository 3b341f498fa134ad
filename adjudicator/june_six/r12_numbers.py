"""Sections 12.42 and 12.5: odds of a combat from bare numbers; no position, no board."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import DOUBTFUL
from adjudicator.june_six.r08_cost import chart as ground_chart
from adjudicator.june_six.r12_chances import Basis, Force
from adjudicator.june_six.r12_crt import PAIRS, used
from adjudicator.june_six.r12_modes import Weights, weights
from adjudicator.june_six.r12_ratio import chart, ratio
from adjudicator.june_six.r12_telling import said_mix, telling
from adjudicator.june_six.r13_allocation import Sufferer
from adjudicator.june_six.r15_armor import advantage, superiority
from adjudicator.ruling import Ruling, Step, Used
from maps.filing import OURS, Filing
from module_builder.vassal.values import dataclass

__all__ = ["Numbers", "odds_of_numbers"]

_COHESION, _LIMIT = 5, 3


@dataclass(frozen=True, slots=True)
class Numbers:
    """A combat in numbers.

    Parameters
    ----------
    attack, defence
        Combat Strengths as they count.
    cohesion
        Highest of attacker and defender; None when it makes no difference.
    terrain
        Of the defender hex.
    armor, at
        Armor points of both sides, and AT points of the defender.
    artillery
        Points of both sides as they count.
    support
        Air or naval markers: positive with the attack, negative with the defence.
    directions
        1 or 2 for a multi-directional attack.
    strongpoint
        Whether Germans defend a printed Strongpoint.
    other
        All other modifiers.
    units
        Combat units of both sides, each with all its steps.

    Examples
    --------
    >>> Numbers(18, 10).units
    (2, 2)
    """

    attack: int
    defence: int
    cohesion: tuple[int, int] | None = None
    terrain: str = "clear"
    armor: tuple[int, int] = (0, 0)
    at: int = 0
    artillery: tuple[int, int] = (0, 0)
    support: int = 0
    directions: int = 0
    strongpoint: bool = False
    other: int = 0
    units: tuple[int, int] = (2, 2)


@rule("12.51", "12.52", "12.53", "12.59", "15.12", "16.32")
def _modifiers(given: Numbers, filing: Filing) -> Iterator[tuple[str, str, int]]:
    found = ratio(filing, given.attack, given.defence)
    yield "12.51", found.text, found.drm
    if given.cohesion:
        ours, theirs = given.cohesion
        value = max(-_LIMIT, min(_LIMIT, ours - theirs))
        yield "12.52", f"highest cohesion {ours} against {theirs}", value
    if given.directions:
        yield "12.53", "attack from several directions", given.directions
    ground = ground_chart(filing)["terrain"][given.terrain]
    if ground.number("drm"):
        yield "12.59", f"{ground.text('title')} in the defender hex", ground.number("drm")
    if given.strongpoint:
        yield "19.41", "Germans in a printed Strongpoint", -1
    if any(given.armor):
        drm, text = superiority(*given.armor, given.at, bocage=given.terrain == "bocage")
        yield "15.12", text, drm
    if any(given.artillery):
        ours, theirs = given.artillery
        yield "16.32", f"artillery {ours} against {theirs}", advantage(ours, theirs)
    if given.support:
        side = "attack" if given.support > 0 else "defence"
        yield "17.31", f"Allied air or naval support of the {side}", given.support
    if given.other:
        yield "12.5", "other modifiers as given", given.other


@functools.lru_cache(maxsize=256)
def _force(name: str, count: int, cohesion: int) -> Force:
    """So many units like each other, two to a hex."""
    units = [(f"{name}-{n}", f"{name} {n}") for n in range(1, count + 1)]
    hexes = (f"{name}-hex-{n // 2}" for n in range(count))
    found = [Sufferer(uid, at, cohesion) for (uid, _), at in zip(units, hexes, strict=True)]
    return Force(tuple(found), frozenset(), tuple(units))


def _check(given: Numbers, filing: Filing) -> None:
    if given.attack < 1 or given.defence < 1:
        raise MalformedAction("odds of no Combat Strength", "Write --attack 18 --defense 10")
    known = ground_chart(filing)["terrain"]
    if given.terrain not in known:
        raise MalformedAction(f"--terrain {given.terrain!r}", f"One of {', '.join(known)}")
    if not all(1 <= n <= 12 for n in given.units):
        raise MalformedAction("units of each side are 1 to 12", "Write --units 3:2")
    if abs(given.support) > 2 or not 0 <= given.directions <= 2:
        raise MalformedAction("markers are -2 to 2, directions are 0 to 2")


@rule("12.42", "12.41")
def odds_of_numbers(given: Numbers, worth: Weights | None = None, filing: Filing = OURS) -> Ruling:
    """Exact odds of bare numbers for all pairs of modes, with the best secret choice.

    Raises
    ------
    MalformedAction
        A number is out of its range.

    Examples
    --------
    >>> ruling = odds_of_numbers(Numbers(18, 10, cohesion=(6, 5), terrain="bocage"))
    >>> ruling.answer["ratio"], ruling.answer["drm"]
    ('2:1', 1)
    """
    _check(given, filing)
    steps = [Step(section, text, value, "+") for section, text, value in _modifiers(given, filing)]
    drm, name = sum([s.value or 0 for s in steps]), ratio(filing, given.attack, given.defence).name
    ours, theirs = given.cohesion or (_COHESION, _COHESION)
    attacker = _force("attacker", given.units[0], ours)
    defender = _force("defender", given.units[1], theirs)
    found = telling(drm, attacker, defender, Basis(worth=worth or weights(filing), filing=filing))
    modifiers = [{"rule": s.rule, "text": s.text, "value": s.value} for s in steps]
    answer = {"attack": given.attack, "defence": given.defence, "ratio": name, "drm": drm}
    size = f"{given.units[0]} attacking and {given.units[1]} defending units, alike and undisordered"
    steps.append(Step("13.71", f"results fall on {size}"))
    if given.terrain == "bocage":
        steps.append(
            Step("13.46", "a Bocage Ambush of Allied attackers is left out: it needs their cohesions")
        )
    trail = (*steps, *found.steps)
    verdict = f"{given.attack}:{given.defence}, ratio {name}, total DRM {drm:+d}. {said_mix(found.mix)}"
    question = f"odds --attack {given.attack} --defense {given.defence}"
    whole = {**answer, "modifiers": modifiers, **found.data}
    return Ruling(question, verdict, whole, trail, sources=tuple(_sources(given, name, filing)))


def _sources(given: Numbers, name: str, filing: Filing) -> Iterator[Used]:
    """Reconstructed values that the odds rest on."""
    record, ground = chart(filing)[name], ground_chart(filing)["terrain"][given.terrain]
    known = [(Used(f"DRM of the odds ratio {name}", record.file, name, "drm"), record.sources.of("drm"))]
    if ground.number("drm"):
        what = Used(f"drm of {ground.text('title')}", ground.file, given.terrain, "drm")
        known.append((what, ground.sources.of("drm")))
    known += [used(filing, *pair) for pair in PAIRS]
    yield from (what for what, source in known if source in DOUBTFUL)
