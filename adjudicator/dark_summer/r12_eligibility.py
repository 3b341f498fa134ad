"""Sections 12.1 to 12.7: when, where and for whom each kind of Combat Support marker may be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Fault
from adjudicator.tables import Record
from module_builder.vassal.values import dataclass

__all__ = ["SECTIONS", "WAVES", "Case", "case_of", "kind_faults", "settled"]

WAVES = frozenset({"first-wave", "second-wave"})
SECTIONS: Mapping[str, str] = {
    "carpet": "12.1",
    "tac-air": "12.2",
    "naval": "12.3",
    "td": "12.4",
    "nebelwerfer": "12.5",
    "artillery": "12.6",
    "assault-gun": "12.7",
}
_GOOD_SKIES = frozenset({"sun", "cloud"})
_ROUND_NAMES = {
    "combined": "Combined Action Round",
    "first-wave": "1st Wave Round",
    "second-wave": "2nd Wave Round",
}
_GROUP_NAMES = {terms.US: "US and French", terms.BRITISH: "British, Canadian and Polish"}


@dataclass(frozen=True, slots=True)
class Case:
    """The Combat that a side wants to support.

    Parameters
    ----------
    side
        Who wants to support it.
    round
        Kind of the Round; empty when the position does not say it.

    Examples
    --------
    >>> Case("3304", "allied", (), (), "combat").attacks
    False
    """

    target: str
    side: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    round: str

    @property
    def attacks(self) -> bool:
        """Whether the side is the attacker."""
        return bool(self.attackers) and self.attackers[0].side == self.side

    @property
    def own(self) -> tuple[Piece, ...]:
        """Units of the side that fight."""
        return self.attackers if self.attacks else self.defenders


def case_of(view: View, target: str, attackers: Sequence[str], side: str, wave: str = "") -> Case:
    """Look a Combat up.

    Parameters
    ----------
    target, attackers, side
        The defending space, ids of the attacking units, and who wants to support.
    wave
        Overrides the kind of Round in play.
    """
    fighting = tuple([view.pieces[u] for u in attackers])
    enemy = terms.enemy_of(fighting[0].side) if fighting else terms.enemy_of(side)
    return Case(target, side, fighting, terms.friends(view, target, enemy), wave or view.text("round-kind"))


def settled(view: View) -> View:
    """A view in which layers of the map, such as Supply, are computed once: of a draft, what it is now."""
    state = terms.state_of(view)
    return state.finish() if isinstance(state, Draft) else view


def kind_faults(view: View, record: Record, case: Case) -> list[Fault]:
    """Why a marker may not be used, by the section of its kind."""
    return _KINDS[record.text("kind")](view, record, case)


def _limit(view: View, record: Record, span: str, most: int, section: str) -> list[Fault]:
    """Uses in a Round, a turn or the game."""
    if view.number(f"support-{span}", record.id) < most:
        return []
    times = "once" if most == 1 else "twice"
    return [Fault(section, f"{record.text('title')} can be used {times} per {span}, and has been")]


def _rounds(case: Case, allowed: frozenset[str], record: Record, section: str) -> list[Fault]:
    if not case.round or case.round in allowed:
        return []
    return [Fault(section, f"{record.text('title')} cannot be used in a {_round_name(case.round)}")]


def _round_name(kind: str) -> str:
    return _ROUND_NAMES.get(kind) or f"{kind.capitalize()} Round"


def _group(view: View, record: Record, case: Case, section: str) -> list[Fault]:
    """All units of the side belong to the group of the marker; an Open Beach alone to its own."""
    groups = {terms.group_of(p.printed) for p in case.own}
    if not case.own and terms.is_open_beach(view, case.target):
        groups = {terms.beach_group(view, case.target)}
    if groups == {record.values["group"]}:
        return []
    return [
        Fault(section, f"{record.text('title')} supports only {_GROUP_NAMES[record.text('group')]} units")
    ]


def _attack_only(record: Record, case: Case, section: str) -> list[Fault]:
    return [] if case.attacks else [Fault(section, f"{record.text('title')} supports attacks only")]


def _skies(view: View, record: Record, allowed: frozenset[str], section: str) -> list[Fault]:
    weather = view.text("weather")
    if weather in allowed:
        return []
    return [Fault(section, f"{record.text('title')} is not available in {weather.capitalize()} Weather")]


@rule("12.1")
def _carpet(view: View, record: Record, case: Case) -> list[Fault]:
    found = [
        *_skies(view, record, _GOOD_SKIES, "12.1"),
        *_attack_only(record, case, "12.1"),
        *_rounds(case, frozenset({"combat"}), record, "12.1"),
        *_group(view, record, case, "12.1"),
        *_limit(view, record, "turn", 1, "12.1"),
        *_limit(view, record, "game", 2, "12.1"),
    ]
    if case.attacks and not case.defenders:
        found.append(Fault("12.1", f"no German unit is in {view.board.name(case.target)}"))
    return found


@rule("12.2", "7.2.3")
def _tac_air(view: View, record: Record, case: Case) -> list[Fault]:
    rounds = {"combat", "combined"}
    if view.text("weather") == "showers" and view.option("wave-tac-air") == "B":
        rounds.add("second-wave")
    span = "turn" if view.text("weather") == "showers" else "round"
    return [
        *_skies(view, record, _GOOD_SKIES | {"showers"}, "12.2"),
        *_attack_only(record, case, "12.2"),
        *_rounds(case, frozenset(rounds), record, "12.2"),
        *_group(view, record, case, "12.2"),
        *_limit(view, record, span, 1, "12.2"),
    ]


@rule("12.3", "9.4.3")
def _naval(view: View, record: Record, case: Case) -> list[Fault]:
    rounds = {"second-wave", "combat", "combined"} if case.attacks else {"combat", "reaction"}
    found = [
        *_skies(view, record, _GOOD_SKIES | {"showers"}, "12.3"),
        *_rounds(case, frozenset(rounds), record, "12.3"),
        *_group(view, record, case, "12.3"),
        *_limit(view, record, "round", 1, "12.3"),
    ]
    if view.number("turn") == 1 and case.round != "second-wave" and 0 < view.number("round") < 3:
        found.append(Fault("12.3", "Naval Support begins with the 2nd Wave Round"))
    return found if case.target == terms.CHERBOURG else [*found, *_shelled(view, case.target)]


@rule("12.3")
def _shelled(view: View, target: str) -> list[Fault]:
    """The defending hex lies inside the Naval Gun Line and is Clear, a Town or a Beach."""
    space, name = view.board.spaces[target], view.board.name(target)
    found = []
    if not view.feature(space, "gun-line", "12.3"):
        found.append(Fault("12.3", f"{name} lies outside the Naval Gun Line"))
    kind = terms.terrain(view, target, "12.3")
    if kind not in {"clear", "town"} and not view.feature(space, "beach-name", "12.3"):
        found.append(Fault("12.3", f"{name} is {kind.capitalize()}, not Clear Terrain or a Town"))
    return found


@rule("12.4")
def _tank_destroyers(view: View, record: Record, case: Case) -> list[Fault]:
    rounds = {"second-wave", "combat", "combined"} if case.attacks else {"combat", "reaction"}
    found = [
        *_rounds(case, frozenset(rounds), record, "12.4"),
        *_limit(view, record, "turn", 1, "12.4"),
    ]
    if not case.own:
        return [
            *found,
            Fault("12.4", f"{record.text('title')} may not support an Open Beach that defends alone"),
        ]
    found += _group(view, record, case, "12.4")
    americans = [p for p in case.own if p.printed.nationality == "us"]
    if not americans:
        return [*found, Fault("12.4", f"{record.text('title')} supports US units, and none takes part")]
    return [*found, *_supply(view, americans, record, case, "12.4")]


def _supply(view: View, units: Sequence[Piece], record: Record, case: Case, section: str) -> list[Fault]:
    """On attack one supplied unit is enough; on defense every unit, unless the reading says one."""
    enough = case.attacks or view.option("supported-defenders") == "B"
    good = any if enough else all
    if units and good(in_supply(view, p.uid) for p in units):
        return []
    text = "no supported unit is In Supply" if enough else "a supported unit is Out of Supply"
    return [Fault(section, f"{record.text('title')}: {text}")]


@rule("12.5")
def _nebelwerfer(view: View, record: Record, case: Case) -> list[Fault]:
    return [
        *_rounds(case, frozenset({"combat", "combined", "reaction"}), record, "12.5"),
        *_limit(view, record, "turn", 1, "12.5"),
        *_supply(view, case.own, record, case, "12.5"),
    ]


@rule("12.6", "7.2.3")
def _artillery(view: View, record: Record, case: Case) -> list[Fault]:
    found = [
        *_skies(view, record, frozenset({"rain", "storm"}), "12.6"),
        *_rounds(case, frozenset({"combat", "combined", "reaction"}), record, "12.6"),
        *_limit(view, record, "turn", 1, "12.6"),
    ]
    if case.round == "combined" and view.text("round-group") == terms.US:
        found.append(Fault("12.6", "not in a US Combined Action Round"))
    if any(terms.group_of(p.printed) == terms.US for p in (*case.attackers, *case.defenders)):
        found.append(Fault("12.6", "US or French units take part"))
    return found


@rule("12.7", "7.2.3")
def _assault_gun(view: View, record: Record, case: Case) -> list[Fault]:
    most = 1 if view.text("weather") == "sun" else 2
    found = _limit(view, record, "turn", most, "12.7")
    if view.option("assault-gun") != "B":
        found.append(Fault("12.7", "the optional Assault Gun marker is not in use"))
    if case.attacks:
        found.append(Fault("12.7", f"{record.text('title')} supports a defense only"))
    return [*found, *_supply(view, case.own, record, case, "12.7")]


_KINDS: Mapping[str, Callable[[View, Record, Case], list[Fault]]] = {
    "carpet": _carpet,
    "tac-air": _tac_air,
    "naval": _naval,
    "td": _tank_destroyers,
    "nebelwerfer": _nebelwerfer,
    "artillery": _artillery,
    "assault-gun": _assault_gun,
}
