"""What changed between two definitions of a piece, in words."""

from __future__ import annotations

from difflib import SequenceMatcher
from types import MappingProxyType
from typing import TYPE_CHECKING

from module_builder.lint_fields import named_fields
from module_builder.vassal.errors import FormatError
from module_builder.vassal.traits import Trait, parse_definition

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["trait_changes", "trait_name"]

_MAX_TEXT = 60
_EDITOR: Mapping[str, str] = MappingProxyType(
    {
        "AreaOfEffect": "Area of Effect",
        "PROP": "Dynamic Property",
        "attach": "Attachment",
        "basicName": "Basic Name",
        "border": "Border Outline",
        "button": "Action Button",
        "calcProp": "Calculated Property",
        "clone": "Clone",
        "cmt": "Comment",
        "delete": "Delete",
        "deselect": "Deselect",
        "emb": "Layer",
        "emb2": "Layer",
        "footprint": "Movement Trail",
        "globalhotkey": "Global Hotkey",
        "globalkey": "Global Key Command",
        "hide": "Invisible",
        "hideCmd": "Restrict Commands",
        "immob": "Does Not Stack",
        "label": "Text Label",
        "locCommand": "Multi-Location Command",
        "locmsg": "Translatable Message",
        "macro": "Trigger Action",
        "mark": "Marker",
        "markmoved": "Mark When Moved",
        "mat": "Mat",
        "matPiece": "Mat Cargo",
        "menuSeparator": "Separator",
        "nonRect2": "Non-Rectangular",
        "obs": "Mask",
        "piece": "Basic Piece",
        "pivot": "Can Pivot",
        "placemark": "Place Marker",
        "playSound": "Play Sound",
        "propertysheet": "Property Sheet",
        "prototype": "Prototype",
        "replace": "Replace With Other",
        "report": "Report Action",
        "restrict": "Restricted Access",
        "return": "Return to Deck",
        "rotate": "Can Rotate",
        "sendto": "Send to Location",
        "setpieceprop": "Set Piece Property",
        "setprop": "Set Global Property",
        "submenu": "Sub-Menu",
        "table": "Spreadsheet",
        "translate": "Move Fixed Distance",
    }
)
_TITLES = ("name", "text", "menu", "title", "property", "activate_text", "up_text")


def trait_name(trait: Trait) -> str:
    """Name a trait as the editor does, with its own name or menu text.

    Examples
    --------
    >>> trait_name(Trait("delete;Eliminate;68,130;"))
    'Delete [Eliminate]'
    """
    fields = named_fields(trait)
    title = next((fields[name] for name in _TITLES if fields.get(name)), "")
    title = ", ".join(trait.fields) if trait.id == "mark" else title
    kind = _EDITOR.get(trait.id, trait.id)
    return f"{kind} [{_short(title)}]" if title else kind


def _short(text: str) -> str:
    if not text:
        return "(empty)"
    return text if len(text) <= _MAX_TEXT else f"{text[: _MAX_TEXT - 3]}..."


def trait_changes(old: str, new: str) -> Iterator[str]:
    r"""Say how a piece definition changed.

    Parameters
    ----------
    old, new
        Texts of slots or prototypes.

    Yields
    ------
    str
        One change each.

    Examples
    --------
    >>> old = "+/null/clone;Copy;67,130;\tpiece;;;a.png;Inf/\tnull;0;0;1;0"
    >>> for change in trait_changes(old, old.replace("a.png", "b.png").replace("Copy", "Clone")):
    ...     print(change)
    Basic Piece [Inf]: image a.png -> b.png
    Clone [Clone]: text Copy -> Clone
    """
    try:
        before, after = (parse_definition(text) if text else () for text in (old, new))
    except FormatError as fault:
        yield f"the definition changed and cannot be read ({fault.place}: expected {fault.expected})"
        return
    matcher = SequenceMatcher(None, [_mark(t) for t in before], [_mark(t) for t in after], autojunk=False)
    for what, i, j, k, m in matcher.get_opcodes():
        if what == "equal":
            for one, two in zip(before[i:j], after[k:m], strict=True):
                yield from _fields(one, two)
        else:
            yield from _replaced(before[i:j], after[k:m])


def _mark(trait: Trait) -> tuple[str, str]:
    """What a trait is known by: its id and, where it has one, its name."""
    return trait.id, named_fields(trait).get("name", "") if trait.id not in {"piece", "emb2"} else ""


def _replaced(old: Sequence[Trait], new: Sequence[Trait]) -> Iterator[str]:
    """Pair traits of one id in order; the rest was added or removed."""
    left = list(new)
    for trait in old:
        same = next((other for other in left if other.id == trait.id), None)
        if same is None:
            yield f"trait {trait_name(trait)} removed"
        else:
            left.remove(same)
            yield from _fields(trait, same)
    for trait in left:
        yield f"trait {trait_name(trait)} added"


def _fields(old: Trait, new: Trait) -> Iterator[str]:
    name = trait_name(new)
    if old.type != new.type:
        changed = [*_named_changes(named_fields(old), named_fields(new))]
        yield from (f"{name}: {text}" for text in changed)
        if not changed:
            yield f"{name}: {_short(old.type)} -> {_short(new.type)}"
    if old.state != new.state:
        yield from (f"{name}: {text}" for text in _states(old, new))


def _named_changes(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    for field in dict.fromkeys((*old, *new)):
        before, after = old.get(field, ""), new.get(field, "")
        if before != after:
            yield f"{field} {_short(before)} -> {_short(after)}"


def _states(old: Trait, new: Trait) -> Iterator[str]:
    if new.id == "mark":
        before = dict(zip(old.fields, old.values, strict=False))
        after = dict(zip(new.fields, new.values, strict=False))
        yield from _named_changes(before, after)
    elif new.id == "piece":
        before = dict(zip(("map", "x", "y", "gpid"), old.values, strict=False))
        after = dict(zip(("map", "x", "y", "gpid"), new.values, strict=False))
        yield from _named_changes(before, after)
    else:
        yield f"start value {_short(old.state)} -> {_short(new.state)}"
