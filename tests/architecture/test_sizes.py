"""Files and functions stay small enough to be read at once; the exceptions are named here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "native", "examples", "docs")
SUFFIXES = {".py", ".h", ".cpp", ".js", ".css", ".html"}

LONGEST_FILE = 600
LONGEST_FUNCTION = 60

EXCEPTIONS = {
    "native/bind/module.cpp:NB_MODULE": "a table of everything Python sees, one entry for each",
    "native/bind/search.cpp:bind_search": "the same table for the engine",
    "native/board/board.cpp:Board::put_as": "the hottest function: one stone in all its tables",
    "native/search/search.cpp:Worker::search": "the search in numbered steps, to be read in order",
    "native/search/search.cpp:Worker::fours": "the same steps for a search among fours only",
}
"""Files and functions that may be longer: `path` or `path:function`, each with its reason."""


def sources(root: Path) -> list[Path]:
    """Return all files written by hand, generated and installed ones left out."""
    found = [path for folder in FOLDERS for path in (root / folder).rglob("*")]
    return sorted(p for p in found if p.suffix in SUFFIXES and "__pycache__" not in p.parts)


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of lines of every function."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                yield node.name, node.end_lineno - node.lineno + 1
    elif path.suffix in (".h", ".cpp"):
        yield from cpp_functions(text)


def cpp_functions(text: str) -> Iterator[tuple[str, int]]:
    """Yield what begins at the left margin, ends a line with `{` and closes at the margin.

    Namespaces, types and tables are no functions; bodies inside a class are not looked at.
    """
    start, name = None, ""
    for number, line in enumerate(text.splitlines()):
        called = re.search(r"([\w:~]+)\(", line)
        if called and start is None and re.match(r"(?!namespace|class|struct|enum|union)\w", line):
            start, name = number, called[1]
        if line.startswith("}") and start is not None:
            yield name, number - start + 1
            start = None
        elif line.endswith((";", "}")) and not line.startswith(" "):
            start = None


def too_long(root: Path, exceptions: dict[str, str]) -> list[str]:
    """Return a line for everything that is too long, and for every exception not needed."""
    found = []
    needed = set()
    for path in sources(root):
        here = path.relative_to(root).as_posix()
        lengths = [(here, len(path.read_text(encoding="utf-8").splitlines()), LONGEST_FILE)]
        lengths += [(f"{here}:{name}", lines, LONGEST_FUNCTION) for name, lines in functions(path)]
        for name, lines, most in lengths:
            if lines > most and name in exceptions:
                needed.add(name)
            elif lines > most:
                found.append(f"{name} has {lines} lines, more than {most}")
    return found + [f"{name} needs no exception" for name in exceptions if name not in needed]


def test_nothing_is_too_long() -> None:
    assert too_long(ROOT, EXCEPTIONS) == []


def test_every_exception_has_a_reason() -> None:
    assert all(len(reason.split()) >= 3 for reason in EXCEPTIONS.values())


def written(root: Path, name: str, lines: list[str]) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_file_of_601_lines_is_caught_and_one_of_600_is_not(tmp_path: Path) -> None:
    written(tmp_path, "src/fits.py", ["X = 1"] * 600)
    written(tmp_path, "native/long.cpp", ["int x;"] * 601)
    assert too_long(tmp_path, {}) == ["native/long.cpp has 601 lines, more than 600"]


def test_a_function_of_61_lines_is_caught_and_one_of_60_is_not(tmp_path: Path) -> None:
    written(tmp_path, "src/fits.py", ["def fits():", *["    x = 1"] * 59])
    written(tmp_path, "src/long.py", ["class A:", "    def f(self):", *["        x = 1"] * 60])
    assert too_long(tmp_path, {}) == ["src/long.py:f has 61 lines, more than 60"]


def test_a_long_function_in_cpp_is_caught(tmp_path: Path) -> None:
    body = ["    x();"] * 59
    written(tmp_path, "native/a.cpp", ["namespace a {", "int Board::fits(int x) {", *body[1:], "}"])
    written(tmp_path, "native/b.cpp", ["int declared(int x);", "void f(", "  int y) {", *body, "}"])
    assert too_long(tmp_path, {}) == ["native/b.cpp:f has 62 lines, more than 60"]


def test_an_exception_excuses_and_is_not_kept_for_nothing(tmp_path: Path) -> None:
    written(tmp_path, "src/long.py", ["X = 1"] * 700)
    exceptions = {"src/long.py": "a table that is generated", "src/gone.py": "it was long once"}
    assert too_long(tmp_path, exceptions) == ["src/gone.py needs no exception"]
