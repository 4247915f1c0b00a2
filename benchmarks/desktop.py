"""How long the window takes for a picture while a bot thinks: `benchmarks/desktop.py [--bot B]`.

The pointer moves over the board at every picture, which is the most that there is to draw, and the
ring turns between. Needs a display; `SDL_VIDEODRIVER=dummy` measures the drawing alone.
"""

import argparse
import time

import pygame

from tengen.session import Session, Wishes
from tengen.ui.desktop._window import Window
from tengen.ui.desktop.bell import Bell
from tengen.ui.desktop.desk import Desk, Face
from tengen.ui.desktop.motion import Motion

BUDGET = 0.016


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How long the window takes for a picture.")
    parser.add_argument("--bot", default="tables-3.0")
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--width", type=int, default=1600)
    parser.add_argument("--height", type=int, default=1000)
    options = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((options.width, options.height), pygame.RESIZABLE)
    session = Session(Wishes(bot=options.bot))
    try:
        measure(session, options.pictures)
    finally:
        session.close()


def measure(session: Session, pictures: int) -> None:
    """Draw while the bot thinks, and idle once it is the person's turn."""
    desk = Desk(session, face=Face.GAME)
    window = Window(desk, Bell(), Motion())
    for point in ("h8", "g9", "i9", "g7"):
        session.play(point)
        while not session.is_mine and not session.live.is_over:
            if len(window.times) < pictures:
                continue_drawing(window, len(window.times))
            time.sleep(0.002)
            session.poll()
    thought = len(window.times)
    while len(window.times) < pictures:
        continue_drawing(window, len(window.times))
    print(f"pictures {len(window.times)}, of them {thought} while the bot thought")
    for name, times in (("by the clock", window.times), ("own work", window.work)):
        tell(name, sorted(times))


def tell(name: str, times: list[float]) -> None:
    """Print how long pictures took."""
    p50, p95 = (1000 * times[len(times) * share // 100] for share in (50, 95))
    late = sum(time > BUDGET for time in times)
    print(
        f"{name:<13} p50 {p50:5.1f} ms  p95 {p95:5.1f} ms  longest {1000 * times[-1]:5.1f} ms  "
        f"over {1000 * BUDGET:.0f} ms: {late}"
    )


def continue_drawing(window: Window, n: int) -> None:
    """Move the pointer a little, and draw."""
    board = window.layout.board
    step = 7 * n % (board.w - 20)
    window.desk.point_to(
        board.x + 10 + step, board.y + 10 + step * 3 % (board.h - 20), window.layout
    )
    pygame.event.pump()
    window.draw()


if __name__ == "__main__":
    main()
