"""Send to Location in its five forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from module_builder.vassal.traits import Trait, make_trait

if TYPE_CHECKING:
    from module_builder.vassal.sequence_encoder import Item

__all__ = [
    "SendOptions",
    "send_to_grid",
    "send_to_matching",
    "send_to_point",
    "send_to_region",
    "send_to_zone",
]


class SendOptions(TypedDict, total=False):
    """What every form takes: the way back, offsets, description."""

    back_text: str
    back_key: str
    x_index: str | int
    y_index: str | int
    x_offset: str | int
    y_offset: str | int
    desc: str


_DEFAULTS: dict[str, Item] = {
    "map": "",
    "board": "",
    "x": 0,
    "y": 0,
    "back_text": "",
    "back_key": "",
    "x_index": 0,
    "y_index": 0,
    "x_offset": 0,
    "y_offset": 0,
    "desc": "",
    "zone": "",
    "region": "",
    "filter": "",
    "grid_location": "",
}


def _send(destination: str, text: str, key: str, options: SendOptions, **fields: Item) -> Trait:
    values: dict[str, Item] = {
        **_DEFAULTS,
        **{k: v for k, v in options.items() if isinstance(v, str | int)},
        **fields,
    }
    return make_trait("sendto", ";;", text=text, key=key, destination=destination, **values)


def send_to_point(
    text: str,
    *,
    key: str,
    map_name: str,
    x: int | str,
    y: int | str,
    board: str = "",
    **options: Unpack[SendOptions],
) -> Trait:
    """Send to a point of a board, or of the map where no board is named.

    Parameters
    ----------
    text, key
        The command.
    map_name, board, x, y
        The point in pixels or expressions.
    **options
        See `SendOptions`.

    Returns
    -------
    Trait
        ``sendto``.

    Examples
    --------
    >>> send_to_point("Eliminate", key="69,130", map_name="Main", x=10, y=20).type
    'sendto;Eliminate;69,130;Main;;10;20;;;0;0;0;0;;L;;;;'
    """
    return _send("L", text, key, options, map=map_name, board=board, x=x, y=y)


def send_to_grid(
    text: str, *, key: str, map_name: str, board: str, location: str, **options: Unpack[SendOptions]
) -> Trait:
    """Send to a grid location; the board must be named.

    Parameters
    ----------
    text, key
        The command.
    map_name, board, location
        E.g. ``0305``.
    **options
        See `SendOptions`.

    Returns
    -------
    Trait
        ``sendto``.

    Examples
    --------
    >>> send_to_grid("Go", key="71,130", map_name="Main", board="B", location="0305").type
    'sendto;Go;71,130;Main;B;0;0;;;0;0;0;0;;G;;;;0305'
    """
    return _send("G", text, key, options, map=map_name, board=board, grid_location=location)


def send_to_zone(text: str, *, key: str, map_name: str, zone: str, **options: Unpack[SendOptions]) -> Trait:
    """Send to the centre of a zone.

    Parameters
    ----------
    text, key
        The command.
    map_name, zone
        Their names.
    **options
        See `SendOptions`.

    Returns
    -------
    Trait
        ``sendto``.

    Examples
    --------
    >>> send_to_zone("Go", key="71,130", map_name="Main", zone="Caen").type
    'sendto;Go;71,130;Main;;0;0;;;0;0;0;0;;Z;Caen;;;'
    """
    return _send("Z", text, key, options, map=map_name, zone=zone)


def send_to_region(
    text: str, *, key: str, map_name: str, region: str, **options: Unpack[SendOptions]
) -> Trait:
    """Send to a region's point.

    Parameters
    ----------
    text, key
        The command.
    map_name, region
        Their names.
    **options
        See `SendOptions`.

    Returns
    -------
    Trait
        ``sendto``.

    Examples
    --------
    >>> send_to_region("Go", key="71,130", map_name="Main", region="Turn 1", back_text="Back").type
    'sendto;Go;71,130;Main;;0;0;Back;;0;0;0;0;;R;;Turn 1;;'
    """
    return _send("R", text, key, options, map=map_name, region=region)


def send_to_matching(
    text: str, *, key: str, match: str, cycle: bool = False, **options: Unpack[SendOptions]
) -> Trait:
    """Send to a counter that matches an expression.

    Parameters
    ----------
    text, key
        The command.
    match
        Property expression.
    cycle
        To the next one each time.
    **options
        See `SendOptions`.

    Returns
    -------
    Trait
        ``sendto``.

    Examples
    --------
    >>> send_to_matching("HQ", key="72,130", match="{Type==1}").type
    'sendto;HQ;72,130;;;0;0;;;0;0;0;0;;A;;;{Type==1};'
    """
    return _send("C" if cycle else "A", text, key, options, filter=match)
