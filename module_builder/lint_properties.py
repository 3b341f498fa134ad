"""Which properties a module sets, and which the engine sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.lint_fields import changer_commands, words
from module_builder.vassal.buildfile import short_name
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from module_builder.lint_model import Module, TraitAt

__all__ = ["BUILT_IN", "defined_properties", "global_properties"]

BUILT_IN = words(
    "AllLocationsChecked AttachCount AttachList AttachName BasicName BoardOfCommand ClickedX ClickedY"
    " CloneID CurrentBoard CurrentLanguage CurrentMap CurrentMat CurrentMatBasicName CurrentMatBoard"
    " CurrentMatID CurrentMatLocationName CurrentMatMap CurrentMatOffsetX CurrentMatOffsetY"
    " CurrentMatPieceName CurrentMatX CurrentMatY CurrentMatZone CurrentX CurrentY CurrentZone DeckName"
    " DeckPosition FromLocation IgnoreGrid Invisible InvisibleToOthers KeyCommands LocalizedBasicName"
    " LocalizedPieceName LocationName LocationOfCommand MapOfCommand MatContents MatID MatName"
    " MatNumCargo ModuleDescription ModuleName ModuleOther1 ModuleOther2 ModuleVersion Moved NoStack"
    " NumberOfLocationsChecked Obscured ObscuredToOthers OldBoard OldDeckName OldLocationName OldMap"
    " OldMat OldMatBasicName OldMatID OldMatOffsetX OldMatOffsetY OldMatPieceName OldX OldY OldZone"
    " ParentID PieceId PieceName PieceUID PlayerId PlayerName PlayerSide PropertyValue Range Restricted"
    " RestrictedMovement Selected StackPos StackSize ToLocation UniqueID VassalVersionRunning"
    " ZoneOfCommand addToTotal column command commandName count deckName description entryName flareName"
    " FlareLocation"
    " gridLocation keepCount keepDice label location mapName menuCommand menuText message nDice nSides"
    " name newPieceName newTurn newValue numericTotal numericalTotal numericalValue oldLocation"
    " oldMapName oldPieceName oldTurn oldValue pieceName playerId playerName playerSide plus"
    " previousLocation previousMap property propertyName propertyPrompt range result row summary tabName"
    " targetDeck value"
)
"""Names that the engine gives a value to."""

_PROPERTY_ELEMENTS = words(
    "GlobalProperty ZoneProperty GlobalTranslatableMessage BooleanScenarioProperty ListScenarioProperty"
    " StringScenarioProperty NumberScenarioProperty BooleanPreference DoublePreference EnumPreference"
    " IntegerPreference StringPreference TextPreference"
)
_GLOBALS = words(
    "GlobalProperty ZoneProperty BooleanScenarioProperty ListScenarioProperty StringScenarioProperty"
    " NumberScenarioProperty"
)
_DICE = frozenset({"DiceButton", "SpecialDiceButton", "RandomTextButton"})
_SUFFIXES = {
    "emb2": ("_Level", "_Name", "_Image", "_Active", "_LocalizedName"),
    "rotate": ("_Facing", "_Degrees"),
    "AreaOfEffect": ("_Active",),
    "attach": ("_AttachCount", "_Count", "_AttachList", "_AttachBasicName", "_AttachPieceName"),
}
_NAME_FIELD = {
    "PROP": "name",
    "calcProp": "name",
    "label": "property",
    "locmsg": "property",
    "setprop": "name",
    "setpieceprop": "name",
    "border": "property",
    "mat": "name",
}


def _of_trait(at: TraitAt) -> set[str]:
    kind = at.trait.id
    if kind == "mark":
        return set(at.trait.fields)
    if kind == "propertysheet":
        return {entry[1:] for entry in decode(at["definition"], "~") if len(entry) > 1}
    names = {at["name"] + suffix for suffix in _SUFFIXES.get(kind, ())}
    if kind in _NAME_FIELD:
        names.add(at[_NAME_FIELD[kind]])
    if kind == "label":
        names.add("TextLabel")
    if kind == "macro":
        names.add(at["index_property"])
    return names


def _of_element(short: str, get: dict[str, str]) -> set[str]:
    name = get.get("name", "")
    if short in _PROPERTY_ELEMENTS:
        return {name}
    if short in _DICE:
        results = {f"{name}_{i}" for i in range(1, 21)} | {f"{name}_die{i}" for i in range(1, 21)}
        return {f"{name}_result", f"{name}_total", f"{name}_keep", *results}
    if short == "DrawPile":
        counts = decode(get.get("countExpressions", ""), ",")
        return {f"{name}_numPieces", *(f"{name}_{decode(item, ':')[0]}" for item in counts)}
    if short in {"Map", "PrivateMap", "PlayerHand"}:
        return {f"{get.get('mapName', '')}_isVisible"}
    if short in {"CounterTurnLevel", "ListTurnLevel"}:
        return {get.get("property", ""), f"{get.get('property', '')}_value", name}
    if short in {"DoActionButton", "SpecialDie"}:
        return {get.get("indexProperty", ""), name}
    set_in_targets = {item[0] for item in changer_commands(get.get("parameters", ""))}
    return {get.get("indexProperty", ""), *set_in_targets}


def defined_properties(module: Module) -> set[str]:
    """Collect all properties that a component or trait of the module sets.

    Parameters
    ----------
    module
        With its base and extensions.

    Returns
    -------
    set of str
        Their names.
    """
    shorts = {name.rpartition(".")[2] for name in module.table}
    found: set[str] = set()
    for node in module.every(*shorts):
        found |= _of_element(short_name(node), {str(k): str(v) for k, v in node.attrib.items()})
    for at in module.all_traits():
        found |= _of_trait(at)
        found |= _parameters(at)
    return found - {""}


def _parameters(at: TraitAt) -> set[str]:
    """Properties that a trait sets in the pieces that it creates or commands."""
    if at.trait.id not in {"placemark", "replace", "globalkey"}:
        return set()
    return {name for name, _, _ in changer_commands(at["parameters"])}


def global_properties(module: Module) -> frozenset[str]:
    """Collect the properties that Set Global Property can set."""
    turns = ("CounterTurnLevel", "ListTurnLevel")
    return module.names(*_GLOBALS) | module.names(*turns, attribute="property")
