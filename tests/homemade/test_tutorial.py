"""docs/your-own-game.md followed word by word, from an empty folder to a module."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commandline import run

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "your-own-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "two-rivers"
STEP = re.compile(
    r"^\*\*`(?P<name>[^`]+)`\*\*\n\n(?P<fence>`{3,})\w+\n(?P<text>.*?)^(?P=fence)$|^```sh\n(?P<lines>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


def steps() -> Iterator[tuple[str, str]]:
    """What a reader does, in order: (name of a file, what he writes in it), or ("", a command)."""
    for found in STEP.finditer(PAGE):
        if found["name"]:
            yield found["name"], found["text"]
        else:
            yield from (("", line) for line in found["lines"].splitlines())


def obey(line: str) -> str:
    """Run a command as a shell would, and give what it prints."""
    tool, *words = line.split()
    if tool == "cp":
        shutil.copyfile(words[0], words[1])
    elif tool == "rm":
        Path(words[0]).unlink()
    else:
        done = run(line)
        assert done.code in ({0, 1} if tool == "adjudicator" else {0}), f"{line}: {done.err}{done.out}"
        return done.out
    return ""


def test_the_page_shows_the_files_of_the_example() -> None:
    for name, text in steps():
        if name:
            assert (EXAMPLE / Path(name).relative_to("two-rivers")).read_text(encoding="utf-8") == text, name


def test_every_file_of_the_example_is_on_the_page_or_copied() -> None:
    told = {Path(name).relative_to("two-rivers").as_posix() for name, _ in steps() if name}
    told |= {line.split()[1].rpartition("two-rivers/")[2] for _, line in steps() if line.startswith("cp ")}
    kept = {path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.rglob("*") if path.is_file()}
    assert kept - told == {"gpids.csv"}


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """The folder in which somebody did all of it, with what each command printed."""
    desk = tmp_path_factory.mktemp("desk")
    (desk / "docs").symlink_to(ROOT / "docs")
    printed = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(desk)
        for name, text in steps():
            if name:
                Path(name).write_text(text, encoding="utf-8")
            else:
                printed.append((text, obey(text)))
        yield desk, printed


@pytest.mark.slow
def test_whoever_follows_it_has_the_example(followed: tuple[Path, list[tuple[str, str]]]) -> None:
    desk, _ = followed
    made = desk / "two-rivers"
    for path in EXAMPLE.rglob("*"):
        if path.is_file():
            assert (made / path.relative_to(EXAMPLE)).read_bytes() == path.read_bytes(), path.name
    extra = {p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file()}
    extra -= {p.relative_to(EXAMPLE).as_posix() for p in EXAMPLE.rglob("*")}
    assert {name.partition("/")[0] for name in extra} == {"schema"}


@pytest.mark.slow
def test_it_ends_with_modules_sheets_and_answers(followed: tuple[Path, list[tuple[str, str]]]) -> None:
    desk, printed = followed
    assert {path.name for path in (desk / "modules").iterdir()} == {
        "two-rivers.vmod",
        "my-hexes.vmod",
        "hill-and-ford.vmod",
    }
    assert {"two-rivers-sheets.pdf", "two-rivers-cards.pdf", "two-rivers-aids.pdf"} <= {
        path.name for path in (desk / "print").iterdir()
    }
    said = dict(printed)
    assert said["module-builder data check two-rivers"].endswith("nothing is wrong\n")
    assert said["module-builder lint two-rivers"] == "0 errors, 0 warnings, 0 pieces of advice\n"
    assert said["adjudicator distance two-rivers:start stanbridge thornwick"].startswith("2 spaces.")
