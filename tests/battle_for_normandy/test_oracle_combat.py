"""Sections 12.4 to 12.6: line-ups of random combats, against a slow recount by the words of the text."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.battle_for_normandy.r12.line_up import line_up
from adjudicator.battle_for_normandy.r12.odds import odds
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from tests.battle_for_normandy.build import around, board, hq, situation, unit
from tests.battle_for_normandy.fighting import EAST, NORTH, SOUTH, TARGET, WEST

GROUND = {"clear": 0, "farmland": -1, "bocage": -3, "forest": -2, "city": -3, "flooded": 2, "beach": 0}
BUILT = {"": 0, "village": -1, "town": -2}
SIDES = ("open", "open", "stream", "major-river", "bluff", "draw", "cliff")
OURS = ("inf", "inf", "tank", "co", "engineer", "recon", "armored-infantry", "commando", "avre", "croc")
THEIRS = ("inf", "inf", "panzer", "at", "flak", "heavy-flak", "artillery", "sp", "recon", "co", "hq", "nw")
WORST = {"heavy-rain": -1, "storm": -2}


def scene(seed: int) -> tuple[Position, AttackRecord]:
    """A random combat."""
    rng = random.Random(seed)
    origins = rng.sample([EAST, WEST, NORTH, SOUTH], rng.randint(1, 3))
    ground = {n: rng.choice(list(GROUND)) for n in (TARGET, *origins)}
    features: dict[str, dict[str, Any]] = {
        n: {
            "settlement": rng.choice(["", "", "village", "town"]), "poi": rng.random() < 0.3,
            "level": rng.choice([0, 0, 1]), "perimeter": rng.random() < 0.3,
        }
        for n in (TARGET, *origins)
    }  # fmt: skip
    edges = {"/".join(sorted((n, TARGET))): rng.choice(SIDES) for n in origins}
    on = board(around(TARGET, radius=3), terrain=ground, features=features, sides=edges)
    placed, marks = [], dict[str, dict[str, Any]]()
    for n in range(rng.randint(1, 5)):
        word = rng.choice(OURS)
        uid = f"br-{n}"
        status = " reduced" if word in {"inf", "tank", "commando"} and rng.random() < 0.3 else ""
        numbers = {} if word in {"avre", "croc"} else {"as_": rng.randint(1, 9)}
        placed.append((unit(uid, word, **numbers), f"{rng.choice(origins)}{status}"))
        marks[uid] = {"repple": rng.random() < 0.2, "general-supply": rng.choice(["in", "in", "out"])}
    for n in range(rng.randint(1, 4)):
        word, uid = rng.choice(THEIRS), f"ge-{n}"
        printed = hq(f"ge-{n}") if word == "hq" else unit(uid, word, ds=rng.randint(1, 6))
        placed.append((printed, TARGET))
        marks[printed.id] = {"feldersatz": rng.choice([0, 3])} if word == "hq" else {"retreated": False}
    guns = [(unit("br-g", "artillery", as_=4), "c1720"), (unit("br-s", "destroyer", as_=5), "c1720")]
    foes = [(unit("ge-g", "artillery", as_=3), "c2320"), (unit("ge-w", "nw", as_=5), "c2320")]
    more: dict[str, Any] = {
        "time": rng.choice(["am", "pm", "night"]),
        "weather": rng.choice(["clear", "overcast", "heavy-rain", "storm"]),
        "facts": {("entrenchment", TARGET): rng.choice(["", "", "ready", "building"])},
        "options": {
            "drm-order": rng.choice("AB"),
            "odds-columns": rng.choice("AB"),
            "halving": rng.choice("AB"),
        },
    }
    here = situation(on, *placed, *guns, *foes, phase="combat", marks=marks, **more)
    record = AttackRecord(
        "allied", TARGET, tuple(u.id for u, _ in placed if u.side == "allied"),
        support=tuple(rng.sample(["br-g", "br-s"], rng.randint(0, 2))), air=rng.randint(0, 3),
        defence_support=tuple(rng.sample(["ge-g", "ge-w"], rng.randint(0, 2))),
        aa=rng.choice([(0, 0), (1, 0)]),
    )  # fmt: skip
    return here, record


class Slow:
    """The same combat counted by hand."""

    def __init__(self, here: Position, record: AttackRecord) -> None:
        self.here, self.record = here, record
        self.ours = [here.pieces[u] for u in record.attackers]
        self.theirs = [p for p in here.units_in(TARGET) if p.side == "german"]
        self.features = here.board.spaces[TARGET].features

    def printed(self, piece: Piece, name: str) -> int:
        ratings = piece.printed.ratings
        known = (
            ratings.get(f"reduced_{name}") if piece.status == "reduced" and piece.printed.steps > 1 else None
        )
        return ratings.get(name, 0) if known is None else known

    def edge(self, piece: Piece) -> str:
        edge = self.here.board.edge(piece.space, TARGET)
        assert edge is not None
        return str(edge.boundary)

    def causes(self, piece: Piece) -> list[str]:
        there = self.here.board.spaces[piece.space].features
        found = [self.edge(piece)] if self.edge(piece) in {"stream", "major-river"} else []
        found += ["perimeter"] if self.features["perimeter"] and not there["perimeter"] else []
        found += ["flooded"] if there["terrain"] == "flooded" else []
        return [*found, "oos"] if self.here.text("general-supply", piece.uid) == "out" else found

    def worth(self, piece: Piece) -> int:
        if piece.printed.type == "support":
            return 0
        raw = self.here.flag("repple", piece.uid) and piece.status == "full"
        return max(1, self.printed(piece, "as") - raw)

    def attack(self) -> int:
        total = 0
        for space in {p.space for p in self.ours}:
            stack = [p for p in self.ours if p.space == space]
            total += sum(self.worth(p) for p in stack if not self.causes(p))
            total += self.halved([p for p in stack if self.causes(p)])
        total += sum(self.printed(self.here.pieces[u], "as") for u in self.record.support)
        return max(1, total)

    def halved(self, pieces: Sequence[Piece]) -> int:
        if not sum(self.worth(p) for p in pieces):
            return 0
        if self.here.option("halving") == "A" or all(len(self.causes(p)) == 1 for p in pieces):
            return math.ceil(sum(self.worth(p) for p in pieces) / 2)
        groups: dict[tuple[str, ...], list[int]] = {}
        for piece in pieces:
            groups.setdefault(tuple(self.causes(piece)), []).append(self.worth(piece))
        found = 0
        for causes, values in groups.items():
            value = sum(values)
            for _ in causes:
                value = math.ceil(value / 2)
            found += max(1, value) if sum(values) else 0
        return found

    def defence(self) -> int:
        values = [self.guard(p) for p in self.theirs]
        if self.here.text("entrenchment", TARGET) == "ready":
            values.append(max(values))
        helpers = [self.here.pieces[u] for u in self.record.defence_support]
        halves = [
            math.ceil(self.printed(p, "as") / 2) if "nw" in p.printed.marks else self.printed(p, "as")
            for p in helpers
        ]
        return sum(values) + sum(halves)

    def guard(self, piece: Piece) -> int:
        if piece.printed.type in {"artillery", "nebelwerfer"}:
            return 1
        if piece.printed.type == "headquarters":
            return self.here.number("feldersatz", piece.uid) or 1
        return self.printed(piece, "ds")

    def terrain(self) -> tuple[int, int]:
        """The good and the bad of the ground."""
        tanks = all("tank" in p.printed.marks for p in self.theirs)
        ground, built = GROUND[str(self.features["terrain"])], BUILT[str(self.features["settlement"])]
        if tanks and self.features["terrain"] == "city":
            ground += 1
        if tanks and self.features["settlement"] == "town":
            built += 1
        armed = any({"tank", "at"} & set(p.printed.marks) for p in self.theirs)
        poi = -1 if armed and self.features["poi"] else 0
        levels = [self.here.board.spaces[p.space].features["level"] for p in self.ours]
        hill = -1 if all(int(n or 0) < int(self.features["level"] or 0) for n in levels) else 0
        covering = min(ground, 0) + built + poi
        self.covered = covering < 0
        return max(ground, 0), covering + hill

    def drm(self) -> int:
        good, bad = self.terrain()
        dark = -(self.here.text("time") == "night") + WORST.get(self.here.text("weather"), 0)
        net = max(-3, bad + dark) if self.here.option("drm-order") == "B" else max(-3, bad) + dark
        net += good + max(0, self.record.air - sum(self.record.aa))
        if len(self.theirs) == 1 and "recon" in (self.theirs[0].printed.type, *self.theirs[0].printed.marks):
            net -= self.covered
        if self.features["terrain"] == "beach":
            net += max(0, len(self.theirs) - 2)
        dug = self.here.text("entrenchment", TARGET) == "ready"
        hard = dug or any(p.printed.type == "strongpoint" for p in self.theirs)
        net += hard and any("avre" in p.printed.marks for p in self.ours)
        net += hard and any("crocodile" in p.printed.marks for p in self.ours)
        return net

    def combined(self) -> bool:
        if any({"tank", "at"} & set(p.printed.marks) for p in self.theirs):
            return False
        closed = {"stream", "major-river", "bluff", "cliff"}
        tanks = [p for p in self.ours if "tank" in p.printed.marks and self.edge(p) not in closed]
        foot = [p for p in self.ours if "infantry-type" in p.printed.marks]
        return bool(tanks and foot) and self.features["terrain"] != "flooded"


def column(attack: int, defence: int, options: Mapping[str, str]) -> str:
    if attack >= defence:
        if options.get("odds-columns") == "B" and 1.5 <= attack / defence < 2:
            return "3:2"
        return f"{min(7, attack // defence)}:1"
    worse = math.ceil(defence / attack)
    return f"1:{worse}" if worse <= 4 else ""


@pytest.mark.parametrize("seed", range(150))
def test_random_combats(seed: int) -> None:
    here, record = scene(seed)
    slow, found = Slow(here, record), line_up(here, record)
    assert (found.attack, found.defence) == (slow.attack(), slow.defence())
    assert found.column == column(slow.attack(), slow.defence(), here.options)
    assert found.raw == slow.drm()
    assert found.drm == max(-3, min(3, slow.drm()))
    assert found.combined_arms == slow.combined()
    assert line_up(Inquiry(here), record) == found
    line, faces = odds(here, record)
    assert line == found
    assert faces is None or faces.combined_drm == min(3, max(-3, slow.drm() + slow.combined()))
