"""The board as a widget: it scrolls, keeps its cursor in view, and says which point was meant."""

from dataclasses import replace

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tengen.core.geometry import Point
from tengen.ui.terminal.cells import Drawing, column_of, draw_row, point_at


class BoardView(ScrollView, can_focus=True):
    """Draws a `Drawing`; clicks and Enter become `Played`."""

    BINDINGS = [  # noqa: RUF012
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(1)", show=False),
        Binding("enter,space", "play", "Play", key_display="Enter"),
    ]

    class Played(Message):
        """The person wants to put a stone."""

        def __init__(self, point: Point) -> None:
            super().__init__()
            self.point = point

    class Moved(Message):
        """The cursor is somewhere else."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(id="board")
        self._drawing = drawing
        middle = drawing.scene.size // 2
        self.cursor = Point(middle, middle)
        self.virtual_size = Size(drawing.width, drawing.height)

    def show(self, drawing: Drawing) -> None:
        """Draw something else."""
        end = drawing.scene.size - 1
        self.cursor = Point(min(self.cursor.x, end), min(self.cursor.y, end))
        self._drawing = replace(drawing, cursor=self.cursor)
        self.virtual_size = Size(drawing.width, drawing.height)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a row of what is in view."""
        left, top = self.scroll_offset
        row = y + top
        if row >= self._drawing.height:
            return Strip.blank(self.size.width, self.rich_style)
        strip = Strip(draw_row(self._drawing, row), self._drawing.width)
        strip = strip.crop(left, left + self.size.width)
        missing = self.size.width - strip.cell_length
        if missing > 0:
            blank = Segment(" " * missing, Style.null() + self.rich_style)
            strip = Strip([*strip, blank], self.size.width)
        return strip

    def on_click(self, event: events.Click) -> None:
        """Play the point under the pointer; beside the board nothing happens."""
        point = self._point_of(event)
        if point is not None:
            self._go_to(point)
            self.post_message(self.Played(point))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the ghost stone follow the pointer."""
        point = self._point_of(event)
        if point is not None and point != self.cursor:
            self._go_to(point)

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor by one point."""
        end = self._drawing.scene.size - 1
        x, y = self.cursor
        self._go_to(Point(min(max(0, x + dx), end), min(max(0, y + dy), end)))

    def action_edge(self, side: int) -> None:
        """Move the cursor to an end of its row."""
        self._go_to(Point(side * (self._drawing.scene.size - 1), self.cursor.y))

    def action_play(self) -> None:
        """Play where the cursor is."""
        self.post_message(self.Played(self.cursor))

    def _point_of(self, event: events.MouseEvent) -> Point | None:
        left, top = self.scroll_offset
        drawing = self._drawing
        return point_at(event.x + left, event.y + top, drawing.scene.size, drawing.scale)

    def _go_to(self, point: Point) -> None:
        self.cursor = point
        self._drawing = replace(self._drawing, cursor=point)
        scale = self._drawing.scale
        around = Region(column_of(point, scale) - 3, scale * point.y, 6, 2)
        self.scroll_to_region(around, animate=False)
        self.refresh()
        self.post_message(self.Moved())
