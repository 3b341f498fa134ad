"""Proposes an adapter for another module: matches its pieces, places and layers with ours, guess by guess."""

from __future__ import annotations

import difflib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.errors import SaveError
from adjudicator.game import Game, load
from adjudicator.saves.slots import Slot, module_root, slots_of
from maps.board import fold
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

    from counters.catalog import Unit
    from maps.board import Board

__all__ = ["Guess", "match_place", "match_unit", "propose", "write_adapter"]

_CLOSE = 0.82
_ORDINAL = re.compile(r"\b(\d+)(st|nd|rd|th)\b")
_FILLERS = frozenset(
    [
        "area",
        "zone",
        "box",
        "region",
        "space",
        "town",
        "city",
        "the",
        "of",
        "german",
        "allied",
        "us",
        "british",
    ]
)
_SHORT = {
    "regiment": "rgt", "regt": "rgt", "division": "div", "brigade": "bde", "battalion": "bn",
    "battery": "bty", "artillery": "arty", "armoured": "arm", "armored": "arm", "canadian": "can",
    "sainte": "st", "saint": "st", "ste": "st",
}  # fmt: skip
_BOXES = (
    ("eliminated", ("eliminated", "dead", "lost", "casualties", "casualty", "destroyed")),
    ("withdrawn", ("withdrawn", "withdrawals")),
    ("setup-card", ("setup", "reinforcements", "reinforcement", "turn", "arrivals", "available")),
)
_WORDS = (
    ("d2", ("d2", "disrupted 2", "disrupt 2", "disruption 2", "disordered 2")),
    ("d1", ("d1", "disrupted 1", "disrupt 1", "disruption 1", "disrupted", "disordered", "disrupt")),
    ("spent", ("spent", "used", "exhausted", "tired", "flipped", "reduced", "back")),
    ("fresh", ("fresh", "ready", "full", "front", "unspent")),
)


@dataclass(frozen=True, slots=True)
class Guess:
    """What something of another module may be of ours.

    Parameters
    ----------
    id
        Ours; empty where nothing fits, or several things fit equally.
    score
        1 for certain, 0 for none.
    why
        How it was found, or what stands against it.

    Examples
    --------
    >>> Guess("caen", 1.0, "same name").id
    'caen'
    """

    id: str
    score: float
    why: str


def _words(text: str) -> list[str]:
    """Words of a name with ordinals and usual long forms made alike."""
    plain = _ORDINAL.sub(r"\1", fold(text))
    return [_SHORT.get(word, word) for word in plain.split()]


def _inside(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether some words stand among others, each as often as it is wanted."""
    return bool(wanted) and not Counter(wanted) - Counter(words)


def _unit_score(unit: Unit, words: list[str]) -> tuple[float, str]:
    text, title = " ".join(words), " ".join(_words(unit.title))
    if text in {title, " ".join(_words(unit.id))}:
        return 1.0, "same name"
    name, division = _words(unit.name), _words(unit.division or unit.corps)
    ratio = difflib.SequenceMatcher(None, text, title).ratio()
    if division and _inside([*name, *division], words):
        return 0.9 + ratio / 20, "number and division"
    if text == " ".join(name):
        return 0.7, "number alone"
    return (ratio * 0.8, "close name") if ratio >= _CLOSE else (0.0, "")


def match_unit(name: str, units: Iterable[Unit]) -> Guess:
    """Find the unit of ours that a piece of another module is.

    Parameters
    ----------
    name
        Of the piece.
    units
        Ours.

    Returns
    -------
    Guess

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Unit("us-29-116", "116", "116 Rgt, 29 Div", "allied", "us", division="29")
    >>> match_unit("116th Infantry Regiment (29th Division)", [unit]).why
    'number and division'
    >>> match_unit("Turn", [unit]).id
    ''
    """
    words = _words(name)
    found = sorted(((*_unit_score(u, words), u) for u in units), key=lambda f: (-f[0], f[2].id))
    if not found or not found[0][0]:
        return Guess("", 0.0, "nothing like it")
    score, why, best = found[0]
    rivals = [u for s, _, u in found[1:4] if score - s < 0.001]
    if rivals:
        return Guess("", 0.0, f"several fit: {', '.join(u.title for u in (best, *rivals))}")
    return Guess(best.id, score, why)


def match_place(name: str, board: Board) -> Guess:
    """Find the space of ours that a place of another module is.

    Parameters
    ----------
    name
        Its location name.
    board
        Ours.

    Returns
    -------
    Guess

    Examples
    --------
    >>> from adjudicator.game import load
    >>> board = load("breakout-normandy").scenario("d-day").board
    >>> [match_place(n, board).id for n in ("Ste. Mère-Église", "Caen (German) 2", "Carenten", "Paris")]
    ['st-mere-eglise', 'caen', 'carentan', '']
    """
    words = _words(name)
    bare = [w for w in words if w not in _FILLERS and not w.isdigit()]
    names = {s.id: {" ".join(_words(n)) for n in (s.name, s.id, *s.aliases)} for s in board.spaces.values()}
    for text, score, why in ((words, 1.0, "same name"), (bare, 0.9, "same name but for small words")):
        found = [i for i, known in names.items() if " ".join(text) in known]
        if len(found) == 1:
            return Guess(found[0], score, why)
    box = next((i for i, signs in _BOXES if i in names and set(signs) & set(words)), "")
    if box:
        return Guess(box, 0.6, "a box by its words")
    ratios = sorted(
        ((_closest(" ".join(bare or words), known), i) for i, known in names.items()), reverse=True
    )
    if ratios and ratios[0][0] >= _CLOSE and (len(ratios) == 1 or ratios[0][0] > ratios[1][0]):
        return Guess(ratios[0][1], ratios[0][0] * 0.8, "close name")
    return Guess("", 0.0, "nothing like it")


def _closest(text: str, known: Iterable[str]) -> float:
    return max(difflib.SequenceMatcher(None, text, name).ratio() for name in known)


# --- the module ------------------------------------------------------------------------------------------


def _slot_name(slot: Slot) -> str:
    return "".join(slot.traits[0].fields[3:4]) or slot.name


def _key(slot: Slot) -> str:
    return f"gpid:{slot.gpid}" if slot.gpid else _slot_name(slot)


def _locations(module: Path, root: _Element) -> list[str]:
    """Location names that the zones and regions of the module give to pieces."""
    from adjudicator.saves.foreign import module_locator
    from module_builder.vassal.polygon import Polygon

    locator = module_locator(module)
    found: dict[str, None] = {}
    for window in descendants(root, "Map", "PrivateMap", "PlayerHand"):
        name = window.get("mapName", "")
        for node in descendants(window, "Zone", "Region"):
            if "originx" in node.attrib:
                points = [(int(node.get("originx", "0")), int(node.get("originy", "0")))]
            else:
                points = _inner(Polygon.parse(node.get("path", "")))
            found |= dict.fromkeys(locator.location(name, *at) for at in points)
            found.setdefault(node.get("name", ""))
    return [text for text in found if text and text != "offboard"]


def _inner(polygon: object) -> list[tuple[int, int]]:
    points: list[tuple[int, int]] = list(getattr(polygon, "points", ()))
    if not points:
        return []
    count = len(points)
    return [(sum(x for x, _ in points) // count, sum(y for _, y in points) // count)]


@dataclass(frozen=True, slots=True)
class _Status:
    layer: str
    words: tuple[str, ...]
    known: int
    units: int


def _status(slots: Iterable[Slot], statuses: Sequence[str]) -> _Status | None:
    """The layer of the units whose level names look most like statuses of ours."""
    seen: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for slot in slots:
        for trait in slot.traits:
            levels = len(decode(trait.field("images"), ",")) if trait.id == "emb2" else 0
            name = trait.field("name") or trait.field("desc")
            if levels > 1 and name:
                names = [*decode(trait.field("names"), ","), *[""] * levels][:levels]
                seen[name, tuple(names)] += 1
    guesses = [_worded(layer, names, count, statuses) for (layer, names), count in sorted(seen.items())]
    return max(guesses, key=lambda g: (g.known, g.units), default=None)


def _worded(layer: str, names: tuple[str, ...], count: int, statuses: Sequence[str]) -> _Status:
    words: list[str] = []
    known = 0
    for index, name in enumerate(names):
        word = _status_word(name, statuses)
        known += bool(word)
        words.append(word or statuses[min(index, len(statuses) - 1)])
    return _Status(layer, tuple(words), known, count)


def _status_word(name: str, statuses: Sequence[str]) -> str:
    text = fold(name)
    return next((w for w, signs in _WORDS if w in statuses and text in signs), "")


# --- the proposal ----------------------------------------------------------------------------------------


def propose(module: Path, game: Game, *, file: str = "") -> str:
    """Propose an adapter.

    Parameters
    ----------
    module
        The other ``.vmod``.
    game
        The game of ours that it plays.
    file
        The module as the adapter names it; its own name by default.

    Returns
    -------
    str
        TOML; every guess has its confidence beside it, what found no match is listed in comments.

    Raises
    ------
    SaveError
        No module.
    """
    root = module_root(module)
    start = game.scenario(next(iter(game.scenarios)))
    units = {uid: p.printed for uid, p in start.pieces.items()}
    slots = {_key(s): s for s in slots_of(root)}
    matched, unmatched = _matched(slots, units)
    try:
        locations = _locations(module, root)
    except FormatError as fault:
        raise SaveError(module.name, fault.expected, fault.way_out) from None
    lines = [
        f"# Proposed adapter of {_said(module.name)} for {game.title}: each line is a guess to look at.",
        f"# {len(matched)} of {len(units)} units found among {len(slots)} pieces.",
        f"game = {_quoted(game.slug)}",
        f"file = {_quoted(file or module.name)}",
        "",
        *_unit_lines(matched, unmatched, slots, units),
        "",
        *_place_lines(locations, start.board),
        "",
        *_status_lines(_status([slots[k] for k in matched], game.statuses)),
    ]
    return "\n".join(lines) + "\n"


def _matched(slots: Mapping[str, Slot], units: Mapping[str, Unit]) -> tuple[dict[str, Guess], dict[str, str]]:
    """For each piece its unit, the surest first; a unit is given once."""
    guesses = {key: match_unit(_slot_name(slot), units.values()) for key, slot in slots.items()}
    matched: dict[str, Guess] = {}
    unmatched = {key: g.why for key, g in guesses.items() if not g.id}
    given: set[str] = set()
    for key, guess in sorted(guesses.items(), key=lambda pair: -pair[1].score):
        if guess.id and guess.id in given:
            unmatched[key] = f"{units[guess.id].title} is taken by a better match"
        elif guess.id:
            matched[key] = guess
            given.add(guess.id)
    return {key: matched[key] for key in slots if key in matched}, unmatched


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _said(text: str) -> str:
    """Text of a comment: one line without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _guess_line(key: str, guess: Guess, what: str) -> str:
    return f"{_quoted(key)} = {_quoted(guess.id)}  # {guess.score:.0%}, {guess.why}: {_said(what)}"


def _unit_lines(
    matched: Mapping[str, Guess],
    unmatched: Mapping[str, str],
    slots: Mapping[str, Slot],
    units: Mapping[str, Unit],
) -> Iterator[str]:
    yield "[units]"
    for key, guess in matched.items():
        yield _guess_line(key, guess, f"{_slot_name(slots[key])} -> {units[guess.id].title}")
    for key in (k for k in slots if k in unmatched):
        said = f"{_said(key)} {_said(_slot_name(slots[key]))}"
        yield f"# piece without a unit: {said} ({_said(unmatched[key])})"
    found = {guess.id for guess in matched.values()}
    yield from (f"# unit without a piece: {uid} {u.title}" for uid, u in units.items() if uid not in found)


def _place_lines(locations: Sequence[str], board: Board) -> Iterator[str]:
    guesses = {name: match_place(name, board) for name in locations}
    yield "[places]"
    folded: set[str] = set()
    for name, guess in guesses.items():
        if guess.id and fold(name) not in folded:
            folded.add(fold(name))
            yield _guess_line(name, guess, board.name(guess.id))
    yield from (f"# place without a space: {_said(n)} ({g.why})" for n, g in guesses.items() if not g.id)
    found = {guess.id for guess in guesses.values()}
    yield from (
        f"# space without a place: {s.id} {s.name}" for s in board.spaces.values() if s.id not in found
    )


def _status_lines(status: _Status | None) -> Iterator[str]:
    if status is None:
        yield "# no layer of the units looks like a status: all units are read as fresh"
        return
    share = f"{status.known} of {len(status.words)} level names known, on {status.units} units"
    yield "[status]"
    yield f"layer = {_quoted(status.layer)}  # {share}"
    yield f"words = [{', '.join(map(_quoted, status.words))}]"


def write_adapter(module: Path, game: str, out_path: Path, *, force: bool = False) -> None:
    """Write a proposed adapter to a file.

    Parameters
    ----------
    module
        The other ``.vmod``.
    game
        Slug of ours.
    out_path
        The TOML; written whole or not at all.
    force
        Replace an old file.

    Raises
    ------
    SaveError
        No module, or the file exists.

    Examples
    --------
    >>> write_adapter(Path("no-such.vmod"), "breakout-normandy", Path("adapter.toml"))
    Traceback (most recent call last):
    adjudicator.errors.SaveError: no-such.vmod: expected a readable file (No such file or directory)
    """
    from module_builder.vassal.archive import write_file

    if out_path.exists() and not force:
        raise SaveError(out_path.name, "a new file", "give --force to replace it")
    try:
        file = Path(os.path.relpath(module.resolve(), out_path.resolve().parent)).as_posix()
    except ValueError:  # on another drive
        file = module.resolve().as_posix()
    text = propose(module, load(game), file=file)
    try:
        write_file(out_path, text.encode())
    except FormatError as fault:
        raise SaveError(fault.file, fault.expected, fault.way_out) from None
