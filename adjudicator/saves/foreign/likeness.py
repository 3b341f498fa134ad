"""How well a piece of theirs and a unit of ours fit: what each says, word by word, and what it is worth.

Each thing that fits adds to a sum, each that speaks against takes away, and what is left over of a name
counts against it.
"""

from __future__ import annotations

import functools
import re
from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.saves.foreign.texts import Text, load_words, read_text, tokens, without_status
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.saves.foreign.modules import Counter
    from counters.catalog import Unit

__all__ = ["Fit", "Known", "Piece", "fit", "piece_of"]

_NUMBER, _NAME, _FORMATION, _ARM, _LOOSE, _WORD = 3.0, 5.0, 3.0, 1.5, 0.9, 1.0
_FACTORS, _PLACE, _NATION, _SIZE, _SAME = 1.5, 2.5, 0.5, 0.4, 6.0
_OTHER_ARM, _OTHER_NATION, _LEFT_OVER, _OTHER_KIND = -3.0, -9.0, -3.0, -1.0
_COUSIN = -1.2
_PRINTED = (
    *(("af", "df", "mf"), ("cs", "cohesion", "ma"), ("as", "ds", "ma")),
    *(("af", "mf"), ("cs", "ma"), ("as", "ma")),
)
"""Orders in which counters print their factors."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a piece and a unit fit.

    Parameters
    ----------
    score
        Sum of what fits and what does not.
    why
        What fits, in words.
    """

    score: float
    why: str


@dataclass(frozen=True)
class Piece:
    """A piece of theirs as matching sees it.

    Parameters
    ----------
    key
        Its name in an adapter.
    text
        What names it.
    about
        Everything else that is written on it and around it.
    nations
        Whose it is, as far as it says.
    status
        Side of the counter that its name says; empty for the front or none.
    spaces
        Our spaces where it starts.
    """

    key: str
    text: Text
    about: Text
    nations: frozenset[str]
    status: str = ""
    spaces: frozenset[str] = field(default=frozenset())


@dataclass(frozen=True)
class Known:
    """A unit of ours as matching sees it.

    Parameters
    ----------
    unit
        The unit.
    space
        Where it starts, if anywhere.
    """

    unit: Unit
    spaces: frozenset[str]

    @functools.cached_property
    def name(self) -> tuple[str, ...]:
        """Words of its name that a piece must have."""
        return tuple(tokens(self.unit.name))

    @functools.cached_property
    def own_words(self) -> tuple[str, ...]:
        """Words of its name that are of its own, not of a formation or nation."""
        kinds = load_words().kinds
        return (
            tuple([w for w in self.name if kinds.get(w, ("",))[0] not in {"formation", "nation"}])
            or self.name[:1]
        )

    @functools.cached_property
    def formation(self) -> tuple[str, ...]:
        """Words of its division, or of its corps where it has none, without the nation."""
        words = load_words()
        found = tokens(self.unit.division or self.unit.corps)
        nations = words.table["nations"]
        return tuple([w for w in found if w not in nations])

    @functools.cached_property
    def arms(self) -> frozenset[str]:
        """Its arms by type and kind."""
        read = read_text(f"{self.unit.type} {self.unit.kind}")
        return read.arms | frozenset(w for w in tokens(self.unit.name) if w in load_words().table["arms"])

    @functools.cached_property
    def kinds(self) -> frozenset[str]:
        """Kinds of formation that its titles name."""
        return read_text(f"{self.unit.title} {self.unit.division}").formations

    @functools.cached_property
    def nations(self) -> frozenset[str]:
        """Its nation and side, and a nation that its titles name."""
        unit = self.unit
        said = read_text(f"{unit.title} {unit.division}").nations
        return (said | {unit.nationality, unit.side}) - {""}

    @functools.cached_property
    def explained(self) -> frozenset[str]:
        """Numbers of a name that need no other explanation than this unit."""
        marks = [mark.partition("=")[2] for mark in self.unit.marks if "=" in mark]
        said = [self.unit.title, self.unit.name, self.unit.division, self.unit.corps, *marks]
        return frozenset(w for text in said for w in tokens(text) if w.isdigit())

    @functools.cached_property
    def titles(self) -> frozenset[tuple[str, ...]]:
        """Its full names as words in order."""
        return frozenset({tuple(sorted(tokens(t))) for t in (self.unit.title, self.unit.id)})

    @functools.cached_property
    def distinct(self) -> float:
        """What its name is worth: words that stand for nothing else say more than a number."""
        words = load_words()
        own = [w for w in self.name if not w.isdigit() and w not in words.kinds]
        if sum(map(len, own)) >= 5:
            return _NAME
        return _NUMBER if own or any(w.isdigit() for w in self.name) else _ARM

    @functools.cached_property
    def factors(self) -> frozenset[tuple[int, ...]]:
        """Factors in the orders in which counters print them."""
        unit = self.unit
        sets = [
            [unit.rating(n) for n in names if n in unit.ratings or hasattr(unit, n)] for names in _PRINTED
        ]
        whole = zip(sets, _PRINTED, strict=True)
        return frozenset({tuple([v for v in s if v is not None]) for s, n in whole if len(s) == len(n)})


def piece_of(counter: Counter, statuses: Sequence[str], *, by: str) -> Piece:
    """A piece as matching sees it.

    Parameters
    ----------
    counter
        The piece.
    statuses
        Words of the game for the sides of a counter.
    by
        What names it: ``name``; ``image``; ``bare``, the image file without a number at its end; ``marks``.

    Returns
    -------
    Piece
    """
    image = counter.pictures[0].rpartition(".")[0] if counter.pictures else ""
    marks = " ".join(counter.marks.values())
    name = counter.name or counter.entry
    bare = re.sub(r"[_-]\d$", "", image)
    sources = {"name": name, "image": image, "bare": "" if bare == image else bare, "marks": marks}
    text, status = without_status(sources[by], statuses)
    for other in (name, counter.entry, image):
        status = status or without_status(other, statuses)[1]
    around = [v for k, v in sources.items() if k not in {by, "bare"} and (k != "image" or by != "bare")]
    around += [counter.entry if by == "name" else "", *counter.path, *counter.prototypes]
    about = read_text(" | ".join(around))
    read = read_text(text)
    nations = read.nations or read_text(" | ".join([*counter.path, *counter.prototypes, marks])).nations
    return Piece(counter.key, read, about, nations or about.nations, "" if status == statuses[0] else status)


def _nation(known: Known, piece: Piece) -> float:
    """Whether a piece may be of the unit's nation; Canadians are British where a module says no more."""
    said = piece.text.nations or piece.nations
    if not said:
        return 0.0
    own = known.nations - {known.unit.side}
    if known.nations & said:
        lacks = own - {known.unit.nationality} - said - piece.about.nations
        other = piece.text.nations - known.nations
        return _NATION + (_COUSIN if lacks or other else 0.0)
    cousins: Mapping[str, Sequence[str]] = load_words().table["cousins"]
    if not said & {c for nation in own for c in cousins.get(nation, ())}:
        return _OTHER_NATION
    return 0.0 if said & set(load_words().table["sides"]["words"]) else _COUSIN


def _arm(known: Known, piece: Piece) -> tuple[float, str]:
    words = load_words()
    arms = piece.text.arms or piece.text.loose or piece.about.arms
    if not arms or not known.arms:
        return 0.0, ""
    if not piece.text.arms and piece.text.loose:
        return (_LOOSE, "type") if arms & known.arms else (-_LOOSE / 2, "")
    if arms & known.arms:
        return _ARM, "type"
    families = {f for arm in arms for f in words.families[arm]}
    if families & {f for arm in known.arms for f in words.families[arm]}:
        return _ARM / 3, ""
    return (_OTHER_ARM, "") if piece.text.arms else (_OTHER_ARM / 2, "")


def _formation(known: Known, piece: Piece, left: Tally[str]) -> tuple[float, str]:
    """What the number of its division or corps says."""
    own = known.formation
    numbers = [w for w in own if w.isdigit()] or list(own)
    if not numbers:
        return 0.0, ""
    here = all(left[w] > 0 or (not w.isdigit() and w in piece.text.all) for w in numbers)
    shared = not here and set(numbers) <= set(known.name) and set(numbers) <= piece.text.all
    if here:
        left.subtract(w for w in numbers if w.isdigit())
        found = _FORMATION
    elif all(w in piece.about.all for w in numbers):
        found = _FORMATION - 0.5
    elif (
        shared
        and (not piece.text.arms or piece.text.arms & known.arms)
        and set(own) - set(numbers)
        and set(own) <= piece.text.all
    ):
        found = _FORMATION
    else:
        return 0.0, ""
    kinds = {w for w in own if w in load_words().table["formations"]}
    said = piece.text.formations | piece.about.formations
    if kinds - said:
        found += _OTHER_KIND
    if piece.text.formations - known.kinds - kinds - {"lehr"}:
        found += _OTHER_KIND
    return found, "formation"


def _corps(known: Known, piece: Piece) -> float:
    """Whether both are of a corps or both of a division, where the piece says so."""
    corps, unit = "corps" in piece.text.sizes | piece.about.sizes, known.unit
    apart = corps if unit.division else bool(unit.corps) and not corps
    return _OTHER_KIND if apart and unit.size != "corps" else 0.0


def fit(known: Known, piece: Piece) -> Fit | None:
    """How well a piece and a unit fit.

    Parameters
    ----------
    known, piece
        Ours and theirs.

    Returns
    -------
    Fit or None
        None where the piece lacks a word of the unit's name, or is of another nation.
    """
    said = Tally(piece.text.plain)
    same = tuple(sorted(piece.text.plain)) in known.titles
    if not _named(known, piece, said) and not same:
        return None
    nation = _nation(known, piece)
    if nation <= _OTHER_NATION:
        return None
    arm, arm_why = _arm(known, piece)
    left = Tally({w: n for w, n in said.items() if w.isdigit() and n > 0})
    formation, formation_why = _formation(known, piece, left)
    over = sum(n for w, n in left.items() if n > 0 and w not in known.explained)
    parts = [(known.distinct, "number" if known.distinct == _NUMBER else "name"), (arm, arm_why)]
    parts += [(formation, formation_why), (nation, ""), (over * _LEFT_OVER, "")]
    if piece.text.factors and known.factors & set(piece.text.factors):
        parts.append((_FACTORS, "factors"))
    if piece.spaces and known.spaces & piece.spaces:
        parts.append((_PLACE, "set-up place"))
    sizes = (piece.text.sizes | piece.about.sizes) - {"division", "corps"}
    if sizes and known.unit.size:
        parts.append((_SIZE if known.unit.size in sizes else -_SIZE, ""))
    if same:
        parts.append((_SAME, "same name"))
    parts.append((_WORD * (len(known.own_words) - 1), ""))
    parts.append((_corps(known, piece), ""))
    missing = len(piece.text.names - {w for t in known.titles for w in t})
    score = sum(value for value, _ in parts) - 0.3 * min(missing, 3)
    words = [why for value, why in parts if why and value > 0]
    return Fit(score, "same name" if "same name" in words else ", ".join(words))


def _named(known: Known, piece: Piece, said: Tally[str]) -> bool:
    """Whether a piece has every word of the unit's name; its numbers are used up."""
    for word, times in Tally(known.name).items():
        if word.isdigit():
            if said[word] < times:
                return False
            said[word] -= times
        elif word not in piece.text.all and not _same_arm(word, piece):
            return False
    return bool(known.name)


def _same_arm(word: str, piece: Piece) -> bool:
    kind, meant = load_words().kinds.get(word, ("", ""))
    return kind == "arm" and meant in piece.text.arms | piece.text.loose
