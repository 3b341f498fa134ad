"""Case files: a position, a question, the expected answer and citations; and their runner.

A case::

    [[case]]
    id = "BKN-9.3B-01"
    source = "example 4"
    position = "a sketch, the name of a scenario, or a file beside this one"
    given = ["advantage=german"]
    actions = ["activate omaha", "move 1058 valognes", { action = "pass" }]
    question = "odds"
    args = { kind = "assault", av = 14, dv = 10 }
    cites = ["9.4"]
    refused = ["8.35"]

    [case.expect]
    "answer.repulse" = 340

`cites` must appear in the trail of the answer or in the ruling of an action taken before the question.
`refused` left out says that nothing is violated (where an error is expected: nothing). A position that
several cases of a file ask about is named once, before the first of them; what it gives and does comes before
what a case gives and does::

    [position.omaha-assaulted]
    sketch = "or scenario = ..., or file = ..."
    given = ["advantage=german"]
    actions = ["activate omaha"]

    [[case]]
    position = "omaha-assaulted"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adjudicator.actions import Action
from adjudicator.asking.guard import told
from adjudicator.asking.loading import is_file, load_position, read_text
from adjudicator.asking.typed import read_action, with_given
from adjudicator.errors import ActionError, BocageError, DataError, IllegalAction
from adjudicator.game import apply, check
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, read_question
from adjudicator.report import ruling_to_json
from adjudicator.ruling import Ruling
from adjudicator.saves.loaded import Loaded
from adjudicator.subjects import nearest
from adjudicator.supposing import reply
from maps.games import game_names
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Case", "Result", "asked_of", "read_cases", "run_case", "run_files", "summary"]

_KEYS = {
    "id",
    "source",
    "position",
    "given",
    "actions",
    "question",
    "args",
    "as",
    "expect",
    "cites",
    "refused",
}
_INDEX = re.compile("-?[0-9]{1,9}")
_NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_STANDS = ("sketch", "scenario", "file")
_TYPES: Mapping[str, type] = {
    **dict.fromkeys(("args", "expect"), dict),
    **dict.fromkeys(("cites", "refused", "given", "actions"), list),
}
_NEEDED = {"id", "source", "position", "question", "expect"}
_Taken = tuple[Position, Action]


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    Parameters
    ----------
    id, source
        Its name after the rulebook, and who says so.
    position
        Sketch, scenario or file.
    question, args
        What is asked.
    expect
        Path into the ruling -> value.
    cites, refused
        Sections that the trail, or the ruling of an action taken before the question, must cite; exactly the
        sections of the violations, or None: not compared.
    given, actions
        Facts corrected, and actions taken, before the question.
    viewpoint
        Who asks.
    folder
        Where files are looked for.

    Examples
    --------
    >>> Case("BKN-8.6-01", "derived", "breakout-normandy:d-day", "next", {}, {"ok": True}).viewpoint
    'public'
    """

    id: str
    source: str
    position: str
    question: str
    args: Mapping[str, Any]
    expect: Mapping[str, Any]
    cites: tuple[str, ...] = ()
    refused: tuple[str, ...] | None = None
    given: tuple[str, ...] = ()
    actions: tuple[str | Mapping[str, Any], ...] = ()
    viewpoint: str = "public"
    folder: Path = Path()


@dataclass(frozen=True, slots=True)
class Result:
    """How a case went.

    Parameters
    ----------
    case
        The case.
    faults
        What differs; empty when it passed.
    cited, refused
        Sections in the executed trail, and of the violations.
    answered
        The ruling on the question; None where an action before it was illegal, or nothing could be answered.

    Examples
    --------
    >>> Result(Case("X", "derived", "", "next", {}, {}), ()).passed
    True
    """

    case: Case
    faults: tuple[str, ...]
    cited: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    answered: Ruling | None = None

    @property
    def passed(self) -> bool:
        """Whether nothing differs."""
        return not self.faults


def read_cases(path: Path) -> Iterator[Case]:
    r"""Read a case file.

    Parameters
    ----------
    path
        A TOML file.

    Yields
    ------
    Case

    Raises
    ------
    DataError
        A case lacks a key or has an unknown one; two cases share an id; a position is named and not used, or
        used and not named.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "c.toml"
    ...     body = {"id": "A", "source": "derived", "position": "p", "question": "next"}
    ...     lines = [f"{key} = {value!r}" for key, value in body.items()]
    ...     _ = file.write_text("\n".join(["[[case]]", *lines, "expect = { ok = true }"]))
    ...     [case.id for case in read_cases(file)]
    ['A']
    """
    for case in _listed(path):
        if isinstance(case, DataError):
            raise case
        yield case


def run_files(paths: Iterable[Path], *, overlay: Path | None = None) -> Iterator[Result]:
    """Run case files; a file or a case that cannot be read has failed and stops none of the others.

    Parameters
    ----------
    paths
        TOML files.
    overlay
        Folder with an owner's corrections.

    Yields
    ------
    Result

    Examples
    --------
    >>> [result.passed for result in run_files([Path("no-such-file.toml")])]
    [False]
    """
    for path in paths:
        try:
            for case in _listed(path):
                yield _unread(path, case) if isinstance(case, DataError) else run_case(case, overlay=overlay)
        except (BocageError, OSError) as fault:
            yield _unread(path, fault)


def _unread(path: Path, fault: Exception) -> Result:
    """The result of what could not be read."""
    return Result(Case(path.name, "", "", "", {}, {}), (f"error: {told(fault)[0]}",))


def _listed(path: Path) -> Iterator[Case | DataError]:
    """Every case of a file, or what is wrong with it."""
    content = read_toml(path, ["case", "position"])
    listed, stands = content.get("case", []), _stands(path, content.get("position", {}))
    if not isinstance(listed, list):
        raise DataError(path.name, "case", "a list of tables: [[case]]")
    seen: set[str] = set()
    for number, body in enumerate(listed, 1):
        if not isinstance(body, dict):
            yield DataError(path.name, f"case number {number}", "a table")
            continue
        name = str(body.get("id", f"number {number}"))
        twice = "an id not used before" if name in seen else ""
        if wrong := _fault(body) or twice:
            yield DataError(path.name, f"case {name}", wrong)
        elif _unnamed(body["position"], stands, path.parent):
            expected = f"a position that the file names, not {body['position']!r}"
            yield DataError(path.name, f"case {name}", expected, nearest(body["position"], stands))
        else:
            seen.add(name)
            yield _case(name, {**body, **_standing(body, stands)}, path.parent)
    if idle := sorted(stands.keys() - {str(b.get("position")) for b in listed if isinstance(b, dict)}):
        yield DataError(path.name, f"position {idle[0]}", "a case that asks about it")


def _fault(body: Mapping[str, Any]) -> str:
    """What a case lacks or has too much; empty when it can be read."""
    unknown, missing = set(body) - _KEYS, _NEEDED - set(body)
    if unknown or missing:
        return f"no key {min(unknown)!r}" if unknown else f"the key {min(missing)!r}"
    wrong = next((k for k, v in body.items() if not isinstance(v, _TYPES.get(k, str))), "")
    return f"another kind of value for {wrong!r}" if wrong else ""


def _stands(path: Path, named: object) -> Mapping[str, Mapping[str, Any]]:
    """The positions that a file names."""
    if not isinstance(named, dict):
        raise DataError(path.name, "position", "a table for each name: [position.NAME]")
    for name, body in named.items():
        if wrong := _misnamed(name) or _misplaced(body):
            raise DataError(path.name, f"position {name}", wrong)
    return named


def _misnamed(name: str) -> str:
    if name in game_names():
        return "another name: this one is a game's"
    return "" if _NAME.fullmatch(name) else "a name of small letters, digits and hyphens"


def _misplaced(body: object) -> str:
    """What is wrong with the table of a position; empty when nothing is."""
    if not isinstance(body, dict):
        return "a table: [position.NAME]"
    if unknown := body.keys() - {*_STANDS, "given", "actions"}:
        return f"no key {min(unknown)!r}"
    if len(body.keys() & set(_STANDS)) != 1:
        return "one of the keys 'sketch', 'scenario' and 'file'"
    wrong = next((k for k, v in body.items() if not isinstance(v, _TYPES.get(k, str))), "")
    return f"another kind of value for {wrong!r}" if wrong else ""


def _unnamed(text: str, stands: Mapping[str, Any], folder: Path) -> bool:
    """Whether a position looks like a name, and its file names others but not this one."""
    if not stands or text in stands or text in game_names() or not _NAME.fullmatch(text):
        return False
    return not is_file(str(folder / text)) and not is_file(text)


def _standing(body: Mapping[str, Any], stands: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """Where a case stands, and what is given and done before the question."""
    named = stands.get(body["position"])
    if named is None:
        return {}
    before = {key: [*named.get(key, ()), *body.get(key, ())] for key in ("given", "actions")}
    return {**before, "position": next(named[key] for key in _STANDS if key in named)}


def _case(name: str, body: Mapping[str, Any], folder: Path) -> Case:
    compared = "refused" in body or "error" not in body["expect"]
    return Case(
        name,
        body["source"],
        body["position"],
        body["question"],
        body.get("args", {}),
        body["expect"],
        tuple(body.get("cites", ())),
        tuple(body.get("refused", ())) if compared else None,
        tuple(body.get("given", ())),
        tuple(body.get("actions", ())),
        body.get("as", "public"),
        folder,
    )


def run_case(case: Case, *, overlay: Path | None = None) -> Result:
    """Run one case.

    Parameters
    ----------
    case
        The case.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    Result

    Examples
    --------
    >>> case = Case("X", "derived", "breakout-normandy:d-day", "next", {}, {"ok": True})
    >>> run_case(case).faults
    ()
    """
    try:
        asked, asking, taken = _prepared(case, overlay)
        ruling = reply(asked, asking)
    except IllegalAction as illegal:
        return _compare(case, illegal.ruling)
    except BocageError as error:
        wanted = case.expect.get("error")
        fits = wanted is not None and wanted in str(error)
        return Result(case, () if fits else (f"error: {error}",))
    except Exception as fault:  # noqa: BLE001 - a fault of ours is this case's, and the others are run
        return Result(case, (f"error: {told(fault)[0]}",))
    return replace(_compare(case, ruling, taken), answered=ruling)


def asked_of(case: Case, *, overlay: Path | None = None) -> tuple[Question, Asking]:
    """The question of a case, and what it is asked of.

    Parameters
    ----------
    case
        The case.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    tuple of Question and Asking

    Raises
    ------
    BocageError
        The position cannot be read, an action is illegal, or there is no such question.

    Examples
    --------
    >>> asked, asking = asked_of(Case("X", "derived", "breakout-normandy:d-day", "next", {}, {}))
    >>> asked.verb, asking.game.slug
    ('next', 'breakout-normandy')
    """
    asked, asking, _ = _prepared(case, overlay)
    return asked, asking


def _prepared(case: Case, overlay: Path | None) -> tuple[Question, Asking, list[_Taken]]:
    """As `asked_of`, and each action taken before the question with the position in which it was made."""
    loaded = _load(case, overlay)
    position = loaded.position
    taken: list[_Taken] = []
    if position is not None:
        position = with_given(position, loaded.game, case.given)
        for text in case.actions:
            taken.append((position, read_action(position, loaded.game, text)))
            position = apply(*taken[-1])
    questions = loaded.game.questions
    if case.question not in questions:
        raise ActionError(f"there is no question {case.question!r}; known: {', '.join(sorted(questions))}")
    asked = read_question(questions[case.question], case.args)
    return asked, Asking(loaded.game, position, case.viewpoint, overlay=overlay), taken


def _load(case: Case, overlay: Path | None) -> Loaded:
    if "\n" in case.position or "," in case.position or case.position.lstrip().startswith("{"):
        return read_text(case.position, overlay=overlay)
    beside = case.folder / case.position
    return load_position(str(beside) if is_file(str(beside)) else case.position, overlay=overlay)


def _compare(case: Case, ruling: Ruling, taken: Sequence[_Taken] = ()) -> Result:
    data = ruling_to_json(ruling)
    faults = [
        f"{path}: expected {wanted!r}, got {got!r}"
        for path, wanted in case.expect.items()
        if (got := _dig(data, path)) != wanted
    ]
    faults.extend(f"{section} is not cited" for section in _uncited(case, ruling, taken))
    refused = tuple(dict.fromkeys(v.rule for v in ruling.violations))
    if case.refused is not None and sorted(refused) != sorted(case.refused):
        faults.append(f"refused by {list(refused)}, expected {list(case.refused)}")
    return Result(case, tuple(faults), ruling.rules, refused)


def _uncited(case: Case, ruling: Ruling, taken: Sequence[_Taken]) -> list[str]:
    """What neither the answer nor an action before it cites; the actions are asked only where it does not."""
    left = [section for section in case.cites if section not in ruling.rules]
    for position, action in taken:
        if not left:
            break
        rules = check(position, action).rules
        left = [section for section in left if section not in rules]
    return left


def _dig(data: Any, path: str) -> Any:
    """Value at a dotted path; numbers index lists; ``#`` is the length."""
    for key in path.split("."):
        if key == "#" and isinstance(data, (list, dict)):
            data = len(data)
        elif isinstance(data, list) and _INDEX.fullmatch(key) and -len(data) <= int(key) < len(data):
            data = data[int(key)]
        elif isinstance(data, Mapping):
            data = data.get(key)
        else:
            return None
    return data


def summary(results: Sequence[Result]) -> str:
    """The last line of a run.

    Parameters
    ----------
    results
        Of all cases.

    Returns
    -------
    str

    Examples
    --------
    >>> summary([Result(Case("X", "derived", "", "next", {}, {}), ("no",))])
    '0 passed, 1 failed'
    """
    passed = sum(r.passed for r in results)
    return f"{passed} passed, {len(results) - passed} failed"
