"""Links between documents lead somewhere, and so does every path that is mentioned."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "native", "examples", "docs")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)")
MENTION = re.compile(rf"(?<![\w/.<-])(?:{'|'.join(FOLDERS)}|\.ci)/[\w./-]*\w")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)


def documents(root: Path) -> list[Path]:
    """Return the project's own pages."""
    return sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])


def speaking_files(root: Path) -> list[Path]:
    """Return pages and sources, whose comments mention paths too."""
    code = [
        path
        for folder in FOLDERS
        for suffix in ("py", "h", "cpp")
        for path in (root / folder).rglob(f"*.{suffix}")
        if "architecture" not in path.parts
    ]
    return [*documents(root), *sorted(code), *root.glob("Makefile"), *root.glob("CMakeLists.txt")]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, made as GitHub makes them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+\s+(.*?)\s*#*$", text, re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in plain}


def dead_links(root: Path) -> list[str]:
    """Return every relative link of a page that leads nowhere."""
    found = []
    for page in documents(root):
        for target in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            goal = page.parent / path if path else page
            is_dead = not goal.exists() or (
                bool(anchor) and goal.suffix == ".md" and anchor not in anchors(goal)
            )
            if is_dead:
                found.append(f"{page.relative_to(root).as_posix()}: {target}")
    return found


def dead_mentions(root: Path) -> list[str]:
    """Return every path of the repository that is mentioned and does not exist."""
    found = []
    for file in speaking_files(root):
        for path in MENTION.findall(file.read_text(encoding="utf-8")):
            # A sentence may speak of a module without its suffix.
            if not any((root / f"{path}{end}").exists() for end in ("", ".py")):
                found.append(f"{file.relative_to(root).as_posix()}: {path}")
    return found


def test_every_link_leads_somewhere() -> None:
    assert dead_links(ROOT) == []


def test_every_path_that_is_mentioned_exists() -> None:
    assert dead_mentions(ROOT) == []


@pytest.mark.parametrize("target", ["gone.md", "docs/gone.md", "#nowhere", "docs/page.md#nowhere"])
def test_a_dead_link_is_caught(tmp_path: Path, target: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# Here\n")
    (tmp_path / "README.md").write_text(f"# Title\nSee [it]({target}).\n")
    assert dead_links(tmp_path) == [f"README.md: {target}"]


def test_living_links_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# It's `here`, now\n[up](../README.md)\n")
    (tmp_path / "README.md").write_text(
        "# Title\n[a](docs/page.md) [b](#title) [c](docs/page.md#its-here-now) "
        "[d](https://example.org/x) ![e](docs)\n```\n[f](gone.md)\n```\n"
    )
    assert dead_links(tmp_path) == []


@pytest.mark.parametrize("name", ["README.md", "docs/page.md", "src/a.py", "native/a.h"])
def test_a_dead_path_is_caught(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("Read `src/gone.py`, and src/tengen/<name>.py, and other/thing.py.\n")
    (tmp_path / "src" / "tengen").mkdir(parents=True, exist_ok=True)
    assert dead_mentions(tmp_path) == [f"{name}: src/gone.py"]


def test_living_paths_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text('"""As in src/a.py, or src/a. See `tests/`."""\n')
    (tmp_path / "tests").mkdir()
    assert dead_mentions(tmp_path) == []
