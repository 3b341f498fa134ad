"""The README's commands, run; and its examples of Python in docstrings are run by pytest itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commandline import run

ROOT = Path(__file__).parent.parent
SLOW = ("module-builder build", "module-builder lint")


def blocks() -> list[tuple[str, str]]:
    """(command, what it prints) of every console block."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.rstrip("\n")))
    return found


def output_of(command: str) -> str:
    if command.startswith("cat "):
        return (ROOT / command.removeprefix("cat ")).read_text(encoding="utf-8")
    piped = re.fullmatch(r"echo '(.*)' \| (adjudicator .*)", command)
    done = run(piped.group(2), stdin=piped.group(1)) if piped else run(command)
    assert done.code in {0, 1}, done.err
    return done.out


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of settings that the README's commands share, with what its first one stores."""
    folder = tmp_path_factory.mktemp("settings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOCAGE_CONFIG", str(folder))
        assert run("module-builder printer set office --front 0.2,-0.5 --back 0.4,1.1,0.2").code == 0
    return folder


@pytest.mark.parametrize(("command", "output"), [b for b in blocks() if not b[0].startswith(SLOW)])
def test_the_readme_tells_the_truth(
    command: str, output: str, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("BOCAGE_CONFIG", str(settings))
    monkeypatch.setenv("COLUMNS", "110")
    got = [line for line in output_of(command).rstrip("\n").split("\n") if not line.startswith("fingerprint")]
    wanted = output.split("\n")
    if wanted[-1] == "...":
        assert got[: len(wanted) - 1] == wanted[:-1]
    elif wanted[-1].endswith("..."):
        assert "\n".join(got).startswith(output.removesuffix("..."))
    else:
        assert got == wanted


def test_the_two_commands_stand_at_the_top() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in ("demo", "test"):
        assert f"    make {name} " in text
        assert f"\n{name}: " in makefile
