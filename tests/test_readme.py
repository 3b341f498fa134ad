"""README, CONTRIBUTING and docs/: each command is run, each example read, each link and path followed.

A ``console`` block holds commands, each a test of its own; those of a ``console session`` block run one after
another. Output that ends with ``...`` goes on. A ``toml`` block with ``[[case]]`` is run as a case file, an
adapter is held against its game.
"""

from __future__ import annotations

import functools
import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.game import GAMES
from adjudicator.saves.foreign.reading import read_adapter
from tests.commandline import run

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SLOW = ("module-builder build", "module-builder lint")
PACKAGES = ("adjudicator", "counters", "maps", "module_builder")
NAMES = {page: page.relative_to(ROOT).as_posix() for page in PAGES}
each_page = pytest.mark.parametrize("page", PAGES, ids=NAMES.values())


@functools.cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, kind: str) -> list[str]:
    """What stands in the fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text_of(page), re.DOTALL | re.MULTILINE)


def commands(block: str) -> list[tuple[str, str]]:
    """(command, what it prints) of a console block."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output.rstrip("\n")) for command, _, output in (part.partition("\n") for part in parts)]


def shown() -> dict[str, list[str]]:
    """Command -> what the pages say that it prints; whatever several pages show runs once."""
    found: dict[str, list[str]] = {}
    for page in PAGES:
        for command, output in (c for block in blocks(page, "console") for c in commands(block)):
            found.setdefault(command, []).append(output)
    return found


def sessions() -> Iterator[object]:
    """Commands that need one another, as one test; slow where a module is built."""
    for page in PAGES:
        for block in blocks(page, "console session"):
            lines = commands(block)
            slow = any(command.startswith(SLOW) for command, _ in lines)
            yield pytest.param(lines, id=lines[0][0], marks=[pytest.mark.slow] if slow else [])


def output_of(command: str) -> str:
    if command.startswith("cat "):
        return (ROOT / command.removeprefix("cat ")).read_text(encoding="utf-8")
    piped = re.fullmatch(r"echo '(.*)' \| (adjudicator .*)", command)
    done = run(piped.group(2), stdin=piped.group(1)) if piped else run(command)
    assert done.code in {0, 1}, done.err
    return done.out


def compare(printed: str, output: str) -> None:
    got = [line for line in printed.rstrip("\n").split("\n") if not line.startswith("fingerprint")]
    wanted = output.split("\n")
    if wanted[-1] == "...":
        assert got[: len(wanted) - 1] == wanted[:-1]
    elif wanted[-1].endswith("..."):
        assert "\n".join(got).startswith(output.removesuffix("..."))
    else:
        assert got == wanted


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the saved games of the tests, and settings of its own."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))
    monkeypatch.setenv("COLUMNS", "110")
    return tmp_path


@pytest.mark.parametrize(("command", "outputs"), list(shown().items()), ids=list(shown()))
def test_the_pages_tell_the_truth(command: str, outputs: list[str], desk: Path) -> None:
    printed = output_of(command)
    for output in outputs:
        compare(printed, output)


@pytest.mark.parametrize("lines", list(sessions()))
def test_the_sessions_tell_the_truth(lines: list[tuple[str, str]], desk: Path) -> None:
    for command, output in lines:
        compare(output_of(command), output)


@each_page
def test_the_examples_of_toml_are_read_and_its_cases_pass(page: Path, desk: Path) -> None:
    for number, block in enumerate(blocks(page, "toml")):
        read = tomllib.loads(block)
        if "units" in read and "file" in read:
            held = block.replace('"foreign.vmod"', '"tests/theirs/their.vmod"')
            (desk / "adapter.toml").write_text(held, encoding="utf-8")
            assert read_adapter(desk / "adapter.toml").game.slug == read["game"]
        if "[[case]]" in block:
            (desk / f"{number}.toml").write_text(block, encoding="utf-8")
            done = run(f"adjudicator cases {number}.toml")
            assert (done.code, done.out.split("\n")[-2].partition(" passed")[2]) == (0, ", 0 failed"), (
                done.out
            )


@each_page
def test_every_block_is_of_a_kind_that_a_test_reads(page: Path) -> None:
    kinds = set(re.findall(r"^```(.+)$", text_of(page), re.MULTILINE))
    read = {
        "docs/house.md": {"text"},
        "docs/library.md": {"pycon"},  # tests/test_library.py
        "docs/your-own-game.md": {"sh", "csv", "markdown", "text"},  # tests/homemade/test_tutorial.py
    }
    assert kinds <= {"console", "console session", "toml"} | read.get(NAMES[page], set())


def inline(page: Path) -> list[str]:
    """What stands in backticks outside of fenced blocks, each on one line."""
    text = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    return [" ".join(found.split()) for found in re.findall(r"`([^`]+)`", text)]


@functools.cache
def helped(line: str) -> str:
    """The help of a command; empty where there is none of that name."""
    done = run(f"{line} --help")
    return done.out if done.code == 0 else ""


def is_placeholder(word: str) -> bool:
    return word.isupper() or word.startswith("-")


@each_page
def test_the_commands_named_in_passing_exist(page: Path) -> None:
    for line in inline(page):
        tool, *words = line.split()
        if tool not in {"adjudicator", "module-builder"} or not words or is_placeholder(words[0]):
            continue
        known = helped(f"{tool} {words[0]}")
        if "\nCommands:" in known and len(words) > 1 and not is_placeholder(words[1]):
            known = helped(f"{tool} {words[0]} {words[1]}")
        assert known, line
        for word in words:
            assert not word.startswith("--") or word in known, line


@each_page
def test_what_is_made_and_run_as_a_module_exists(page: Path) -> None:
    makefile = text_of(ROOT / "Makefile")
    for line in inline(page):
        if line.startswith("make "):
            assert f"\n{line.split()[1]}:" in makefile, line
        if line.startswith("python -m "):
            assert importlib.util.find_spec(line.split()[2]), line


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        there = (page.parent / name).resolve() if name else page
        assert there.exists(), link
        assert not anchor or anchor in anchors(there), link


def paths(page: Path) -> Iterator[str]:
    """Paths of the repository in backticks; GAME stands for each of the five."""
    for found in inline(page):
        path = found.partition("#")[0]
        if re.fullmatch(rf"({'|'.join(PACKAGES)}|tests|docs)(/[\w.*-]+)+/?", path) and "NN" not in path:
            for game in GAMES if "GAME" in path else GAMES[:1]:
                yield path.replace("GAME", game.replace("-", "_"))


@each_page
def test_every_path_and_every_package_named_exists(page: Path) -> None:
    for path in paths(page):
        assert any(ROOT.glob(path.rstrip("/"))), path
    for found in inline(page):
        if re.fullmatch(rf"({'|'.join(PACKAGES)})(\.[a-z][a-z_0-9]*)+", found) and not found.endswith(
            ".toml"
        ):
            assert importlib.util.find_spec(found), found


def rooms() -> set[str]:
    """Every folder with code, but the folders of games inside ``maps``, ``counters`` and ``tests``."""
    games = {game.replace("-", "_") for game in GAMES}
    found = {file.parent for package in PACKAGES for file in (ROOT / package).rglob("*.py")}
    found |= {file.parent for file in (ROOT / "tests").rglob("*.py")}
    names = {path.relative_to(ROOT).as_posix() for path in found}
    return {n for n in names if not (n.split("/")[-1] in games and not n.startswith("adjudicator/"))}


def test_the_map_of_the_house_shows_every_room_and_no_other() -> None:
    drawn, above = set(), [""] * 9
    for line in "".join(blocks(ROOT / "docs" / "house.md", "text")).split("\n"):
        if found := re.match(r"( *)([\w, ]+)/  ", line):
            depth = len(found.group(1)) // 2
            for name in found.group(2).split(", "):
                above[depth] = name
                drawn.add("/".join(above[: depth + 1]))
    assert {room for room in drawn if not (ROOT / room).is_dir()} == set()
    assert rooms() - drawn == set()


def test_the_map_of_the_house_names_every_module_of_the_kit() -> None:
    _, _, kit = text_of(ROOT / "docs" / "house.md").partition("\n## The kit\n")
    named = re.findall(r"`(\w+)`", kit.partition("\n## ")[0])
    files = {file.stem for file in (ROOT / "adjudicator").glob("[!_]*.py")}
    assert {name for name in named if name not in {"adjudicator", "module"}} == files


def test_every_page_is_in_the_index() -> None:
    index = text_of(ROOT / "docs" / "README.md")
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "README.md" or f"]({page.name})" in index, page.name


def test_the_front_page_has_two_screens() -> None:
    assert text_of(ROOT / "README.md").count("\n") <= 100


def test_the_two_commands_stand_at_the_top() -> None:
    text = text_of(ROOT / "README.md")
    makefile = text_of(ROOT / "Makefile")
    for name in ("demo", "test"):
        assert f"    make {name} " in text[:1500]
        assert f"\n{name}: " in makefile
