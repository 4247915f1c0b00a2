"""`tengen bench`: signature, speed, cut-offs and weights."""

import re

import pytest

from tengen.cli import main


def test_it_prints_signature_speed_cut_offs_and_weights(
    capsys: pytest.CaptureFixture[str],
) -> None:
    signatures = set()
    for _ in range(2):
        assert main(["bench", "--depth", "3"]) == 0
        signature, speed, cuts, weights = capsys.readouterr().out.splitlines()
        signatures.add(signature)
        assert re.fullmatch(r"signature +\d+", signature)
        assert re.fullmatch(r"nodes a second +[\d,]+", speed)
        assert re.fullmatch(r"first-move cut-offs [\d.]+%", cuts)
        assert re.match(r"weights +freestyle [0-9a-f]{8}, standard ", weights)
    assert len(signatures) == 1


def test_the_board_is_still_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "board", "--help"]) == 0
    assert "Push and pop whole games" in capsys.readouterr().out
