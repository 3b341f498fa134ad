"""Checks of what players meet: reports that hide the new state, long menus, keys against VASSAL's habits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.lint_fields import key_list, named_fields, same_key
from module_builder.lint_model import TraitAt, advice, component_path
from module_builder.lint_pieces import expand
from module_builder.lint_traits import trait_keys
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.keys import ctrl
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from module_builder.lint_model import Finding, Module

__all__ = ["check_habits"]

_LONG = 12
"""Entries that one level of a menu may have."""
_HABITS = {
    same_key(ctrl("D")): ("delete or clone", {"delete", "clone"}),
    same_key(ctrl("R")): ("rotate", {"rotate", "pivot"}),
}


def check_habits(module: Module) -> Iterator[Finding]:
    """Check what a player of many modules expects.

    Parameters
    ----------
    module
        As read.

    Yields
    ------
    Finding
    """
    yield from _menus(module)
    yield from _keys(module)
    yield from _reports(module)


def _menus(module: Module) -> Iterator[Finding]:
    way = "group the entries by what a player does"
    for at in module.traits():
        count = len([item for item in decode(at["items"], ",") if item]) if at.trait.id == "submenu" else 0
        if count > _LONG:
            yield advice("long-menu", at.place, f"submenu {at['title']} has {count} entries", way)
    yield from _own_menus(module, way)
    for node in descendants(module.root, "ToolbarMenu"):
        count = len([item for item in decode(node.get("menuItems", ""), ",") if item])
        if count > _LONG:
            yield advice("long-menu", component_path(node), f"the menu has {count} entries", way)


def _own_menus(module: Module, way: str) -> Iterator[Finding]:
    """Pieces whose menu is long before a submenu opens; of pieces made alike the first one."""
    seen = set[tuple[str, ...]]()
    for place, whole in _forms(module):
        entries = {menu for at in whole for _, menu, _ in trait_keys(at) if menu}
        titles = {at["title"] for at in whole if at.trait.id == "submenu"}
        within = {item for at in whole if at.trait.id == "submenu" for item in decode(at["items"], ",")}
        level = tuple(sorted((entries | titles) - within))
        if len(level) > _LONG and level not in seen:
            seen.add(level)
            yield advice("long-menu", place, f"its menu has {len(level)} entries", way)


def _keys(module: Module) -> Iterator[Finding]:
    """A key that means one thing in nearly every module, and another here."""
    seen = set[tuple[str, str]]()
    for at in module.traits():
        for key, menu, _ in trait_keys(at):
            habit = _HABITS.get(same_key(key))
            if habit is None or not menu or at.trait.id in habit[1] or (key, menu) in seen:
                continue
            seen.add((key, menu))
            text = f"key {same_key(key)} is {menu!r}; in most modules it is to {habit[0]}"
            yield advice("key-habit", at.place, text, "give it another key")


def _reports(module: Module) -> Iterator[Finding]:
    """A report of a key that changes a state, in words that are the same before and after."""
    seen = set[str]()
    for place, whole in _forms(module):
        for name, key in _hidden(whole):
            if name not in seen:
                seen.add(name)
                text = f"the report of {key} does not say what {name} is then"
                way = "name the levels and use $newPieceName$, or use the property"
                yield advice("report-hides-state", place, text, way)


def _forms(module: Module) -> Iterator[tuple[str, Sequence[TraitAt]]]:
    """Pieces with the traits of their prototypes; of pieces with the same traits the first one."""
    known: list[tuple[str, Sequence[TraitAt]]] | None = module.kept.get("forms")
    if known is None:
        prototypes, alike = module.prototypes(), set[tuple[str, ...]]()
        known = module.kept["forms"] = []
        for slot in module.slots:
            form = tuple([t.type if t.id == "prototype" else t.id for t in slot.traits])
            if slot.is_prototype or form in alike:
                continue
            alike.add(form)
            traits = expand(slot.traits, prototypes)
            known.append(
                (slot.place, [TraitAt(slot, slot.place, at.trait, named_fields(at.trait)) for at in traits])
            )
    yield from known


def _hidden(whole: Sequence[TraitAt]) -> Iterator[tuple[str, str]]:
    """States of a piece, with their keys, of which no report of the key tells the new value."""
    for state in whole:
        if state.trait.id == "emb2" and state["always_active"] == "true" and "," not in state["images"]:
            continue  # of one level: its keys do nothing
        keys = {
            same_key(k) for k, menu, _ in trait_keys(state) if menu and state.trait.id in {"emb2", "PROP"}
        }
        for key in sorted(keys):
            said = [
                at["format"]
                for at in whole
                if at.trait.id == "report" and key in map(same_key, key_list(at["keys"]))
            ]
            if said and not any(_tells(text, state) for text in said):
                yield state["name"] or key, key


def _tells(text: str, state: TraitAt) -> bool:
    """Whether a report says the state: by its property, or by the name that a level gives the piece."""
    name = state["name"]
    if name and name in text:
        return True
    if "newPieceName" not in text and "pieceName" not in text:
        return False
    return any(decode(state["names"], ","))
