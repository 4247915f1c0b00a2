"""Two people at two browsers, a third who watches, and a fourth who has only the address."""

from playwright.sync_api import Page, expect

from visitors import MakeVisitor, Server
from walks import click, made_game, reached, settle, status, told


def invited(visitor: MakeVisitor, server: Server) -> tuple[str, Page, Page]:
    """Let one visitor invite another, who sits down; return the game and both pages."""
    host, guest = visitor(server.origin), visitor(server.origin)
    game = made_game(host, black="you", white="open")
    first = settle(host.open(f"/g/{game}"))
    status(first, "Waiting for the other player.")
    second = settle(guest.open(f"/g/{game}"))
    status(second, "The seat of White is free.")
    second.get_by_role("button", name="Sit down as White").click()
    status(first, "Your turn.")
    status(second, "Black to move.")
    return game, first, second


def test_two_browsers_play_a_third_watches_and_a_thief_is_refused(
    visitor: MakeVisitor, server: Server
) -> None:
    game, black, white = invited(visitor, server)
    seq = int(black.locator("body").get_attribute("data-seq") or 0)
    watcher = settle(visitor(server.origin).open(f"/g/{game}"))
    for number, (mover, point) in enumerate(
        [(black, "h8"), (white, "i9"), (black, "h9"), (white, "i8"), (black, "h10")], start=1
    ):
        click(mover, point)
        for page in (black, white, watcher):
            reached(page, seq + number)
            expect(page.locator(f'.stone[data-point="{point}"]')).to_have_count(1)
    status(watcher, "White to move. You are watching.")
    expect(black.locator(".facts")).to_contain_text("1 watching")
    for page in (black, white, watcher):
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)

    click(watcher, "a1")
    expect(watcher.locator('.stone[data-point="a1"]')).to_have_count(0)
    thief = visitor(server.origin)
    for command in (
        {"do": "move", "point": "a1"},
        {"do": "undo"},
        {"do": "resign"},
        {"do": "hint"},
        {"do": "pause"},
        {"do": "offer", "kind": "draw"},
        {"do": "answer", "accept": True},
        {"do": "claim"},
        {"do": "rematch"},
        {"do": "abort"},
    ):
        assert told(thief, game, **command)["code"] == "no-seat", command
    path = f"{server.origin}/api/games/{game}/seat"
    headers = {"origin": server.origin}
    taken = thief.context.request.post(path, data={"seat": "black"}, headers=headers)
    assert taken.status in (403, 409)


def test_offers_are_made_declined_and_accepted(visitor: MakeVisitor, server: Server) -> None:
    _, black, white = invited(visitor, server)
    seq = int(black.locator("body").get_attribute("data-seq") or 0)
    click(black, "h8")
    reached(white, seq + 1)
    click(white, "i9")
    reached(black, seq + 2)
    white.get_by_role("button", name="Undo").click()
    status(black, "Your opponent asks to take back a move.")
    black.get_by_role("button", name="Accept").click()
    expect(white.locator('.stone[data-point="i9"]')).to_have_count(0)
    black.get_by_role("button", name="Offer a draw").click()
    status(white, "Your opponent offers a draw.")
    white.get_by_role("button", name="Decline").click()
    status(black, "Your offer was declined.")
    white.get_by_role("button", name="Resign").click()
    white.get_by_role("dialog").get_by_role("button", name="Resign").click()
    status(black, "Black wins by resignation.")
    black.get_by_role("button", name="Rematch").click()
    status(white, "Your opponent would like a rematch.")
    old = white.url
    white.get_by_role("button", name="Accept").click()
    for page in (black, white):
        page.wait_for_url(lambda url: url != old)
        settle(page)


def test_a_second_window_of_the_same_player_follows(visitor: MakeVisitor, server: Server) -> None:
    player = visitor(server.origin)
    game = made_game(player, black="you", white="you")
    one, two = settle(player.open(f"/g/{game}")), settle(player.open(f"/g/{game}"))
    click(one, "h8")
    status(two, "You played h8 in another window.")
    click(two, "i9")
    expect(one.locator('.stone[data-point="i9"]')).to_have_count(1)


def test_who_leaves_can_come_back_and_who_stays_away_loses(
    visitor: MakeVisitor, server: Server
) -> None:
    game, black, white = invited(visitor, server)
    late = settle(visitor(server.origin).open(f"/g/{game}"))
    status(late, "Both seats are taken. Black to move. You are watching.")
    claim = black.get_by_role("button", name="Claim the win")
    expect(claim).to_have_count(0)
    guest = white.context
    white.close()
    status(black, "White has left. Your turn.")
    expect(claim).to_be_visible()
    white = guest.new_page()
    white.goto(late.url)
    status(black, "White is back. Your turn.")
    expect(claim).to_have_count(0)
    white.close()
    claim.click()
    status(black, "Black wins: the other player left.")
    status(late, "Black wins: the other player left.")
