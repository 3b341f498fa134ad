"""Checks of whole pieces with their prototypes: missing ones, circles, keys used twice, order, dead keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.lint_fields import KEY_LISTS, key_list, named_fields, same_key
from module_builder.lint_model import TraitAt, advice, component_path, error, is_dynamic, suggestion, warning
from module_builder.lint_traits import trait_keys
from module_builder.vassal.buildfile import descendants, short_name
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from module_builder.lint_model import Finding, Module, Slot
    from module_builder.vassal.traits import Trait

__all__ = ["Expanded", "check_pieces", "expand", "unused_prototypes"]

_MAX_STEPS = 20_000
_TURNING = frozenset({"rotate", "pivot"})
_COMMANDS = ("GlobalKeyCommand", "MassKeyCommand", "DeckGlobalKeyCommand", "StartupGlobalKeyCommand")


@dataclass(frozen=True, slots=True)
class Expanded:
    """A trait of a piece with prototypes expanded; `loose` where parameters change its text."""

    trait: Trait
    loose: bool = False


def expand(traits: Sequence[Trait], prototypes: Mapping[str, Slot]) -> list[Expanded]:
    """Put the traits of prototypes in the place of their names, as the engine does.

    Parameters
    ----------
    traits
        In editor order.
    prototypes
        By name; an unknown one leaves nothing.

    Returns
    -------
    list of Expanded
        Without comments; circles are cut.
    """
    result: list[Expanded] = []
    budget = _MAX_STEPS
    waiting: list[tuple[Trait, tuple[str, ...], bool]] = [(trait, (), False) for trait in reversed(traits)]
    while waiting and budget:
        budget -= 1
        trait, within, loose = waiting.pop()
        if trait.id != "prototype":
            result += [Expanded(trait, loose)] if trait.id != "cmt" else []
            continue
        name, parameters = [*trait.fields, "", ""][:2]
        if name in prototypes and name not in within:
            inner = reversed(prototypes[name].traits[1:])
            waiting += [(one, (*within, name), loose or bool(parameters.strip())) for one in inner]
    return result


def unused_prototypes(module: Module) -> frozenset[str]:
    """Places of prototypes that no piece uses, neither by itself nor through another prototype.

    Parameters
    ----------
    module
        The module, complete: those of an extension on its own may be used elsewhere.

    Returns
    -------
    frozenset of str
        Paths of the components.
    """
    if module.is_extension:
        return frozenset()
    uses: dict[str, set[str]] = {}
    used: set[str] = set()
    for at in module.all_traits():
        if at.trait.id == "prototype":
            (uses.setdefault(at.slot.name, set()) if at.slot.is_prototype else used).add(at["name"])
    waiting = list(used)
    while waiting:
        more = uses.get(waiting.pop(), set()) - used
        used |= more
        waiting += more
    return frozenset({s.place for s in module.slots if s.is_prototype and s.name not in used})


def check_pieces(module: Module) -> Iterator[Finding]:
    """Check pieces as they are in play (reference 7.3)."""
    prototypes = module.prototypes()
    yield from _prototypes(module, prototypes)
    seen: set[tuple[str, ...]] = set()
    for slot in module.slots:
        if slot.is_prototype or not slot.traits:
            continue
        ats = [
            TraitAt(slot, slot.place, one.trait, named_fields(one.trait))
            for one in expand(slot.traits, prototypes)
        ]
        for finding in (*_double_keys(slot, ats), *_trail(slot, ats), *_submenus(slot, ats)):
            mark = (finding.code, finding.text)
            if mark not in seen:
                seen.add(mark)
                yield finding
    if module.complete:
        yield from _dead_keys(module)


def _prototypes(module: Module, prototypes: Mapping[str, Slot]) -> Iterator[Finding]:
    for at in module.traits():
        name = at["name"] if at.trait.id == "prototype" else ""
        if at.trait.id != "prototype" or is_dynamic(name):
            continue
        if name not in prototypes and module.complete:
            hint = suggestion(name, prototypes) or "define it or take the trait out"
            yield error("unknown-prototype", at.place, f"there is no prototype {name!r}", hint)
    for slot in module.slots:
        if slot.is_prototype and _circle(slot.name, prototypes):
            yield error(
                "prototype-circle", slot.place, f"prototype {slot.name} uses itself", "break the circle"
            )


def _uses(slot: Slot) -> list[str]:
    return [trait.fields[0] for trait in slot.traits if trait.id == "prototype"]


def _circle(start: str, prototypes: Mapping[str, Slot]) -> bool:
    """Whether following the names of prototypes leads back to the start."""
    waiting, seen = [start], set[str]()
    while waiting:
        name = waiting.pop()
        for used in _uses(prototypes[name]) if name in prototypes else ():
            if used == start:
                return True
            if used not in seen:
                seen.add(used)
                waiting.append(used)
    return False


def _double_keys(slot: Slot, ats: Sequence[TraitAt]) -> Iterator[Finding]:
    first: dict[str, tuple[str, bool]] = {}
    for at in ats:
        guarded = at.trait.id == "macro" and bool(at["match"])
        for key, menu, _ in trait_keys(at):
            if not menu:
                continue
            before, before_guarded = first.setdefault(same_key(key), (menu, guarded))
            if before != menu and not guarded and not before_guarded:
                text = f"key {same_key(key)} fires both {before!r} and {menu!r}"
                yield warning("double-key", slot.place, text, "give one of them another key")


def _trail(slot: Slot, ats: Sequence[TraitAt]) -> Iterator[Finding]:
    ids = [at.trait.id for at in ats]
    turning = [i for i, kind in enumerate(ids) if kind in _TURNING]
    if "footprint" in ids and turning and ids.index("footprint") < turning[-1]:
        text = "the Movement Trail stands before Can Rotate or Can Pivot: the editor reports bad data"
        yield warning("trail-order", slot.place, text, "move it after them in the list of traits")


def _submenus(slot: Slot, ats: Sequence[TraitAt]) -> Iterator[Finding]:
    texts = {menu for at in ats for _, menu, _ in trait_keys(at)}
    texts |= {at[name] for at in ats for name in ("menu", "text", "title") if at[name]}
    for at in ats:
        for item in decode(at["items"], ",") if at.trait.id == "submenu" else ():
            if item and item not in texts and not is_dynamic(item):
                text = f"submenu {at['title']} names {item!r}, which is no command of the piece"
                yield advice("submenu-item", slot.place, text, suggestion(item, texts))


def _sent_keys(module: Module) -> Iterator[tuple[str, str]]:
    """Yield (key, place) of the commands that triggers and global key commands send to pieces."""
    for at in module.traits():
        for key in key_list(at["action_keys"]) if at.trait.id == "macro" else ():
            yield key, at.place
        if at.trait.id == "globalkey" and at["sent"]:
            yield at["sent"], at.place
    for node in descendants(module.root, *_COMMANDS):
        hotkey = node.get("hotkeyOrKeyCommand") == "sendHotkey"
        if node.get("hotkey") and not hotkey:
            yield node.get("hotkey", ""), component_path(node)
    for node in descendants(module.root, "Map", "PrivateMap", "PlayerHand"):
        if node.get("moveKey"):
            yield node.get("moveKey", ""), f"{component_path(node)}: moveKey"


def _answered(module: Module) -> set[str]:
    found = set()
    for at in module.all_traits():
        found |= {same_key(key) for key, _, _ in trait_keys(at)}
        for name in KEY_LISTS.get(at.trait.id, ()):
            if name != "action_keys":
                found |= {same_key(key) for key in key_list(at[name])}
    return found


def _hotkeys(module: Module) -> set[str]:
    """Keys of toolbar buttons: a stack's menu may be open, but pieces pass on what they do not know."""
    table = module.table
    found = set()
    for node in module.root.iter():
        known = table.get(node.tag) if isinstance(node.tag, str) else None
        for name, value in node.attrib.items() if known else ():
            own = short_name(node) not in _COMMANDS or name != "hotkey"
            if known and known.attributes.get(str(name)) == "key" and own and name != "moveKey":
                found.add(same_key(str(value)))
    return found


def _dead_keys(module: Module) -> Iterator[Finding]:
    answered = _answered(module)
    if any(
        at.trait.id == "emb" or (at.trait.id == "emb2" and at["version"] != "1") for at in module.all_traits()
    ):
        return
    answered |= _hotkeys(module)
    for key, place in dict.fromkeys(_sent_keys(module)):
        if same_key(key) not in answered and "$" not in key:
            text = f"sends {same_key(key)!r}, which no piece answers"
            yield advice("dead-key", place, text, suggestion(same_key(key), answered))
