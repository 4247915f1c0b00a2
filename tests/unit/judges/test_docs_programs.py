"""The programs that docs/hosts.md shows to students are played as they stand there."""

import re
from pathlib import Path

import pytest

from judged import PATIENT, judged
from tengen.play.ending import Ending

PAGE = (Path(__file__).parents[3] / "docs" / "hosts.md").read_text(encoding="utf-8")
PARTS = dict(re.findall(r"^## (\S[^\n]*)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def program(part: str) -> str:
    (found,) = re.findall(r"```python\n(.*?)```", PARTS[part], re.DOTALL)
    return str(found)


@pytest.mark.parametrize("host", ["Botzone", "CS303", "CS165A", "CS4386"])
def test_the_program_of_the_page_plays_without_a_fault(tmp_path: Path, host: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(program(host), encoding="utf-8")
    arguments = [PATIENT, *(["--check=no"] if host == "CS303" else [])]
    (end,) = judged(host.lower(), str(path), "greedy", arguments)
    assert end.ended.ending is Ending.FIVE
    assert end.winner is not None
    assert end.winner.name == "greedy"


def test_the_environments_of_the_page_run() -> None:
    names: dict[str, object] = {}
    exec(program("Gymnasium and PettingZoo"), names)
    assert (names["done"], names["cut"]) == (False, False)


def test_every_judge_and_flag_is_on_the_page() -> None:
    from tengen.judges import judge_flags, judge_names

    for name in judge_names():
        part = PARTS[name.upper() if name != "botzone" else "Botzone"]
        assert f"tengen judge {name} " in part
        assert f"tengen host {name}" in part
        assert f"--host {name}" in part
        for flag in judge_flags(name):
            assert flag in part, f"{name} {flag}"
