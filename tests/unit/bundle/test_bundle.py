"""What a bundle is: one readable file that needs nothing else, and what cannot be one."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from bundles import text
from judged import PATIENT, judged
from tengen import InvalidText, Setup
from tengen.bots import bot_names, find_bot
from tengen.bundle import TARGETS, bundle, bundled_bots

ALL = [
    (name, host)
    for host, target in TARGETS.items()
    for name in bot_names()
    if name != "tengen"
    and not name.startswith("level")
    and find_bot(name).supports(target.setup) is None
]
SOME = [*{bot: (bot, host) for bot, host in ALL}.values(), *(("greedy", host) for host in TARGETS)]
"""Every bot on one host, and every host with one bot."""

HOME = [("tables-1.0", "botzone"), ("forms", "cs303"), ("counts", "cs165a"), ("trapper", "cs4386")]
"""The bots of the reports, each with the host that it was written for."""


def written(folder: Path, bot: str, host: str) -> str:
    path = folder / f"{bot}-{host}.py"
    path.write_text(text(bot, host), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("bot", "host"), SOME)
def test_a_bundle_imports_nothing_but_pythons_library(bot: str, host: str) -> None:
    tree = ast.parse(text(bot, host))
    roots = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            roots |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            roots.add((node.module or "").split(".")[0])
    assert roots - {"battle_base"} <= sys.stdlib_module_names
    assert "os" not in roots
    assert ("battle_base" in roots) == (host == "cs4386")
    assert not any(word in text(bot, host) for word in TARGETS[host].forbidden)
    assert len(text(bot, host)) < 120_000


def test_bundles_are_clean_for_a_linter_of_python_3_8(tmp_path: Path) -> None:
    files = [written(tmp_path, bot, host) for bot, host in SOME]
    lint = [sys.executable, "-m", "ruff", "check", "--isolated", "--target-version", "py38"]
    rules = "F,E1,E4,E7,E9,W,I001"
    done = subprocess.run(
        [*lint, "--select", rules, "--ignore", "E402,I001", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.parametrize(("bot", "host"), [*HOME, *(("greedy", host) for host in TARGETS)])
def test_a_bundle_plays_in_its_judge_and_wins_against_random(
    tmp_path: Path, bot: str, host: str
) -> None:
    arguments = [PATIENT, *(["--check=no"] if host == "cs303" else [])]
    (end,) = judged(host, written(tmp_path, bot, host), "random:seed=7", arguments)
    assert end.winner is not None
    assert (end.winner.name, end.ended.ending.is_fault) == (f"{bot}-{host}", False)


@pytest.mark.soak
@pytest.mark.parametrize(("bot", "host"), [each for each in ALL if each[0] != "random"])
def test_every_bundle_wins_both_games_against_random(tmp_path: Path, bot: str, host: str) -> None:
    arguments = ["--check=no"] if host == "cs303" else []
    ends = judged(host, written(tmp_path, bot, host), "random:seed=8", arguments, games=2)
    assert [end.winner and end.winner.name for end in ends] == [f"{bot}-{host}"] * 2


def test_a_bundle_keeps_comments_and_docstrings_and_loses_annotations() -> None:
    found = text("greedy", "cs303")
    assert "# tengen/core/board: Stones, blocked points and traps on a square grid" in found
    assert "    # Only traps are left, or a renju Black has no point at all." in found
    tree = ast.parse(found)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions
    assert all(node.returns is None for node in functions)
    assert all(argument.annotation is None for node in functions for argument in node.args.args)
    assert "noqa" not in found


def test_methods_that_nobody_calls_are_left_out() -> None:
    assert "def legal_points" in text("random", "cs303")
    assert "def redo" not in text("random", "cs303")
    assert "svg" not in text("random", "cs303")


def test_a_bundle_says_what_is_wrong_with_its_arguments(tmp_path: Path) -> None:
    path = written(tmp_path, "greedy", "cs165a")
    done = subprocess.run(
        [sys.executable, "-I", path, "-n", "4"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "size cannot be '4'; give a whole number from 5 to 26\n"


def test_options_of_the_bot_are_part_of_the_bundle() -> None:
    assert "return make(seed=3)" in text("random:seed=3", "botzone")
    assert "return make('ends-hard')" in text("ends-hard", "botzone")


@pytest.mark.parametrize(
    ("bot", "host", "says"),
    [
        ("tengen", "botzone", "tengen uses the native engine and cannot be a file of its own"),
        ("gredy", "botzone", "there is no bot 'gredy'; did you mean greedy"),
        ("greedy", "gomocup", "nothing can be bundled for 'gomocup'; did you mean"),
        ("trapper", "cs165a", "trapper does not play this: it plays on 15x15 only"),
        ("random:seed=x", "cs303", "seed cannot be 'x'"),
    ],
)
def test_what_cannot_be_bundled_is_refused(bot: str, host: str, says: str) -> None:
    with pytest.raises(InvalidText) as raised:
        bundle(bot, host)
    assert says in str(raised.value)


def test_the_bots_that_can_be_bundled_are_known() -> None:
    found = bundled_bots("cs165a")
    assert "counts" in found
    assert not {"tengen", "trapper"} & set(found)
    assert find_bot("counts").supports(Setup(11)) is None
