"""Piece definitions: the parallel nests of types and states, and one trait as a value.

Traits stand in editor order here: BasicPiece first, the outermost trait last. In the text the order is
the other way round (reference 7.1). An unknown trait is kept as its two texts, byte for byte.
"""

from __future__ import annotations

import functools
import re
from itertools import repeat
from types import MappingProxyType
from typing import TYPE_CHECKING

from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import Item, decode, encode
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "FIELDS",
    "Trait",
    "format_definition",
    "join_piece",
    "join_state",
    "make_trait",
    "nest",
    "parse_definition",
    "split_nests",
    "split_piece",
    "unnest",
    "unnest_plainly",
]

_SEND = "text key map board x y back_text back_key x_index y_index x_offset y_offset"
_MARKER = "menu key spec marker_text x_offset y_offset match_rotation after_key desc gpid placement above"
_LAYER = (
    "activate_text activate_modifiers activate_char up_text up_modifiers up_char down_text down_modifiers"
    " down_char reset_text reset_key reset_level underneath x_offset y_offset images names loop name"
    " random_key random_text follow property first_level version always_active activate_key increase_key"
    " decrease_key desc scale only_property only_value"
)
_TRAIL = (
    "key menu initially_visible globally_visible radius fill line selected_opacity unselected_opacity"
    " edge_buffer display_buffer line_width on_key off_key clear_key desc"
)
_LABEL = (
    "key menu size background foreground v_pos v_offset h_pos h_offset v_just h_just name_format font style"
    " rotate property desc always_use_format"
)
_TRIGGER = (
    "name menu key match watch_keys action_keys loop pre_key post_key loop_type while_expr until_expr count"
    " index index_property index_start index_step"
)
_GLOBAL_KEY = (
    "text key sent filter restrict_range range suppress_reports fixed_range range_property desc"
    " deck_selection target suppress_sounds parameters"
)
_PIECE_PROPERTY = (
    "name constraints commands desc target filter restrict_range range fixed_range range_property"
    " deck_selection override_constraints"
)
_SPECS = {
    "AreaOfEffect": (
        "color opacity radius always_active text key shader fixed_radius radius_property desc name"
        " on_text on_key off_text off_key globally_visible"
    ),
    "piece": "clone_key delete_key image name",
    "emb2": _LAYER,
    "label": _LABEL,
    "PROP": "name constraints commands desc",
    "clone": "text key desc",
    "delete": "text key desc",
    "markmoved": (
        "image x_offset y_offset text key desc ignore_same_location true_text true_key false_text false_key"
    ),
    "footprint": _TRAIL,
    "rotate": (
        "facings cw_key ccw_key cw_text ccw_text random_key random_text name desc direct_key direct_text"
        " direct_expression direct_is_facing"
    ),
    "hide": "key text background access transparency desc no_auto_report",
    "obs": "key image text style mask_name access peek_text desc auto_peek deal_key deal_expression",
    "immob": "select move stack desc",
    "placemark": f"{_MARKER} copy_properties parameters version",
    "replace": f"{_MARKER} copy_properties parameters version",
    "prototype": "name",
    "report": "keys format cycle_keys cycle_formats desc no_suppress",
    "sendto": f"{_SEND} desc destination zone region filter grid_location",
    "return": "text key deck prompt desc version select_deck deck_expression",
    "macro": _TRIGGER,
    "setprop": "name constraints commands desc level search_name",
    "setpieceprop": _PIECE_PROPERTY,
    "globalkey": _GLOBAL_KEY,
    "submenu": "title items desc",
    "menuSeparator": "text key",
    "hideCmd": "name action expression keys",
    "restrict": "sides by_player restrict_movement desc",
    "calcProp": "name expression desc",
    "nonRect2": "scale path",
    "basicName": "name",
    "cmt": "text",
    "globalhotkey": "text key hotkey desc",
    "playSound": "clip menu key send_to_others desc no_suppress",
    "deselect": "text key desc unstack what",
    "translate": "text key dx dy move_stack x_index y_index x_offset y_offset desc",
    "mat": "name desc",
    "matPiece": "desc keep_facing dx dy find_key detach_key",
    "table": "rows columns text key desc",
}

FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType({k: tuple(v.split()) for k, v in _SPECS.items()})
"""Field names of each known trait, in the engine's order."""

_ROTATE_FREELY = ("facings", "key", "text", *FIELDS["rotate"][5:])


def _field_names(trait_id: str, fields: Sequence[str]) -> tuple[str, ...]:
    """The names that fit: a rotation by any angle has two fields where the other has four."""
    if trait_id == "rotate" and fields[0] == "1":
        return _ROTATE_FREELY
    return FIELDS.get(trait_id, ())


def _check_names(trait_id: str, names: Sequence[str], given: Iterable[str]) -> None:
    if not names or any(name not in names for name in given):
        raise FormatError("trait", trait_id, f"fields of {' '.join(names) or 'a known trait'}")


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait: its type text and its state text.

    Parameters
    ----------
    type
        Trait id and fields, e.g. ``mark;Side``.
    state
        What changes in play; "" where the trait has no state.

    Examples
    --------
    >>> Trait("basicName;Omaha").field("name")
    'Omaha'
    """

    type: str
    state: str = ""

    @property
    def id(self) -> str:
        """The trait id, up to the first ``;``."""
        return self.type.partition(";")[0]

    @property
    def fields(self) -> list[str]:
        """The fields of the type after the id (split at commas in a Marker)."""
        head, _, rest = self.type.partition(";")
        return decode(rest, "," if head == "mark" else ";")

    @property
    def values(self) -> list[str]:
        """The fields of the state."""
        return decode(self.state, "," if self.id == "mark" else ";")

    def named(self) -> dict[str, str]:
        """Give the fields by name; empty for a trait of unknown id.

        Returns
        -------
        dict
            Field name to text; fields left out at the end are absent.
        """
        fields = self.fields
        return dict(zip(_field_names(self.id, fields), fields, strict=False))

    def field(self, name: str, default: str = "") -> str:
        """One field of the type by name.

        Parameters
        ----------
        name
            A name from `FIELDS`.
        default
            Given where the field is left out.

        Returns
        -------
        str
            Its text.
        """
        return self.named().get(name, default)

    def replaced(self, **fields: Item) -> Trait:
        """Make a copy with some fields of the type changed; fields that have no name here stay.

        Raises
        ------
        FormatError
            The trait has no field of that name.

        Examples
        --------
        >>> Trait("delete;Delete;68,130;").replaced(text="Eliminate").type
        'delete;Eliminate;68,130;'
        """
        values: list[Item] = [*self.fields]
        names = _field_names(self.id, self.fields)
        _check_names(self.id, names, fields)
        for name, value in fields.items():
            values += [""] * (names.index(name) + 1 - len(values))
            values[names.index(name)] = value
        return Trait(f"{self.id};" + encode(values, ";"), self.state)


def make_trait(trait_id: str, state: str = "", /, **fields: Item) -> Trait:
    """Make a trait of a known id from named fields.

    Parameters
    ----------
    trait_id
        A key of `FIELDS`.
    state
        The state text.
    **fields
        Values by field name; a field left out is empty, left out at the end it is not written.

    Returns
    -------
    Trait
        With every field in the engine's order.

    Raises
    ------
    FormatError
        Unknown trait or field.

    Examples
    --------
    >>> make_trait("clone", text="Copy", key="67,130", desc="").type
    'clone;Copy;67,130;'
    """
    names = FIELDS.get(trait_id, ())
    _check_names(trait_id, names, fields)
    last = max((names.index(name) for name in fields), default=-1)
    return Trait(f"{trait_id};" + encode([fields.get(name) for name in names[: last + 1]], ";"), state)


def nest(parts: Sequence[str]) -> str:
    r"""Nest texts by TAB.

    Parameters
    ----------
    parts
        Outermost first, BasicPiece's last.

    Returns
    -------
    str
        The nested text.

    Examples
    --------
    >>> nest(["a", "b", "c"])
    'a\tb\\\tc'
    """
    if len(parts) <= len(_TABS) and not any(map(_QUOTED, parts)):
        text = "".join(map(str.__add__, parts[:-1], _TABS)) + parts[-1]
        if text.count("\t") == len(parts) - 1:
            return text
    return _nested(parts)


def _nested(parts: Sequence[str]) -> str:
    """Nest texts step by step, as the engine does."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = encode((part, text), "\t")
    return text


_BACKSLASHES = tuple("\\" * depth for depth in range(256))
_TABS = tuple(f"{backslashes}\t" for backslashes in _BACKSLASHES)
_QUOTED = re.compile(r"['\\]").match  # what an item begins with that `encode` may have to quote


def _unnest_exactly(text: str) -> list[str]:
    parts = []
    while True:
        tokens = decode(text, "\t")
        parts.append(tokens[0])
        if len(tokens) < 2:
            return parts
        text = tokens[1]


def unnest_plainly(text: str, depth: int = 0) -> list[str] | None:
    """Take the fast path: TAB number k has exactly k backslashes and nothing is quoted; else None."""
    *parts, last = text.split("\t")
    bare = list(map(str.removesuffix, parts, _BACKSLASHES[depth:]))
    taken = len(text) - len(last) - len(parts) - sum(map(len, bare))
    meant = len(parts) * (2 * depth + len(parts) - 1)
    if 2 * taken != meant or any(map(str.endswith, bare, repeat("\\"))):
        return None
    bare.append(last)
    return None if "'" in text and any(map(str.startswith, bare, repeat("'"))) else bare


def unnest(text: str) -> list[str]:
    """Undo `nest`.

    Parameters
    ----------
    text
        A nest of types or states.

    Returns
    -------
    list of str
        Outermost first.

    Examples
    --------
    >>> unnest(nest(["a", "", "c"]))
    ['a', '', 'c']
    """
    plain = unnest_plainly(text)
    return _unnest_exactly(text) if plain is None else plain


def split_nests(type_text: str, state_text: str, *, file: str = "piece") -> tuple[list[str], list[str]]:
    """Read the types and the states of the traits of a piece from its two nests.

    Parameters
    ----------
    type_text, state_text
        The nests of types and of states.
    file
        Named in the error.

    Returns
    -------
    tuple of two lists
        In editor order, BasicPiece first.

    Raises
    ------
    FormatError
        The numbers of types and states differ.
    """
    types, states = unnest(type_text), unnest(state_text)
    if len(types) != len(states):
        raise FormatError(
            file, types[-1][:60], f"{len(types)} states for {len(types)} traits, not {len(states)}"
        )
    types.reverse()
    states.reverse()
    return types, states


def split_piece(type_text: str, state_text: str, *, file: str = "piece") -> tuple[Trait, ...]:
    """Read the traits of a piece from its two nests.

    Parameters
    ----------
    type_text, state_text
        The nests of types and of states.
    file
        Named in the error.

    Returns
    -------
    tuple of Trait
        In editor order, BasicPiece first.

    Raises
    ------
    FormatError
        The numbers of types and states differ.
    """
    return tuple(map(_known_trait, *split_nests(type_text, state_text, file=file)))


@functools.lru_cache(maxsize=16384)
def _known_trait(type_text: str, state: str) -> Trait:
    """A trait; most of a piece's are those of many others."""
    return Trait(type_text, state)


def join_piece(traits: Sequence[Trait]) -> tuple[str, str]:
    """Write the nests of types and of states of a piece.

    Parameters
    ----------
    traits
        In editor order, BasicPiece first.

    Returns
    -------
    tuple
        Type text and state text.
    """
    return nest([t.type for t in reversed(traits)]), join_state(traits)


def join_state(traits: Sequence[Trait]) -> str:
    """Write the nest of states of a piece.

    Parameters
    ----------
    traits
        In editor order, BasicPiece first.

    Returns
    -------
    str
        The state text.
    """
    return nest([t.state for t in reversed(traits)])


def format_definition(traits: Iterable[Trait], piece_id: str = "null") -> str:
    r"""Write a piece definition as a slot or an inline marker holds it (reference 7.1).

    Parameters
    ----------
    traits
        In editor order, BasicPiece first.
    piece_id
        ``null`` for a definition.

    Returns
    -------
    str
        ``+/null/TYPE/STATE``.

    Examples
    --------
    >>> format_definition([Trait("piece;;;a/b.png;Inf", "null;0;0;17;0")])
    '+/null/piece;;;a\\/b.png;Inf/null;0;0;17;0'
    """
    type_text, state_text = join_piece(tuple(traits))
    return "+/" + encode((piece_id, type_text, state_text), "/")


def parse_definition(text: str, *, file: str = "definition") -> tuple[Trait, ...]:
    """Read the traits of a piece definition.

    Parameters
    ----------
    text
        What `format_definition` or the engine wrote.
    file
        Named in the error.

    Returns
    -------
    tuple of Trait
        In editor order, BasicPiece first.

    Raises
    ------
    FormatError
        Not of the form ``+/id/TYPE/STATE``, or states and types differ in number.
    """
    tokens = decode(text.strip()[2:], "/") if text.strip().startswith("+/") else []
    if len(tokens) < 3:
        raise FormatError(file, text.strip()[:40], "+/null/TYPE/STATE")
    return split_piece(tokens[1], tokens[2], file=file)
