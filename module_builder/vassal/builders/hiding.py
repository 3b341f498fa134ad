"""Traits that hide or hold back: Mask, Invisible, Restrict Commands, Restricted Access, Does Not Stack."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from module_builder.vassal.keys import key_list
from module_builder.vassal.sequence_encoder import encode
from module_builder.vassal.traits import Trait, make_trait

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["access", "immobilized", "invisible", "mask", "restrict_commands", "restricted"]


def access(sides: Sequence[str] | None = None, *, same_side: bool = False) -> str:
    """Who may hide and look: any player his own, his side, or the sides named.

    Parameters
    ----------
    sides
        Sides named; None for one of the two others.
    same_side
        True for the whole side of the player who hid the piece.

    Returns
    -------
    str
        The access field of Mask and Invisible.

    Examples
    --------
    >>> access(), access(same_side=True), access(["German", "Referee"])
    ('player:', 'side:', 'sides:German:Referee')
    """
    if sides is not None:
        return "sides:" + encode(sides, ":")
    return "side:" if same_side else "player:"


def mask(
    image: str,
    *,
    key: str,
    text: str = "Mask",
    style: str = "B",
    name: str = "?",
    who: str = "player:",
    peek_text: str = "Peek",
    desc: str = "",
    auto_peek: bool = False,
    deal_key: str = "",
    deal_expression: str = "",
    owner: str | None = None,
) -> Trait:
    """Mask (Obscurable).

    Parameters
    ----------
    image, name
        What the others see.
    key, text
        The command.
    style
        ``B`` background, ``I`` inset, ``P`` + peek key, ``G`` + image shown to the owner.
    who
        From `access`.
    peek_text, desc, auto_peek, deal_key, deal_expression
        As in the editor.
    owner
        Who masks it; None for nobody.

    Returns
    -------
    Trait
        ``obs``.

    Examples
    --------
    >>> mask("back.png", key="80,130")
    Trait(type='obs;80,130;back.png;Mask;B;?;player:;Peek;;false;;', state='null;')
    """
    return make_trait(
        "obs",
        encode([owner or "null", ""], ";"),
        key=key,
        image=image,
        text=text,
        style=style,
        mask_name=name,
        access=who,
        peek_text=peek_text,
        desc=desc,
        auto_peek=auto_peek,
        deal_key=deal_key,
        deal_expression=deal_expression,
    )


def invisible(
    *,
    key: str,
    text: str = "Invisible",
    background: str = "",
    who: str = "player:",
    transparency: float = 0.3,
    desc: str = "",
    no_auto_report: bool = False,
    hidden_by: str | None = None,
) -> Trait:
    """Invisible (Hideable).

    Parameters
    ----------
    key, text
        The command.
    background, transparency
        How the owner sees it; the engine writes the share as a 32-bit number, and so do we.
    who
        From `access`.
    desc, no_auto_report
        As in the editor.
    hidden_by
        Who hides it; None for nobody.

    Returns
    -------
    Trait
        ``hide``.

    Examples
    --------
    >>> invisible(key="73,130")
    Trait(type='hide;73,130;Invisible;;player:;0.30000001192092896;;false', state='null')
    """
    return make_trait(
        "hide",
        hidden_by or "null",
        key=key,
        text=text,
        background=background,
        access=who,
        transparency=struct.unpack("f", struct.pack("f", transparency))[0],
        desc=desc,
        no_auto_report=no_auto_report,
    )


def restrict_commands(name: str, *, keys: Sequence[str], expression: str, disable: bool = False) -> Trait:
    r"""Restrict Commands.

    Parameters
    ----------
    name
        As in the editor.
    keys
        The commands that are held back.
    expression
        While this is true.
    disable
        Grey in the menu instead of hidden.

    Returns
    -------
    Trait
        ``hideCmd``.

    Examples
    --------
    >>> restrict_commands("No flip", keys=["70,130"], expression="{Side==1}").type
    'hideCmd;No flip;Hide;{Side==1};70\\,130'
    """
    action = "Disable" if disable else "Hide"
    return make_trait("hideCmd", name=name, action=action, expression=expression, keys=key_list(keys))


def restricted(
    sides: Sequence[str], *, by_player: bool = False, restrict_movement: bool = True, desc: str = ""
) -> Trait:
    """Restricted Access: only these sides may use the piece.

    Parameters
    ----------
    sides
        Their names.
    by_player
        The first player who places it owns it.
    restrict_movement
        Others may not move it either.
    desc
        As in the editor.

    Returns
    -------
    Trait
        ``restrict``.

    Examples
    --------
    >>> restricted(["German"]).type
    'restrict;German;false;true;'
    """
    return make_trait(
        "restrict",
        sides=encode(sides, ","),
        by_player=by_player,
        restrict_movement=restrict_movement,
        desc=desc,
    )


def immobilized(*, select: str = "", move: str = "N", stack: str = "R", desc: str = "") -> Trait:
    """Make a Does Not Stack (Immobilized) trait.

    Parameters
    ----------
    select
        Letters: ``i`` shift, ``t`` ctrl, ``c`` alt, ``n`` never; ``g`` ignores the grid; ``A B Z`` band.
    move
        ``N`` normal, ``I`` only when selected, ``V`` never.
    stack
        ``L`` stacks normally, ``R`` never.
    desc
        As in the editor.

    Returns
    -------
    Trait
        ``immob``.

    Examples
    --------
    >>> immobilized(select="n", move="V").type
    'immob;n;V;R;'
    """
    return make_trait("immob", select=select, move=move, stack=stack, desc=desc)
