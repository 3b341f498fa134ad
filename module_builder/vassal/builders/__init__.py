"""Builders of the traits that a generated module needs, with named arguments and every field in order."""

from __future__ import annotations

from module_builder.vassal.builders.actions import (
    clone,
    delete,
    global_key,
    place_marker,
    replace_with,
    report,
    return_to_deck,
    separator,
    submenu,
    trigger,
)
from module_builder.vassal.builders.appearance import (
    basic_name,
    basic_piece,
    footprint,
    label,
    layer,
    mark_moved,
    non_rectangular,
    rotate,
    rotate_freely,
)
from module_builder.vassal.builders.hiding import immobilized, invisible, mask, restrict_commands, restricted
from module_builder.vassal.builders.properties import (
    calculated_property,
    dynamic_property,
    marker,
    prototype,
    set_global_property,
    set_piece_property,
)
from module_builder.vassal.builders.sending import (
    send_to_grid,
    send_to_matching,
    send_to_point,
    send_to_region,
    send_to_zone,
)
from module_builder.vassal.builders.shading import area_of_effect

__all__ = [
    "area_of_effect",
    "basic_name",
    "basic_piece",
    "calculated_property",
    "clone",
    "delete",
    "dynamic_property",
    "footprint",
    "global_key",
    "immobilized",
    "invisible",
    "label",
    "layer",
    "mark_moved",
    "marker",
    "mask",
    "non_rectangular",
    "place_marker",
    "prototype",
    "replace_with",
    "report",
    "restrict_commands",
    "restricted",
    "return_to_deck",
    "rotate",
    "rotate_freely",
    "send_to_grid",
    "send_to_matching",
    "send_to_point",
    "send_to_region",
    "send_to_zone",
    "separator",
    "set_global_property",
    "set_piece_property",
    "submenu",
    "trigger",
]
