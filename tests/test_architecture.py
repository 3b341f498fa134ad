"""Imports run one way and in no circle, lazy and type-only ones counted; what is loaded is bounded."""

from __future__ import annotations

import ast
import functools
import graphlib
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("adjudicator", "counters", "maps", "module_builder")
FILES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))
GAMES = sorted(p.parent.name for p in (ROOT / "adjudicator").glob("*/state.toml"))
STANDARD_ONLY = {"position", "state", "silence", "ruling", "dice", "search", "actions", "inquiry"}

KIT = (
    """actions assumed citation dice errors hexreach homes parts patience plural report ruling schema search
    sequence showing silence version worth""",
    "codec_printed names position state subjects vocabulary",
    "frames holding inquiry lookers registering rules sides table_files tables views",
    "action_words answer_forms codec contract decisions fingerprint game questions supposing wording",
)
"""What rules may import, lowest first: tools, what a position is, what reads one, what a game is."""

ROOMS: tuple[frozenset[str], ...] = (
    frozenset({"module_builder.vassal"}),
    frozenset({"maps"}),
    frozenset({"counters"}),
    *(frozenset(f"adjudicator.{name}" for name in names.split()) for names in KIT),
    frozenset({"adjudicator.saves", "adjudicator.homemade", *(f"adjudicator.{game}" for game in GAMES)}),
    frozenset({"adjudicator.asking"}),
    frozenset({"adjudicator.audit", "adjudicator.owning", "adjudicator.playing"}),
    frozenset({"adjudicator.table"}),
    frozenset({"adjudicator", "adjudicator.__main__"}),
    frozenset({"module_builder"}),
)
"""The layers, lowest first. A module imports lower ones; in its own layer, its own room or the kit alone."""


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in FILES}


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def walked(tree: ast.AST, *, lazy: bool) -> Iterator[ast.AST]:
    """Every node; without `lazy`, only those that run when the module is loaded."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        yield node
        if not lazy and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if not lazy and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        stack.extend(ast.iter_child_nodes(node))


def imported(tree: ast.AST, known: Collection[str], *, lazy: bool = True) -> set[str]:
    """Names of modules that a module imports; of ``from maps import board`` the submodule."""
    found: set[str] = set()
    for node in walked(tree, lazy=lazy):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports are absolute"
            assert not node.level, "imports are absolute"
            parts = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {full if full in known else node.module for full in parts.values()}
    return found


@functools.cache
def imports() -> dict[str, frozenset[str]]:
    """Module -> every module that it imports, wherever in it that stands."""
    return {name: frozenset(imported(tree_of(path), MODULES)) for name, path in MODULES.items()}


@functools.cache
def graph() -> dict[str, frozenset[str]]:
    """Module -> every module of ours that it imports, wherever in it that stands."""
    return {name: (others & MODULES.keys()) - {name} for name, others in imports().items()}


def layer_and_room(module: str) -> tuple[int, str]:
    """Where a module stands: the longest name of a room that it lies in."""
    parts = module.split(".")
    for end in range(len(parts), 0, -1):
        room = ".".join(parts[:end])
        for number, rooms in enumerate(ROOMS):
            if room in rooms and not (room == "adjudicator" and end < len(parts)):
                return number, room
    raise AssertionError(f"{module} has no place in the layers: name it in KIT, or give it a room in ROOMS")


def is_kit(room: str) -> bool:
    return any(room.removeprefix("adjudicator.") in names.split() for names in KIT)


def may_import(module: str, other: str) -> bool:
    (own, room), (its, others) = layer_and_room(module), layer_and_room(other)
    return its < own or (its == own and (room == others or (is_kit(room) and is_kit(others))))


def circle(edges: dict[str, frozenset[str]]) -> list[str]:
    """One circle of imports, its first module again at the end; empty where there is none."""
    try:
        graphlib.TopologicalSorter(edges).prepare()
    except graphlib.CycleError as fault:
        found: list[str] = fault.args[1][::-1]
        return found
    return []


def test_imports_run_from_higher_layers_to_lower() -> None:
    found = {(module, other) for module, others in graph().items() for other in others}
    assert len(found) > len(MODULES)
    assert not sorted(pair for pair in found if not may_import(*pair)), "the first imports the second"


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert not circle(graph())


@pytest.mark.parametrize(
    "source",
    [
        "from adjudicator import game",
        "from adjudicator.game import check",
        "import adjudicator.game",
        "def f():\n    from adjudicator.game import check",
        "if TYPE_CHECKING:\n    from adjudicator.game import Game",
        "class A:\n    def f(self):\n        import adjudicator.game as g",
    ],
)
def test_every_way_to_import_counts(source: str) -> None:
    assert imported(ast.parse(source), MODULES) == {"adjudicator.game"}


def test_what_is_forbidden_is_seen() -> None:
    assert circle({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a")})
    assert not circle({"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset()})
    one, other = (f"adjudicator.{game}.terms" for game in GAMES[:2])
    for low, high in (
        ("adjudicator.search", "adjudicator.position"),
        ("adjudicator.position", "adjudicator.inquiry"),
        ("adjudicator.inquiry", "adjudicator.game"),
        ("adjudicator.game", one),
        ("adjudicator.saves.reading", "adjudicator.asking.cli"),
        (one, "adjudicator.asking.cli"),
        ("module_builder.vassal.files", "maps.board"),
        ("maps.board", "counters.units"),
        ("counters.units", "adjudicator.dice"),
        ("adjudicator.asking.cli", "module_builder.kit"),
    ):
        assert may_import(high, low)
        assert not may_import(low, high)
    for room, next_door in ((one, other), (one, "adjudicator.saves.reading")):
        assert not may_import(room, next_door)
        assert not may_import(next_door, room)


# --- what is loaded, and by whom --------------------------------------------------------------------------


def is_section(name: str) -> bool:
    """Whether a module holds a section of a rulebook, alone or in the folder of its chapter."""
    return any(re.match(r"r\d\d(_|$)", part) for part in name.split("."))


def games_in(module: str) -> set[str]:
    """The games that a dotted name speaks of."""
    return set(GAMES).intersection(module.split("."))


def test_the_builder_reads_no_rule_module() -> None:
    builders = [module for module in MODULES if module.startswith("module_builder.")]
    assert builders
    assert not [(m, other) for m in builders for other in graph()[m] if is_section(other)]


def test_rules_load_the_standard_library_only() -> None:
    rules = [m for m in MODULES if is_section(m) or m.removeprefix("adjudicator.") in STANDARD_ONLY]
    loaded = {
        (module, other.split(".")[0])
        for module in rules
        for other in imported(tree_of(MODULES[module]), MODULES, lazy=False)
    }
    assert len({module for module, _ in loaded}) > len(STANDARD_ONLY)
    assert not [pair for pair in loaded if pair[1] not in sys.stdlib_module_names.union(PACKAGES)]


def test_what_is_of_one_game_is_imported_by_that_game_alone() -> None:
    found = [(module, other) for module, others in imports().items() for other in others if games_in(other)]
    assert found
    assert not [(module, other) for module, other in found if not games_in(other) <= games_in(module)]


NAMING_SIDES = {"sides", "contract", "answer_forms", "asking.sketch_units"}
"""The sides, who may ask, an answer of two, whose troops are dropped."""


def strings(tree: ast.AST) -> Iterator[str]:
    """Texts of a module without its docstrings."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_the_sides_of_a_game_are_named_by_its_data() -> None:
    core = {m for m in MODULES if m.startswith("adjudicator.") and m.split(".")[1] not in GAMES}
    naming = {
        m for m in core if any(re.search(r"(?i)\b(german|allied)\b", t) for t in strings(tree_of(MODULES[m])))
    }
    assert naming == {f"adjudicator.{module}" for module in NAMING_SIDES}


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
