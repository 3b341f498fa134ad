"""Traits that draw: BasicPiece, layers, labels, rotation, shape, trails and moved marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import Item, encode
from module_builder.vassal.traits import Trait, make_trait

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "basic_name",
    "basic_piece",
    "footprint",
    "label",
    "layer",
    "mark_moved",
    "non_rectangular",
    "rotate",
    "rotate_freely",
]


def basic_piece(
    name: str,
    image: str = "",
    *,
    gpid: str | int,
    map_name: str | None = None,
    x: int = 0,
    y: int = 0,
    properties: Mapping[str, str] | None = None,
) -> Trait:
    """BasicPiece, the innermost trait of every piece.

    Parameters
    ----------
    name
        The full name that reports show.
    image
        Entry below ``images/``; "" where a layer draws the piece.
    gpid
        The slot's permanent id.
    map_name, x, y
        Where it stands; no map in a definition.
    properties
        Persistent properties, e.g. ``UniqueID``.

    Returns
    -------
    Trait
        ``piece``.

    Examples
    --------
    >>> basic_piece("1st Div", "inf.png", gpid=1)
    Trait(type='piece;;;inf.png;1st Div', state='null;0;0;1;0')
    """
    extra = [text for pair in (properties or {}).items() for text in pair]
    state = encode([map_name or "null", x, y, gpid, len(extra) // 2, *extra], ";")
    return make_trait("piece", state, clone_key="", delete_key="", image=image, name=name)


def layer(
    images: Sequence[str],
    *,
    name: str = "",
    level_names: Sequence[str] = (),
    level: int = 1,
    active: bool = True,
    increase: str = "",
    increase_text: str = "",
    decrease: str = "",
    decrease_text: str = "",
    reset: str = "",
    reset_text: str = "",
    reset_level: int | str = 1,
    activate: str = "",
    activate_text: str = "",
    follow: str = "",
    first_level: int = 1,
    loop: bool = True,
    x_offset: int = 0,
    y_offset: int = 0,
    underneath: bool = False,
    scale: float = 1.0,
    random: str = "",
    random_text: str = "",
    desc: str = "",
) -> Trait:
    """Layer (Embellishment) in its version 1: key strokes, not characters.

    Parameters
    ----------
    images
        One a level; "" draws nothing at that level.
    name
        Gives the properties ``<name>_Level``, ``_Name``, ``_Active``.
    level_names
        A name a level: ``+ (spent)`` appends to the piece's name, ``spent +`` stands before it.
    level, active
        The state.
    increase, decrease, reset, activate, random
        Key strokes with their menu texts; a layer without `activate` is always active.
    reset_level
        Level that `reset` goes to.
    follow
        Property or ``{expression}`` that sets the level instead of commands.
    first_level
        The value of `follow` that means level 1.
    loop, x_offset, y_offset, underneath, scale, desc
        As in the editor.

    Returns
    -------
    Trait
        ``emb2``.

    Raises
    ------
    FormatError
        The level is not one of the images'.

    Examples
    --------
    >>> t = layer(["a.png", "b.png"], name="Step", increase="70,130", increase_text="Flip")
    >>> t.type
    'emb2;;2;;Flip;2;;;2;;;;1;false;0;0;a.png,b.png;,;true;Step;;;false;;1;1;true;;70,130;;;1.0;;'
    """
    count = len(images)
    if not 1 <= level <= count:
        raise FormatError("layer", name or "unnamed", f"a level from 1 to {count}, not {level}")
    fixed: dict[str, Item] = {f"{word}_modifiers": 2 for word in ("activate", "up", "down")}
    fixed |= {"version": 1, "only_property": "", "only_value": ""}
    return make_trait(
        "emb2",
        str(level if active else -level),
        **fixed,
        activate_text=activate_text,
        up_text=increase_text,
        down_text=decrease_text,
        reset_text=reset_text,
        reset_key=reset,
        reset_level=reset_level,
        underneath=underneath,
        x_offset=x_offset,
        y_offset=y_offset,
        images=encode(images, ","),
        names=encode([*level_names, *[""] * (count - len(level_names))], ","),
        loop=loop,
        name=name,
        random_key=random,
        random_text=random_text,
        follow=bool(follow),
        property=follow,
        first_level=first_level,
        always_active=not activate,
        activate_key=activate,
        increase_key=increase,
        decrease_key=decrease,
        desc=desc,
        scale=float(scale),
    )


def label(
    text: str = "",
    *,
    key: str = "",
    menu: str = "",
    size: int = 10,
    foreground: str = "0,0,0",
    background: str = "",
    v_pos: str = "t",
    v_offset: int = 0,
    h_pos: str = "c",
    h_offset: int = 0,
    v_just: str = "b",
    h_just: str = "c",
    name_format: str = "$pieceName$ ($label$)",
    font: str = "Dialog",
    style: int = 0,
    rotate: int = 0,
    prop: str = "TextLabel",
    desc: str = "",
    always_use_format: bool = False,
) -> Trait:
    """Text Label.

    Parameters
    ----------
    text
        What it says; may hold ``$property$``.
    key, menu
        Key stroke and menu text that change it.
    size, font, style, rotate, foreground, background
        The type: style 0 plain, 1 bold, 2 italic, 3 both.
    v_pos, v_offset, h_pos, h_offset, v_just, h_just
        Place: ``t c b`` and ``l c r``, pixels.
    name_format, always_use_format, prop, desc
        As in the editor.

    Returns
    -------
    Trait
        ``label``.

    Examples
    --------
    >>> label("4", foreground="255,0,0").type
    'label;;;10;;255,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false'
    """
    return make_trait(
        "label",
        text,
        key=key,
        menu=menu,
        size=size,
        background=background,
        foreground=foreground,
        v_pos=v_pos,
        v_offset=v_offset,
        h_pos=h_pos,
        h_offset=h_offset,
        v_just=v_just,
        h_just=h_just,
        name_format=name_format,
        font=font,
        style=style,
        rotate=rotate,
        property=prop,
        desc=desc,
        always_use_format=always_use_format,
    )


def mark_moved(
    image: str = "/images/moved.gif",
    *,
    x_offset: int = 0,
    y_offset: int = 0,
    text: str = "Mark moved",
    key: str = "77,130",
    desc: str = "",
    ignore_same_location: bool = False,
    true_key: str = "",
    true_text: str = "",
    false_key: str = "",
    false_text: str = "",
    moved: bool = False,
) -> Trait:
    """Mark When Moved.

    Parameters
    ----------
    image, x_offset, y_offset
        The mark and its place.
    text, key
        Toggle; `true_key` and `false_key` set and clear.
    desc, ignore_same_location, true_text, false_text
        As in the editor.
    moved
        The state.

    Returns
    -------
    Trait
        ``markmoved``.

    Examples
    --------
    >>> mark_moved(x_offset=30).type
    'markmoved;/images/moved.gif;30;0;Mark moved;77,130;;false;;;;'
    """
    return make_trait(
        "markmoved",
        "true" if moved else "false",
        image=image,
        x_offset=x_offset,
        y_offset=y_offset,
        text=text,
        key=key,
        desc=desc,
        ignore_same_location=ignore_same_location,
        true_text=true_text,
        true_key=true_key,
        false_text=false_text,
        false_key=false_key,
    )


def footprint(
    *,
    key: str = "84,130",
    menu: str = "Movement Trail",
    initially_visible: bool = False,
    globally_visible: bool = True,
    radius: int = 10,
    fill: str = "255,255,255",
    line: str = "0,0,0",
    selected_opacity: int = 100,
    unselected_opacity: int = 50,
    edge_buffer: int = 20,
    display_buffer: int = 30,
    line_width: float = 1.0,
    on_key: str = "",
    off_key: str = "",
    clear_key: str = "",
    desc: str = "",
) -> Trait:
    """Movement Trail.

    Parameters
    ----------
    key, menu, on_key, off_key, clear_key
        Toggle, show, hide, clear.
    initially_visible, globally_visible
        Who sees it at first.
    radius, fill, line, selected_opacity, unselected_opacity, line_width
        How it looks.
    edge_buffer, display_buffer, desc
        As in the editor.

    Returns
    -------
    Trait
        ``footprint``.

    Examples
    --------
    >>> footprint(clear_key="57348,0,ClearTrail").state
    'false;;0;false'
    """
    return make_trait(
        "footprint",
        "false;;0;false",
        key=key,
        menu=menu,
        initially_visible=initially_visible,
        globally_visible=globally_visible,
        radius=radius,
        fill=fill,
        line=line,
        selected_opacity=selected_opacity,
        unselected_opacity=unselected_opacity,
        edge_buffer=edge_buffer,
        display_buffer=display_buffer,
        line_width=float(line_width),
        on_key=on_key,
        off_key=off_key,
        clear_key=clear_key,
        desc=desc,
    )


def rotate(
    facings: int,
    *,
    cw_key: str = "",
    ccw_key: str = "",
    cw_text: str = "",
    ccw_text: str = "",
    random_key: str = "",
    random_text: str = "",
    name: str = "Rotate",
    desc: str = "",
    direct_key: str = "",
    direct_text: str = "",
    direct_expression: str = "",
    direct_is_facing: bool = True,
    facing: int = 0,
) -> Trait:
    """Can Rotate with a fixed number of facings.

    Parameters
    ----------
    facings
        At least 2.
    cw_key, ccw_key, cw_text, ccw_text, random_key, random_text
        Commands and their texts.
    direct_key, direct_text, direct_expression, direct_is_facing
        Command that turns to a given facing.
    name, desc
        As in the editor.
    facing
        The state, from 0.

    Returns
    -------
    Trait
        ``rotate``.

    Raises
    ------
    FormatError
        Fewer than 2 facings.

    Examples
    --------
    >>> rotate(6, cw_key="93,130").type
    'rotate;6;93,130;;;;;;Rotate;;;;;true'
    """
    if facings < 2:
        raise FormatError("rotate", str(facings), "2 facings or more", "rotate_freely turns by any angle")
    return make_trait(
        "rotate",
        str(facing),
        facings=facings,
        cw_key=cw_key,
        ccw_key=ccw_key,
        cw_text=cw_text,
        ccw_text=ccw_text,
        random_key=random_key,
        random_text=random_text,
        name=name,
        desc=desc,
        direct_key=direct_key,
        direct_text=direct_text,
        direct_expression=direct_expression,
        direct_is_facing=direct_is_facing,
    )


def rotate_freely(*, key: str, text: str = "Rotate", name: str = "Rotate", degrees: float = 0.0) -> Trait:
    """Can Rotate by any angle.

    Parameters
    ----------
    key, text
        The command.
    name
        Gives the property ``<name>_Degrees``.
    degrees
        The state.

    Returns
    -------
    Trait
        ``rotate``.

    Examples
    --------
    >>> rotate_freely(key="82,130").type
    'rotate;1;82,130;Rotate;;;Rotate;;;;;true'
    """
    fields: list[Item] = [1, key, text, "", "", name, "", "", "", "", True]
    return Trait("rotate;" + encode(fields, ";"), str(float(degrees)))


def non_rectangular(path: Iterable[tuple[float, float]], *, scale: float = 1.0) -> Trait:
    """Non-Rectangular: the outline that takes clicks.

    Parameters
    ----------
    path
        Corners of one polygon, from the piece's centre.
    scale
        Factor of the outline.

    Returns
    -------
    Trait
        ``nonRect2``.

    Examples
    --------
    >>> non_rectangular([(-5, -5), (5, -5), (0, 5)]).type
    'nonRect2;1.0;dM -5.0 -5.0 L 5.0 -5.0 L 0.0 5.0 Z N '
    """
    points = [f"{'L' if i else 'M'} {float(x)} {float(y)}" for i, (x, y) in enumerate(path)]
    return Trait("nonRect2;" + encode([float(scale), "d" + " ".join([*points, "Z N "])], ";"))


def basic_name(name: str) -> Trait:
    """Replace by Basic Name the name of BasicPiece.

    Examples
    --------
    >>> basic_name("Omaha").type
    'basicName;Omaha'
    """
    return make_trait("basicName", name=name)
