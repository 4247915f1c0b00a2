"""The arguments of hosts, brains that wait, and the class of CS303 as it is called."""

import pytest

from brains import think
from tengen import Game, InvalidText, Point
from tengen.bots import find_bot
from tengen.hosts import host_flags, host_names, make_brain
from tengen.hosts._flags import read_flags, split_flags
from tengen.hosts.botzone import wire as botzone
from tengen.hosts.cs165a import wire as cs165a
from tengen.hosts.cs303 import AI
from tengen.notation.coordinates import find_dialect
from tengen.options import Option

FLAGS = {
    "-n": Option("size", int, 11, 5, 26),
    "-l": Option("light", bool, False),
    "--limit": Option("limit", str, None),
}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], (11, False, None)),
        (["-n", "7"], (7, False, None)),
        (["-n7", "-l"], (7, True, None)),
        (["--limit=2s", "-l"], (11, True, "2s")),
        (["--limit", "2s"], (11, False, "2s")),
    ],
)
def test_flags_are_read(words: list[str], expected: tuple[object, ...]) -> None:
    assert tuple(read_flags(words, FLAGS, owner="it").values()) == expected


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-x"], "it has no argument '-x'; it has -n, -l, --limit"),
        (["word"], "it has no argument 'word'"),
        (["-n"], "-n needs a value: a whole number from 5 to 26"),
        (["-n", "4"], "size cannot be '4'"),
        (["-lx"], "light cannot be 'x'"),
    ],
)
def test_wrong_flags_are_refused(words: list[str], says: str) -> None:
    with pytest.raises(InvalidText) as raised:
        read_flags(words, FLAGS, owner="it")
    assert says in str(raised.value)


def test_other_words_are_left_over() -> None:
    values, rest = split_flags(["a", "-n", "9", "b"], FLAGS, owner="it")
    assert (values["size"], rest) == (9, ["a", "b"])


def test_every_flag_of_every_host_has_a_line_of_help() -> None:
    for name in host_names():
        assert all(option.help for option in host_flags(name).values())


def test_lines_that_come_while_a_bot_thinks_wait_in_their_order() -> None:
    brain = make_brain("cs165a", "greedy", arguments=["-n", "5"])
    brain.start()
    brain.feed("c3")
    assert brain.task is not None
    assert brain.feed("zz") == brain.feed("a1") == []
    said = think(brain)
    assert said.index("Move played: a1") > next(
        place for place, line in enumerate(said) if line.startswith("Error: 'zz'")
    )


def test_a_bot_that_does_not_play_the_board_says_so() -> None:
    with pytest.raises(InvalidText, match="it plays on 15x15 only"):
        make_brain("cs165a", "trapper")


def test_moves_of_cs165a_are_those_of_the_dialect() -> None:
    dialect = find_dialect("pos-top")
    for size in (5, 11, 26):
        for point in (Point(0, 0), Point(2, 1), Point(size - 1, size - 2)):
            text = cs165a.format_move(point)
            assert text == dialect.format(point, size)
            assert cs165a.parse_move(text, size) == point


def test_points_of_botzone_have_the_column_first() -> None:
    assert botzone.parse_point({"x": 3, "y": 8}) == Point(3, 8)
    assert botzone.parse_pair("3 8") == Point(3, 8)
    assert botzone.format_response(Point(3, 8)) == '{"response":{"x":3,"y":8}}'


class Mine(AI):
    bot = find_bot("greedy")


def test_the_class_of_cs303_improves_its_candidates() -> None:
    player = Mine(15, -1, 5)
    board = [[0] * 15 for _ in range(15)]
    board[0][0:4] = [-1] * 4
    player.candidate_list.append((9, 9))
    player.go(board)
    assert player.candidate_list == [(7, 7), (0, 4)]


def test_the_class_of_cs303_uses_the_time_of_an_engine_in_steps() -> None:
    player = type("Engine", (AI,), {"bot": find_bot("tengen:memory=70000000")})(15, 1, 0.3)
    game = Game()
    game.play("h8")
    player.go([[-1 if (y, x) == (7, 7) else 0 for x in range(15)] for y in range(15)])
    assert len(player.candidate_list) == 4
    row, column = player.candidate_list[-1]
    game.push(Point(column, row))


def test_a_full_board_leaves_the_candidates_empty() -> None:
    player = Mine(5, -1, 5)
    player.go([[1.0, -1.0, 1.0, -1.0, 1.0]] * 2 + [[-1, 1, -1, 1, -1]] + [[1, -1, 1, -1, 1]] * 2)
    assert player.candidate_list == []
