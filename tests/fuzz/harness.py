"""The fuzzing of every game: verbs, actions, files and sketches made by chance, until the time is over.

Whatever is made is answered or refused in our own words. Everything else is an incident: the seed that made
it is told, and the same seed makes it again.
"""

from __future__ import annotations

import dataclasses
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adjudicator.actions import action_from_json
from adjudicator.asking.loading import load_position, read_text
from adjudicator.asking.sensitivity import weighed
from adjudicator.asking.typed import read_action, with_given
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError
from adjudicator.game import GAMES, Game, check, load
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.report import render
from adjudicator.supposing import reply
from tests.fuzz import mutations
from tests.fuzz.hostile import hostile_words, outrage
from tests.playing import STARTS, wander
from tests.properties.strange import mutated

__all__ = ["ARTS", "Incident", "fuzz", "main"]

SAVES = Path("tests/saves")
PATIENCE = 30  # seconds for one question
LONGEST = 400_000  # characters of an answer
_VIEWS = ("german", "allied", "public", "referee")
Try = Callable[[], object]


@dataclasses.dataclass(frozen=True, slots=True)
class Incident:
    """What should not have happened.

    Parameters
    ----------
    art, game, seed
        What was done, of which game, and the seed that does it again.
    what
        The error, where, and what was asked.
    """

    art: str
    game: str
    seed: int
    what: str

    def __str__(self) -> str:
        return f"{self.game}, {self.art}, seed {self.seed}: {self.what}"


class _Slow(BaseException):
    """One question took too long."""


def _positions(game: Game, rng: random.Random) -> Iterator[Position]:
    """Scenarios and what random play makes of them, a few steps each."""
    scenario = rng.choice([name for slug, name in STARTS if slug == game.slug])
    yield game.scenario(rng.choice(list(game.scenarios)))
    for number, (position, _) in enumerate(
        wander(game.scenario(scenario), rng.randrange(10**6), rng.choice([20, 120]))
    ):
        if number % 20 == 19:
            yield position


def verbs(game: Game, rng: random.Random) -> Iterator[tuple[str, Try]]:
    """Every verb with hostile arguments."""
    for position in _positions(game, rng):
        for verb in rng.sample(list(game.questions), min(12, len(game.questions))):
            args = outrage(game, position, game.questions[verb], rng)
            view, form = rng.choice(_VIEWS), rng.choice(["text", "json", "md", "html"])
            weighing = rng.random() < 0.3

            def ask(
                position: Position = position,
                verb: str = verb,
                args: Mapping[str, Any] = args,
                view: str = view,
                form: str = form,
                *,
                weighing: bool = weighing,
            ) -> str:
                asking = Asking(game, position, view)
                asked = read_question(game.questions[verb], args)
                ruling = reply(asked, asking)
                return render(weighed(ruling, asked, asking) if weighing else ruling, form)

            yield f"{verb} {args}", ask


def actions(game: Game, rng: random.Random) -> Iterator[tuple[str, Try]]:
    """Actions changed, made up, and typed."""
    scenario = rng.choice([name for slug, name in STARTS if slug == game.slug])
    for number, (position, action) in enumerate(wander(game.scenario(scenario), rng.randrange(10**6), 150)):
        if number % 6:
            continue
        pools = [list(position.pieces), list(position.board.spaces), list(position.board.edges) or ["a/b"]]
        changed = mutated(action, rng, pools)
        kind, cls = rng.choice(list(game.kinds.items()))
        body = {"action": kind, **_made(cls, pools, rng)}
        words = [kind, *hostile_words(game, position, rng, rng.choice([0, 1, 2, 4]))]
        yield f"{changed}", lambda p=position, a=changed: check(p, a).ok  # type: ignore[misc]
        yield f"{body}", lambda p=position, b=body: check(p, action_from_json(b, game.kinds)).ok  # type: ignore[misc]
        typed = " ".join(words)
        yield typed, lambda p=position, t=typed: check(p, read_action(p, game, t)).ok  # type: ignore[misc]


def _made(cls: type, pools: list[list[str]], rng: random.Random) -> dict[str, Any]:
    words = [*pools, ["german", "allied", "us", "", "nonsense", "probe", "0"]]
    found: dict[str, Any] = {}
    for field in dataclasses.fields(cls):
        kind = str(field.type)
        draw = (
            (lambda: rng.choice([-1, 0, 1, 3, 7, 99, 10**8]))
            if "int" in kind
            else (lambda: rng.choice(rng.choice(words)))
        )
        if kind.count("tuple") > 1:
            found[field.name] = [
                [rng.choice(rng.choice(words)), draw()] for _ in range(rng.choice([0, 1, 2]))
            ]
        elif kind.startswith("tuple"):
            found[field.name] = [draw() for _ in range(rng.choice([0, 1, 3]))]
        else:
            found[field.name] = rng.random() < 0.5 if "bool" in kind else draw()
    return found


def files(game: Game, rng: random.Random) -> Iterator[tuple[str, Try]]:
    """Saves and positions that accidents have changed."""
    known = [f for f in sorted(SAVES.glob("*.vsav")) if _is_of(f, game)]
    for number in range(12):
        file = rng.choice(known)
        art = rng.choice(["bytes", "text", "json"])
        if art == "json":
            position = load_position(str(file)).position
            assert position is not None
            more = [*rng.sample(sorted(position.pieces), 3), *rng.sample(sorted(position.board.spaces), 3)]
            body = mutations.mutated_json(position_to_json(position), rng, more)
            yield f"{file.name} {art} {number}", lambda b=body: _looked_at(read_text(b).position)  # type: ignore[misc]
            continue
        data = file.read_bytes()
        new = mutations.mutated_file(data, rng) if art == "bytes" else mutations.mutated_save_text(file, rng)
        yield f"{file.name} {art} {number}", lambda d=new: _opened(d)  # type: ignore[misc]


def _is_of(file: Path, game: Game) -> bool:
    return load_position(str(file)).game is game


def _opened(data: bytes) -> object:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "g.vsav"
        file.write_bytes(data)
        return _looked_at(load_position(str(file)).position)


def _looked_at(position: Position | None) -> object:
    """What `next` says of what was read."""
    if position is None:
        return None
    game = load(position.game)
    return render(reply(read_question(game.questions["next"], {}), Asking(game, position)), "text")


def sketches(game: Game, rng: random.Random) -> Iterator[tuple[str, Try]]:
    """Sketches, and facts given, with words mixed up."""
    from adjudicator.asking.casebook import read_cases

    folder = Path("tests/cases") / game.slug.replace("-", "_")
    told = [
        c for f in rng.sample(sorted(folder.glob("*.toml")), 2) for c in read_cases(f) if "\n" in c.position
    ]
    board = game.scenario(next(iter(game.scenarios))).board
    for case in rng.sample(told, min(8, len(told))):
        text = mutations.mutated_sketch(case.position, rng, rng.sample(sorted(board.spaces), 5))
        verb = rng.choice([case.question, *rng.sample(list(game.questions), 2)])
        args = dict(case.args) if verb == case.question else None

        def ask(text: str = text, verb: str = verb, args: dict[str, Any] | None = args) -> object:
            position = read_text(text).position
            words = outrage(game, position, game.questions[verb], rng) if args is None else args
            asking = Asking(game, position, rng.choice(_VIEWS))
            return render(reply(read_question(game.questions[verb], words), asking), "text")

        yield f"{verb} {text!r}", ask
        facts = [
            f"{rng.choice(list(game.schema.items))}:{rng.choice(sorted(board.spaces))}={w}"
            for w in ("x", "1")
        ]
        given = [
            *facts,
            "=".join(hostile_words(game, None, rng, 2)),
            ":".join(hostile_words(game, None, rng, 2)),
        ]
        fact = rng.choice(given)

        def give(fact: str = fact) -> object:
            return with_given(game.scenario(next(iter(game.scenarios))), game, [fact])

        yield f"--given {fact!r}", give


ARTS: Mapping[str, Callable[[Game, random.Random], Iterator[tuple[str, Try]]]] = {
    "verbs": verbs,
    "actions": actions,
    "files": files,
    "sketches": sketches,
}


def fuzz(
    seconds: float, *, seed: int, games: tuple[str, ...] = GAMES, arts: tuple[str, ...] = ()
) -> list[Incident]:
    """Fuzz for a while; each round has a seed of its own.

    Parameters
    ----------
    seconds
        How long.
    seed
        Of the first round.
    games, arts
        What to fuzz; everything by default.
    """
    end, found = time.monotonic() + seconds, dict[str, Incident]()
    signal.signal(signal.SIGALRM, _alarm)
    while time.monotonic() < end:
        slug = games[seed % len(games)]
        chosen = arts or tuple(ARTS)
        art = chosen[seed // len(games) % len(chosen)]
        for place, incident in _round(load(slug), art, seed, end):
            found.setdefault(place, incident)
        seed += 1
    return list(found.values())


def _round(game: Game, art: str, seed: int, end: float) -> Iterator[tuple[str, Incident]]:
    for what, attempt in ARTS[art](game, random.Random(seed)):
        fault = _tried(attempt)
        if fault is not None:
            place, text = fault
            yield place, Incident(art, game.slug, seed, f"{text} at {place}: {what[:300]}")
        if time.monotonic() > end:
            return


def _tried(attempt: Try) -> tuple[str, str] | None:
    """Where and what, if an attempt ends as none should."""
    signal.alarm(PATIENCE)
    try:
        said = attempt()
    except BocageError:
        return None
    except _Slow:
        return "slow", f"no answer within {PATIENCE} s"
    except Exception as fault:  # noqa: BLE001 - what is looked for
        frames = traceback.extract_tb(fault.__traceback__)[-3:]
        place = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))
        return place, f"{type(fault).__name__}: {str(fault)[:120]}"
    finally:
        signal.alarm(0)
    if isinstance(said, str) and len(said) > LONGEST:
        return "long", f"an answer of {len(said)} characters"
    return None


def _alarm(*_: object) -> None:
    raise _Slow


def main() -> None:
    """Fuzz as long as the first word says; the second is the seed."""
    words = sys.argv[1:]
    seconds = float(words[0]) if words else 60.0
    seed = int(words[1]) if len(words) > 1 else random.randrange(10**6)
    games = tuple(words[2:3]) or GAMES
    print(f"fuzzing for {seconds:.0f} s, seed {seed}")  # noqa: T201 - a program
    found = fuzz(seconds, seed=seed, games=games, arts=tuple(words[3:]))
    for incident in found:
        print(incident)  # noqa: T201 - a program
    print(f"{len(found)} incidents")  # noqa: T201 - a program
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
