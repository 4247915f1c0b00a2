"""`tengen train`: self-play, fit and check, and what they refuse."""

import gzip
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tengen.cli import main
from tengen.core.game import Game
from tengen.core.limits import Limit
from tengen.core.rules import RULES
from tengen.engine.engine import Engine
from tengen.engine.weights import FOLDER, load_weights
from tengen.training.games import read

SMALL = ["--size", "9", "--nodes", "200", "--jobs", "1"]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("train") / "games.gz"
    arguments = ["train", "selfplay", "-o", str(file), "--rule", "renju", "--games", "12"]
    assert main([*arguments, *SMALL]) == 0
    return file


def error_of(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 2) -> str:
    assert main(["train", *map(str, arguments)]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tengen: ")
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("tengen: ").rstrip("\n")


@pytest.mark.parametrize("name", ["selfplay", "fit", "network", "check"])
def test_the_help_has_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", name, "--help"]) == 0
    assert f"Example: tengen train {name}" in capsys.readouterr().out


def test_without_a_command_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert error_of(capsys) == "Missing command."


def test_games_become_weights_that_play(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, picture = tmp_path / "mine.bin", tmp_path / "mine.svg"
    prior = str(FOLDER / "freestyle.bin")
    options = ["-o", str(weights), "--picture", str(picture), "--prior", prior]
    assert main(["train", "fit", str(games), *options]) == 0
    out = capsys.readouterr().out
    for color in ("black", "white"):
        assert re.search(
            rf"renju, {color} to move: \d+ positions\n"
            r"  cross-entropy, prior       0\.\d{4}\n"
            r"  cross-entropy, fit         0\.\d{4}\n"
            r"  searched move scored first [\d.]+%\n",
            out,
        )
    assert re.search(r"predicted +won +95 % +positions +games", out)
    assert re.search(r"mine\.bin: 47,316 bytes, hash [0-9a-f]{8}\n", out.replace("\n ", " "))
    assert picture.read_text().startswith("<svg ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.bin", "mine.svg"]
    game = Game(9, "renju")
    best = Engine(memory=1 << 20, weights=weights).search(game, Limit(nodes=100)).best
    assert best in game.legal_points()


def test_games_become_a_network_beside_patterns_that_plays(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = tmp_path / "mine.bin"
    patterns = str(FOLDER / "renju.bin")
    options = ["-o", str(weights), "--patterns", patterns, "--epochs", "2", "--batch", "128"]
    assert main(["train", "network", str(games), *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"renju: [\d,]+ positions, [\d,]+ windows", lines[0])
    assert lines[1].split() == ["kept", "back", "labels", "results", "moves", "first"]
    for line, name in zip(lines[2:5], ("patterns alone", "epoch 1", "epoch 2"), strict=True):
        assert re.fullmatch(rf"  {name} +0\.\d{{4}} +0\.\d{{4}} +\d\.\d{{4}} +[\d.]+%", line)
    pattern = r".*mine\.bin: [\d,]+ bytes, hash [0-9a-f]{8}, of epoch [12]"
    assert re.fullmatch(pattern, " ".join(lines[5:]))
    loaded = load_weights(RULES["renju"], weights)
    assert loaded.has_network
    assert loaded.numbers() == load_weights(RULES["renju"]).numbers()
    game = Game(9, "renju")
    best = Engine(memory=1 << 20, weights=weights).search(game, Limit(nodes=100)).best
    assert best in game.legal_points()


def test_weights_are_checked_on_games(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "packaged.svg"
    assert main(["train", "check", str(games), "--picture", str(picture)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"renju, white to move: \d+ positions\n  cross-entropy +0\.\d{4}\n", out)
    assert re.search(r"from prediction to result: [\d.]+% on average\n", out)
    assert re.search(r"scale that fits best: \d+, in use is 270\n", out)
    assert "Calibration: renju, weights " in picture.read_text()
    other = str(FOLDER / "freestyle.bin")
    assert main(["train", "check", str(games), "--weights", other]) == 2
    assert "these weights are for another rule" in capsys.readouterr().err


def test_the_same_command_goes_on_where_it_ended(tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("e5e6f6\ne5f6\n")
    more = ["--openings", str(openings), "--rows", "bottom", "--seed", "5", *SMALL]
    for name, count in (("whole", "4"), ("parts", "2"), ("parts", "2")):
        output = str(tmp_path / f"{name}.gz")
        assert main(["train", "selfplay", "-o", output, "--games", count, *more]) == 0
    whole, parts = ([g.moves for g in read([tmp_path / f"{n}.gz"])] for n in ("whole", "parts"))
    assert whole == parts
    assert len(whole) == 4


def test_bad_input_of_selfplay_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.gz"
    start = ("selfplay", "-o", out)
    assert "there is no rule 'rnju'" in error_of(capsys, *start, "--rule", "rnju")
    assert "size cannot be '4'" in error_of(capsys, *start, "--size", "4")
    assert "not at 'left'" in error_of(capsys, *start, "--rows", "left")
    assert "no such file" in error_of(capsys, *start, "--openings", tmp_path / "gone")
    assert "No such file" in error_of(capsys, *start, "--weights", tmp_path / "gone")
    assert "'--games'" in error_of(capsys, *start, "--games", "0")
    assert "'--explore'" in error_of(capsys, *start, "--explore", "1.5")
    nowhere = tmp_path / "no" / "games.gz"
    expected = f"{nowhere}: no file can be written there"
    assert error_of(capsys, "selfplay", "-o", nowhere) == expected
    assert list(tmp_path.iterdir()) == []


def test_bad_input_of_fit_is_one_line_and_nothing_is_written(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine.bin"
    gone = tmp_path / "gone.gz"
    assert error_of(capsys, "fit", gone, "-o", out) == f"{gone}: no such file or directory"
    short = tmp_path / "short.gz"
    short.write_bytes(games.read_bytes()[:-20])
    assert "short.gz: the end is missing" in error_of(capsys, "fit", short, "-o", out)
    with gzip.open(games, "rb") as lines:
        short.write_bytes(gzip.compress(lines.readline()))
    assert "too few games" in error_of(capsys, "fit", short, "-o", out)
    assert "gone.gz: No such file" in error_of(capsys, "fit", games, "-o", out, "--prior", gone)
    short.write_bytes((FOLDER / "caro.bin").read_bytes()[:-1])
    assert "wrong length" in error_of(capsys, "fit", games, "-o", out, "--prior", short)
    picture = tmp_path / "no" / "mine.svg"
    assert "mine.svg: no file" in error_of(capsys, "fit", games, "-o", out, "--picture", picture)
    assert [path.name for path in tmp_path.iterdir()] == ["short.gz"]


def test_bad_input_of_network_is_one_line_and_nothing_is_written(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, gone, short = tmp_path / "mine.bin", tmp_path / "gone.gz", tmp_path / "short.gz"
    assert error_of(capsys, "network", gone, "-o", out) == f"{gone}: no such file or directory"
    short.write_bytes(gzip.compress(b""))
    expected = f"{short}: no position to learn from is in there"
    assert error_of(capsys, "network", short, "-o", out) == expected
    with gzip.open(games, "rb") as lines:
        line = lines.readline()
    short.write_bytes(gzip.compress(line))
    assert "too few games" in error_of(capsys, "network", short, "-o", out)
    short.write_bytes(gzip.compress(line + line.replace(b"renju", b"caro")))
    assert "a game of caro among games of renju" in error_of(capsys, "network", short, "-o", out)
    options = ("network", games, "-o", out, "--patterns")
    assert "gone.gz: No such file" in error_of(capsys, *options, gone)
    assert "weights are for another rule" in error_of(capsys, *options, FOLDER / "caro.bin")
    assert "'--epochs'" in error_of(capsys, "network", games, "-o", out, "--epochs", "0")
    assert "no file can be written" in error_of(capsys, "network", games, "-o", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["short.gz"]


@pytest.mark.parametrize(
    ("module", "arguments"),
    [("dataset", ["check"]), ("boards", ["network", "-o", "mine.bin"])],
)
def test_without_the_extra_it_says_what_to_install(
    games: Path,
    module: str,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.delitem(sys.modules, f"tengen.training.{module}", raising=False)
    expected = "weights are fitted with numpy and scipy; run 'pip install tengen[arena]'"
    assert error_of(capsys, *arguments, games, status=1) == expected


def test_the_command_and_selfplay_need_no_numpy() -> None:
    code = "import sys, tengen.cli.train, tengen.training.selfplay, tengen.training.calibration\n"
    code += "sys.exit(bool({'numpy', 'scipy'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent differently elsewhere")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_the_games_that_have_ended(tmp_path: Path, sent: int) -> None:
    file = tmp_path / "games.gz"
    command = [sys.executable, "-m", "tengen", "train", "selfplay", "-o", str(file)]
    command += ["--games", "100000", "--size", "9", "--nodes", "200", "--jobs", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        until = time.monotonic() + 60
        while not (file.exists() and file.stat().st_size > 1000) and time.monotonic() < until:
            time.sleep(0.05)
        # A terminal sends Ctrl-C to every process of the group.
        if sent == signal.SIGINT:
            os.killpg(process.pid, sent)
        else:
            process.send_signal(sent)
        out, errors = process.communicate(timeout=30)
    played = len(list(read([file])))
    assert played > 0
    assert (process.returncode, out) == (130, "")
    assert errors.splitlines() == [f"stopped; {played} of 100000 games were added to {file}"]
