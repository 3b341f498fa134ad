"""The gate between those who read and the one who changes what they read."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from adjudicator.table.gate import Gate

LONG, MOMENT = 30.0, 0.05


def test_whoever_passes_alone_waits_for_those_inside_and_goes_before_those_who_come_after() -> None:
    gate, order = Gate(), list[str]()
    inside, leave = Event(), Event()

    def reads(name: str) -> None:
        with gate.together():
            order.append(name)
            inside.set()
            assert leave.wait(LONG)

    def changes() -> None:
        with gate.alone():
            order.append("alone")

    first = Thread(target=reads, args=("first",))
    first.start()
    assert inside.wait(LONG)
    alone = Thread(target=changes)
    alone.start()
    alone.join(MOMENT)
    second = Thread(target=reads, args=("second",))
    second.start()
    second.join(MOMENT)
    assert order == ["first"]
    leave.set()
    for thread in (first, alone, second):
        thread.join(LONG)
        assert not thread.is_alive()
    assert order == ["first", "alone", "second"]


def test_a_fault_leaves_the_gate_open() -> None:
    gate = Gate()
    for way in (gate.together, gate.alone):
        with pytest.raises(ZeroDivisionError), way():
            _ = 1 // 0
    with gate.alone():
        done = True
    assert done
