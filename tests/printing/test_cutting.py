"""Cut files: every counter is cut out, where it is printed, once, and the same page gives the same bytes."""

from __future__ import annotations

import io
import math
import re
from typing import Any

import ezdxf
import pytest
from ezdxf import path as dxf_path
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from shapely import set_precision
from shapely.geometry import LineString, Polygon, box
from shapely.ops import polygonize, unary_union

from module_builder.printing import cutting
from module_builder.printing.imposition import Piece, impose
from module_builder.printing.page import Page, Picture, Rect, Shift
from module_builder.printing.preset import Preset, load_preset, replaced

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
A4 = (210.0, 297.0)


def page_of(preset: Preset, number: int = 24, size: float = 15.875, shift: Shift | None = None) -> Page:
    wanted = [Piece(f"p{i}", "", size, size, "f", "b") for i in range(number)]
    return impose(wanted, preset, front=shift or Shift()).fronts[0]


def layer(data: bytes, name: str) -> etree._Element:
    root = etree.fromstring(data)
    (found,) = root.iterfind(f"{SVG}g[@id='{name}']")
    assert found.get(f"{INKSCAPE}groupmode") == "layer"
    return found


def entities(data: bytes, layer_name: str = "CUT") -> list[Any]:
    drawing = ezdxf.read(io.StringIO(data.decode("cp1252")))  # type: ignore[attr-defined]
    assert not drawing.audit().errors
    assert drawing.units == 4  # millimetres
    return [entity for entity in drawing.modelspace() if entity.dxf.layer == layer_name]


def outline(entity: Any) -> Polygon:
    return Polygon([(p.x, p.y) for p in dxf_path.make_path(entity).flattening(0.001)])


def test_an_svg_has_the_paper_in_millimetres_and_a_rounded_rectangle_a_counter() -> None:
    preset = load_preset("cutter-a4")
    page = page_of(preset)
    data = cutting.svg(page, corner=preset.corner)
    root = etree.fromstring(data)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    shapes = layer(data, "cut").findall(f"{SVG}rect")
    trims = [item.trim for item in page.items if isinstance(item, Picture)]
    assert len(shapes) == len(trims) == 24
    for shape, trim in zip(shapes, trims, strict=True):
        assert trim
        place = [float(shape.attrib[key]) for key in ("x", "y", "width", "height")]
        assert place == pytest.approx([trim.x, trim.y, 15.875, 15.875], abs=1e-4)
        assert shape.get("rx") == "2"


def test_the_marks_of_a_cutter_stand_in_a_layer_of_their_own() -> None:
    preset = load_preset("cutter-a4")
    page = page_of(preset)
    square, *angles = layer(cutting.svg(page), "registration").findall(f"{SVG}polygon")
    assert square.get("points") == "10,10 15,10 15,15 10,15"
    assert len(angles) == 2
    marks = [outline(entity) for entity in entities(cutting.dxf(page), "REGISTRATION")]
    assert [mark.area for mark in marks] == pytest.approx([25, 9, 9])
    assert marks[0].bounds == pytest.approx((10, 282, 15, 287))  # y up
    plain = cutting.svg(page_of(load_preset("home-a4")))
    assert b"registration" not in plain
    assert not entities(cutting.dxf(page_of(load_preset("home-a4"))), "REGISTRATION")


@pytest.mark.parametrize("corner", [0.0, 2.0, 2.5, 3.0, 99.0])
def test_a_dxf_cuts_the_shape_that_the_svg_cuts(corner: float) -> None:
    page = page_of(load_preset("home-a4"))
    shapes = layer(cutting.svg(page, corner=corner), "cut").findall(f"{SVG}rect")
    cuts = entities(cutting.dxf(page, corner=corner))
    assert len(cuts) == len(shapes) == 24
    radius = min(corner, 15.875 / 2)
    for entity, shape in zip(cuts, shapes, strict=True):
        assert entity.dxftype() == "LWPOLYLINE"
        assert entity.closed
        cut = outline(entity)
        left, top = float(shape.attrib["x"]), float(shape.attrib["y"])
        assert cut.bounds == pytest.approx((left, 297 - top - 15.875, left + 15.875, 297 - top), abs=2e-3)
        assert cut.area == pytest.approx(15.875**2 - (4 - math.pi) * radius**2, abs=0.05)
        assert float(shape.get("rx", "0")) == pytest.approx(radius, abs=1e-4)


@pytest.mark.parametrize("size", [(210.0, 297.0), (457.2, 304.8)])
def test_a_program_that_opens_a_dxf_sees_the_whole_paper(size: tuple[float, float]) -> None:
    drawing = ezdxf.read(io.StringIO(cutting.dxf(Page(*size)).decode("cp1252")))  # type: ignore[attr-defined]
    space, view = drawing.modelspace(), drawing.viewports.get_config("*Active")[0]
    assert drawing.header["$EXTMIN"] == space.dxf.extmin == (0, 0, 0)
    assert drawing.header["$EXTMAX"] == space.dxf.extmax == (*size, 0)
    assert drawing.header["$LIMMAX"] == size
    assert view.dxf.center.xy.x == pytest.approx(size[0] / 2)
    assert view.dxf.height >= size[1]


def test_touching_counters_are_cut_along_whole_lines() -> None:
    page = page_of(replaced(load_preset("home-a4"), {"gap": 0.0}), number=24)
    lines = layer(cutting.svg(page), "cut")
    assert [child.tag for child in lines] == [f"{SVG}line"] * (13 + 3)  # 12 columns, 2 rows
    assert len(entities(cutting.dxf(page))) == 16
    across = [line for line in lines if line.get("y1") == line.get("y2")]
    ends = [float(line.attrib["x2"]) - float(line.attrib["x1"]) for line in across]
    assert ends == pytest.approx([12 * 15.875] * 3, abs=1e-3)
    for line, entity in zip(lines, entities(cutting.dxf(page)), strict=True):
        start, end = entity.dxf.start, entity.dxf.end
        assert (start.x, 297 - start.y) == pytest.approx((float(line.attrib["x1"]), float(line.attrib["y1"])))
        assert (end.x, 297 - end.y) == pytest.approx((float(line.attrib["x2"]), float(line.attrib["y2"])))


def test_touching_counters_with_round_corners_are_cut_one_by_one() -> None:
    page = page_of(replaced(load_preset("home-a4"), {"gap": 0.0}), number=22)
    assert len(layer(cutting.svg(page, corner=2), "cut").findall(f"{SVG}rect")) == 22
    assert len(entities(cutting.dxf(page, corner=2))) == 22


def test_a_line_stops_where_no_counter_lies() -> None:
    """Two blocks of a die are cut apart, but their gutter is not cut into strips."""
    page = page_of(load_preset("die-cut"), number=16)
    lines = layer(cutting.svg(page), "cut")
    across = [line for line in lines if line.get("y1") == line.get("y2")]
    assert len(across) == 4  # upper and lower edge of each block
    gaps = sorted(float(line.attrib["x1"]) for line in across)[2] - min(
        float(line.attrib["x2"]) for line in across
    )
    assert gaps == pytest.approx(2.38125, abs=1e-3)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 30),
    st.integers(1, 6),
    st.sampled_from([12.7, 14.2875, 15.875]),
    st.sampled_from([0.0, 1.2]),
)
def test_merged_lines_cut_out_every_counter_and_cover_nothing_twice(
    number: int, columns: int, size: float, gap: float
) -> None:
    places = [divmod(i, columns) for i in range(number)]
    rects = [Rect(20 + col * (size + gap), 30 + row * (size + gap), size, size) for row, col in places]
    lines = [LineString(segment) for segment in cutting.cut_lines(rects)]
    drawn = unary_union(lines)
    edges = unary_union([set_precision(box(r.x, r.y, r.right, r.bottom).exterior, 1e-4) for r in rects])
    assert drawn.length == pytest.approx(edges.length, abs=1e-2)
    assert sum(line.length for line in lines) == pytest.approx(drawn.length, abs=1e-6)
    pieces = [shape for shape in polygonize(drawn) if shape.area > size * size * 0.99]
    assert len(pieces) >= number


def test_the_same_page_gives_the_same_bytes_without_dates() -> None:
    page = page_of(load_preset("cutter-a4"))
    first = cutting.dxf(page, corner=2)
    assert first == cutting.dxf(page, corner=2)
    assert cutting.svg(page, corner=2) == cutting.svg(page, corner=2)
    text = first.decode("cp1252")
    found = re.search(r"\$TDUPDATE\s+40\s+([\d.]+)", text)
    assert found
    assert float(found[1]) == pytest.approx(2451544.5, abs=1)  # the first of January 2000
    assert ezdxf.options.write_fixed_meta_data_for_testing is False  # type: ignore[attr-defined]


def test_an_offset_of_the_printer_moves_the_marks_and_not_the_paths() -> None:
    preset = load_preset("cutter-a4")
    assert cutting.svg(page_of(preset, shift=Shift(2, 1, 0.5))) == cutting.svg(page_of(preset))


def test_a_folded_page_is_cut_on_its_fronts() -> None:
    page = page_of(load_preset("gutterfold-a4"), number=6)
    rects = cutting.cut_rects(page)
    assert len(rects) == 6
    assert max(rect.right for rect in rects) < 105


def test_a_page_without_counters_cuts_nothing() -> None:
    page = Page(*A4, (Picture(Rect(10, 10, 20, 20), "map"),))
    assert len(layer(cutting.svg(page), "cut")) == 0
    assert entities(cutting.dxf(page)) == []
