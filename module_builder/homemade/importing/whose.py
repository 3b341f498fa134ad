"""Whose a piece is: the two sides of a module, and what in a piece tells them apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from module_builder.homemade.importing.naming import Ids, slug, words
from module_builder.homemade.importing.slots import faces_of, marks_of
from module_builder.vassal.buildfile import short_name, text_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.homemade.importing.left import Left
    from module_builder.homemade.importing.sides_said import SidesSaid
    from module_builder.homemade.importing.slots import TheirPiece
    from module_builder.homemade.importing.source import Source

__all__ = ["Side", "Whose", "meet", "roster", "whose"]

_NOBODY = re.compile(
    r"solit|solo|observ|referee|umpire|moderator|spectator|bystander|game\s?master|^gm$|^all$|neutral",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"side|army|player|faction|nation|owner|force|country|allegiance|team|belligerent", re.IGNORECASE
)
_DULL = frozenset(
    (
        "unit",
        "units",
        "power",
        "powers",
        "force",
        "forces",
        "army",
        "armies",
        "player",
        "players",
        "side",
        "counter",
        "counters",
        "the",
        "of",
        "and",
        "piece",
        "pieces",
        "marker",
        "markers",
        "corps",
        "division",
        "card",
        "cards",
        "deck",
        "list",
        "pieces",
        "all",
        "tab",
        "palette",
        "tokens",
    )
)
_MARKERS = re.compile(r"marker|status|control|game\s?aid|info|misc|chit|track", re.IGNORECASE)
_RESERVED = ("referee", "public", "solitaire")
_SHORTEST = 4  # letters by which two words are taken for one
_NATIONS = 12


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its id and what it is called."""

    id: str
    title: str


@dataclass(frozen=True)
class Whose:
    """The two sides, and whose each piece is.

    Parameters
    ----------
    sides
        Two.
    of
        Number of a piece -> side and nation; both are empty of a piece that is neither's.
    nations
        Id -> title and side, in the order in which the palette has them.
    """

    sides: tuple[Side, Side]
    of: Mapping[int, tuple[str, str]]
    nations: Mapping[str, tuple[str, str]]


def roster(source: Source) -> list[str]:
    """The sides that a module offers, without those who only watch.

    Parameters
    ----------
    source
        The module.

    Returns
    -------
    list of str
    """
    names: dict[str, None] = {}
    for node in source.find("PlayerRoster"):
        for child in node:
            name = text_of(child) if short_name(child) in {"entry", "side"} else ""
            if name and not _NOBODY.search(name):
                names[name] = None
    return list(names)


def whose(source: Source, pieces: Sequence[TheirPiece], left: Left, said: SidesSaid | None = None) -> Whose:
    """Tell the two sides of a module, and whose each piece is.

    Parameters
    ----------
    source, pieces
        The module, and its pieces.
    left
        Told of what was guessed.
    said
        The sides as the user says them: then nothing is guessed.

    Returns
    -------
    Whose

    Raises
    ------
    DataError
        No piece bears a word that the user says.
    """
    if said is not None:
        return _as_said(pieces, left, said)
    offered = roster(source)
    found = _told_by_words(pieces, offered)
    groups = [_group(piece) for piece in pieces]
    _fill_the_only_gap(pieces, groups, offered, found, left)
    if len(offered) < 2:
        offered, found = _by_tabs(groups, offered, left)
    tally = Counter(found.values())
    both = [name for name, _ in sorted(tally.items(), key=lambda row: -row[1])][:2]
    both = sorted([*both, *[n for n in offered if n not in both]][:2], key=offered.index)
    others = [name for name in offered if name not in both]
    if others:
        left.add("sides beyond two", *others)
        left.add("pieces of further sides (they are markers)", count=sum(tally[name] for name in others))
        left.note(f"A folder has two sides; {both[0]} and {both[1]} have the most pieces.")
    ids = Ids(_RESERVED, letter="s-")
    sides = {name: Side(ids.new(name, "side"), name) for name in both}
    return _named(sides, found, groups)


def _as_said(pieces: Sequence[TheirPiece], left: Left, said: SidesSaid) -> Whose:
    """Whose each piece is by the words of the user; all others are nobody's."""
    said.check(text for piece in pieces for texts in _evidence(piece) for text in texts)
    found: dict[int, str] = {}
    for number, piece in enumerate(pieces):
        told = (side for texts in _evidence(piece) if (side := said.side_of(texts)))
        if side := next(told, ""):
            found[number] = side
    nobodys = sum(not piece.card for n, piece in enumerate(pieces) if n not in found)
    if nobodys:
        left.add("pieces of neither side that --sides names (they are markers)", count=nobodys)
    ids = Ids(_RESERVED, letter="s-")
    sides = {title: Side(ids.new(title, "side"), title) for title in said.titles}
    return _named(sides, found, [_group(piece) for piece in pieces])


def _named(sides: Mapping[str, Side], found: Mapping[int, str], groups: Sequence[str]) -> Whose:
    """Sides by their ids; a tab of the palette whose pieces are all of one side is a nation."""
    of_group: dict[str, set[str]] = {}
    for number, name in found.items():
        if name in sides and groups[number]:
            of_group.setdefault(groups[number], set()).add(name)
    ids = Ids(letter="n-")
    nations: dict[str, tuple[str, str]] = {}
    by_group: dict[str, str] = {}
    own = [group for group, of in of_group.items() if len(of) == 1]
    for group in own if len(own) <= _NATIONS else []:
        id_ = ids.new(group)
        nations[id_], by_group[group] = (group, sides[next(iter(of_group[group]))].id), id_
    plain = {side.id: "" for side in sides.values()}
    of: dict[int, tuple[str, str]] = {}
    for number, name in found.items():
        if name not in sides:
            continue
        side = sides[name]
        nation = by_group.get(groups[number], "")
        if not nation:
            if not plain[side.id]:
                plain[side.id] = ids.new(side.title)
                nations[plain[side.id]] = side.title, side.id
            nation = plain[side.id]
        of[number] = side.id, nation
    for side in sides.values():
        if all(owner != side.id for _, owner in nations.values()):
            nations[ids.new(side.title)] = side.title, side.id
    first, second = sides.values()
    return Whose((first, second), of, nations)


def _group(piece: TheirPiece) -> str:
    """The tab of the palette: the outermost one that is no list of everything."""
    if piece.window or piece.deck:
        return ""
    path = [name for name in piece.path if not words(name) <= _DULL]
    return path[0] if path else ""


def _told_by_words(pieces: Sequence[TheirPiece], offered: Sequence[str]) -> dict[int, str]:
    """Side of each piece by the words in and around it: what tells most plainly comes first."""
    known = {name: _words_of_side(name) for name in offered}
    common = frozenset.intersection(*known.values()) if len(known) > 1 else frozenset()
    known = {name: told - common for name, told in known.items()}
    found: dict[int, str] = {}
    for number, piece in enumerate(pieces):
        for texts in _evidence(piece):
            told = words(" ".join(texts))
            fitting = [name for name, own in known.items() if meet(told, own)]
            if len(fitting) == 1:
                found[number] = fitting[0]
                break
    return found


def _evidence(piece: TheirPiece) -> Iterator[Sequence[str]]:
    marks = marks_of(piece.traits)
    yield [value for name, value in marks.items() if _TELLING.search(name)]
    yield [piece.deck] if piece.deck else []
    yield piece.path
    yield piece.prototypes
    yield [name for trait in piece.traits if (name := trait.field("access")) and trait.id in {"obs", "hide"}]
    yield [piece.name, piece.entry]
    yield [image for image, *_ in faces_of(piece.traits).front[:1]]
    yield [name for name in marks if _TELLING.search(name)]


def _words_of_side(name: str) -> frozenset[str]:
    """Its words, and its initials."""
    told: list[str] = re.findall(r"[A-Za-z]+", name)
    initials = "".join(word[0] for word in told).casefold()
    extra = {initials} if len(initials) > 1 else set()
    plain = words(name) - _DULL
    return frozenset(plain or words(name)) | extra


def meet(told: Collection[str], own: Collection[str]) -> bool:
    """Whether one of some words is, or begins as, one of others.

    Parameters
    ----------
    told, own
        Words, and those of a side.

    Returns
    -------
    bool

    Examples
    --------
    >>> meet(["northern", "movement"], ["north"]), meet(["us"], ["usual"])
    (True, False)
    """
    if not set(told).isdisjoint(own):
        return True
    long = [word for word in own if len(word) >= _SHORTEST]
    return any(
        len(word) >= _SHORTEST and (word.startswith(other[:5]) if len(other) >= 5 else word.startswith(other))
        for other in long
        for word in told
    )


def _fill_the_only_gap(
    pieces: Sequence[TheirPiece],
    groups: Sequence[str],
    offered: Sequence[str],
    found: dict[int, str],
    left: Left,
) -> None:
    """Give the one side that no word tells of the tabs that are no other side's and hold units."""
    tally = Counter(found.values())
    without = [name for name in offered if not tally[name]]
    if len(without) != 1:
        return
    taken = {groups[number] for number in found}
    given: list[str] = []
    for group in dict.fromkeys(groups):
        own = [n for n, name in enumerate(groups) if name == group]
        if (
            group
            and group not in taken
            and not _MARKERS.search(group)
            and _are_units([pieces[n] for n in own])
        ):
            given.append(group)
            found |= dict.fromkeys(own, without[0])
    if given:
        left.note(f"Nothing names {without[0]}; it was given the tabs {', '.join(given)}.")


def _are_units(pieces: Sequence[TheirPiece]) -> bool:
    """Whether most of some pieces have a back."""
    return sum(bool(faces_of(piece.traits).back) for piece in pieces) * 2 > len(pieces)


def _by_tabs(groups: Sequence[str], offered: Sequence[str], left: Left) -> tuple[list[str], dict[int, str]]:
    """The two largest tabs of the palette as sides."""
    tally = Counter(group for group in groups if group and not _MARKERS.search(group))
    names = [group for group, _ in tally.most_common(2)]
    spare = [name for name in (*offered, "First side", "Second side") if slug(name) not in map(slug, names)]
    while len(names) < 2:
        names.append(spare.pop(0))
    left.note(f"The module names no two sides; {names[0]} and {names[1]} were taken for them.")
    return names, {number: group for number, group in enumerate(groups) if group in names}
