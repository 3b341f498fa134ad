"""Imports run one way, and what a run of the tools may import is bounded."""

from __future__ import annotations

import ast
import functools
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("adjudicator", "counters", "maps", "module_builder")
STANDARD_ONLY = {"position", "state", "silence", "ruling", "dice", "search", "actions", "inquiry"}
FILES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))
LAYERS = {"module_builder.vassal": 0, "maps": 1, "counters": 1, "adjudicator": 2, "module_builder": 3}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(module: str) -> int | None:
    for prefix, number in LAYERS.items():
        if module == prefix or module.startswith(prefix + "."):
            return number
    return None


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path: Path, *, lazy: bool = True) -> set[str]:
    """Modules a file imports; without `lazy`, only those it imports when it is loaded."""
    tree = tree_of(path)
    found: set[str] = set()
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{a.name}" for a in node.names}
        if not lazy and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if not lazy and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        stack.extend(ast.iter_child_nodes(node))
    return found


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_imports_run_one_way(path: Path) -> None:
    own = layer(module_name(path))
    assert own is not None
    for name in imports(path):
        other = layer(name)
        if other is not None:
            assert other <= own, f"{module_name(path)} imports {name}"
            if own == 1:
                assert not (module_name(path).startswith("maps") and name.startswith("counters"))
            if own == 0:
                assert other == 0, f"{module_name(path)} imports {name}: the formats import nothing of ours"


@pytest.mark.parametrize(
    "path", [p for p in FILES if p.is_relative_to(ROOT / "module_builder")], ids=module_name
)
def test_the_builder_reads_no_rule_module(path: Path) -> None:
    for name in imports(path):
        parts = name.split(".")
        assert not any(p.startswith("r") and p[1:3].isdigit() for p in parts), f"{module_name(path)}: {name}"


def is_rules(path: Path) -> bool:
    return (path.stem.startswith("r") and path.stem[1:3].isdigit()) or path.stem in STANDARD_ONLY


@pytest.mark.parametrize("path", [p for p in FILES if is_rules(p)], ids=module_name)
def test_rules_load_the_standard_library_only(path: Path) -> None:
    name = module_name(path)
    for other in imports(path, lazy=False):
        top = other.split(".")[0]
        assert top in sys.stdlib_module_names or top in PACKAGES, f"{name} loads {other}"


def test_rule_modules_form_no_cycle() -> None:
    folder = ROOT / "adjudicator" / "breakout_normandy"
    graph = {
        p.stem: {
            n.split(".")[2] for n in imports(p, lazy=False) if n.startswith("adjudicator.breakout_normandy.")
        }
        for p in folder.glob("r*.py")
    }
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join([*above, name])
        if name not in done:
            for other in sorted(graph.get(name, ())):
                visit(other, (*above, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_no_game_imports_another_and_the_core_knows_none() -> None:
    games = [p.name for p in (ROOT / "adjudicator").iterdir() if p.is_dir() and (p / "state.toml").is_file()]
    assert games
    for path in FILES:
        own = next((g for g in games if g in path.parts), None)
        foreign = {g for g in games if g != own}
        for name in imports(path, lazy=False):
            assert not foreign & set(name.split(".")), f"{module_name(path)} imports {name}"


def test_nothing_points_outside_the_project() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert "/work" + "/" not in text, path
        assert "../" + "shared" not in text, path


def test_modules_and_functions_stay_small() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 500, f"{path} holds two things"
        for node in ast.walk(tree_of(path)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                length = (node.end_lineno or 0) - node.lineno - docstring_lines(node)
                assert length <= 60, f"{path}: {node.name} is {length} lines long"


def docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    return (first.end_lineno or 0) - first.lineno + 1 if ast.get_docstring(node) else 0
