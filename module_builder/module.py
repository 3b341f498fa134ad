"""Builds the module of a game: component tree, pictures, help and set-ups in one ``.vmod``."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.position import Position
from adjudicator.saves.looks import counter_px
from adjudicator.saves.piles import members_by_uid
from adjudicator.vocabulary import load_vocabulary
from maps.errors import DataError
from module_builder.board import BOARD_IMAGE, CARDS_IMAGE, draw_cards, draw_part, main_board, part_image
from module_builder.help import Page, about_image, chart_window, documentation, icons, pages
from module_builder.kit import Kit, load_kit
from module_builder.mark_images import mark_images
from module_builder.pieces import CARDS, PieceDef, chit_faces, unit_faces
from module_builder.playing_cards import card_images
from module_builder.prototypes import prototypes
from module_builder.save import DATE, VASSAL_VERSION, position_save
from module_builder.toolbar import buttons, property_elements, trackers
from module_builder.vassal.archive import Entry, make_folder, write_archive, write_file
from module_builder.vassal.builders import basic_piece
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.keys import alt
from module_builder.vassal.metadata import Metadata, format_metadata
from module_builder.vassal.traits import format_definition
from module_builder.windows import map_windows, slot

if TYPE_CHECKING:
    from lxml.etree import _Element
    from PIL import Image

__all__ = ["Progress", "build", "build_file", "file_name", "images", "set_ups"]

_M = "VASSAL.build.module."
_W = "VASSAL.build.widget."
_BESIDE = ("Referee", "Solitaire")
Progress = Callable[[str], None]


def _quiet(_: str) -> None:
    """Report nothing."""


def file_name(kit: Kit) -> str:
    """Name of the module's file.

    Examples
    --------
    >>> file_name(load_kit("breakout-normandy"))
    'breakout-normandy.vmod'
    """
    return f"{kit.game.slug}.vmod"


def build(
    game: str,
    out_dir: Path | str,
    *,
    overlay: Path | None = None,
    positions: Sequence[tuple[str, Position]] = (),
    progress: Progress = _quiet,
) -> Path:
    """Build the module of a game.

    Parameters
    ----------
    game
        Slug.
    out_dir
        Folder for the ``.vmod``; made where it is missing.
    overlay
        Folder with an owner's corrections.
    positions
        Further set-ups: title and position.
    progress
        Called with what is being done.

    Returns
    -------
    Path
        The module, written whole or not at all.

    Raises
    ------
    DataError, PositionError, FormatError
        Data are wrong, a set-up has no place in the module, or the folder cannot be written.
    """
    kit = load_kit(game, overlay)
    folder = Path(out_dir)
    make_folder(folder)
    path = folder / file_name(kit)
    write_file(path, write_archive(_entries(kit, positions, progress)))
    return path


def _entries(kit: Kit, positions: Sequence[tuple[str, Position]], progress: Progress) -> Iterator[Entry]:
    progress("component tree")
    help_pages = pages(kit)
    games = set_ups(kit, positions)
    tree = build_file(kit, help_pages, list(games))
    meta = Metadata(str(kit.adapter["version"]), VASSAL_VERSION, kit.game.title, kit.title, DATE)
    yield Entry.from_data("moduledata", format_metadata(meta))
    yield Entry.from_data("buildFile.xml", format_build_file(tree))
    for page in (p for group in help_pages.values() for p in group):
        yield Entry.from_data(page.name, page.text.encode())
    for number, position in enumerate(games.values(), 1):
        progress(f"set-up {number}")
        archive = position_save(kit, position)
        yield Entry.from_data(f"setup_{number}.vsav", write_archive(archive))
    for name, data in images(kit, progress):
        yield Entry.from_data(f"images/{name}", data)


def set_ups(kit: Kit, positions: Sequence[tuple[str, Position]] = ()) -> dict[str, Position]:
    """The set-ups of a module by title: the game's scenarios, an empty map, further positions.

    Parameters
    ----------
    kit
        What the module is built from.
    positions
        Further set-ups.

    Returns
    -------
    dict
        A title with ``/`` stands in a menu of that name.

    Examples
    --------
    >>> list(set_ups(load_kit("breakout-normandy")))[:2]
    ['D-Day', 'Free set-up']
    """
    known = {_scenario_title(n): kit.game.scenario(n, kit.overlay) for n in kit.game.scenarios}
    first = next(iter(known))
    draft = known[first].draft()
    for uid in sorted(draft.pieces):
        pool = next((cup for cup in kit.carriers.cups if cup.holds(kit.units[uid])), None)
        draft.place(uid, pool.space if pool else kit.adapter["cards"]["space"])
    return {first: known[first], "Free set-up": draft.finish(), **known, **dict(positions)}


def _scenario_title(name: str) -> str:
    """Numbered scenarios go into a menu."""
    stem, _, number = name.rpartition("-")
    words = "-".join(word.capitalize() for word in name.split("-"))
    return f"{stem.capitalize()}s/{stem.capitalize()} {number}" if stem and number.isdigit() else words


def images(kit: Kit, progress: Progress = _quiet) -> Iterator[tuple[str, bytes]]:
    """Every picture of a module as PNG.

    Parameters
    ----------
    kit
        What the module is built from.
    progress
        Called with what is being done.

    Yields
    ------
    tuple of str and bytes
        Name and picture.
    """
    from counters.markers import MarkerFace, draw_face, draw_marker
    from counters.palette import Face, load_palette
    from counters.render import draw_all, png_bytes

    progress("counters")
    numbers = {s.id: n for s in kit.board.spaces.values() if isinstance(n := s["number"], int)}
    palette = load_palette(kit.game.slug, kit.overlay)
    small = {i: s.px for s in kit.carriers.markers.values() if s.px for i in s.images}
    arts = {s.images[0]: s for s in kit.carriers.markers.values() if s.art}
    wanted = {i for s in kit.carriers.markers.values() for i in s.images}
    wanted |= {stem for piece in kit.pieces.values() for stem in chit_faces(kit, piece.uid)}
    wanted |= {cup.cover for cup in kit.carriers.cups}
    if kit.carriers.piles is not None and kit.carriers.piles.markers:
        wanted |= {f"{member.of}_f" for member in members_by_uid(kit.game.slug, kit.overlay).values()}
    blank = {f"{u.id}_b" for u in kit.units.values() if len(unit_faces(kit, u)) == 1}
    for name, data in draw_all(kit.game.slug, px=counter_px(kit), numbers=numbers, overlay=kit.overlay):
        stem = name.removesuffix(".png")
        uid = stem[:-2]
        if uid in kit.printed and (stem in small or stem in arts or stem not in wanted):
            continue
        if stem not in blank:
            yield name, data
    for stem, px in small.items():
        if stem not in arts:
            face: MarkerFace = "back" if stem.endswith("_b") else "front"
            factor = kit.printed[stem[:-2]].attack_factor
            yield (
                f"{stem}.png",
                png_bytes(draw_marker(stem[:-2], face=face, px=px, palette=palette, attack_factor=factor)),
            )
    for stem, spec in arts.items():
        yield f"{stem}.png", png_bytes(draw_face(Face(**dict(spec.art)), px=spec.px or counter_px(kit)))
    yield from ((name, png_bytes(image)) for name, image in icons(kit))
    yield from ((name, png_bytes(image)) for name, image in _cards(kit))
    yield from ((name, png_bytes(image)) for name, image in card_images(kit))
    yield from ((name, png_bytes(image)) for name, image in mark_images(kit))
    if kit.carriers.cups or (kit.carriers.piles is not None and kit.carriers.piles.markers):
        back = Face("#4a4538", "#f2ead6", value="?")
        yield "chit_back.png", png_bytes(draw_face(back, px=counter_px(kit)))
    yield "about.png", png_bytes(about_image(kit))
    progress("set-up cards")
    yield CARDS_IMAGE, _png(draw_cards(kit))
    progress("map")
    parts = kit.layout.windows[kit.layout.main].parts
    yield from ((part_image(part), _jpeg(draw_part(kit, part))) for part in parts)
    if not parts:
        yield BOARD_IMAGE, _png(main_board(kit))


def _png(image: Image.Image) -> bytes:
    """A large picture: a lower level of compression, which is what most of the time goes into."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _jpeg(image: Image.Image) -> bytes:
    """One of several large pictures, with all its colour."""
    from maps.jpeg import QUALITY

    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=QUALITY, subsampling=0)
    return buffer.getvalue()


def _cards(kit: Kit) -> Iterator[tuple[str, Image.Image]]:
    """Faces and backs of the combat cards, in the colours of the printed ones."""
    from counters.cards import load_cards
    from counters.markers import draw_face
    from counters.palette import Face

    decks = kit.carriers.decks
    if decks is None:
        return
    printed = {card.side: card.deck for card in load_cards(kit.game.slug, kit.overlay)}
    for row in decks["sides"]:
        if row["side"] not in printed:
            raise DataError("cards.toml", row["side"], "a deck of this side, as the adapter names it")
        deck = printed[row["side"]]
        for value, _ in enumerate(decks["counts"], decks["first"]):
            face = Face(deck.paper, deck.ink, title=row["side"].upper(), value=str(value))
            yield f"card_{row['side']}_{value}.png", draw_face(face, px=66)
        back = Face(deck.ground, deck.ink, icon=deck.emblem, accent=deck.accent)
        yield f"card_{row['side']}_back.png", draw_face(back, px=66)


def build_file(kit: Kit, help_pages: Mapping[str, list[Page]], set_up_titles: Sequence[str]) -> _Element:
    """The component tree.

    Parameters
    ----------
    kit
        What the module is built from.
    help_pages
        From `module_builder.help.pages`.
    set_up_titles
        Titles of the set-ups in order; number n is the entry ``setup_n.vsav``.

    Returns
    -------
    lxml element
    """
    pieces = kit.pieces
    attributes = {
        "name": kit.title,
        "version": kit.adapter["version"],
        "VassalVersion": VASSAL_VERSION,
        "description": f"{kit.game.title}, unofficial",
        "nextPieceSlotId": kit.next_gpid,
    }
    return element(
        "VASSAL.build.GameModule",
        attributes,
        element(_M + "BasicCommandEncoder"),
        documentation(kit, list(help_pages["help"])),
        _roster(kit),
        _options(),
        property_elements(kit),
        _prototypes(kit),
        _palette(pieces),
        *map_windows(kit, pieces),
        chart_window(list(help_pages["charts"])),
        *_set_ups(set_up_titles),
        *trackers(kit),
        *buttons(kit),
    )


def _roster(kit: Kit) -> _Element:
    attributes = {
        "buttonText": "Sides",
        "buttonToolTip": "Change sides, or let another player take yours",
        "buttonIcon": "",
        "buttonKeyStroke": alt("L"),
    }
    sides = [side.title() for side in load_vocabulary(kit.game.slug).sides]
    entries = (element("entry", text=side) for side in [*sides, *_BESIDE])
    return element(_M + "PlayerRoster", attributes, *entries)


def _options() -> _Element:
    return element(
        _M + "GlobalOptions",
        {
            "autoReport": "Always",
            "chatterHTMLSupport": "Always",
            "nonOwnerUnmaskable": "Never",
            "inventoryForAll": "Always",
            "sendToLocationMoveTrails": "Never",
            "hotKeysOnClosedWindows": "Never",
            "storeLeadingZeroIntegersAsStrings": True,
            "playerIdFormat": "$PlayerName$",
        },
    )


def _prototypes(kit: Kit) -> _Element:
    rows = []
    for name, traits in prototypes(kit).items():
        text = format_definition((basic_piece("", gpid=""), *traits))
        rows.append(element(_M + "PrototypeDefinition", {"name": name, "description": ""}, text=text))
    return element(_M + "PrototypesContainer", None, *rows)


def _palette(pieces: Mapping[str, PieceDef]) -> _Element:
    """Tabs by nationality, in each one tab a division."""
    tabs: dict[str, dict[str, list[PieceDef]]] = {}
    for piece in pieces.values():
        if piece.tab != CARDS:
            tabs.setdefault(piece.tab, {}).setdefault(piece.group, []).append(piece)
    window = {
        "name": "Counters",
        "text": "Counters",
        "tooltip": "All counters",
        "icon": "/images/counter.gif",
        "hotkey": alt("B"),
        "hidden": False,
        "scale": 1.0,
    }
    return element(
        _M + "PieceWindow",
        window,
        element(
            _W + "TabWidget", {"entryName": "Counters"}, *(_tab(tab, groups) for tab, groups in tabs.items())
        ),
    )


def _tab(title: str, groups: Mapping[str, list[PieceDef]]) -> _Element:
    panels = [
        element(
            _W + "PanelWidget",
            {"entryName": group, "fixed": True, "nColumns": 3, "vert": False, "scale": 1.0},
            *(slot(piece) for piece in members),
        )
        for group, members in groups.items()
    ]
    return element(_W + "TabWidget", {"entryName": title}, *panels)


def _set_ups(titles: Sequence[str]) -> Iterator[_Element]:
    menus: dict[str, list[_Element]] = {}
    for number, title in enumerate(titles, 1):
        menu, _, name = title.rpartition("/")
        attributes = {"name": name, "useFile": True, "file": f"setup_{number}.vsav", "isMenu": False}
        made = element(_M + "PredefinedSetup", {**attributes, "description": name})
        menus.setdefault(menu, []).append(made)
    for menu, made_here in menus.items():
        if menu:
            attributes = {"name": menu, "isMenu": True, "description": menu}
            yield element(_M + "PredefinedSetup", attributes, *made_here)
        else:
            yield from made_here
