"""Checks of set-ups for captions that counters cover: texts on pieces that never move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.lint_fields import named_fields
from module_builder.lint_model import advice, component_path
from module_builder.lint_pieces import expand
from module_builder.lint_setups import setup_commands, setup_files
from module_builder.vassal.commands import AddDeck, AddPiece
from module_builder.vassal.errors import FormatError
from module_builder.vassal.geometry import image_size
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from module_builder.lint_model import Finding, Module, Slot
    from module_builder.vassal.commands import Command

__all__ = ["check_captions"]

_Rect = tuple[float, float, float, float]

_COVERED = 0.25
"""Share of a caption that a counter may cover."""
_LETTER = 0.55
"""Width of a letter of the usual typefaces, by its height."""
_ANCHOR = {"t": -0.5, "c": 0.0, "b": 0.5, "l": -0.5, "r": 0.5}
"""Where a text is fixed to its piece, by the size of the piece."""
_RUNS = {"t": 0.0, "c": -0.5, "b": -1.0, "l": 0.0, "r": -1.0}
"""How far a text begins before that point, by its own size."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is known of the pieces of a slot: their size, and the text of one that never moves.

    Parameters
    ----------
    width, height
        Of the first picture that it shows.
    label
        Fields of the trait that writes the caption; empty for a piece that can be moved.
    """

    width: float
    height: float
    label: Mapping[str, str]


def check_captions(module: Module) -> Iterator[Finding]:
    """Check that in no set-up a counter lies on a caption.

    Parameters
    ----------
    module
        As read. What is drawn into the picture of a board is not known to it.

    Yields
    ------
    Finding
    """
    kinds = {slot.gpid: _kind(module, slot) for slot in module.slots if slot.gpid and not slot.is_prototype}
    if not any(kind.label for kind in kinds.values()):
        return
    for node, name in setup_files(module):
        try:
            commands = setup_commands(module, name) if name in module.archive else ()
        except FormatError:
            continue  # check_setups says so
        yield from _covered(component_path(node), commands, kinds)


def _kind(module: Module, slot: Slot) -> _Kind:
    label: Mapping[str, str] = {}
    fixed = False
    image, scale = "", 1.0
    for one in expand(slot.traits, module.prototypes()):
        fields = named_fields(one.trait)
        match one.trait.id:
            case "label":
                label = fields
            case "immob":
                fixed |= fields.get("move", "") == "V" or "m" in fields.get("select", "")
            case "piece" if not image:
                image = fields.get("image", "")
            case "emb2" if not image:
                image = next(iter(decode(fields.get("images", ""), ",")), "")
                scale = _number(fields.get("scale", "")) or 1.0
    width, height = _size(module, image)
    return _Kind(width * scale, height * scale, label if fixed else {})


def _size(module: Module, image: str) -> tuple[int, int]:
    """Pixels of a picture of the module; none for one that is not there or is no picture."""
    known: dict[str, tuple[int, int]] = module.kept.setdefault("sizes", {})
    entry = f"images/{image}"
    if image not in known:
        found = (
            image_size(module.archive.read(entry)[: 1 << 20]) if image and entry in module.archive else None
        )
        known[image] = found or (0, 0)
    return known[image]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _covered(place: str, commands: Sequence[Command], kinds: Mapping[str, _Kind]) -> Iterator[Finding]:
    inside = {child for deck in commands if isinstance(deck, AddDeck) for child in deck.children}
    captions: list[tuple[str, str, _Rect]] = []
    counters: list[tuple[str, str, _Rect]] = []
    for command in commands:
        if not isinstance(command, AddPiece) or command.id in inside:
            continue
        try:
            traits = command.traits()
        except FormatError:
            continue  # check_setups says so
        values = traits[0].values
        kind = kinds.get(values[3] if len(values) > 3 else "")
        spot = [*decode(traits[0].state, ";"), "", "", ""]
        if kind is None or not spot[1].lstrip("-").isdigit() or not spot[2].lstrip("-").isdigit():
            continue
        x, y = int(spot[1]), int(spot[2])
        if kind.label:
            said = next((decode(t.state, ";")[0] for t in traits if t.id == "label" and t.state), "")
            if said:
                captions.append((spot[0], said, _written(said, kind, x, y)))
        else:
            half = kind.width / 2, kind.height / 2
            around = (x - half[0], y - half[1], x + half[0], y + half[1])
            counters.append((spot[0], traits[0].field("name"), around))
    for where, said, words in captions:
        above = (name for there, name, rect in counters if there == where and _share(rect, words) > _COVERED)
        if (first := next(above, None)) is not None:
            text = f"{first or 'a counter'} covers the caption {said!r}"
            yield advice("covered-caption", place, text, "lay the counter beside it")


def _written(said: str, kind: _Kind, x: int, y: int) -> _Rect:
    """Where a caption stands: fixed to its piece, as wide as its letters."""
    label = kind.label
    size = _number(label.get("size", "")) or 10.0
    width, height = _LETTER * size * len(said), size * 1.2
    across, down = label.get("h_pos") or "c", label.get("v_pos") or "t"
    left = x + _ANCHOR[across] * kind.width + _number(label.get("h_offset", ""))
    top = y + _ANCHOR[down] * kind.height + _number(label.get("v_offset", ""))
    left += _RUNS[label.get("h_just") or "c"] * width
    top += _RUNS[label.get("v_just") or "b"] * height
    return left, top, left + width, top + height


def _share(counter: _Rect, words: _Rect) -> float:
    """Share of some words that a counter covers."""
    width = min(counter[2], words[2]) - max(counter[0], words[0])
    height = min(counter[3], words[3]) - max(counter[1], words[1])
    return max(width, 0.0) * max(height, 0.0) / ((words[2] - words[0]) * (words[3] - words[1]))
