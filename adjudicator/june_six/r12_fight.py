"""Section 12.0: one combat looked up in a position: who fights whom, over what, with what support."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.june_six import terms
from adjudicator.june_six.r08_cost import bridge_stands
from adjudicator.position import Piece, View
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["KINDS", "UNSUPPORTED", "Fight", "crosses", "fight_of", "plain", "unbridged"]

ATTACK, BREAKTHROUGH, ROUT, GCA = "attack", "breakthrough", "rout", "gca"
KINDS = (ATTACK, BREAKTHROUGH, ROUT, GCA)
UNSUPPORTED = frozenset({BREAKTHROUGH, ROUT, GCA})
Points = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat.

    Parameters
    ----------
    kind
        ``attack``, ``breakthrough`` (13.53), ``rout`` (13.63) or ``gca`` (14.0).
    crossing
        Ids of the attackers that attack over an unbridged Major River.
    attack_mode, defence_mode
        Empty while they are not chosen.
    air, naval
        Markers of the Allied side.

    Examples
    --------
    >>> Fight("attack", "allied", "e1940", (), ()).allied_attack
    True
    """

    kind: str
    side: str
    target: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    crossing: frozenset[str] = frozenset()
    attack_mode: str = ""
    defence_mode: str = ""
    artillery_a: Points = ()
    artillery_d: Points = ()
    air: int = 0
    naval: int = 0

    @property
    def allied_attack(self) -> bool:
        """Whether the Allied side attacks."""
        return self.side == terms.ALLIED


def plain(target: str, attackers: Iterable[str], side: str, **more: Any) -> dict[str, Any]:
    """A combat as the plain data of a pending decision.

    Parameters
    ----------
    target, attackers, side
        The defender hex, ids of the attacking units, and their side.
    **more
        Other keys: kind, crossing, attack_mode, defence_mode, artillery, air, naval.

    Examples
    --------
    >>> plain("e1940", ["us-16"], "allied", air=2)["air"]
    2
    """
    data: dict[str, Any] = {
        "kind": ATTACK,
        "side": side,
        "hex": target,
        "attackers": [*attackers],
        "crossing": [],
        "attack_mode": "",
        "defence_mode": "",
        "artillery": {"attack": {}, "defence": {}},
        "air": 0,
        "naval": 0,
    }
    return {**data, **more}


def fight_of(view: View, attack: Mapping[str, Any]) -> Fight:
    """Look a combat up.

    Parameters
    ----------
    attack
        As `plain` gives it.

    Raises
    ------
    MalformedAction
        Nobody attacks, no such unit or hex, or nobody defends it.
    """
    pieces, named, target = view.pieces, tuple(attack["attackers"]), str(attack["hex"])
    unknown = [uid for uid in named if uid not in pieces]
    if unknown or not named:
        raise MalformedAction(f"no such unit: {', '.join(unknown)}" if unknown else "no unit attacks")
    if target not in view.board.spaces:
        raise MalformedAction(f"no such hex: {target}")
    attackers = tuple([pieces[uid] for uid in named])
    side = attackers[0].side
    defenders = terms.enemies(view, target, side)
    if not defenders:
        raise MalformedAction(f"no enemy unit defends {view.board.name(target)}")
    wet = {p.uid for p in attackers if crosses(view, p, target)}
    fires = attack.get("artillery") or {}
    return Fight(
        attack.get("kind", ATTACK),
        side,
        target,
        attackers,
        defenders,
        frozenset(wet),
        attack.get("attack_mode", ""),
        attack.get("defence_mode", ""),
        tuple(sorted(fires.get("attack", {}).items())),
        tuple(sorted(fires.get("defence", {}).items())),
        attack.get("air", 0),
        attack.get("naval", 0),
    )


@rule("12.32", "20.31")
def crosses(view: View, piece: Piece, target: str) -> bool:
    """Whether a unit attacks a hex over a Major River where no bridge stands."""
    edge = view.board.edge(piece.space, target)
    return edge is not None and unbridged(view, edge)


@rule("8.43", "20.45", "20.52")
def unbridged(view: View, edge: Edge) -> bool:
    """Whether a hexside is a Major River without a bridge now."""
    return view.boundary(edge, "8.43") == "major-river" and not bridge_stands(view, edge)
