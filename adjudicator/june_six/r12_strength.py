"""Sections 12.51, 9.2 and 22.22: the Combat Strength of both sides, and their ratio."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r09_beaches import engineers_hold
from adjudicator.june_six.r12_fight import GCA, ROUT, Fight
from adjudicator.june_six.r12_ratio import Ratio, chart, ratio
from adjudicator.position import Piece, View
from adjudicator.ruling import Used

__all__ = [
    "ENGINEER_COHESION",
    "ENGINEER_STRENGTH",
    "attack_strength",
    "defence_strength",
    "ratio_of",
    "unsupported",
]

ENGINEER_STRENGTH, ENGINEER_COHESION, SUPPORTED_EACH = 4, 5, 2


@rule("12.51")
def unsupported(view: View, fight: Fight) -> frozenset[str]:
    """Attacking armor units without infantry: one infantry type unit of their formation supports two.

    Where some cannot be supported, it is those that lose least by the halving.

    Returns
    -------
    frozenset of str
        Ids of the units.
    """
    if fight.kind in {GCA, ROUT} and view.option("unactivated-armor") == "B":
        return frozenset()
    armor: dict[str, list[Piece]] = {}
    infantry: dict[str, int] = {}
    for piece in fight.attackers:
        formation = terms.formation_of(view, piece) or piece.uid  # of no formation: of its own kind only
        if terms.is_infantry_type(piece.printed):
            infantry[formation] = infantry.get(formation, 0) + 1
        elif terms.rating(view, piece, "armor", "12.51"):
            armor.setdefault(formation, []).append(piece)
    found: list[str] = []
    for formation, tanks in armor.items():
        ranked = sorted(tanks, key=lambda p: (-_loss(view, p), p.uid))
        found += [p.uid for p in ranked[SUPPORTED_EACH * infantry.get(formation, 0) :]]
    return frozenset(found)


def _loss(view: View, piece: Piece) -> int:
    """What halving costs a unit."""
    strength = terms.rating(view, piece, "cs", "12.51")
    return strength - strength // 2


@rule("12.51", "12.11")
def attack_strength(view: View, fight: Fight) -> Adding:
    """Total CS of the attackers."""
    adding = Adding(view if isinstance(view, Inquiry) else None, "attack")
    bare = unsupported(view, fight)
    together = len(bare) > 1 and view.option("unsupported-halving") == "B"
    whole = {p.uid: _attacking(view, p, halved=p.uid in bare and not together) for p in fight.attackers}
    short = [p for p in fight.attackers if p.uid in bare] if together else []
    if short:
        both = sum([terms.rating(view, p, "cs", "12.51") for p in short])
        names = terms.titles(short)
        adding.add("12.51", f"{names}: unsupported armor, {both} together halved", both // 2)
    _add(adding, view, [p for p in fight.attackers if p not in short], whole, bare)
    return adding


def _attacking(view: View, piece: Piece, *, halved: bool) -> int:
    """CS that a unit attacks with: none from brackets."""
    if "defend-only" in piece.printed.marks:
        return 0
    strength = terms.rating(view, piece, "cs", "12.51")
    return strength // 2 if halved else strength


@rule("12.51", "9.2")
def defence_strength(view: View, fight: Fight) -> Adding:
    """Total CS of the defenders, Beach Engineers with them."""
    adding = Adding(view if isinstance(view, Inquiry) else None, "defence")
    whole = {p.uid: terms.rating(view, p, "cs", "12.51") for p in fight.defenders}
    _add(adding, view, fight.defenders, whole, frozenset())
    if not fight.allied_attack and engineers_hold(view, fight.target):
        adding.add("9.2", "Allied Beach Engineers", ENGINEER_STRENGTH)
    return adding


@rule("12.51", "22.22")
def _add(
    adding: Adding, view: View, pieces: Iterable[Piece], whole: Mapping[str, int], bare: frozenset[str]
) -> None:
    """Add units up: isolated ones halved, stack by stack or one by one."""
    stacks: dict[str, list[Piece]] = {}
    by_unit = False
    for piece in pieces:
        strength, title = whole[piece.uid], piece.printed.title
        if view.flag("isolated", piece.uid):
            by_unit = by_unit or view.option("isolated-stack") == "B"
            stacks.setdefault(piece.uid if by_unit else piece.space, []).append(piece)
        elif piece.uid in bare:
            adding.add("12.51", f"{title}: unsupported armor, halved", strength)
        elif "defend-only" in piece.printed.marks:
            adding.add("12.11", f"{title}: brackets, which count in defence", strength)
        else:
            adding.add("12.51", title, strength)
    for stack in stacks.values():
        both = sum([whole[p.uid] for p in stack])
        adding.add("22.22", f"{terms.titles(stack)}: Isolated, {both} halved", both // 2)


@rule("12.51")
def ratio_of(view: View, attack: int, defence: int) -> Ratio:
    """The printed ratio of two totals by the readings of a position."""
    tie = below = "A"
    plain = ratio(view.filing, attack, defence)
    if plain.name != ratio(view.filing, attack, defence, "B").name:
        tie = view.option("odds-tie")
    if plain.name != ratio(view.filing, attack, defence, tie, "B").name:
        below = view.option("odds-below")
    found = ratio(view.filing, attack, defence, tie, below)
    if isinstance(view, Inquiry):
        record = chart(view)[found.name]
        used = Used(f"DRM of the odds ratio {found.name}", record.file, found.name, "drm")
        view.source("12.51", used, record.sources.of("drm"))
    return found
