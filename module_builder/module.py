"""Builds the module of a game: component tree, pictures, help and set-ups in one ``.vmod``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.position import Position
from adjudicator.saves.ground import ENTRY as GROUND
from adjudicator.saves.ground import ground_entry, own_ground
from adjudicator.vocabulary import load_vocabulary
from maps.album import NO_ALBUM, Album
from module_builder.ground_facts import ground_element
from module_builder.help import Page, chart_window, documentation, page_pictures, pages
from module_builder.kit import Kit, load_kit
from module_builder.languages import LANGUAGES, bundle, bundle_name, language_element
from module_builder.materials import is_own
from module_builder.phases import sequence_window, trackers
from module_builder.pictures import images
from module_builder.pieces import CARDS, PieceDef
from module_builder.progress import quiet
from module_builder.prototypes import prototypes
from module_builder.save import DATE, VASSAL_VERSION, position_save
from module_builder.toolbar import buttons, property_elements
from module_builder.tutorial import Tutorial, tutorial_elements, tutorial_log, tutorials
from module_builder.vassal.archive import Entry, make_folder, write_archive, write_file
from module_builder.vassal.builders import basic_piece
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.files import load_bytes
from module_builder.vassal.keys import alt
from module_builder.vassal.metadata import Metadata, format_metadata
from module_builder.vassal.traits import format_definition
from module_builder.windows import map_windows, slot
from module_builder.zoc import zoc_constants

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["build", "build_file", "file_name", "set_ups"]

_M = "VASSAL.build.module."
_W = "VASSAL.build.widget."
_ACROSS = 6  # counters beside one another in the palette
_GAP, _TABS = 2, 60  # pixels between two of them, and for what stands around
_BESIDE = ("Referee", "Solitaire")


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
    progress: Callable[[str], object] = quiet,
    album: Album = NO_ALBUM,
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
    album
        Pictures that were drawn before; `maps.album.own_album` is the user's own. The module is the same.

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
    with album:
        write_file(path, write_archive(_entries(kit, positions, progress, album)))
    return path


def _entries(
    kit: Kit, positions: Sequence[tuple[str, Position]], progress: Callable[[str], object], album: Album
) -> Iterator[Entry]:
    progress("component tree")
    help_pages = pages(kit)
    games = set_ups(kit, positions)
    lessons = tutorials(kit)
    tree = build_file(kit, help_pages, list(games), lessons)
    meta = Metadata(str(kit.adapter["version"]), VASSAL_VERSION, kit.game.title, kit.title, DATE)
    yield Entry.from_data("moduledata", format_metadata(meta))
    yield Entry.from_data("buildFile.xml", format_build_file(tree))
    for language in LANGUAGES:
        yield Entry.from_data(bundle_name(language), bundle(tree, language, whole=not is_own(kit)))
    yield Entry.from_data(GROUND, ground_entry(own_ground(kit.game.slug, kit.overlay)))
    for page in (p for group in help_pages.values() for p in group):
        yield Entry.from_data(page.name, page.text.encode())
    for name, file in page_pictures(kit):
        yield Entry.from_data(name, load_bytes(file))
    for number, position in enumerate(games.values(), 1):
        progress(f"set-up {number}")
        archive = position_save(kit, position)
        yield Entry.from_data(f"setup_{number}.vsav", write_archive(archive))
    for lesson in lessons:
        progress(lesson.title)
        yield Entry.from_data(lesson.entry, write_archive(tutorial_log(kit, lesson)))
    for name, data in images(kit, progress, album):
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
    titles = kit.adapter.get("set_ups", {})
    named = {titles.get(n) or _scenario_title(n): n for n in kit.game.scenarios}
    known = {title: kit.game.scenario(name, kit.overlay) for title, name in named.items()}
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


def build_file(
    kit: Kit,
    help_pages: Mapping[str, list[Page]],
    set_up_titles: Sequence[str],
    lessons: Sequence[Tutorial] = (),
) -> _Element:
    """The component tree.

    Parameters
    ----------
    kit
        What the module is built from.
    help_pages
        From `module_builder.help.pages`.
    set_up_titles
        Titles of the set-ups in order; number n is the entry ``setup_n.vsav``.
    lessons
        The tutorials.

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
        language_element(),
        documentation(kit, list(help_pages["help"]), tutorial_elements(lessons)),
        _roster(kit),
        _options(),
        property_elements(kit),
        *ground_element(kit, zoc_constants(kit)),
        _prototypes(kit),
        _palette(pieces),
        *map_windows(kit, pieces),
        chart_window([*help_pages["charts"], *(p for p in help_pages["help"] if p.name == "keys.html")]),
        sequence_window(help_pages["charts"][0].name),
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
        "defaultWidth": _ACROSS * (max(p.px for p in pieces.values()) + _GAP) + _TABS,
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
            {"entryName": group, "fixed": True, "nColumns": _ACROSS, "vert": False, "scale": 1.0},
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
