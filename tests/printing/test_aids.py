"""Player aids: tables, cards and tracks stand in the PDF; what is reconstructed is marked."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pikepdf
import pytest
from pypdf import PdfReader

from adjudicator.asking.overlay import correct
from adjudicator.battle_for_normandy.r21_set_up import day_name
from adjudicator.dark_summer import r11_tables
from adjudicator.ruling import Used
from counters.palette import load_palette
from maps.errors import DataError
from maps.filing import OURS, filing_of
from maps.geometry import Box, TrackShape
from maps.loader import Sources
from maps.render import load_sheet
from module_builder.help import pages
from module_builder.kit import Kit, load_kit
from module_builder.printing.aids import (
    LEAST_PAPER,
    MARGIN,
    Booklet,
    booklet_bytes,
    charts_booklet,
    setup_booklet,
    write_aids,
)
from module_builder.printing.aids_cells import shortened
from module_builder.printing.aids_flow import column_widths
from module_builder.printing.aids_html import MARK, Cell, Grid, Section, Words, parse_page, quieted, tally
from module_builder.printing.aids_setup import card, sides_of
from module_builder.printing.aids_tracks import lay, reconstructed_boxes, track_story
from module_builder.printing.lengths import points
from module_builder.printing.page import Rect
from tests.every import quick_one
from tests.printing.aids_reading import Ground, Run, Shown, printed

GAMES = ("breakout-normandy", "dark-summer", "june-six", "battle-for-normandy")
Items = Sequence[Run | Ground | Shown]
Made = dict[str, bytes]


@pytest.fixture(scope="module", params=quick_one(GAMES, "dark-summer"))
def kit(request: pytest.FixtureRequest) -> Kit:
    return load_kit(request.param)


@pytest.fixture(scope="module")
def made(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Made:
    files = write_aids(kit.game.slug, tmp_path_factory.mktemp("aids"))
    return {
        path.name.removeprefix(f"{kit.game.slug}-").removesuffix(".pdf"): path.read_bytes() for path in files
    }


@pytest.fixture(scope="module")
def booklet(made: Made) -> Items:
    return printed(made["aids"])


@pytest.fixture(scope="module")
def cards(made: Made) -> dict[str, Items]:
    return {name.removeprefix("setup-"): printed(made[name]) for name in made if name != "aids"}


def charts(kit: Kit) -> list[tuple[str, tuple[Section, ...]]]:
    return [(page.title, parse_page(page.text)) for page in pages(kit)["charts"]]


def runs(items: Items) -> list[Run]:
    return [item for item in items if isinstance(item, Run)]


def squeezed(text: str) -> str:
    return "".join(text.split())


def lettering(items: Items, page: int | None = None) -> str:
    return squeezed("".join(run.text for run in runs(items) if page in {None, run.page}))


def track_page(items: Items) -> int:
    """First page of the tracks."""
    return next(run.page for run in runs(items) if run.text == "Tracks")


def marks(items: Items) -> list[Run]:
    """Marks of what is reconstructed above the foot line."""
    foot = 297 - MARGIN - 7
    return [run for run in runs(items) if MARK in run.text and run.box.bottom < foot]


def quiet(kit: Kit) -> list[tuple[str, tuple[Section, ...]]]:
    return [(title, quieted(sections)) for title, sections in charts(kit)]


# --- what the templates tint ---------------------------------------------------------------------------


def doubtful(source: str, column: str) -> bool:
    return Sources.parse(source).of(column) == "reconstructed"


def grid_of(kit: Kit, title: str, section: str, number: int = 0) -> Grid:
    sections = dict(charts(kit))[title]
    return next(s for s in sections if s.title.startswith(section)).grids[number]


def test_terrain_is_tinted_cell_by_cell() -> None:
    kit = load_kit("dark-summer")
    from adjudicator.dark_summer.r11_tables import terrain_chart

    rows = grid_of(kit, "Terrain and weather", "Hexes").rows[1:-1]
    columns = ("allied", "german", "german_wet", "shift", "defense_bonus", "tac_air")
    wanted = [
        [record.sources.of(column) == "reconstructed" for column in columns]
        for record in terrain_chart(OURS)["terrain"].values()
    ]
    assert [[cell.tinted for cell in row[1:]] for row in rows] == wanted
    assert any(map(any, wanted))
    assert not all(map(all, wanted))
    assert [cell.plain for cell in rows[0]] == ["Clear", "1°", "2", "1", "-°", "-", "-"]


def test_results_are_tinted_by_the_source_of_their_row() -> None:
    kit = load_kit("dark-summer")
    from adjudicator.dark_summer.r11_tables import crt

    table = crt(OURS)
    rows = grid_of(kit, "Combat", "Combat Results Table").rows[1:]
    for die, row in zip(range(1, 7), rows, strict=True):
        for column, cell in zip(table.columns, row[1:], strict=True):
            marked = MARK if table.sources[die].of(column) == "reconstructed" else ""
            assert (cell.plain, cell.tinted) == (table.result(column, die) + marked, bool(marked))
    codes = grid_of(kit, "Combat", "Combat Results Table", 1).rows
    wanted = {code: table.codes[code].sources.default == "reconstructed" for code in table.order}
    assert {row[0].plain: row[1].tinted for row in codes} == wanted


def test_areas_are_tinted_by_the_source_of_each_column() -> None:
    kit = load_kit("breakout-normandy")
    (section,) = dict(charts(kit))["Areas"]
    areas = [space for space in kit.board.spaces.values() if space.kind == "area"]
    assert len(section.grids[0].rows) == 1 + len(areas)
    for area, row in zip(areas, section.grids[0].rows[1:], strict=True):
        for column, cell in zip(("number", "name", "tem", "terrain", "vp"), row, strict=False):
            assert cell.tinted == (area.sources.of(column) == "reconstructed"), (area.id, column)
        edges = [edge.sources for edge, _ in kit.board.neighbours(area.id)]
        assert row[6].plain.count(MARK) == sum(
            "reconstructed" in {s.of("boundary"), s.of("bridge")} for s in edges
        )


def test_a_cell_is_marked_where_it_is_tinted_and_only_there(kit: Kit) -> None:
    for title, sections in charts(kit):
        for cell in (c for s in sections for g in s.grids for row in g.rows for c in row):
            assert (MARK in cell.plain) == cell.tinted, (title, cell)


def test_rules_alone_are_not_tinted(kit: Kit) -> None:
    turns = {"june-six": 24}  # the base RPs of both sides (5.12)
    assert tally(dict(charts(kit))["Sequence of play"])[0] == turns.get(kit.game.slug, 0)
    assert tally([s for _, sections in charts(kit) for s in sections])[0] > 100


# --- charts in the PDF ---------------------------------------------------------------------------------


def test_every_cell_of_every_table_is_printed(kit: Kit, booklet: Items) -> None:
    text = lettering(booklet)
    for title, sections in quiet(kit):
        assert squeezed(title) in text
        for section in sections:
            assert squeezed(section.title) in text
            for row in (row for grid in section.grids for row in grid.rows):
                assert "".join(squeezed(cell.plain) for cell in row) in text, (title, row)


def test_a_mark_stands_at_the_value_its_column_or_its_heading(kit: Kit) -> None:
    """One mark says it of many: none of them is lost, and none stands where a value is known."""
    moved = 0
    for (_, sections), (_, calm) in zip(charts(kit), quiet(kit), strict=True):
        kept = [s for s in sections if s.title or any(isinstance(p, Grid) for p in s.parts)]
        shown = [s for s in calm if s.title or any(isinstance(p, Grid) for p in s.parts)]
        for before, after in zip(kept, shown, strict=True):
            above = after.title.endswith(MARK) and not before.title.endswith(MARK)
            for grid, bare in zip(before.grids, after.grids, strict=True):
                for (y, x), cell in grid.placed.items():
                    now = bare.placed[y, x]
                    head = bare.placed.get((grid.heads - 1, x))
                    column = grid.heads > y or (head is not None and MARK in head.plain)
                    assert now.plain.replace(MARK, "") == cell.plain.replace(MARK, "")
                    if y >= grid.heads and (not cell.head or cell.tinted):
                        assert cell.tinted <= (MARK in now.plain or above or column), (before.title, cell)
                        assert (above or column) <= (cell.tinted or cell.plain in {"", "-"}), cell
                        moved += cell.tinted and MARK not in now.plain
    assert moved > (-1 if kit.game.slug == "breakout-normandy" else 25)


def test_as_many_marks_are_printed_as_are_left(kit: Kit, booklet: Items) -> None:
    last = next(run.page for run in runs(booklet) if run.text == "Counters")
    wanted = Counter[str]()
    for _, sections in quiet(kit):
        for section in sections:
            wanted["marks"] += section.title.count(MARK)
            wanted["marks"] += sum(c.plain.count(MARK) for g in section.grids for row in g.rows for c in row)
            wanted["marks"] += sum(p.markup.count(MARK) for p in section.parts if isinstance(p, Words))
    repeated = sum(
        cell.plain.count(MARK)
        for _, sections in quiet(kit)
        for grid in (g for s in sections for g in s.grids if len(g.rows) > 20)
        for row in grid.rows[: grid.heads]
        for cell in row
    )
    found = sum(run.text.count(MARK) for run in marks(booklet) if run.page <= last)
    assert wanted["marks"] <= found <= wanted["marks"] + 6 * repeated


def test_no_ground_is_orange(booklet: Items, cards: dict[str, Items]) -> None:
    for items in (booklet, *cards.values()):
        assert not [i for i in items if isinstance(i, Ground) and i.color == "#f6d3ac"]


def test_a_short_table_stays_whole(kit: Kit, booklet: Items) -> None:
    texts = [lettering(booklet, page) for page in range(track_page(booklet))]
    for _, sections in quiet(kit):
        for grid in (g for s in sections for g in s.grids if 3 < len(g.rows) <= 20):
            whole = "".join(squeezed(cell.plain) for row in grid.rows for cell in row)
            if len(whole) < 1500:
                assert any(whole in text for text in texts), grid.rows[0]


def test_the_foot_gives_page_and_share(kit: Kit, made: Made, booklet: Items) -> None:
    count = len(PdfReader(io.BytesIO(made["aids"])).pages)
    reconstructed, values = tally([s for _, sections in charts(kit) for s in sections])
    for page in range(count):
        text = lettering(booklet, page)
        assert f"page{page + 1}of{count}" in text
        assert "Bocage,unofficial" in text
        assert (
            f"isnotathand({reconstructed}of{values}valuesofthecharts,{100 * reconstructed / values:.0f}%)"
            in text
        )


def test_the_outline_leads_to_every_chart(kit: Kit, made: Made) -> None:
    reader = PdfReader(io.BytesIO(made["aids"]))
    found = {str(entry["/Title"]): reader.get_destination_page_number(entry) for entry in reader.outline}  # type: ignore[arg-type,call-overload]
    assert list(found) == [*(title for title, _ in charts(kit)), "Counters", "Tracks"]
    for title, page in found.items():
        assert page is not None
        assert title in (reader.pages[page].extract_text() or "")


def test_a_table_that_goes_on_has_its_heads_again(kit: Kit, booklet: Items) -> None:
    texts = [lettering(booklet, page) for page in range(track_page(booklet))]
    longest = 0
    for grid in (grid for _, sections in quiet(kit) for s in sections for grid in s.grids if grid.heads):
        head, *rows = ("".join(squeezed(cell.plain) for cell in row) for row in grid.rows)
        on = [n for n, text in enumerate(texts) if head in text and any(row in text for row in rows)]
        assert all(any(row in texts[n] for n in on) for row in rows)
        longest = max(longest, len(on))
    assert longest == {"breakout-normandy": 2, "battle-for-normandy": 2}.get(kit.game.slug, 1)


# --- set-up cards --------------------------------------------------------------------------------------


def test_every_unit_stands_on_the_card_of_its_side_once(kit: Kit) -> None:
    position = kit.game.scenario(next(iter(kit.game.scenarios)))
    for side in sides_of(kit):
        placed = [p.uid for block in card(kit, side) for group in block.groups for p in group.placings]
        units = Counter(uid for uid in placed if uid in kit.units)
        assert units == Counter(
            {uid: 1 for uid, piece in position.pieces.items() if piece.printed.side == side}
        )


def test_units_stand_where_the_scenario_has_them(kit: Kit) -> None:
    position = kit.game.scenario(next(iter(kit.game.scenarios)))
    waiting, (title, spare) = kit.adapter["cards"]["space"], kit.adapter["cards"]["titles"]
    for block in (b for side in sides_of(kit) for b in card(kit, side)):
        for group in block.groups:
            for placing in (p for p in group.placings if p.uid in kit.units):
                piece = position.pieces[placing.uid]
                if piece.space != waiting:
                    assert (group.day, group.place) == ("", kit.board.name(piece.space))
                elif group.day:
                    arrival = piece.printed.arrival
                    days = {title.format(arrival), day_name(arrival or 0)}
                    assert group.day in ({spare} if arrival is None else days)
                else:
                    assert any(
                        cup.deck == group.place and cup.holds(piece.printed) for cup in kit.carriers.cups
                    )


def test_days_and_entries_have_names() -> None:
    groups = [g for block in card(load_kit("battle-for-normandy"), "allied") for g in block.groups]
    assert {"Utah", "Omaha", "Gold", "Juno"} <= {g.place for g in groups if g.day == "7 June"}
    assert not [g for g in groups if g.day.isdigit() or "map edge" in g.place]


def test_each_counter_is_shown_once_over_its_name(kit: Kit, cards: dict[str, Items]) -> None:
    for side, items in cards.items():
        shown = [i for i in items if isinstance(i, Shown)]
        placings = [p for block in card(kit, side) for group in block.groups for p in group.placings]
        assert len(shown) == len(placings)
        assert all(7.5 <= s.box.width <= 11 and abs(s.box.width - s.box.height) < 0.01 for s in shown)
        for placing, texts in zip(placings, _below(items), strict=True):
            text = squeezed("".join(texts))
            assert any(squeezed(n) in text for n in (placing.title, shortened(placing.title))), (
                placing,
                texts,
            )


def _below(items: Items) -> Iterator[list[str]]:
    """Lettering that follows each picture and stands under it."""
    texts: list[str] | None = None
    for item in items:
        if isinstance(item, Shown):
            if texts is not None:
                yield texts
            texts, picture = [], item
        elif isinstance(item, Run) and texts is not None and _is_below(item, picture):
            texts.append(item.text)
    yield texts or []


def _is_below(run: Run, picture: Shown) -> bool:
    near = run.page == picture.page and 0 <= run.box.centre[1] - picture.box.bottom < 5
    return near and abs(run.box.centre[0] - picture.box.centre[0]) < 1


def test_marks_on_a_card_say_which_placings_are_reconstructed(kit: Kit, cards: dict[str, Items]) -> None:
    for side, items in cards.items():
        wanted = 0
        for block in card(kit, side):
            doubtful = [p.reconstructed for group in block.groups for p in group.placings]
            wanted += 1 if all(doubtful) else sum(doubtful)
        assert sum(run.text.count(MARK) for run in marks(items)) == wanted > 0


@pytest.mark.slow
def test_the_german_card_of_a_monster_has_three_pages() -> None:
    """752 counters, which took 15 pages."""
    kit = load_kit("battle-for-normandy")
    data = booklet_bytes(setup_booklet(kit, (210.0, 297.0), "german"))
    assert len(PdfReader(io.BytesIO(data)).pages) == 3


def test_what_the_rulebook_places_is_not_tinted() -> None:
    kit = load_kit("breakout-normandy")
    placings = {p.uid: p for block in card(kit, "german") for group in block.groups for p in group.placings}
    assert kit.units["ge-1057"].sources.of("entry") == "example 1"
    assert not placings["ge-1057"].reconstructed
    assert placings["ge-2-919"].reconstructed


def test_a_unit_lies_with_the_side_up_on_which_it_begins() -> None:
    kit = load_kit("dark-summer")
    faces = {p.uid: p.face for block in card(kit, "german") for group in block.groups for p in group.placings}
    assert [uid for uid in kit.units if faces.get(uid) == "b"] == ["ge-352-914"]


def test_markers_begin_on_the_tracks(kit: Kit) -> None:
    for side in sides_of(kit):
        block = card(kit, side)[-1]
        assert block.title == "Markers at the start"
        turn = {
            "breakout-normandy": ("turn", "Impulse Track 0"),
            "dark-summer": ("game-turn", "Turn Record Track 1"),
            "june-six": ("game-turn", "Turn Record Track 1"),
            "battle-for-normandy": ("game-day", "Turn Record Track 6"),
        }
        uid, place = turn[kit.game.slug]
        assert place in {group.place for group in block.groups for p in group.placings if p.uid == uid}


def test_chits_that_begin_in_the_cup_are_named() -> None:
    """3.2: the Activation Markers of June 6 are not bought, so the set-up cards say which they are."""
    kit = load_kit("june-six")
    for side, markers in (("allied", 17), ("german", 6)):
        (cup,) = (g for b in card(kit, side) for g in b.groups if g.place == "Activation Cup")
        assert len(cup.placings) == markers
        assert all(kit.printed[p.counter].side == side for p in cup.placings)


def test_units_that_no_turn_brings_are_a_pool() -> None:
    kit = load_kit("june-six")
    days = {g.day: g.place for b in card(kit, "german") for g in b.groups if g.day}
    assert days["Pool"] == ""
    assert "Turn None" not in days


# --- tracks --------------------------------------------------------------------------------------------


def counter_side(kit: Kit) -> float:
    stock = load_palette(kit.game.slug).stock
    assert stock is not None
    return stock.size


@pytest.mark.parametrize("paper", [(210.0, 297.0), (140.0, 180.0)])
def test_a_counter_fits_every_box(kit: Kit, paper: tuple[float, float]) -> None:
    geometry, width = load_sheet(kit.game.slug).geometry, points(paper[0] - 2 * MARGIN)
    for shape in geometry.tracks.values():
        laid = lay(shape, dpi=geometry.pixels_per_inch, width=width, least=points(counter_side(kit) + 1))
        assert laid.shape.labels == shape.labels
        assert laid.size[0] <= width
        for box in laid.shape.boxes:
            assert min(box.width, box.height) * laid.scale >= points(counter_side(kit) + 1) - 0.01


def test_every_box_is_printed_with_its_label(kit: Kit, booklet: Items) -> None:
    first = track_page(booklet)
    words = Counter(run.text for run in runs(booklet) if run.page >= first)
    text = lettering([run for run in runs(booklet) if run.page >= first])
    for shape in load_sheet(kit.game.slug).geometry.tracks.values():
        assert squeezed(shape.title) in text
        for label in shape.labels:
            shown = {label, label.replace("-", "\N{MINUS SIGN}"), f"June {label}"}
            if (kit.game.slug, shape.id) == ("battle-for-normandy", "turn"):
                shown = {day_name(int(label)).split()[0]}
            known = shown & set(words)
            required = label[0] == "V" and words["VP required"] == 3
            single = shape.labels == ("Box",)  # it has its title alone
            assert known or required or single or all(word in text for word in label.split()), label


def test_the_turn_track_shows_weather_and_requirements() -> None:
    kit = load_kit("breakout-normandy")
    made = printed(booklet_bytes(Booklet("x", (210, 297), partial(track_story, kit))))
    words = Counter(run.text for run in runs(made))
    assert (words["Clear"], words["Overcast"], words["VP required"]) == (14, 11, 3)
    assert words["June 30"] == 1
    assert reconstructed_boxes(kit)["turn"] == {"V19", "V26"}
    assert reconstructed_boxes(kit)["impulse"] == set(
        load_sheet(kit.game.slug).geometry.tracks["impulse"].labels
    )
    assert reconstructed_boxes(kit)["supply"] == set()
    worth = reconstructed_boxes(kit)["vp-chart"]
    printed_worth = {s.name for s in kit.board.spaces.values() if s["vp"] and "rule" in s.sources.of("vp")}
    assert "Troarn" in worth
    assert printed_worth
    assert not worth & printed_worth


def test_tracks_that_are_reconstructed_are_marked(kit: Kit, booklet: Items) -> None:
    first, shapes = track_page(booklet), load_sheet(kit.game.slug).geometry.tracks
    found = reconstructed_boxes(kit)
    whole = [id_ for id_, labels in found.items() if labels == set(shapes[id_].labels)]
    single = sum(len(labels) for id_, labels in found.items() if id_ not in whole)
    assert len([run for run in marks(booklet) if run.page >= first]) == len(whole) + single


def test_rows_break_where_the_page_ends() -> None:
    shape = TrackShape("t", "T", tuple("abcdef"), tuple(Box(90 * n, 0, 90, 90) for n in range(6)))
    wide = lay(shape, dpi=90, width=600, least=40)
    narrow = lay(shape, dpi=90, width=200, least=60)
    assert len({box.y for box in wide.shape.boxes}) == 1
    assert [round(box.x * narrow.scale) for box in narrow.shape.boxes[:3]] == [0, 66, 132]
    assert len({box.y for box in narrow.shape.boxes}) == 2


# --- pages ---------------------------------------------------------------------------------------------


def outside(items: Items, paper: tuple[float, float]) -> list[Run | Ground | Shown]:
    room = Rect(MARGIN, MARGIN, paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN)
    return [item for item in items if not room.holds(item.box, slack=0.2)]


def test_nothing_lies_outside_the_margins(booklet: Items, cards: dict[str, Items]) -> None:
    assert outside(booklet, (210, 297)) == []
    for items in cards.values():
        assert outside(items, (210, 297)) == []


def test_the_smallest_paper_holds_all_too() -> None:
    kit = load_kit("dark-summer")
    items = printed(booklet_bytes(charts_booklet(kit, LEAST_PAPER)))
    assert outside(items, LEAST_PAPER) == []
    text = lettering(items)
    for _, sections in quiet(kit):
        for row in (row for s in sections for grid in s.grids for row in grid.rows):
            assert "".join(squeezed(cell.plain) for cell in row) in text


def test_no_lettering_runs_over_its_cell_or_other_lettering(booklet: Items, cards: dict[str, Items]) -> None:
    for items in (booklet, *cards.values()):
        grounds = [i for i in items if isinstance(i, Ground)]
        for run in runs(items):
            under = [g.box for g in grounds if g.page == run.page and _over(g.box, run.box)]
            if under and under[-1].height > 4.2:
                assert under[-1].grown(0.3).x <= run.box.x, run
                assert run.box.right <= under[-1].grown(0.3).right, run
        lines = sorted((r for r in runs(items) if r.text.strip()), key=lambda r: (r.page, r.box.y))
        for number, one in enumerate(lines):
            for other in lines[number + 1 : number + 40]:
                assert one.page != other.page or not _crossing(one.box, other.box), (one, other)


def _over(ground: Rect, box: Rect) -> bool:
    x, y = box.x + 0.2, box.centre[1]
    return ground.x <= x <= ground.right and ground.y <= y <= ground.bottom


def _crossing(one: Rect, other: Rect) -> bool:
    """Whether two lines of lettering share more than what lies over and under their letters."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return wide > 0.3 and high > 0.35 * min(one.height, other.height)


def test_pages_have_boxes_and_embedded_letters(made: Made) -> None:
    for data in made.values():
        with pikepdf.open(io.BytesIO(data)) as pdf:
            assert not pdf.check_pdf_syntax()
            for page in pdf.pages:
                assert [float(v) for v in page.trimbox] == [float(v) for v in page.mediabox]
                assert [float(v) for v in page.bleedbox] == [float(v) for v in page.mediabox]
                for font in page.resources.Font.values():
                    assert "/FontFile2" in font.FontDescriptor


def test_the_same_data_give_the_same_bytes(kit: Kit, made: Made) -> None:
    side = sides_of(kit)[-1]
    assert booklet_bytes(setup_booklet(kit, (210.0, 297.0), side)) == made[f"setup-{side}"]


def test_the_files_are_named_after_game_and_side(made: Made) -> None:
    assert sorted(made) == ["aids", "setup-allied", "setup-german"]


# --- an owner's corrections ----------------------------------------------------------------------------


def test_an_overlay_shows_and_takes_the_tint_away(tmp_path: Path) -> None:
    correct(tmp_path, "breakout-normandy", {Used("tem", "spaces.csv", "caen", "tem"): "4"})
    correct(tmp_path, "breakout-normandy", {Used("entry", "units.csv", "ge-2-919", "entry"): "barfleur"})
    kit = load_kit("breakout-normandy", tmp_path)
    row = next(r for r in dict(charts(kit))["Areas"][0].grids[0].rows if r[1].plain.startswith("Caen"))
    assert (row[2].plain, row[2].tinted) == ("+4", False)
    blocks = card(kit, "german")
    place, placing = next(
        (group.place, p) for b in blocks for group in b.groups for p in group.placings if p.uid == "ge-2-919"
    )
    assert (place, placing.reconstructed) == ("Barfleur", False)


def test_charts_show_the_tables_that_rule(tmp_path: Path) -> None:
    """Rulings take the tables of a game from the owner's folder (issue 14 E), and so do the charts."""
    used = Used("1 on 1-3", "crt.toml", "1", "1-3")
    correct(tmp_path, "dark-summer", {used: "AL1"})
    plain, owned = (dict(charts(load_kit("dark-summer", folder)))["Combat"] for folder in (None, tmp_path))
    assert owned != plain
    assert r11_tables.result(filing_of("dark-summer", tmp_path), "1-3", 1) == "AL1"


# --- parts ---------------------------------------------------------------------------------------------


def test_columns_share_the_width() -> None:
    grid = Grid(((Cell("1", "1"), Cell("", "some words of text " * 9)), (Cell("2", "2"), Cell("x", "x"))))
    widths = column_widths(grid, 300, 8)
    assert widths is not None
    assert sum(widths) == pytest.approx(300)
    assert widths[0] < 40
    assert column_widths(Grid(((Cell("", "w" * 99),),)), 300, 8) is None


def test_spans_are_placed_as_in_a_browser() -> None:
    page = parse_page(
        "<body><table><tr><th rowspan=2>a</th><td colspan=2>b</td></tr>"
        "<tr><td>c</td><td class=r>d</td></tr></table></body>"
    )
    placed = page[0].grids[0].placed
    assert {where: cell.plain for where, cell in placed.items()} == {
        (0, 0): "a",
        (0, 1): "b",
        (1, 1): "c",
        (1, 2): "d",
    }
    assert [cell.plain for cell in placed.values() if cell.tinted] == ["d"]


def test_words_keep_their_tags_and_signs() -> None:
    page = parse_page("<body><ul><li>a &lt; <b>b</b><br>c</li></ul></body>")
    assert page[0].parts == (Words("a &lt; <b>b</b><br/>c", "•"),)


def test_an_element_that_is_not_printed_is_refused() -> None:
    with pytest.raises(DataError, match=r"crt\.html, element 'div'"):
        parse_page("<body><div>x</div></body>", "crt.html")


@pytest.mark.parametrize("paper", [(100.0, 297.0), (210.0, 120.0)])
def test_small_paper_is_refused(tmp_path: Path, paper: tuple[float, float]) -> None:
    with pytest.raises(DataError, match=r"paper, \d+ x \d+ mm: expected 140 x 180 mm at least"):
        write_aids("dark-summer", tmp_path, paper=paper)
    assert list(tmp_path.iterdir()) == []
