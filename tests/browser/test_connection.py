"""Whatever breaks, the game goes on: the line is cut or stalls, the server or an engine dies."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import WebSocketRoute, expect

from proxy import Proxy
from visitors import MakeVisitor, Server
from walks import cell, click, made_game, reached, settle, status

NOISE = ("WebSocket", "ERR_", "failed:")


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a test may kill, if it starts it again."""
    made = Server(tmp_path_factory.mktemp("own"))
    made.start()
    yield made
    made.stop()


def test_a_cut_line_comes_back_and_the_game_goes_on(visitor: MakeVisitor, server: Server) -> None:
    with Proxy(server.port) as proxy:
        player = visitor(proxy.origin)
        player.allow(*NOISE)
        game = made_game(player, black="you", white="greedy", seed=1)
        page = settle(player.open(f"/g/{game}"))
        click(page, "h8")
        reached(page, 2)
        proxy.cut()
        status(page, "Connection lost. Trying again in")
        expect(page.get_by_role("button", name="Retry now")).to_be_visible()
        proxy.heal()
        status(page, "Your turn.")
        click(page, "g9")
        reached(page, 4)
        # A line that stands open but carries nothing shows by the answer that does not come.
        proxy.stall()
        click(page, "a1")
        status(page, "a1 sent")
        proxy.cut()
        proxy.heal()
        reached(page, 6)
        expect(page.locator('.stone[data-point="a1"]')).to_have_count(1)


def test_the_server_is_killed_and_comes_back_with_the_game(
    own_server: Server, visitor: MakeVisitor
) -> None:
    player = visitor(own_server.origin)
    player.allow(*NOISE)
    game = made_game(player, black="you", white="greedy", seed=1)
    page = settle(player.open(f"/g/{game}"))
    click(page, "h8")
    reached(page, 2)
    own_server.kill()
    status(page, "Trying again in")
    own_server.start()
    status(page, "Your turn.")
    expect(cell(page, "h8")).to_have_attribute("aria-label", "h8, black, move 1")
    click(page, "g9")
    expect(page.locator(".stone")).to_have_count(4)


def test_a_click_before_the_news_of_a_restart_is_not_lost(
    own_server: Server, visitor: MakeVisitor
) -> None:
    player = visitor(own_server.origin)
    player.allow(*NOISE)
    page = player.context.new_page()
    is_slow = False

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(
            lambda text: None if is_slow and '"is":"state"' in str(text) else socket.send(text)
        )

    page.route_web_socket("**/live", through)
    game = made_game(player, black="you", white="greedy", seed=1)
    page.goto(f"{player.origin}/g/{game}")
    settle(page)
    click(page, "h8")
    reached(page, 2)
    is_slow = True
    own_server.kill()
    status(page, "Trying again in")
    own_server.start()
    status(page, "Your turn.")
    click(page, "g9")
    is_slow = False
    expect(page.locator(".stone")).to_have_count(4)


def test_an_engine_is_killed_while_it_thinks_and_the_game_goes_on(
    own_server: Server, visitor: MakeVisitor
) -> None:
    player = visitor(own_server.origin)
    game = made_game(player, black="you", white="level-20", seed=1)
    page = settle(player.open(f"/g/{game}"))
    click(page, "h8")
    reached(page, 2)
    # The first reply is known by heart; the second is thought about for a second.
    click(page, "h12")
    status(page, "Level 20 is thinking")
    for worker in own_server.workers():
        worker.kill()
    reached(page, 4)
    status(page, "Your turn.")
