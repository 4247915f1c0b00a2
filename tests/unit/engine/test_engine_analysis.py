"""Analysis in the background: streams for both kinds of loops, stops, and quiet ends."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from tengen import Game, Info, Limit
from tengen.engine.engine import Engine

PATIENCE = 30.0
"""Seconds within which a busy machine does anything."""

SOON = 3.0
"""Seconds for what takes 20 ms on an idle machine; an unlimited search never ends by itself."""

ENDLESS = """
from tengen import Game
from tengen.engine.engine import Engine
game = Game(); [game.play(m) for m in ("h8", "i9", "j7", "g10")]
engine = Engine(threads={threads})
"""


def fight() -> Game:
    game = Game()
    for move in ("h8", "i9", "j7", "g10"):
        game.play(move)
    return game


@pytest.fixture
def engine() -> Engine:
    return Engine(memory=4 << 20)


def test_a_stream_ends_with_its_limit(engine: Engine) -> None:
    infos = list(engine.analyse(fight(), Limit(nodes=5000), multipv=2))
    assert [info.depth for info in infos] == sorted(info.depth for info in infos)
    assert infos[0].depth == 1
    assert len(infos[-1].lines) == 2
    assert infos[-1].nodes >= 5000


def test_a_stream_that_is_over_stays_over(engine: Engine) -> None:
    stream = engine.analyse(fight(), Limit(nodes=100))
    assert list(stream)
    assert list(stream) == []


def test_an_endless_stream_ends_when_its_block_does(engine: Engine) -> None:
    before = threading.active_count()
    with engine.analyse(fight()) as stream:
        assert next(stream).depth == 1
        began = time.perf_counter()
    assert time.perf_counter() - began < SOON
    assert threading.active_count() == before


def test_an_abandoned_loop_stops_the_search(engine: Engine) -> None:
    before = threading.active_count()
    for info in engine.analyse(fight()):
        if info.depth == 4:
            break
    assert threading.active_count() == before
    assert engine.search(fight(), Limit(nodes=100)).best is not None


def test_stop_ends_a_stream_with_what_was_found(engine: Engine) -> None:
    stream = engine.analyse(fight())
    next(stream)
    engine.stop()
    assert list(stream)[-1].best is not None


def test_a_search_ends_the_analysis_before_it(engine: Engine) -> None:
    stream = engine.analyse(fight())
    next(stream)
    assert engine.search(fight(), Limit(nodes=3000)).nodes >= 3000
    second = engine.analyse(fight())
    assert next(second).depth == 1
    assert list(stream)[-1].best is not None
    second.close()


def test_the_game_may_go_on_meanwhile(engine: Engine) -> None:
    game = fight()
    with engine.analyse(game, Limit(nodes=20_000)) as stream:
        game.play("a1")
        game.undo()
        for info in stream:
            assert info.best in game.legal_points()


def test_stop_from_another_thread_ends_a_search(engine: Engine) -> None:
    depth = threading.Event()

    def hear(info: Info) -> None:
        if info.depth == 3:
            depth.set()

    def stop() -> None:
        depth.wait(PATIENCE)
        engine.stop()

    threading.Thread(target=stop).start()
    began = time.perf_counter()
    assert engine.search(fight(), on_info=hear).best is not None
    assert time.perf_counter() - began < PATIENCE


@pytest.mark.soak
def test_stops_take_twenty_milliseconds(engine: Engine) -> None:
    for _ in range(50):
        with engine.analyse(fight(), multipv=1) as stream:
            next(stream)
            time.sleep(0.05)
            began = time.perf_counter()
        assert time.perf_counter() - began < 0.02


def test_async_loops_leave_the_event_loop_free(engine: Engine) -> None:
    async def run() -> tuple[int, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.001)
                ticks += 1

        ticking = asyncio.create_task(tick())
        depths = [info.depth async for info in engine.analyse(fight(), Limit(turn=0.2))]
        ticking.cancel()
        return len(depths), ticks

    depths, ticks = asyncio.run(run())
    assert depths > 3
    assert ticks > 3


def test_several_engines_search_at_once_in_one_event_loop() -> None:
    async def best(engine: Engine) -> Info:
        return await asyncio.to_thread(engine.search, fight(), Limit(nodes=5000))

    async def run() -> list[Info]:
        return await asyncio.gather(*(best(Engine(memory=2 << 20)) for _ in range(4)))

    infos = asyncio.run(run())
    assert len({info.best for info in infos}) == 1
    assert len({info.nodes for info in infos}) == 1


def test_an_async_loop_that_is_cancelled_lets_go(engine: Engine) -> None:
    async def run() -> None:
        with engine.analyse(fight()) as stream:
            async for info in stream:
                if info.depth == 3:
                    return

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert engine.search(fight(), Limit(nodes=100)).best is not None


def test_a_cancelled_task_ends_its_search_at_once(engine: Engine) -> None:
    deep = threading.Event()

    async def run() -> None:
        async for info in engine.analyse(fight()):
            if info.depth >= 3:
                deep.set()

    async def cancel() -> None:
        task = asyncio.create_task(run())
        await asyncio.to_thread(deep.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # The next report may be far away, and nobody waits for it.
        assert not [thread for thread in threading.enumerate() if thread.name.endswith("(_run)")]

    asyncio.run(cancel())


def test_a_stop_that_comes_before_the_search_has_begun_is_for_it(engine: Engine) -> None:
    # The solver asks for two million positions here, if nobody stops it.
    game = Game(15, "standard")
    for move in ["n11", "n10", "l8", "j9", "m10", "k8", "l11", "k11", "k12", "j13", "l7", "j10"]:
        game.play(move)
    engine.prepare(game.rule)
    took = []
    for _ in range(20):
        stream = engine.analyse(game, multipv=1)
        began = time.perf_counter()
        stream.close()
        took.append(time.perf_counter() - began)
    assert sorted(took)[-3] < 0.1


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("ask", ["engine.search(game)", "for info in engine.analyse(game): pass"])
def test_ctrl_c_ends_a_search(ask: str, threads: int) -> None:
    code = ENDLESS.format(threads=threads) + (
        "print('ready', flush=True)\n"
        f"try:\n    {ask}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
        "print(engine.search(game, __import__('tengen').Limit(nodes=50)).best is not None)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (out, err, process.returncode) == ("interrupted\nTrue\n", "", 0)


def test_a_process_ends_in_silence_with_a_stream_open() -> None:
    code = ENDLESS.format(threads=2) + "stream = engine.analyse(game); print(next(stream).depth)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
