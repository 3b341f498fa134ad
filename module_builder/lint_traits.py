"""Checks of trait strings: unknown ids, wrong numbers of states, values of fields, keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from module_builder.lint_fields import (
    COLORS,
    ENUMS,
    FLAGS,
    KEY_LISTS,
    KEYS,
    KNOWN_TRAITS,
    MENUS,
    NUMBERS,
    changer_commands,
    key_fault,
    key_list,
)
from module_builder.lint_model import advice, error, suggestion, warning
from module_builder.lint_values import bad_color
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import parse_definition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from module_builder.lint_model import Finding, Module, Slot, TraitAt

__all__ = ["check_traits", "trait_keys"]

_INT = re.compile(r"-?\d{1,9}\Z")
_PROPERTY_TRAITS = frozenset({"PROP", "setprop", "setpieceprop"})
_CHANGERS = frozenset("PIRE")


def check_traits(module: Module) -> Iterator[Finding]:
    """Check the traits of every slot and prototype (reference 7)."""
    for slot in module.slots:
        yield from _definition(slot)
    for at in module.traits():
        if at.trait.id not in KNOWN_TRAITS:
            if not module.complete or not _custom(module):
                hint = suggestion(at.trait.id, KNOWN_TRAITS)
                yield error("unknown-trait", at.place, f"the engine has no trait {at.trait.id!r}", hint)
            continue
        yield from _values(at)
        yield from _keys(at)
        yield from _special(at)


def _custom(module: Module) -> bool:
    """Whether the file brings classes of its own, which may know other traits."""
    return any(name.endswith(".class") for one in module.family() for name in one.archive)


def _definition(slot: Slot) -> Iterator[Finding]:
    if slot.fault:
        yield error("trait-states", slot.place, slot.fault, "the engine cannot build this piece")
    elif not slot.traits and not slot.is_prototype:
        yield error("no-definition", slot.place, "the slot holds no piece", "take the slot out")
    elif slot.traits and slot.traits[0].id != "piece":
        text = f"innermost is {slot.traits[0].id!r}, not the BasicPiece"
        yield error("no-basic-piece", slot.place, text, "the engine cannot build this piece")
    if any(trait.id == "piece" for trait in slot.traits[1:]):
        yield error("no-basic-piece", slot.place, "a BasicPiece lies outside of another trait")


def _values(at: TraitAt) -> Iterator[Finding]:
    kind = at.trait.id
    for name in NUMBERS.get(kind, ()):
        if at[name] and not _INT.match(at[name]):
            yield error("trait-value", at.place, f"{name} {at[name]!r} is no whole number")
    for name in FLAGS.get(kind, ()):
        if at[name] not in {"", "true", "false"}:
            yield warning("trait-value", at.place, f"{name} {at[name]!r} is neither true nor false")
    for name in COLORS.get(kind, ()):
        if bad_color(at[name]):
            yield error("trait-value", at.place, f"{name} {at[name]!r} is no colour", "write e.g. 255,0,0")
    for name, allowed in ENUMS.get(kind, {}).items():
        words = [word.replace("_", " ") for word in allowed.split()]
        if at[name] and at[name] not in words:
            yield error("trait-value", at.place, f"{name} {at[name]!r} is none of {', '.join(words)}")


def trait_keys(at: TraitAt) -> list[tuple[str, str, str]]:
    """List the keys of a trait's commands.

    Returns
    -------
    list of tuple
        Key, menu text, and name of the field; without those that are empty.
    """
    found = [(at[key], at[menu], key) for key, menu in MENUS.get(at.trait.id, ())]
    if at.trait.id == "emb2":
        found = [row for row in found if _layer_key(at, row[2])]
    if at.trait.id in _PROPERTY_TRAITS:
        found += [(key, menu, "commands") for menu, key, _ in changer_commands(at["commands"])]
    return [row for row in found if row[0]]


def _layer_key(at: TraitAt, name: str) -> bool:
    """Whether the key of a layer is in use: an old layer has others, and one always active has no switch."""
    if name in {"activate_key", "increase_key", "decrease_key"} and at["version"] != "1":
        return False
    return not (name == "activate_key" and at["always_active"] == "true") and at["follow"] != "true"


def _keys(at: TraitAt) -> Iterator[Finding]:
    keys = [key for key, _, _ in trait_keys(at)] + [at[name] for name in KEYS.get(at.trait.id, ())]
    for name in KEY_LISTS.get(at.trait.id, ()):
        keys += key_list(at[name])
    for key in keys:
        fault = key_fault(key)
        if fault:
            yield error(
                fault[0], at.place, fault[1], "take the comma out of the name" * (fault[0] != "bad-key")
            )


def _special(at: TraitAt) -> Iterator[Finding]:
    match at.trait.id:
        case "emb2":
            yield from _layer(at)
        case "mark":
            yield from _marker(at)
        case "rotate":
            if _INT.match(at["facings"]) and int(at["facings"]) < 1:
                yield error("trait-value", at.place, f"{at['facings']} facings", "1 turns freely")
        case "immob":
            if set(at["select"]) - set("itcngABZ"):
                yield warning("trait-value", at.place, f"select {at['select']!r} has unknown letters")
        case "obs":
            if at["style"] and at["style"][0] not in "I2BPGU":
                yield error("trait-value", at.place, f"style {at['style']!r} is unknown")
        case "PROP" | "setprop" | "setpieceprop":
            yield from _changers(at)
        case "placemark" | "replace":
            yield from _inline(at)


def _layer(at: TraitAt) -> Iterator[Finding]:
    images, names = decode(at["images"], ","), decode(at["names"], ",")
    if not any(images) and not any(names):
        yield warning("layer-empty", at.place, "a layer without images and level names shows nothing")
    if at["follow"] == "true" and not at["property"]:
        yield warning("trait-value", at.place, "follows a property but names none")
    level = at.trait.state.partition(";")[0]
    if level and not (_INT.match(level) and 1 <= abs(int(level)) <= max(len(images), 1)):
        yield error("trait-state", at.place, f"level {level!r} of a layer with {len(images)} levels")


def _marker(at: TraitAt) -> Iterator[Finding]:
    names, values = at.trait.fields, at.trait.values
    if len(values) > len(names):
        yield warning("trait-state", at.place, f"{len(values)} values for {len(names)} names: some are lost")
    if not any(names):
        yield advice("marker-empty", at.place, "a marker without a name")


def _changers(at: TraitAt) -> Iterator[Finding]:
    for menu, key, changer in changer_commands(at["commands"]):
        if changer[:1] not in _CHANGERS or changer[1:2] not in {"", ","}:
            yield error("trait-value", at.place, f"command {menu or key!r} has no change but {changer!r}")
    limits = decode(at["constraints"], ",")
    if limits[0] not in {"", "true", "false"}:
        yield warning(
            "trait-value", at.place, f"constraints {at['constraints']!r} do not begin true or false"
        )
    if any(limit and not _INT.match(limit) for limit in limits[1:3]):
        yield error("trait-value", at.place, f"constraints {at['constraints']!r} are no whole numbers")


def _inline(at: TraitAt) -> Iterator[Finding]:
    spec = at["spec"]
    if not spec.startswith("+/"):
        return
    try:
        traits = parse_definition(spec, file="inline")
    except FormatError as fault:
        yield error("trait-states", at.place, f"{fault.place}: expected {fault.expected}")
        return
    if traits[0].id != "piece":
        yield error("no-basic-piece", at.place, f"innermost is {traits[0].id!r}, not the BasicPiece")
