"""Section 7.24: rulings on the chances of the cup, as a viewpoint can know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r07_cup, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r07_rulings import find_group, share
from adjudicator.position import Position, View
from adjudicator.ruling import Ruling

__all__ = ["cup_ruling", "readings"]

_Told = Mapping[str, Fraction]


def _contents(view: View, words: Sequence[str]) -> dict[str, int]:
    """A cup as typed (``us-1=2``), or the one of the position."""
    if not words:
        return r07_cup.cup_of(view)
    found: dict[str, int] = {}
    for word in words:
        name, _, number = word.partition("=")
        if not (number or "1").isdigit():
            raise MalformedAction(f"{word!r} is no number of markers", "Write us-1=2 ge-352=1")
        found[find_group(view, name)] = int(number or "1")
    return found


# --- what a viewpoint cannot tell apart -------------------------------------------------------------------


@rule("7.24")
def readings(view: View, cup: r07_cup.Cup, *groups: str) -> list[tuple[tuple[int, ...], dict[str, int]]]:
    """Every cup that it could be: so many markers of each group among those that are unknown.

    Parameters
    ----------
    *groups
        Groups asked about.

    Returns
    -------
    list of (numbers, cup)
        One alone where nothing is unknown of them.
    """
    found: list[tuple[tuple[int, ...], dict[str, int]]] = [((), dict(cup))]
    for group in groups:
        found = [((*told, n), filled) for told, known in found for n, filled in _filled(view, known, group)]
    return found


def _filled(view: View, cup: dict[str, int], group: str) -> list[tuple[int, dict[str, int]]]:
    """A cup with each number of markers of a group that could be among the unknown ones."""
    hidden = f"hidden-{markers.side_of_group(group)}"
    unknown = cup.get(hidden, 0)
    if not unknown or markers.is_free_ops(group):
        return [(cup.get(group, 0), cup)]
    gone = {markers.USED, markers.NEXT}
    left = sum(view.text("am", chit) not in gone for chit in markers.chits_of(group))
    return [(n, {**cup, group: n, hidden: unknown - n}) for n in range(min(left, unknown) + 1)]


# --- the ruling -------------------------------------------------------------------------------------------


@rule("7.24")
def cup_ruling(
    position: Position,
    group: str = "",
    *,
    before: str = "",
    draws: int = 0,
    contents: Sequence[str] = (),
    strict: bool = False,
) -> Ruling:
    """Rule on the exact chances of the cup.

    Parameters
    ----------
    group
        Markers asked about; empty for what the next draw can be.
    before
        Another group: the chance to be activated before it.
    draws
        The chance to be among so many draws; 0 for the next one.
    contents
        A cup of one's own, ``us-1=2`` ...; empty for that of the position.

    Raises
    ------
    MalformedAction
        There is no such group, or it is compared with itself.
    """
    inquiry = Inquiry(position, strict=strict)
    cup = _contents(inquiry, contents)
    listed = ", ".join(f"{markers.name_of_group(inquiry, g)} {n}" for g, n in cup.items()) or "nothing"
    inquiry.note("7.24", f"in the cup: {listed}", sum(cup.values()))
    inquiry.note("7.24", "every order of these markers is equally likely")
    if not group:
        return _next_ruling(inquiry, cup)
    asked = [find_group(inquiry, word) for word in (group, before) if word]
    if len(asked) != len({*asked}):
        raise MalformedAction(f"{asked[0]} before itself", "Name two formations")
    return _asked_ruling(inquiry, cup, asked, draws or 1)


def _next_ruling(inquiry: Inquiry, cup: r07_cup.Cup) -> Ruling:
    chances = {g: r07_cup.next_chance(cup, g) for g in cup}
    for group, chance in chances.items():
        inquiry.note("7.24", f"{markers.name_of_group(inquiry, group)}: {share(chance)}")
    sides = {side: r07_cup.side_chance(cup, side) for side in (terms.ALLIED, terms.GERMAN)}
    said = ", ".join(f"{side.capitalize()} {share(chance)}" for side, chance in sides.items())
    answer = {"next": {g: str(c) for g, c in chances.items()}, "side": {s: str(c) for s, c in sides.items()}}
    return inquiry.ruling("cup", f"The next marker: {said}." if cup else "The cup is empty.", answer)


def _asked_ruling(inquiry: Inquiry, cup: r07_cup.Cup, asked: Sequence[str], draws: int) -> Ruling:
    """Answer each cup that it could be; one alone without further ado."""
    found = readings(inquiry, cup, *asked)
    told = {numbers: _told(inquiry, filled, asked, draws) for numbers, filled in found}
    names = [markers.name_of_group(inquiry, g) for g in asked]
    for numbers, chances in told.items():
        held = ", ".join(f"{name} {n}" for name, n in zip(names, numbers, strict=True))
        said = ", ".join(f"{what} {share(chance)}" for what, chance in chances.items())
        inquiry.note("7.24", f"with so many markers in the cup, {held}: {said}")
    main = [next(iter(chances.values())) for chances in told.values()]
    when = "with the next draw" if draws == 1 else f"within {draws} draws"
    what = f"{names[0]} is drawn before {names[1]}" if len(asked) > 1 else f"{names[0]} is drawn {when}"
    verdict = f"{share(main[0])}: {what}."
    if len(told) > 1:
        verdict = f"{share(min(main))} to {share(max(main))}, by what the unknown markers are: {what}."
    return inquiry.ruling(f"cup {' before '.join(asked)} {draws}", verdict, _plain(told))


def _plain(told: Mapping[tuple[int, ...], _Told]) -> dict[str, object]:
    """The chances as JSON data: flat for one cup, under the numbers of markers for several."""
    plain = {
        "-".join(map(str, numbers)): {what.replace(" ", "_"): str(c) for what, c in chances.items()}
        for numbers, chances in told.items()
    }
    return {"unknown": plain} if len(plain) > 1 else dict(next(iter(plain.values())))


def _told(inquiry: Inquiry, cup: r07_cup.Cup, asked: Sequence[str], draws: int) -> _Told:
    """The chances that are asked about in one cup, the main one first."""
    if len(asked) > 1:
        before, every = r07_cup.before_chance(cup, *asked), r07_cup.all_before_chance(cup, *asked)
        return {"before": before, "all before": every}
    group = asked[0]
    found = {
        "by draw": r07_cup.by_draw_chance(cup, group, draws),
        "both": r07_cup.by_draw_chance(cup, group, draws, least=2),
        "in a row": r07_cup.in_a_row_chance(cup, group),
    }
    played = any(inquiry.text("am", c) in {markers.USED, markers.INITIATIVE} for c in markers.chits_of(group))
    if played and cup.get(group):
        found["right after the other"] = r07_cup.in_a_row_chance(cup, group, just_played=True)
    return found
