"""`tengen bots` lists every bot."""

import pytest

from tengen.bots import bot_names, find_bot
from tengen.cli import main


def test_every_bot_is_listed_with_its_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    output = capsys.readouterr().out
    words = " ".join(output.split())
    assert "\x1b" not in output
    for name in bot_names():
        assert f"\n{name} " in output
        assert find_bot(name).description.split(":")[0] in words
