"""What rules write into a pending decision is what `decisions.toml` lets a saved game hold."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import pytest

from adjudicator.decisions import shapes_of
from adjudicator.frames import Frame
from adjudicator.game import GAMES, load
from adjudicator.homes import modules_of


def frames(slug: str) -> Iterator[Frame[Any]]:
    """Every frame that a section of a game declares."""
    folder = load(slug).folder
    for name in modules_of([str(folder)]):
        module = importlib.import_module(f"adjudicator.{folder.name}.{name}")
        yield from (value for value in vars(module).values() if isinstance(value, Frame))


def differences(where: str, holds: type, shape: Mapping[str, str], slug: str) -> Iterator[str]:
    """Fields that a saved game could not hold, and those that it must hold and nobody writes."""
    fields = {f.name for f in dataclasses.fields(holds)}
    known = {name.rstrip("?"): text for name, text in shape.items()}
    needed = {name for name in shape if not name.endswith("?")}
    yield from (f"{where}: no shape for {name}" for name in fields - known.keys())
    yield from (f"{where}: nobody writes {name}" for name in needed - fields)
    hints = get_type_hints(holds)
    for name in fields & known.keys():
        inner = [t for t in (hints[name], *get_args(hints[name])) if dataclasses.is_dataclass(t)]
        shapes = [part.strip() for part in known[name].split("|") if part.strip().startswith("#")]
        if inner and shapes:
            assert isinstance(inner[0], type)
            own = shapes_of(slug)["shapes"][shapes[0].lstrip("#")]
            yield from differences(f"{where}.{name}", inner[0], own, slug)


@pytest.mark.parametrize("slug", GAMES)
def test_frames_and_shapes_agree(slug: str) -> None:
    kinds = shapes_of(slug)["kinds"]
    settled = {kind for handler in load(slug).handlers.values() for kind in handler.answers}
    found = {frame.kind: frame for frame in frames(slug) if frame.kind in kinds or frame.kind in settled}
    assert found
    told = [d for kind, f in found.items() for d in differences(kind, f.holds, kinds.get(kind, {}), slug)]
    assert told == []
