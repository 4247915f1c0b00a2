"""How players are written."""

import contextlib
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.player import Entrant, parse_player, parse_players
from tengen.core.limits import Limit
from tengen.errors import InvalidText, TengenError

DEFAULT = Limit(turn=1.0, match=60.0, increment=0.5)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "pbrain-mine"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_bot_runs_in_its_own_process() -> None:
    player = parse_player("greedy", DEFAULT)
    assert (player.name, player.kind, player.limit) == ("greedy", "bot", DEFAULT)
    assert player.command[:2] == (sys.executable, "-m")


def test_a_limit_in_the_name_counts_and_becomes_part_of_the_name() -> None:
    player = parse_player("greedy@0.3s+20k", DEFAULT)
    assert player.name == "greedy@0.3s+20k"
    assert player.limit == Limit(turn=0.3, match=60.0, increment=0.5, nodes=20_000)


def test_a_program_thinks_with_one_thread_unless_it_is_given_more(program: Path) -> None:
    assert parse_player(str(program), DEFAULT).threads == 1
    assert parse_player(f"{program}@0.3s", DEFAULT).threads == 1
    given = parse_player(f"{program}@0.3s+2t", DEFAULT)
    assert (given.threads, given.limit.turn) == (2, 0.3)
    assert given.name == "pbrain-mine@0.3s+2t"
    alone = parse_player(f"{program}@4t", DEFAULT)
    assert (alone.threads, alone.limit) == (4, DEFAULT)
    assert Entrant.from_dict(given.to_dict()) == given


def test_the_threads_of_a_bot_are_those_of_its_options_unless_it_is_given_some() -> None:
    assert parse_player("tengen:threads=2", DEFAULT).threads is None
    assert parse_player("tengen@0.3s+2t", DEFAULT).threads == 2


def test_a_label_becomes_the_name() -> None:
    assert parse_player("old=greedy@2d", DEFAULT).name == "old"


def test_options_of_a_bot_are_no_label() -> None:
    player = parse_player("random:seed=3", DEFAULT)
    assert (player.name, player.kind) == ("random:seed=3", "bot")
    assert player.command[-1] == "random:seed=3"


def test_a_program_runs_in_its_own_folder(program: Path) -> None:
    player = parse_player(f"{program}@5000n", DEFAULT)
    assert player.name == "pbrain-mine@5000n"
    assert player.command == (str(program),)
    assert player.cwd == str(program.parent)


def test_a_command_with_arguments_runs_here(program: Path) -> None:
    player = parse_player(f"{program} --fast", DEFAULT)
    assert player.command == (str(program), "--fast")
    assert player.cwd == str(Path.cwd())


def test_a_python_script_needs_no_interpreter_and_gives_its_name(tmp_path: Path) -> None:
    script = tmp_path / "brain.py"
    script.write_text("")
    for text in (str(script), f"{sys.executable} {script}"):
        player = parse_player(text, DEFAULT)
        assert player.name == "brain"
        assert player.command[-1] == str(script)
        assert player.cwd == str(Path.cwd())


def test_only_programs_without_a_clock_start_anew_for_each_game(program: Path) -> None:
    assert parse_player(f"{program}@5000n", DEFAULT).limit.match == 60.0
    assert not parse_player(f"{program}@5000n", DEFAULT).needs_fresh_start
    assert parse_player(f"{program}@5000n", Limit()).needs_fresh_start
    assert not parse_player("greedy@5000n", Limit()).needs_fresh_start


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("gredy", "unknown-player"),
        ("./no-such-program", "unknown-player"),
        ("greedy@fast", "bad-limit"),
        ("greedy@0s", "limit-range"),
        ("random:seed", "bad-bot-option"),
        ("random:colour=red", "unknown-option"),
        ("", "empty-command"),
        ("'", "unbalanced-quotes"),
    ],
)
def test_what_is_no_player_is_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_player(text, DEFAULT)
    assert caught.value.code == code


def test_a_misspelt_bot_is_told_its_neighbour() -> None:
    with pytest.raises(InvalidText, match="greedy"):
        parse_player("gredy", DEFAULT)


def test_a_file_that_cannot_be_run_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    with pytest.raises(InvalidText) as caught:
        parse_player(str(path), DEFAULT)
    assert caught.value.code == "unknown-player"


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidText) as caught:
        parse_players(["greedy", "random", "greedy"], DEFAULT)
    assert caught.value.code == "same-name"


def test_a_player_survives_being_plain_data() -> None:
    player = parse_player("a=random:seed=1@10n", DEFAULT)
    assert Entrant.from_dict(player.to_dict()) == player


@given(st.text(max_size=40))
def test_any_text_is_a_player_or_a_clear_error(text: str) -> None:
    with contextlib.suppress(TengenError):
        assert parse_player(text, DEFAULT).command
