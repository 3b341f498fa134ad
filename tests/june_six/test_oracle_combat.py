"""Sections 12, 13, 15 and 16: line-ups, all ten faces of the die and the mix of modes, by the text."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.june_six.r12_fight import plain
from adjudicator.june_six.r12_line_up import line_up
from adjudicator.june_six.r12_odds import Harm, Joint, joint
from adjudicator.june_six.r13_allocation import Outcome, Readings, Sufferer
from adjudicator.position import Piece, Position
from tests.june_six import oracle
from tests.june_six.oracle import edge_of, ground_of, table
from tests.june_six.test_oracle_allocation import LEVELS, RESULTS, step_lost, tried

FAST, SLOW = range(20), range(100, 250)
MOST = 5
PAIRS = tuple(itertools.product(("assault", "probe"), ("stand", "retreat")))
Attack = Mapping[str, Any]


# --- the line-up, from the text ---------------------------------------------------------------------------


class Slow:
    """One combat: strengths and every modifier but that of the modes."""

    def __init__(self, here: Position, attack: Attack) -> None:
        self.here, self.attack, self.hex = here, attack, attack["hex"]
        self.attackers = [here.pieces[u] for u in attack["attackers"]]
        self.side = self.attackers[0].side
        self.defenders = oracle.enemies(here, self.hex, self.side)
        self.terrain = here.board.spaces[self.hex]["terrain"]
        self.kind = attack["kind"]
        self.engineers = self.side == "german" and here.text("engineers", self.hex) == "held"
        standing = here.board.spaces[self.hex]["strongpoint"] and not here.flag("strongpoint-gone", self.hex)
        self.strongpoint = bool(standing) and self.side == "allied"

    def strength(self, pieces: Sequence[Piece], value: Mapping[str, int]) -> int:
        """Values of units, those of Isolated ones added up by their stack and halved (22.22)."""
        total = sum(value[p.uid] for p in pieces if not self.here.flag("isolated", p.uid))
        for space in {p.space for p in pieces}:
            cut = [value[p.uid] for p in pieces if p.space == space and self.here.flag("isolated", p.uid)]
            total += sum(cut) // 2
        return total

    def attack_strength(self) -> int:
        """CS of the attackers; armor without infantry of its formation is halved (12.51)."""
        full = {
            p.uid: 0 if "defend-only" in p.printed.marks else oracle.number(p, "cs") for p in self.attackers
        }
        infantry = [p for p in self.attackers if "infantry-type" in p.printed.marks]
        tanks = [p for p in self.attackers if oracle.armored(p.printed) and p not in infantry]
        best = 0
        for chosen in itertools.chain.from_iterable(
            itertools.combinations(tanks, n) for n in range(len(tanks) + 1)
        ):
            room = {
                f: 2 * sum(oracle.formation(self.here, p) == f for p in infantry)
                for f in self.formations(chosen)
            }
            if all(sum(oracle.formation(self.here, p) == f for p in chosen) <= n for f, n in room.items()):
                bare = {p.uid for p in tanks if p not in chosen}
                halved = {uid: cs // 2 if uid in bare else cs for uid, cs in full.items()}
                best = max(best, self.strength(self.attackers, halved))
        return best

    def formations(self, pieces: Sequence[Piece]) -> set[str]:
        return {oracle.formation(self.here, p) for p in pieces}

    def defence_strength(self) -> int:
        value = {p.uid: oracle.number(p, "cs") for p in self.defenders}
        return self.strength(self.defenders, value) + 4 * self.engineers

    def ratio(self) -> int:
        """DRM of the printed ratio nearest to the totals; halfway the one that favours the defender."""
        rows = [
            (Fraction(r["attack"], r["defence"]), int(r["drm"]))
            for r in table("odds_ratio")["ratio"].values()
        ]
        attack, defence = self.attack_strength(), self.defence_strength()
        if attack == 0 or defence == 0:
            return (min if attack == 0 else max)(rows)[1]
        quotient = Fraction(attack, defence)
        _, drm = min(rows, key=lambda pair: (abs(pair[0] - quotient), pair[0]))
        return int(drm)

    def cohesion(self) -> int:
        best = [max(oracle.number(p, "cohesion") for p in side) for side in (self.attackers, self.defenders)]
        ours, theirs = best[0], max(best[1], 5 * self.engineers)
        return max(-3, min(3, ours - theirs))

    def directions(self) -> int:
        """The benefit of attacks from several hexes (12.53)."""
        origins = {p.space for p in self.attackers}
        zones = {p.space for p in self.attackers if oracle.combat(p.printed)}
        ring = oracle.beside(self.here, self.hex)
        around = [p for n in ring for p in oracle.enemies(self.here, n, self.side)]
        counted = [n for n in ring if not self.impassable(n)]
        held = all(n in origins or any(self.controls(z, n) for z in zones) for n in counted)
        if held and not around:
            return 2
        return int(any(oracle.distance(a, b) > 1 for a, b in itertools.combinations(origins, 2)))

    def controls(self, origin: str, space: str) -> bool:
        if oracle.distance(origin, space) != 1:
            return False
        edge = edge_of(self.here, origin, space)
        wet = edge.boundary == "major-river" and not oracle.bridged(self.here, edge)
        return self.here.option("zoc-rivers") == "A" or not (wet or edge.boundary in {"cliff", "sea"})

    def impassable(self, space: str) -> bool:
        edge = edge_of(self.here, self.hex, space)
        wet = edge.boundary == "major-river" and not oracle.bridged(self.here, edge)
        return wet or edge.boundary in {"cliff", "sea"} or self.here.board.spaces[space]["terrain"] == "sea"

    def crossing(self) -> int:
        edges = [edge_of(self.here, p.space, self.hex) for p in self.attackers]
        wet = any(e.boundary == "major-river" and not oracle.bridged(self.here, e) for e in edges)
        return -3 * wet

    def marked(self) -> int:
        """Disorder, Scattered, Flak and the 79th Armoured (12.55 to 12.58)."""
        total = 0
        for sign, pieces in ((-1, self.attackers), (1, self.defenders)):
            total += sign * any(self.here.number("disorder", p.uid) for p in pieces)
            lost = [p for p in pieces if self.here.flag("scattered", p.uid) and "airborne" in p.printed.marks]
            total += 3 * sign * bool(lost)
        tanks = self.side == "allied" and any(oracle.armored(p.printed) for p in self.attackers)
        flak = sum(p.printed.type == "flak" for p in self.defenders)
        return total - flak * tanks + any("hobart" in p.printed.marks for p in self.attackers)

    def ground(self) -> int:
        if self.kind == "gca":
            return 0
        return int(ground_of(self.here, self.hex)["drm"]) - self.strongpoint

    def armor(self) -> int:
        """Armor superiority, what AT points leave of it, and bocage (15)."""
        points = {
            name: self.strength(pieces, {p.uid: oracle.number(p, key) for p in pieces})
            for name, pieces, key in (
                ("ours", self.attackers, "armor"),
                ("theirs", self.defenders, "armor"),
                ("at", self.defenders, "at"),
            )
        }
        drm = compared(points["ours"], points["theirs"])
        if drm > 0:
            drm = max(0, compared(points["ours"], points["theirs"] + points["at"]))
        return max(-1, min(1, drm)) if self.terrain == "bocage" else drm

    def support(self) -> int:
        """Artillery, and Allied air or naval markers (16.3, 17.3, 18.3)."""
        if self.kind != "attack":
            return 0
        ours, theirs = (sum(self.attack["artillery"][s].values()) for s in ("attack", "defence"))
        sign = 1 if self.side == "allied" else -1
        markers = sign * int(self.attack["air"] or self.attack["naval"])
        return compared(ours // 2 if self.strongpoint else ours, theirs) + markers

    def drm(self) -> int:
        """All of it."""
        parts = (
            self.ratio,
            self.cohesion,
            self.directions,
            self.crossing,
            self.marked,
            self.ground,
            self.armor,
        )
        return sum(part() for part in parts) + self.support()

    def ambushed(self, allocation: Mapping[str, str]) -> int:
        """Ways in ten in which a Bocage Ambush disorders attackers that have suffered so (13.41, 13.46)."""
        if self.side != "allied" or self.terrain != "bocage":
            return 0
        units = [p for p in self.attackers if p.printed.type != "headquarters"]
        hexes = {p.space for p in self.attackers} if self.here.option("hq-eligible") == "B" else set[str]()
        heads = [p for h in hexes for p in self.here.units_in(h) if p.printed.type == "headquarters"]
        left = {p.uid: self.surviving(p, allocation.get(p.uid, "")) for p in (*units, *heads)}
        led = {p.space for p in units if left[p.uid] >= 0 and oracle.combat(p.printed)}
        rolling = [left[p.uid] for p in (*units, *(p for p in heads if p.space in led)) if left[p.uid] >= 0]
        return sum(die > cohesion for cohesion in rolling for die in range(10))

    def surviving(self, piece: Piece, result: str) -> int:
        """Cohesion of a unit that could advance after its result; -1 for one that could not."""
        disorder = self.here.number("disorder", piece.uid)
        lost = bool(result) and (result == "reduced" or disorder + LEVELS[result] > 2)
        worn = any(self.here.flag(marker, piece.uid) for marker in ("scattered", "pinned", "isolated"))
        if worn or (lost and piece.uid in doomed([piece])) or (not lost and (result or disorder)):
            return -1
        return int(piece.printed.ratings["reduced_cohesion"]) if lost else oracle.number(piece, "cohesion")

    # who suffers

    def forces(self) -> tuple[list[Piece], list[Piece]]:
        """Both sides; those that only lend artillery from a hex next to the defender suffer too (13.0)."""
        used = [
            u
            for u, n in self.attack["artillery"]["attack"].items()
            if n and u not in self.attack["attackers"]
        ]
        lending = [self.here.pieces[u] for u in sorted(used)]
        near = [p for p in lending if oracle.on_map(self.here, p) and oracle.distance(p.space, self.hex) == 1]
        return [*self.attackers, *near], self.defenders


def compared(attack: int, defence: int) -> int:
    """What totals of armor or artillery points compare to (15.12, 16.32)."""
    if attack == defence:
        return 0
    more, less, sign = (attack, defence, 1) if attack > defence else (defence, attack, -1)
    twice = more >= 2 * less if less else more >= 2
    return sign * (2 if twice else 1)


# --- the ten faces ----------------------------------------------------------------------------------------


def worth(name: str) -> int:
    return int(table("payoff")["weight"][name]["value"])


def results(text: str) -> tuple[tuple[str, str], ...]:
    """Codes with their results, as the table prints them."""
    parts = [part.split(" ") for part in text.split(" / ") if part]
    return tuple((code, result) for code, result in parts)


def sufferers(here: Position, pieces: Sequence[Piece]) -> tuple[Sufferer, ...]:
    return tuple(
        Sufferer(
            p.uid, p.space, oracle.number(p, "cohesion"), oracle.combat(p.printed),
            p.printed.type == "headquarters", here.number("disorder", p.uid),
        )
        for p in pieces
    )  # fmt: skip


def doomed(pieces: Sequence[Piece]) -> frozenset[str]:
    """Units that a step loss takes off the map (13.21); a two-step Division HQ leaves it too (6.17)."""
    last = [p for p in pieces if p.printed.steps == 1 or p.status == "reduced"]
    return frozenset(
        p.uid for p in [*last, *(p for p in pieces if oracle.headquarters(p.printed, corps=False))]
    )


@functools.lru_cache(maxsize=8192)
def harmed(
    units: tuple[Sufferer, ...], last: frozenset[str], outcome: Outcome
) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """What an outcome counts at least, with every (steps, levels, units lost) that counts so much."""
    known, found = {u.uid: u for u in units}, []
    for way in tried(units, outcome, Readings()):
        steps = [uid for uid, result in way if step_lost(known[uid], result)]
        levels = sum(LEVELS[result] for uid, result in way if uid not in steps)
        levels -= sum(known[uid].disorder for uid in steps)
        counts = len(steps) * worth("step") + levels * worth("disorder")
        found.append((counts, (len(steps), levels, len(last & set(steps)))))
    least = min(counts for counts, _ in found)
    return least, tuple(sorted({way for counts, way in found if counts == least}))


def recounted(here: Position, slow: Slow, found: Joint) -> Iterator[str]:
    """Faces and payoffs of the joint table that a recount of the ten faces does not bear out."""
    ours, theirs = slow.forces()
    us, them = sufferers(here, ours), sufferers(here, theirs)
    best = (max(u.cohesion for u in us), max(*(u.cohesion for u in them), 5 * slow.engineers))
    for pair in PAIRS:
        total = slow.drm() - 3 * (pair == ("probe", "stand"))
        gained, rout, struck = 0, 0, 0
        for face, (cell, mine, other) in zip(range(10), found.pairs[pair].faces, strict=True):
            told = table("crt")["-".join(pair)][str(max(0, min(12, face + total)))]
            hurt = Outcome(results(told["attacker"]), told["attacker_retreat"], best[1])
            hits = Outcome(results(told["defender"]), told["defender_retreat"], best[0])
            loss, ways = harmed(us, doomed(ours), hurt)
            gain, blows = harmed(them, doomed(theirs), hits)
            printed = (hurt.results, hurt.retreat, hits.results, hits.retreat)
            if printed != (cell.attacker, cell.attacker_retreat, cell.defender, cell.defender_retreat):
                yield f"{pair} {face}: {cell}"
            yield from (
                f"{pair} {face}: {h}" for h, w in ((mine, ways), (other, blows)) if counted(h) not in w
            )
            emptied = all(u.uid in doomed(theirs) for u in them) and counted(other)[2] == len(them)
            left = max(told["defender_retreat"], int(emptied)) - told["attacker_retreat"]
            gained += gain - loss + left * worth("ground") + told["breakthrough"] * worth("breakthrough")
            rout += pair[1] == "stand" and face + total <= 0
            if pair == ("assault", "stand") and told["advance"] == "mandatory":
                struck += slow.ambushed(dict(mine.allocation))
        payoff = Fraction(gained - rout * worth("rout"), 10) - Fraction(struck * worth("disorder"), 100)
        if (found.pairs[pair].payoff, found.pairs[pair].rout) != (payoff, rout):
            yield f"{pair}: {found.pairs[pair].payoff} instead of {payoff}"


def counted(harm: Harm) -> tuple[int, int, int]:
    return harm.steps, harm.levels, harm.lost


def unbalanced(found: Joint) -> Iterator[str]:
    """Modes by which a side does better than the mix says that it can."""
    pay, mix = {pair: odds.payoff for pair, odds in found.pairs.items()}, found.mix
    for mode in ("stand", "retreat"):
        if mix.assault * pay["assault", mode] + (1 - mix.assault) * pay["probe", mode] < mix.value:
            yield f"{mode} against {mix}"
    for mode in ("assault", "probe"):
        if mix.stand * pay[mode, "stand"] + (1 - mix.stand) * pay[mode, "retreat"] > mix.value:
            yield f"{mode} against {mix}"


# --- combats in positions ---------------------------------------------------------------------------------


def combats(here: Position, rng: random.Random) -> Iterator[Attack]:
    """A combat for every hex that has enemies next to it, with support drawn by lot."""
    for space in sorted(here.occupied()):
        around = oracle.beside(here, space)
        inner = len(around) == 6 or len(here.board.spaces) > 500
        if here.board.spaces[space].kind != "hex" or not inner:
            continue
        defenders = here.units_in(space)
        able = [
            p.uid
            for n in around
            for p in oracle.enemies(here, n, defenders[0].side)
            if oracle.number(p, "cs")
        ]
        if able and len(defenders) <= MOST:
            yield drawn(here, rng, space, rng.sample(able, min(len(able), rng.randint(1, MOST))))


def drawn(here: Position, rng: random.Random, space: str, attackers: list[str]) -> Attack:
    side = here.pieces[attackers[0]].side
    guns = [p for p in here.pieces.values() if oracle.number(p, "artillery") and oracle.on_map(here, p)]
    rng.shuffle(guns)
    fires: dict[str, dict[str, int]] = {"attack": {}, "defence": {}}
    for gun in guns[: rng.randint(0, 3)]:
        fires["attack" if gun.side == side else "defence"][gun.uid] = rng.randint(1, 6)
    kind = rng.choice(["attack", "attack", "attack", "breakthrough", "rout", "gca"])
    bare = kind != "attack"
    none: dict[str, dict[str, int]] = {"attack": {}, "defence": {}}
    markers = {} if bare else {rng.choice(["air", "naval"]): rng.randint(0, 2)}
    return plain(space, attackers, side, kind=kind, artillery=none if bare else fires, **markers)


def differences(here: Position, seed: int, most: int = 99) -> Iterator[str]:
    """Combats that come to something else than by the text."""
    rng = random.Random(seed)
    for attack in itertools.islice(combats(here, rng), most):
        slow, line, found = Slow(here, attack), line_up(here, attack), joint(here, attack)
        told = (line.attack, line.defence, line.drm)
        expected = (slow.attack_strength(), slow.defence_strength(), slow.drm())
        if told != expected:
            yield f"{attack}: {told} instead of {expected}; {[(m.rule, m.value) for m in line.modifiers]}"
            continue
        yield from (f"{attack}: {fault}" for fault in (*recounted(here, slow, found), *unbalanced(found)))


@pytest.mark.slow
def test_combats_in_play() -> None:
    for n, here in enumerate(oracle.sampled()):
        assert not list(differences(here, n, 8))


@pytest.mark.parametrize("seed", FAST)
def test_combats_on_small_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed), seed, 5))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
def test_more_combats_on_small_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed), seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_more_combats_in_play(seed: int) -> None:
    for n, here in enumerate(oracle.sampled(seed, 1200, 60)):
        assert not list(differences(here, n))


def test_results_come_in_order_of_severity() -> None:
    assert [r for r in RESULTS if r in LEVELS] == ["dis-1", "dis-2"]
