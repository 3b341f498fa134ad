"""The trait that shades the cells around a piece."""

from __future__ import annotations

from module_builder.vassal.traits import Trait, make_trait

__all__ = ["area_of_effect"]


def area_of_effect(
    text: str,
    *,
    key: str,
    radius: int,
    color: str = "0,0,0",
    opacity: int = 25,
    name: str = "",
    always: bool = False,
    global_view: bool = True,
    desc: str = "",
) -> Trait:
    """Area of Effect: cells of the grid around the piece are shaded.

    Parameters
    ----------
    text, key
        The command that shows and hides it.
    radius
        In cells of the grid.
    color, opacity
        How it looks.
    name
        Gives the property ``<name>_Active``.
    always, global_view, desc
        As in the editor.

    Returns
    -------
    Trait
        ``AreaOfEffect``.

    Examples
    --------
    >>> area_of_effect("Range", key="82,130", radius=4, color="0,0,255", opacity=20, name="Range4").type
    'AreaOfEffect;0,0,255;20;4;false;Range;82,130;;true;;;Range4;;;;;true'
    """
    return make_trait(
        "AreaOfEffect",
        "false",
        color=color,
        opacity=opacity,
        radius=radius,
        always_active=always,
        text=text,
        key=key,
        shader="",
        fixed_radius=True,
        radius_property="",
        desc=desc,
        name=name,
        on_text="",
        on_key="",
        off_text="",
        off_key="",
        globally_visible=global_view,
    )
