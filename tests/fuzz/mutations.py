"""Saves and sketches as accidents leave them: bytes turned, files cut, entries, lines and words mixed up."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Sequence
from pathlib import Path

from module_builder.vassal.archive import open_archive

__all__ = ["mutated_file", "mutated_json", "mutated_save_text", "mutated_sketch"]

_WORDS = (
    *(
        "german",
        "allied",
        "fresh",
        "spent",
        "d1",
        "clear",
        "river",
        "bridge",
        "tem 3",
        "bocage",
        "fortified",
        "|",
    ),
    *(
        ":",
        ",",
        ";",
        "-",
        "..",
        "=",
        "option",
        "our map",
        "6 june",
        "99 june",
        "impulse -1",
        "phase over",
        "'",
        '"',
    ),
    *("us inf 6-5-5 '116'", "ge inf 4-4-4", "-3-", "supply", "x" * 400, "\u202e", "é", "\t", "#"),
)


def mutated_file(data: bytes, rng: random.Random) -> bytes:
    """The bytes of a file with one accident."""
    kind, spot = rng.randrange(6), rng.randrange(max(1, len(data)))
    if kind == 0:
        return data[:spot]
    if kind == 1:
        return data[:spot] + bytes([data[spot] ^ (1 << rng.randrange(8))]) + data[spot + 1 :]
    if kind == 2:
        return data[:spot] + rng.randbytes(rng.choice([1, 9, 300])) + data[spot:]
    if kind == 3:
        return data[:spot] + data[spot + rng.choice([1, 50, 4000]) :]
    return _surgery(data, rng)


def _surgery(data: bytes, rng: random.Random) -> bytes:
    """A zip whose entries are whole, but not those that belong there."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [(name, archive.read(name)) for name in archive.namelist()]
    names = [name for name, _ in entries]
    chosen = rng.randrange(len(entries))
    name, body = entries[chosen]
    change = rng.randrange(5)
    if change == 0:
        entries[chosen] = (
            name,
            mutated_file(body, random.Random(rng.random())) if len(body) < 10 else body[:-7],
        )
    elif change == 1:
        del entries[chosen]
    elif change == 2:
        entries[chosen] = (rng.choice(["../evil", "/abs", "a\\b", "savedGame ", "SAVEDGAME", *names]), body)
    elif change == 3:
        entries = [(n, rng.choice(entries)[1]) for n in names]
    else:
        entries.append(("extra", bytes(1000)))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, b in dict(entries).items():
            archive.writestr(n, b)
    return out.getvalue()


def mutated_save_text(path: Path, rng: random.Random) -> bytes:
    """A save whose commands were changed: fields turned, commands doubled, dropped, or mixed up."""
    archive = open_archive(path)
    commands = archive.save().text.split("\x1b")
    for _ in range(rng.choice([1, 1, 2, 5])):
        spot = rng.randrange(len(commands))
        change = rng.randrange(5)
        if change == 0:
            commands[spot] = _turned(commands[spot], rng)
        elif change == 1:
            del commands[spot]
        elif change == 2:
            commands.insert(spot, rng.choice(commands))
        elif change == 3:
            other = rng.randrange(len(commands))
            commands[spot], commands[other] = commands[other], commands[spot]
        else:
            start = rng.randrange(len(commands[spot]) + 1)
            commands[spot] = commands[spot][:start] + rng.choice(_WORDS) + commands[spot][start:]
    text = "\x1b".join(commands).encode("utf-8", "replace")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in archive:
            new.writestr(
                name, b"!VCSK00" + text.hex().encode() if name == "savedGame" else archive.read(name)
            )
    return out.getvalue()


def _turned(text: str, rng: random.Random) -> str:
    for sign in rng.sample([";", "/", "\t", ",", "|"], 5):
        parts = text.split(sign)
        if len(parts) > 1:
            parts[rng.randrange(len(parts))] = rng.choice(
                ["", "-1", "99999999999", "null", "x", "1;2", "true", "²"]
            )
            return sign.join(parts)
    return text[::-1]


def mutated_sketch(text: str, rng: random.Random, more: Sequence[str] = ()) -> str:
    """A sketch with lines and words changed."""
    lines = text.split("\n")
    for _ in range(rng.choice([1, 2, 4])):
        spot = rng.randrange(len(lines))
        words = lines[spot].split(" ")
        word = rng.randrange(len(words))
        change = rng.randrange(4)
        if change == 0:
            words[word] = rng.choice([*_WORDS, *more])
        elif change == 1:
            words.insert(word, rng.choice([*_WORDS, *more]))
        elif change == 2:
            del words[word]
        else:
            lines.insert(spot, rng.choice(lines))
        lines[min(spot, len(lines) - 1)] = " ".join(words)
    return "\n".join(lines)


def mutated_json(body: dict[str, object], rng: random.Random, more: Sequence[str] = ()) -> str:
    """The JSON of a position with one value, at any depth, changed or dropped."""
    whole = json.loads(json.dumps(body))
    place: object = whole
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))  # type: ignore[arg-type]
        if not keys:
            break
        key = rng.choice(keys)
        inner = place[key]  # type: ignore[index]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.85:
            place = inner
            continue
        if rng.random() < 0.2:
            del place[key]  # type: ignore[attr-defined]
        else:
            junk: list[object] = [
                None,
                True,
                -1,
                10**12,
                "",
                [],
                {},
                [[]],
                {"moon": 1},
                "nowhere",
                1.5,
                *more,
            ]
            place[key] = rng.choice(junk)  # type: ignore[index]
        break
    return json.dumps(whole)
