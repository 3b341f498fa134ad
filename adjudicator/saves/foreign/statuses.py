"""Which layer of their counters turns them over, and what each of its levels is of our statuses."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.saves.foreign.texts import load_words
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.saves.foreign.modules import Counter, Face

__all__ = ["Turning", "layers_of", "turning_as", "turning_layers"]

_KNOWN, _LIKE, _SAID = 3, 2, 2


@dataclass(frozen=True, slots=True)
class Turning:
    """A layer whose level is the status of a unit.

    Parameters
    ----------
    layer
        Its key.
    words
        Status at each level.
    off
        Status while it does not show.
    units
        On how many units it lies.
    known
        How many of its levels have a name that says it.
    images
        Of its levels, on the first of these units.

    Examples
    --------
    >>> Turning("Step", ("full", "reduced"), "full", 40, 1, ("a.png", "b.png")).sure
    True
    """

    layer: str
    words: tuple[str, ...]
    off: str
    units: int
    known: int
    images: tuple[str, ...]

    @property
    def sure(self) -> bool:
        """Whether its own words say that it turns the counter."""
        named = set(fold(self.layer).split()) & set(load_words().table["layers"]["turning"])
        return self.known > 0 or bool(named)


def turning_layers(counters: Iterable[Counter], statuses: Sequence[str]) -> list[Turning]:
    """The layers of the units that turn them over.

    Parameters
    ----------
    counters
        Those that are units.
    statuses
        Of the game, the front first.

    Returns
    -------
    list of Turning
        One for each layer and meaning of its levels, the one on most units first.
    """
    seen: Tally[tuple[str, tuple[str, ...], str, int]] = Tally()
    images: dict[tuple[str, tuple[str, ...], str, int], tuple[str, ...]] = {}
    for counter in counters:
        ranked = sorted(counter.faces, key=lambda f: -_turns(f, counter, statuses))
        if ranked and _turns(ranked[0], counter, statuses) > 0:
            words, known = _meanings(ranked[0], counter, statuses)
            key = (ranked[0].key, words, statuses[0], known)
            seen[key] += 1
            images.setdefault(key, ranked[0].images)
    return [Turning(*key[:3], count, key[3], images[key]) for key, count in seen.most_common()]


def layers_of(counters: Iterable[Counter]) -> dict[str, tuple[int, Face]]:
    """Every layer of the units, by its key: on how many it lies, and what it shows on the first.

    Parameters
    ----------
    counters
        Those that are units.

    Returns
    -------
    dict
        The layer on most units first.
    """
    seen: Tally[str] = Tally()
    first: dict[str, Face] = {}
    for counter in counters:
        for face in counter.faces:
            seen[face.key] += 1
            first.setdefault(face.key, face)
    return {key: (count, first[key]) for key, count in seen.most_common()}


def turning_as(
    layer: str, words: Sequence[str], off: str, counters: Iterable[Counter], statuses: Sequence[str]
) -> Turning | None:
    """A layer whose level is the status of a unit, as somebody says.

    Parameters
    ----------
    layer, words, off
        Its key, the status at each level, and while it does not show.
    counters
        Those that are units.
    statuses
        Of the game.

    Returns
    -------
    Turning or None
        None where no unit has such a layer, or a word is none of the statuses.
    """
    units, face = layers_of(counters).get(layer, (0, None))
    if face is None or len(words) != len(face.images) or {*words, off} - {*statuses}:
        return None
    return Turning(layer, tuple(words), off, units, len(words), face.images)


def _turns(face: Face, counter: Counter, statuses: Sequence[str]) -> int:
    """How much a layer looks like the two sides of a counter."""
    words = set(fold(face.key).split())
    layers: Mapping[str, Sequence[str]] = load_words().table["layers"]
    if words & set(layers["other"]):
        return 0
    found = _SAID * bool(words & set(layers["turning"]))
    found += _KNOWN * any(_status(name, statuses) for name in face.names)
    found += _KNOWN * any(_status(_stem(image), statuses, ends=True) for image in face.images)
    base = _stem(counter.image) or _stem(face.images[0] if face.images else "")
    others = [i for i in face.images if i and i != counter.image]
    alike = [i for i in others if _stem(i)[: max(3, len(base) // 2)] == base[: max(3, len(base) // 2)]]
    found += _LIKE * bool(base and alike)
    return found


def _stem(image: str) -> str:
    return image.rpartition(".")[0].casefold()


def _status(name: str, statuses: Sequence[str], *, ends: bool = False) -> str:
    """The status that a name says, or that it ends with."""
    table, text = load_words().table["statuses"], fold(name.replace("_", " "))
    order = [w for w in table if w in statuses]
    if not ends:
        return next((w for w in order if text in table[w]), "")
    return next((w for w in order for s in table[w] if text != s and text.endswith(f" {s}")), "")


def _meanings(face: Face, counter: Counter, statuses: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Status at each level, and how many of them are said."""
    if len(face.images) == 1 and counter.image:
        said = _status(face.names[0], statuses) or _status(_stem(face.images[0]), statuses, ends=True)
        return (said or statuses[1],), int(bool(said))
    words, known = [], 0
    for level, (name, image) in enumerate(zip(face.names, face.images, strict=True)):
        said = _status(name, statuses) or _status(_stem(image), statuses, ends=True)
        known += bool(said)
        words.append(said or statuses[min(level, len(statuses) - 1)])
    return tuple(words), known
