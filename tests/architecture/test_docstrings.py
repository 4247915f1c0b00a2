"""Every file says in its first line what it is, and everything public is documented."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def is_sentence(line: str) -> bool:
    """Say whether a line has some words and ends like a sentence."""
    return len(line.split()) >= 3 and line.rstrip().endswith((".", "!", "?"))


def first_line(path: Path) -> str:
    """Return what a file says of itself: the docstring's first line, or the first comment."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").split("\n")[0]
    line = text.split("\n")[0]
    return line.lstrip("/*# ").removesuffix("*/").rstrip() if line.startswith(("/", "#!")) else ""


def files_without_a_sentence(root: Path) -> list[str]:
    """Return the files whose first line says nothing; a `.cpp` may leave it to its header."""
    python = [
        p for d in ("src", "tests", "benchmarks", "examples") for p in (root / d).rglob("*.py")
    ]
    headers = list((root / "native").rglob("*.h"))
    alone = [p for p in (root / "native").rglob("*.cpp") if not p.with_suffix(".h").exists()]
    return [
        path.relative_to(root).as_posix()
        for path in sorted([*python, *headers, *alone])
        if not is_sentence(first_line(path))
    ]


def undocumented(path: Path) -> list[str]:
    """Return the public classes, functions and methods of a file that have no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        name
        for name, node in public(tree, "")
        if not ast.get_docstring(node) and not is_setter_or_overload(node)
    ]


def public(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Documented]]:
    """Yield what can be reached by names without an underscore, methods included."""
    for child in node.body:
        if isinstance(child, Documented) and not child.name.startswith("_"):
            yield prefix + child.name, child
            if isinstance(child, ast.ClassDef):
                yield from public(child, f"{child.name}.")


def is_setter_or_overload(node: Documented) -> bool:
    """Say whether another definition of the same name carries the docstring."""
    decorators = {ast.unparse(decorator).split(".")[-1] for decorator in node.decorator_list}
    return bool(decorators & {"setter", "deleter", "overload"})


def test_the_first_line_of_every_file_is_a_sentence() -> None:
    assert files_without_a_sentence(ROOT) == []


def test_everything_public_is_documented() -> None:
    package = ROOT / "src" / "tengen"
    found = {
        path.relative_to(package).as_posix(): names
        for path in sorted(package.rglob("*.py"))
        if (names := undocumented(path))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src/a.py", "X = 1\n"),
        ("src/a.py", '"""Not a sentence"""\n'),
        ("tests/a.py", "# A comment is no docstring.\n"),
        ("native/a.h", "#pragma once\n"),
        ("native/a.cpp", "#include <vector>\n"),
    ],
)
def test_a_file_that_says_nothing_is_caught(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.parent.mkdir()
    path.write_text(text)
    assert files_without_a_sentence(tmp_path) == [name]


def test_a_file_that_speaks_is_left_alone(tmp_path: Path) -> None:
    for folder in ("src", "native"):
        (tmp_path / folder).mkdir()
    (tmp_path / "src" / "a.py").write_text('"""It is a file.\n\nAnd more."""\n')
    (tmp_path / "native" / "a.h").write_text("/// It is a header.\n")
    (tmp_path / "native" / "a.cpp").write_text('#include "a.h"\n')
    assert files_without_a_sentence(tmp_path) == []


def test_undocumented_things_are_caught_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        "class A:\n"
        '    """A."""\n'
        "    def f(self): pass\n"
        "    def _g(self): pass\n"
        "    def __len__(self): pass\n"
        "    @property\n"
        '    def p(self):\n        """P."""\n'
        "    @p.setter\n"
        "    def p(self, x): pass\n"
        "class B: pass\n"
        "def h():\n"
        "    def inner(): pass\n"
        "class _C:\n"
        "    def f(self): pass\n"
    )
    assert undocumented(path) == ["A.f", "B", "h"]
