"""Nothing is left for later in a comment, and nobody signs a file: git knows."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "native", "examples", "docs", ".ci")
SUFFIXES = {".py", ".h", ".cpp", ".js", ".css", ".html", ".md", ".toml", ".txt", ".sh", ""}

# In pieces, so that this file does not find itself.
LATER = ["TO" + "DO", "FIX" + "ME", "HA" + "CK"]
# Three X are a row of stones in every diagram; as a reminder they open a comment.
REMINDER = rf"(?:#|//|/\*)\s*{'X' * 3}\b(?![.X #]*\S*[.O])"
SIGNED = ["@" + "author", "__" + "author__", "Aut" + "hor:"]
PERSON = r"(?:Written|Created) by [A-Z]"
PATTERN = re.compile(
    "|".join([rf"\b(?:{'|'.join(LATER)})\b", REMINDER, PERSON, *map(re.escape, SIGNED)])
)


def text_files(root: Path) -> list[Path]:
    """Return all files that people write."""
    inside = [path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file()]
    files = [*inside, *(path for path in root.glob("*") if path.is_file())]
    return sorted(p for p in files if p.suffix in SUFFIXES and "__pycache__" not in p.parts)


def leftovers(root: Path) -> list[str]:
    """Return every line with a reminder or a signature."""
    found = []
    for path in text_files(root):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, start=1):
            if PATTERN.search(line):
                found.append(f"{path.relative_to(root).as_posix()}:{number}: {line.strip()}")
    return found


def test_nothing_is_left_for_later_and_nobody_signs() -> None:
    assert leftovers(ROOT) == []


@pytest.mark.parametrize(
    "line",
    [
        f"# {LATER[0]}: later",
        f"x = 1  # {LATER[1]}",
        f"// {LATER[0]}(me) later",
        f"# {'X' * 3}: this is wrong",
        f"// {'X' * 3} this is wrong",
        f'{SIGNED[1]} = "me"',
        f"/// {SIGNED[0]} me",
        "# Written by" + " Somebody",
    ],
)
@pytest.mark.parametrize("name", ["src/a.py", "native/a.cpp", "Makefile"])
def test_a_planted_leftover_is_caught(tmp_path: Path, name: str, line: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"first\n{line}\n", encoding="utf-8")
    assert leftovers(tmp_path) == [f"{name}:2: {line}"]


@pytest.mark.parametrize(
    "line",
    [
        "# .XXX. is a three",
        'text = "XXX.X.XXX"',
        "# XXX.XX is a four",
        "the authors of the report",
        "# Written by nanobind.",
    ],
)
def test_stones_and_sentences_are_left_alone(tmp_path: Path, line: str) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(line, encoding="utf-8")
    assert leftovers(tmp_path) == []
