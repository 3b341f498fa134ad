"""Traits that act: clone, delete, report, trigger, global key command, markers, deck, menus."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from module_builder.vassal.keys import TargetKind, key_list, no_target, parameters
from module_builder.vassal.sequence_encoder import encode
from module_builder.vassal.traits import Trait, make_trait

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "Placement",
    "clone",
    "delete",
    "global_key",
    "place_marker",
    "replace_with",
    "report",
    "return_to_deck",
    "separator",
    "submenu",
    "trigger",
]


class Placement(IntEnum):
    """Where Place Marker and Replace put the new piece."""

    TOP = 0
    BOTTOM = 1
    ABOVE = 2
    BELOW = 3


def clone(text: str = "Clone", *, key: str, desc: str = "") -> Trait:
    """Clone.

    Examples
    --------
    >>> clone(key="67,130").type
    'clone;Clone;67,130;'
    """
    return make_trait("clone", text=text, key=key, desc=desc)


def delete(text: str = "Delete", *, key: str, desc: str = "") -> Trait:
    """Delete.

    Examples
    --------
    >>> delete(key="68,130").type
    'delete;Delete;68,130;'
    """
    return make_trait("delete", text=text, key=key, desc=desc)


def report(
    keys: Sequence[str],
    message: str,
    *,
    cycle_keys: Sequence[str] = (),
    cycle_messages: Sequence[str] = (),
    desc: str = "",
    no_suppress: bool = False,
) -> Trait:
    r"""Report Action.

    Parameters
    ----------
    keys
        The commands reported.
    message
        Format with ``$newPieceName$``, ``$menuCommand$`` and properties.
    cycle_keys, cycle_messages
        Messages that follow one another, and the keys that go back.
    desc, no_suppress
        As in the editor.

    Returns
    -------
    Trait
        ``report``.

    Examples
    --------
    >>> report(["70,130"], "$newPieceName$ flips")
    Trait(type='report;70\\,130;$newPieceName$ flips;;;;false', state='-1')
    """
    return make_trait(
        "report",
        "-1",
        keys=key_list(keys),
        format=message,
        cycle_keys=key_list(cycle_keys),
        cycle_formats=encode(cycle_messages, ","),
        desc=desc,
        no_suppress=no_suppress,
    )


def trigger(
    name: str,
    *,
    actions: Sequence[str],
    key: str = "",
    menu: str = "",
    watch: Sequence[str] = (),
    match: str = "",
    loop: bool = False,
    pre_key: str = "",
    post_key: str = "",
    loop_type: str = "counted",
    while_expr: str = "",
    until_expr: str = "",
    count: int | str = 1,
    index: bool = False,
    index_property: str = "",
    index_start: int | str = 1,
    index_step: int | str = 1,
) -> Trait:
    r"""Trigger Action.

    Parameters
    ----------
    name
        As in the editor.
    actions
        Key strokes performed in order.
    key, menu
        The command that fires it.
    watch
        Other commands that fire it.
    match
        Property expression that must be true.
    loop, pre_key, post_key, loop_type, while_expr, until_expr, count
        Loop: ``counted``, ``while`` or ``until``.
    index, index_property, index_start, index_step
        Loop counter.

    Returns
    -------
    Trait
        ``macro``.

    Examples
    --------
    >>> trigger("Hit", key="49,130", menu="Hit", actions=["70,130"]).type
    'macro;Hit;Hit;49,130;;;70\\,130;false;;;counted;;;1;false;;1;1'
    """
    return make_trait(
        "macro",
        name=name,
        menu=menu,
        key=key,
        match=match,
        watch_keys=key_list(watch),
        action_keys=key_list(actions),
        loop=loop,
        pre_key=pre_key,
        post_key=post_key,
        loop_type=loop_type,
        while_expr=while_expr,
        until_expr=until_expr,
        count=count,
        index=index,
        index_property=index_property,
        index_start=index_start,
        index_step=index_step,
    )


def global_key(
    text: str,
    *,
    key: str,
    sent: str,
    match: str = "",
    target: str = no_target(TargetKind.COUNTER),
    restrict_range: bool = False,
    distance: int = 1,
    suppress_reports: bool = True,
    fixed_range: bool = True,
    range_property: str = "",
    desc: str = "",
    deck_selection: int | str = -1,
    suppress_sounds: bool = False,
    values: Mapping[str, str] | None = None,
) -> Trait:
    """Global Key Command of a piece.

    Parameters
    ----------
    text, key
        The command that fires it.
    sent
        The key stroke sent to every receiver.
    match, target
        Property expression and fast match.
    restrict_range, distance, fixed_range, range_property
        Range limit.
    deck_selection
        -1 all pieces of a deck, 0 none, n the top n.
    suppress_reports, suppress_sounds, desc
        As in the editor.
    values
        Dynamic Properties set in the receivers.

    Returns
    -------
    Trait
        ``globalkey``.

    Examples
    --------
    >>> global_key("All", key="65,130", sent="57348,0,Spend", match="{Side==1}").type
    'globalkey;All;65,130;57348,0,Spend;{Side==1};false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;'
    """
    return make_trait(
        "globalkey",
        text=text,
        key=key,
        sent=sent,
        filter=match,
        restrict_range=restrict_range,
        range=distance,
        suppress_reports=suppress_reports,
        fixed_range=fixed_range,
        range_property=range_property,
        desc=desc,
        deck_selection=deck_selection,
        target=target,
        suppress_sounds=suppress_sounds,
        parameters=parameters((values or {}).items()),
    )


def place_marker(
    text: str,
    *,
    key: str,
    spec: str,
    gpid: str | int,
    label: str = "null",
    x_offset: int | str = 0,
    y_offset: int | str = 0,
    match_rotation: bool = False,
    after_key: str = "",
    desc: str = "",
    placement: Placement = Placement.TOP,
    above: bool = False,
    copy_properties: bool = False,
    values: Mapping[str, str] | None = None,
) -> Trait:
    """Place Marker.

    Parameters
    ----------
    text, key
        The command.
    spec
        Component path of a slot, or an inline definition from `format_definition`.
    gpid
        The trait's own permanent id.
    label
        Text given to the marker; ``null`` for none.
    x_offset, y_offset, match_rotation, placement, above
        Where it stands.
    after_key
        Key stroke sent to the new piece.
    copy_properties, values
        Dynamic Properties copied by name, and set.
    desc
        As in the editor.

    Returns
    -------
    Trait
        ``placemark``.

    Examples
    --------
    >>> place_marker("Entrench", key="69,130", spec="null", gpid=7).type
    'placemark;Entrench;69,130;null;null;0;0;false;;;7;0;false;false;;1'
    """
    return make_trait(
        "placemark",
        menu=text,
        key=key,
        spec=spec,
        marker_text=label,
        x_offset=x_offset,
        y_offset=y_offset,
        match_rotation=match_rotation,
        after_key=after_key,
        desc=desc,
        gpid=gpid,
        placement=int(placement),
        above=above,
        copy_properties=copy_properties,
        parameters=parameters((values or {}).items()),
        version=1,
    )


def replace_with(
    text: str,
    *,
    key: str,
    spec: str,
    gpid: str | int,
    match_rotation: bool = True,
    after_key: str = "",
    desc: str = "",
    copy_properties: bool = False,
    values: Mapping[str, str] | None = None,
) -> Trait:
    """Replace With Other; the arguments are those of `place_marker`.

    Returns
    -------
    Trait
        ``replace``.

    Examples
    --------
    >>> replace_with("Break down", key="66,130", spec="null", gpid=8).type
    'replace;Break down;66,130;null;null;0;0;true;;;8;0;false;false;;1'
    """
    placed = place_marker(
        text,
        key=key,
        spec=spec,
        gpid=gpid,
        match_rotation=match_rotation,
        after_key=after_key,
        desc=desc,
        copy_properties=copy_properties,
        values=values,
    )
    return Trait("replace" + placed.type.removeprefix("placemark"), placed.state)


def return_to_deck(
    text: str,
    *,
    key: str,
    deck: str = "",
    prompt: str = "Select deck",
    desc: str = "",
) -> Trait:
    """Return to Deck.

    Parameters
    ----------
    text, key
        The command.
    deck
        The deck's name or expression; "" asks the player.
    prompt
        What is asked.
    desc
        As in the editor.

    Returns
    -------
    Trait
        ``return``.

    Examples
    --------
    >>> return_to_deck("Discard", key="68,130", deck="Discards").type
    'return;Discard;68,130;;Select deck;;2;false;Discards'
    """
    return make_trait(
        "return",
        text=text,
        key=key,
        deck="",
        prompt=prompt,
        desc=desc,
        version=2,
        select_deck=not deck,
        deck_expression=deck,
    )


def submenu(title: str, items: Sequence[str], *, desc: str = "") -> Trait:
    """Sub-Menu of commands named by their menu texts.

    Examples
    --------
    >>> submenu("Losses", ["Spend", "Reduce"]).type
    'submenu;Losses;Spend,Reduce;'
    """
    return make_trait("submenu", title=title, items=encode(items, ","), desc=desc)


def separator(text: str = "") -> Trait:
    """Menu Separator.

    Examples
    --------
    >>> separator().type
    'menuSeparator;;'
    """
    return make_trait("menuSeparator", text=text, key="")
