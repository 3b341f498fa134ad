"""What the marker of a number cannot show: the rest beyond the last box of its track, in one property.

A track has an end, a number has none. The marker lies on the last box that it can show, and the property
holds what is to be added: both together are the one carrier of the number. Whoever moves the marker back
changes the number by just so many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from adjudicator.position import Fact, Key
from adjudicator.saves.layout import label_number

if TYPE_CHECKING:
    from adjudicator.saves.carriers import Carriers, MarkerSpec, Read
    from adjudicator.saves.layout import Layout
    from adjudicator.schema import Schema

__all__ = ["BEYOND", "HEAP", "add_beyond", "beyond_to_text", "split_beyond", "text_to_beyond"]

BEYOND = "bocage_beyond"
HEAP = 40
"""Markers of one kind that are laid in one place; what they count beyond that stands in the property."""
_ONE = re.compile(r"([a-z0-9-]+):([^;]*)=(-?[0-9]{1,9})", re.ASCII)


def split_beyond(
    carriers: Carriers, layout: Layout, facts: Mapping[Key, Fact]
) -> tuple[dict[Key, Fact], dict[Key, int]]:
    """Divide numbers into what the markers show and what goes beyond their tracks.

    Parameters
    ----------
    carriers, layout
        What carries which item, and where the boxes are.
    facts
        Of a position.

    Returns
    -------
    tuple
        The facts as the markers show them, and what is missing to the true numbers.

    Examples
    --------
    >>> from adjudicator.saves.positions import load_carriers, load_layout
    >>> from adjudicator.game import load
    >>> game = load("breakout-normandy")
    >>> layout = load_layout(game.slug, game.scenario("d-day").board)
    >>> split_beyond(load_carriers(game), layout, {("reserves", "allied"): 5000})[1]["reserves", "allied"] > 0
    True
    """
    shown: dict[Key, Fact] = dict(facts)
    beyond: dict[Key, int] = {}
    for key, value in facts.items():
        if isinstance(value, bool) or not isinstance(value, int):
            continue
        near = _nearest(_makers(carriers, key), layout, value)
        if near != value:
            shown[key], beyond[key] = near, value - near
    return shown, beyond


def _makers(carriers: Carriers, key: Key) -> list[tuple[MarkerSpec, Read]]:
    """Markers that show a number; none where another carrier does."""
    item, subject = key
    return [
        (spec, read)
        for spec, read in carriers.by_item.get(item, ())
        if (read.value in {"box", "signed"} and read.subject == subject and spec.form in {"single", "home"})
        or spec.form == "count"
        or (spec.form == "each" and read.times)
    ]


def _nearest(makers: list[tuple[MarkerSpec, Read]], layout: Layout, value: int) -> int:
    """The number nearest to a value that markers can show."""
    if not makers:
        return value
    spec, read = makers[0]
    if spec.form == "count":
        return min(max(value, 0), HEAP)
    if spec.form == "each":
        return min(max(value, 0), HEAP * max(int(worth) for other, _ in makers for worth in other.levels))
    if read.times:
        return _digits([read for _, read in makers], layout, value)
    boxes = _numbers(read, layout)
    return min(boxes, key=lambda n: (abs(n - value), n)) if boxes else value


def _numbers(read: Read, layout: Layout) -> set[int]:
    """Every number that one marker shows by its box and face."""
    found: set[int] = set()
    for place in layout.windows[layout.main].of_kind("box"):
        track, _, label = place.id.partition(":")
        number = label_number(label, read.digits) if track in read.on else None
        if number is not None:
            found |= {number} | ({number + read.back} if read.back else set())
            found |= {-number} if read.value == "signed" else set()
    return found


def _digits(reads: list[Read], layout: Layout, value: int) -> int:
    """The number nearest to nought up to a value that markers of digits show together, with the same face."""
    sign = -1 if value < 0 and all(read.value == "signed" for read in reads) else 1
    rest, total, above = max(sign * value, 0), 0, 0
    for read in sorted(reads, key=lambda read: -read.times):
        boxes = [n for n in _numbers(read, layout) if not above or n * read.times < above]
        digit = max((n for n in boxes if n * read.times <= rest), default=0)
        total, rest, above = total + digit * read.times, rest - digit * read.times, read.times
    return sign * total


def beyond_to_text(beyond: Mapping[Key, int]) -> str:
    """Write what goes beyond the tracks.

    Examples
    --------
    >>> beyond_to_text({("reserves", "allied"): 46})
    'reserves:allied=46'
    """
    return ";".join(f"{item}:{subject}={rest}" for (item, subject), rest in sorted(beyond.items()))


def text_to_beyond(text: str, schema: Schema) -> dict[Key, int]:
    """Read what `beyond_to_text` wrote.

    Raises
    ------
    ValueError
        It names no number of the game.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> text_to_beyond("reserves:allied=46", load("breakout-normandy").schema)
    {('reserves', 'allied'): 46}
    """
    found: dict[Key, int] = {}
    for pair in text.split(";") if text.strip() else ():
        read = _ONE.fullmatch(pair.strip())
        if read is None or type(schema.default(read[1]) if read[1] in schema.items else "") is not int:
            raise ValueError(f"a list of item:subject=number, not {pair!r}")
        found[read[1], read[2]] = int(read[3])
    return found


def add_beyond(facts: dict[Key, Fact], beyond: Mapping[Key, int], silent: Iterable[str]) -> None:
    """Add to what the markers show what goes beyond their tracks.

    Parameters
    ----------
    facts
        As the markers show them; they are changed.
    beyond
        What is missing to the true numbers.
    silent
        Items whose marker lies on no track: the position does not say them.
    """
    unknown = set(silent)
    for (item, subject), rest in beyond.items():
        if (item, subject) in facts or item not in unknown:
            facts[item, subject] = int(facts.get((item, subject), 0)) + rest
