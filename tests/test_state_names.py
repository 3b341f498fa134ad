"""A misspelt name of an item of state would fail only when its line runs: here it fails at once."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from adjudicator.game import GAMES, load
from adjudicator.homes import modules_of
from adjudicator.schema import Schema

# Methods of views, drafts and inquiries whose first argument names an item, and what type of item they read.
READS = {"number": int, "flag": bool, "text": str}
NAMES = {*READS, "fact", "raw", "said", "subjects", "silence", "set", "clear"}
STATES = re.compile("view|state|draft|inquiry|position|at|here|before|after|there|given|of")


def item_of(node: ast.expr, module: ModuleType) -> str:
    """What an argument names: itself, a constant of the module, or a pattern of a text put together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.Name) and isinstance(value := getattr(module, node.id, None), str):
        return re.escape(value)
    if isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in node.values]
        return "".join(parts)
    return ""


def named(module: ModuleType) -> Iterator[tuple[int, str, str]]:
    """Line, method and pattern of the item, of every read and write of state."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        holder = node.func.value
        name = getattr(holder, "id", "") or getattr(holder, "attr", "")
        known = node.func.attr in NAMES and STATES.fullmatch(name)
        if known and (item := item_of(node.args[0], module)):
            yield node.lineno, node.func.attr, item


def fault(schema: Schema, method: str, pattern: str) -> str:
    """What is wrong with a read or write; empty when nothing is."""
    found = [item for name, item in schema.items.items() if re.fullmatch(pattern, name)]
    if not found:
        return f"{method} of {pattern!r}, which is no item of state.toml"
    other = [i.name for i in found if method in READS and type(i.default) is not READS[method]]
    return f"{method} of {other[0]!r}, which holds {type(found[0].default).__name__}" if other else ""


@pytest.mark.parametrize("slug", GAMES)
def test_rules_name_items_that_there_are(slug: str) -> None:
    game, seen, wrong = load(slug), 0, []
    for section in modules_of([str(game.folder)]):
        module = importlib.import_module(f"adjudicator.{game.folder.name}.{section}")
        for line, method, pattern in named(module):
            seen += 1
            if said := fault(game.schema, method, pattern):
                wrong.append(f"{section}:{line}: {said}")
    assert wrong == []
    assert seen > 100
