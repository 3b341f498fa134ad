"""The command as a user starts it: one line with the address, answers, and nothing lost when it ends."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import httpx2
import pytest

from adjudicator.asking.door import ask, open_position
from adjudicator.report import ruling_to_json
from adjudicator.table.command import listening_on
from tests.commandline import run
from tests.table.serving import SAVES, Page, serving

ROOT = Path(__file__).parent.parent.parent


@contextlib.contextmanager
def started(*words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The table in a process of its own, and its address."""
    line = [sys.executable, "-m", "adjudicator", "table", "--no-browser", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1], process
        finally:
            process.kill()


def said(address: str, path: str, body: Any = None) -> Any:
    """What the table answers to its page."""
    origin = "/".join(address.split("/")[:3])
    method = "GET" if body is None else "POST"
    reply = httpx2.request(method, address + path, json=body, headers={"origin": origin}, timeout=120)
    assert reply.status_code == 200, reply.text
    return reply.json()


@pytest.mark.slow
def test_a_table_that_was_killed_has_what_it_had(tmp_path: Path) -> None:
    keep = str(tmp_path / "kept.json")
    with started("tests/saves/bridges.vsav", "--keep", keep) as (address, process):
        made = said(address, "api/trees/t1/nodes/n0/act", {"action": "move 1058 montebourg"})
        before = said(address, "api/trees/t1")
        process.send_signal(signal.SIGKILL)
        process.wait(30)
    with started("--keep", keep) as (address, process):
        assert said(address, "api/trees/t1") == before
        here = said(address, f"api/trees/t1/nodes/{made['node']['id']}")
        assert here["node"] == made["node"]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nosuch.vsav", "nosuch.vsav: expected a file, or a scenario"),
        ("june-six:moon", "June Six has no scenario 'moon'"),
        ("june-six, moon", "'moon' is not known"),
        ("--keep README.md", "README.md: expected a tree of positions"),
        ("tests/saves", "tests/saves: expected a file, or a scenario"),
    ],
)
def test_what_cannot_be_laid_on_the_table_is_told_in_one_line(words: str, said: str) -> None:
    line = words.split() if words.startswith("--") else [words]
    done = run(shlex.join(["adjudicator", "table", "--no-browser", *line]))
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_port_that_is_taken_is_told() -> None:
    with listening_on(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"port {port}"):
            listening_on(port)


def test_two_questions_at_once_are_answered_as_one_after_the_other() -> None:
    position = open_position(SAVES / "bridges.vsav")
    questions = [("legal", ["1058"]), ("supply", ["1058"]), ("next", []), ("cuts", ["1058"])] * 3
    with serving() as page:
        tree = page.drop("bridges.vsav").json()["tree"]

        def answer(question: tuple[str, list[str]]) -> Any:
            body = {"verb": question[0], "words": question[1]}
            return page.post(f"api/trees/{tree}/nodes/n0/ask", body)["ruling"]

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(answer, questions))
    wanted = {
        verb: ruling_to_json(ask(position, verb, *words, viewpoint="public")) for verb, words in questions
    }
    assert answers == [wanted[verb] for verb, _ in questions]


@pytest.mark.slow
def test_a_log_is_stepped_through_and_judged() -> None:
    with serving() as page:
        log = ROOT / "tests" / "engine" / "storm_over_normandy" / "offences.vlog"
        tree = page.drop("offences.vlog", log.read_bytes()).json()["tree"]
        listed = page.get(f"api/trees/{tree}")
        assert listed["log"]
        steps = [node for node in listed["nodes"] if node["kind"] == "step"]
        judged = lines(page, tree, {"from": "n0", "as": "referee"})
        assert [node["id"] for node in judged] == [node["id"] for node in steps]
        assert "illegal" in {node["verdict"] for node in judged}
        assert all(node["why"] for node in judged if node["verdict"] == "illegal")
        assert lines(page, tree, {"from": judged[-2]["id"], "as": "referee"}) == judged[-2:]
        told = page.get(f"api/trees/{tree}", **{"as": "referee"})["nodes"]
        assert [node["verdict"] for node in told[1:]] == [node["verdict"] for node in judged]
        last = page.get(f"api/trees/{tree}/nodes/{steps[-1]['id']}", **{"as": "referee"})
        wanted = ruling_to_json(ask(open_position(log), "next", viewpoint="referee"))
        assert last["next"]["ruling"]["answer"] == wanted["answer"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to count processes in")
def test_whoever_stops_listening_ends_the_judging() -> None:
    with serving() as page:
        log = ROOT / "tests" / "engine" / "storm_over_normandy" / "offences.vlog"
        tree = page.drop("offences.vlog", log.read_bytes()).json()["tree"]
        before = children()
        listening = page.table.judge(tree, "n0")
        assert next(listening)["id"] == "n1"
        assert children() - before
        listening.close()
        assert not children() - before


def children() -> set[str]:
    """Processes that this one has started and that run."""
    listed = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {pid for path in listed for pid in path.read_text().split()}


def lines(page: Page, tree: str, body: Any) -> list[Any]:
    reply = page.client.post(page.path(f"api/trees/{tree}/judge"), json=body, headers=page.own)
    assert isinstance(reply, httpx2.Response)
    return [json.loads(line) for line in reply.text.splitlines()]
