"""Sections 6.1 and 7: rulings on activations, on attached units, and on who acts at RE."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import (
    r06_formations,
    r06_headquarters,
    r07_activation,
    r07_corps,
    r07_free_ops,
    r07_hqs,
    r07_re_phase,
    r10_entry,
    r10_release,
    terms,
)
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.formations import load_formations
from adjudicator.june_six.r03_moment import moment
from adjudicator.june_six.r05_loc import explain_loc
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Piece, Position, View
from adjudicator.ruling import Fault, Ruling
from maps.board import fold
from maps.filing import Located

__all__ = [
    "activate_ruling",
    "assign_ruling",
    "attach_ruling",
    "corps_ruling",
    "find_group",
    "formation_ruling",
    "hq_ruling",
    "phase_ruling",
    "share",
]


def share(chance: Fraction) -> str:
    """A chance as a fraction and in percent.

    Examples
    --------
    >>> share(Fraction(1, 3))
    '1/3 (33.3%)'
    """
    return f"{chance} ({float(chance):.1%})"


# --- names ------------------------------------------------------------------------------------------------


def find_group(view: View, word: str) -> str:
    """Group of markers, or formation, as players write it: ``us-1``, ``lehr``, ``V Corps``, ``german-corps``.

    Parameters
    ----------
    word
        Slug, name, or what is printed on the counters.

    Raises
    ------
    MalformedAction
        Nothing fits, or several do, or it takes no part in the scenario.
    """
    wanted = fold(word).replace(" ", "-")
    slugs = {p.printed.division for p in view.pieces.values() if terms.is_hq(p.printed)}
    slugs |= {*load_formations(view), *markers.CORPS_GROUPS.values(), *markers.FREE_OPS.values()}
    if wanted in slugs:
        return _present(view, wanted)
    known = [f for f in load_formations(view).values() if f.id in slugs]
    short = wanted.replace("-", "")
    exact = [
        f.id for f in known if short in {fold(f.printed).replace(" ", ""), fold(f.name).replace(" ", "")}
    ]
    part = [f.id for f in known if short and short in fold(f.name).replace(" ", "")]
    found = exact or part
    if len(found) == 1:
        return _present(view, found[0])
    hint = f"It could be {', '.join(found)}" if found else "Write a slug such as us-1, ge-352, german-corps"
    raise MalformedAction(f"there is no one formation {word!r}", hint)


def _present(view: View, group: str) -> str:
    """The group, if it takes part in the scenario."""
    if out := markers.absent(view, group):
        raise MalformedAction(out[0].text, "Name a formation of the scenario")
    return group


# --- activations ------------------------------------------------------------------------------------------


@rule("7.11", "7.12", "7.24", "3.62", "3.63", "5.33")
def activate_ruling(
    position: Position, group: str, *, free_ops: bool = False, strict: bool = False
) -> Ruling:
    """Rule on what a marker does when it is drawn: which HQs activate, and which units take part.

    Parameters
    ----------
    group
        Division, ``us-corps`` ..., or an HQ's formation for a Free Ops marker.
    free_ops
        Whether a Free Ops marker is used on the HQ of that formation.

    Returns
    -------
    Ruling
        Its answer names the HQs and units that are active.
    """
    inquiry, slug = Inquiry(position, strict=strict), find_group(position, group)
    one = terms.hq_of(inquiry, slug)
    hqs: tuple[Piece, ...] = (
        (one,) if one is not None and (free_ops or not terms.is_corps_hq(one.printed)) else ()
    )
    hqs = hqs or markers.hqs_of_group(inquiry, slug)
    if not hqs or (one is not None and not markers.group_of_hq(one)):
        inquiry.refuse("7.11", f"{markers.name_of_group(inquiry, slug)} has no Activation Marker")
    _say_marker(inquiry, slug, hqs, free_ops=free_ops)
    able = [hq for hq in hqs if markers.group_of_hq(hq) and _activates(inquiry, hq, free_ops=free_ops)]
    if len(hqs) > 1 and _cut_off(inquiry) and inquiry.option("corps-loc") == "B":
        able = []
    if able:
        _excuse(inquiry)
    units = [uid for hq in able for uid in _taking_part(inquiry, hq)]
    verdict = (
        f"{terms.titles(able)}: {many(len(units), 'unit acts', 'units act')} at ME."
        if able
        else "Nothing is activated."
    )
    return inquiry.ruling(f"activate {slug}", verdict, {"hqs": [hq.uid for hq in able], "units": units})


@rule("7.11", "7.12")
def _say_marker(inquiry: Inquiry, group: str, hqs: Sequence[Piece], *, free_ops: bool) -> None:
    """Say which HQs a marker is for."""
    if free_ops:
        inquiry.note("7.12", "a Free Ops marker activates one HQ without an RE or Isolated marker")
    elif markers.is_corps_group(group):
        inquiry.note("7.11", "a Corps marker activates all Corps HQs of the nation", len(hqs))
    else:
        inquiry.note("7.11", f"the marker activates the HQ of {markers.name_of_group(inquiry, group)}")


def _cut_off(inquiry: Inquiry) -> bool:
    """Whether some HQ of a marker has failed its LOC check."""
    return any(fault.rule == "5.33" for fault in inquiry.violations)


def _excuse(inquiry: Inquiry) -> None:
    """Turn what keeps some HQs of a marker out into steps: others activate."""
    for fault in inquiry.violations:
        inquiry.note(fault.rule, fault.text)
    inquiry.violations.clear()


def _activates(inquiry: Inquiry, hq: Piece, *, free_ops: bool) -> bool:
    """Judge one HQ."""
    judge = r07_free_ops.free_ops_faults if free_ops else r07_hqs.activation_faults
    faults = judge(inquiry, hq)
    for section, text in faults:
        inquiry.refuse(section, text, units=[hq.uid])
    if faults:
        return False
    inquiry.note("5.14", f"{hq.printed.title}: activations so far", inquiry.number("activations", hq.uid))
    if not terms.on_map(inquiry, hq):
        if r10_entry.waits(inquiry, hq.printed.division) and r10_entry.is_blocked(
            inquiry, hq.printed.division
        ):
            failed = f"every Entry hex of {hq.printed.title} is blocked: it is delayed by a turn"
            inquiry.refuse("10.37", failed, units=[hq.uid])
            return False
        inquiry.note("7.25", f"{hq.printed.title} enters as a reinforcement at ME and needs no LOC")
        _say_release(inquiry, hq.printed.division)
        return True
    inquiry.note("3.62", f"LOC check of {hq.printed.title}")
    if explain_loc(inquiry, hq.uid):
        inquiry.note("5.33", f"{hq.printed.title} traces a LOC, and that is enough for its formation")
        return True
    inquiry.refuse("5.33", f"{hq.printed.title} cannot trace a LOC: it gets an RE marker", units=[hq.uid])
    return False


@rule("10.32")
def _say_release(inquiry: Inquiry, formation: str) -> None:
    """Say that a formation must be released first."""
    if r10_entry.waits(inquiry, formation) and r10_release.needs_release(inquiry, formation):
        inquiry.note("10.32", "if the Release roll lets it enter, or the German player overrides it")


def _taking_part(inquiry: Inquiry, hq: Piece) -> list[str]:
    found = []
    for piece in r07_activation.members(inquiry, hq, hq.printed.division):
        marker = r07_activation.barred_at_me(inquiry, piece.uid)
        joins = marker == "an RE" and not terms.on_map(inquiry, hq)
        if marker and not joins:
            inquiry.note("3.63", f"{piece.printed.title} bears {marker} marker and takes no part")
            continue
        if joins:
            inquiry.note("7.24", f"{piece.printed.title} loses its RE marker as its HQ enters")
        found.append(piece.uid)
    inquiry.note("3.63", "units without an RE, Isolated or Scattered marker act", len(found))
    inquiry.note("7.3", f"active with {hq.printed.title}: units", len(found))
    return found


@rule("6.11", "6.12", "6.13", "6.14")
def formation_ruling(position: Position, uid: str, *, strict: bool = False) -> Ruling:
    """Rule on the formation of a unit, its parents, and the phase in which it acts."""
    inquiry = Inquiry(position, strict=strict)
    piece = inquiry.pieces[uid]
    own, now = piece.printed.division, terms.formation_of(inquiry, piece)
    known = load_formations(inquiry).get(own)
    section = "6.12" if known is not None and known.level == "corps" else "6.11"
    inquiry.note(section, f"{piece.printed.title} is organic to {_name(inquiry, own) or 'no formation'}")
    if own:
        number = len(terms.organic(inquiry, now))
        inquiry.note(
            "6.1", f"the formation is its HQ and the units that it controls: {_name(inquiry, now)}", number
        )
    parent = terms.parent_corps(piece.printed)
    if parent and parent != own:
        inquiry.note("6.11", f"the parent Corps is {_name(inquiry, parent)}")
    if now != own:
        section = "6.13" if inquiry.text("attached", uid) else "6.14"
        inquiry.note(section, f"it belongs to {_name(inquiry, now)} now")
    when = r07_re_phase.explain_unit(inquiry, uid)
    answer = {"formation": own, "parent": parent, "now": now, "acts": when}
    return inquiry.ruling(
        f"formation {uid}", f"{piece.printed.title}: {_name(inquiry, now) or 'no formation'}.", answer
    )


def _name(at: Located, formation: str) -> str:
    known = load_formations(at).get(formation)
    return known.name if known is not None else formation


@rule("6.13")
def attach_ruling(position: Position, uid: str, division: str, *, strict: bool = False) -> Ruling:
    """Rule on whether a Division can attach a Corps unit."""
    inquiry, slug = Inquiry(position, strict=strict), find_group(position, division)
    may = r06_formations.explain_attach(inquiry, uid, slug)
    name = inquiry.pieces[uid].printed.title
    verdict = (
        f"{_name(inquiry, slug)} may attach {name}."
        if may
        else f"{_name(inquiry, slug)} may not attach {name}."
    )
    hq = terms.hq_of(inquiry, slug)
    answer = {"legal": may, "activates_with": hq.uid if may and hq is not None else ""}
    return inquiry.ruling(f"attach {uid} {slug}", verdict, answer)


@rule("6.14")
def assign_ruling(position: Position, uid: str, *, strict: bool = False) -> Ruling:
    """Rule on the Corps to which a unit without one can be assigned."""
    inquiry = Inquiry(position, strict=strict)
    heads = [p for p in inquiry.pieces.values() if terms.is_corps_hq(p.printed)]
    for corps in sorted(p.printed.division for p in heads if p.side == inquiry.pieces[uid].side):
        faults = r06_formations.assign_faults(inquiry, uid, corps)
        for section, text in faults or [Fault("6.14", "it can be assigned for the rest of the scenario")]:
            inquiry.note(section, f"{_name(inquiry, corps)}: {text}")
    found = r06_formations.assignable(inquiry, uid)
    said = ", ".join([_name(inquiry, f) for f in found]) or "no Corps"
    return inquiry.ruling(
        f"assign {uid}", f"{inquiry.pieces[uid].printed.title} can go to {said}.", list(found)
    )


@rule("6.15", "6.16", "6.17")
def hq_ruling(position: Position, uid: str, *, strict: bool = False) -> Ruling:
    """Rule on what the loss of an HQ brings, or on the return of one that is lost.

    Raises
    ------
    MalformedAction
        The unit is no HQ.
    """
    inquiry = Inquiry(position, strict=strict)
    hq = inquiry.pieces[uid]
    if not terms.is_hq(hq.printed):
        raise MalformedAction(f"{hq.printed.title} is no HQ")
    back = inquiry.number("returns", uid)
    if back:
        inquiry.note("6.17", "it waits on the Turn Record Track for turn", back)
        places = list(r06_headquarters.return_hexes(inquiry, uid))
        inquiry.note("6.17", "hexes within four of its units where it could be put now", len(places))
        return inquiry.ruling(f"hq {uid}", f"{hq.printed.title} returns on turn {back}.", {"hexes": places})
    turn = r06_headquarters.explain_loss(inquiry, hq)
    if hq in r06_headquarters.orphaned(inquiry):
        inquiry.note("6.15", "all its organic units are eliminated: it is removed in the End Phase for good")
    said = f"it returns on turn {turn}" if turn else "it does not return"
    return inquiry.ruling(f"hq {uid}", f"If {hq.printed.title} is lost, {said}.", {"returns": turn})


@rule("7.51", "7.53", "7.54", "7.55", "7.56")
def corps_ruling(
    position: Position, uid: str, divisions: Sequence[str] = (), *, strict: bool = False
) -> Ruling:
    """Rule on a Corps Activation: whether it can be declared, who takes part, and in which order.

    Parameters
    ----------
    divisions
        Divisions that the German player chooses.
    """
    chosen = tuple([find_group(position, d) for d in divisions])
    action = r07_corps.DeclareCorps(uid, chosen)
    known = position.raw("phase") not in {UNKNOWN, "allied-logistics", "german-logistics"}
    inquiry = Inquiry(moment(position, action) if known else position, strict=strict)
    found = r07_corps.explain_corps(inquiry, action)
    may = not inquiry.violations
    groups = {g: [d for d in found if r07_corps.group_of_division(inquiry, d) == g] for g in r07_corps.GROUPS}
    verdict = "It can be declared." if may else "It cannot be declared."
    return inquiry.ruling(f"corps {uid}", verdict, {"legal": may, **groups})


@rule("3.7", "7.26", "6.17")
def phase_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Rule on who acts in the RE Activation Phase, and in which order."""
    inquiry, answer = Inquiry(position, strict=strict), dict[str, dict[str, list[str]]]()
    first, then = r07_re_phase.order(inquiry)
    for side in (first, then):
        groups = {
            "formations": list(r07_re_phase.waiting_formations(inquiry, side)),
            "headless": list(r07_re_phase.waiting_headless(inquiry, side)),
            "units": list(r07_re_phase.waiting_units(inquiry, side)),
            "return": [hq.uid for hq in r06_headquarters.due_hqs(inquiry, side)],
        }
        for what, slugs in groups.items():
            section = "6.17" if what == "return" else "7.26"
            inquiry.note(section, f"{side.capitalize()} {what}: {', '.join(slugs) or 'none'}", len(slugs))
        answer[side] = groups
    chosen = inquiry.text("re-first")
    said = (
        f"The {first.capitalize()} player acts first" if chosen else "The initiative player names the order"
    )
    return inquiry.ruling("re", f"{said}; formations with an HQ act before all else of a side.", answer)
