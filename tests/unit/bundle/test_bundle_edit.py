"""How the text of statements changes on its way into a bundle."""

import ast
import textwrap

import pytest

from tengen.bundle._edit import Editor
from tengen.bundle._module import Module, Symbol
from tengen.bundle._scope import find_uses


def edited(code: str, names: dict[str, str] | None = None, drop: str = "") -> str:
    code = textwrap.dedent(code).strip() + "\n"
    statements = ast.parse(code).body
    module = Module("tengen.planted", code.encode(), statements)
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            module.binds[statement.name] = [statement]
    for name in names or {}:
        module.binds.setdefault(name, [])
    module.modules["wire"] = "tengen.errors"
    dropped: set[ast.stmt] = {
        item
        for statement in statements
        for item in getattr(statement, "body", [])
        if isinstance(item, ast.FunctionDef) and item.name == drop
    }

    def name_of(symbol: Symbol) -> str:
        return (names or {}).get(symbol.name, symbol.name)

    first = statements[0]
    return Editor(module, find_uses(first), dropped, name_of).text(first)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(a: int, *b: str, c: 'T' = 1) -> dict[str, int]:\n    pass",
         "def f(a, *b, c = 1):\n    pass"),
        ("X: Final = 3", "X = 3"),
        ("X: Final[dict[str, int]] = {}", "X = {}"),
        ("def f():\n    x: list[int] = []\n    return x", "def f():\n    x = []\n    return x"),
        ("def f():\n    x: int", "def f():\n    pass"),
        ("class A(NamedTuple):\n    x: int\n    y: tuple[int, ...]\n    z: A | None = None",
         "class A(NamedTuple):\n    x: int\n    y: tuple\n    z: object = None"),
        ("@dataclass(frozen=True, slots=True)\nclass A:\n    pass",
         "@dataclass(frozen=True)\nclass A:\n    pass"),
        ("@dataclass(slots=True, eq=False)\nclass A:\n    pass",
         "@dataclass(eq=False)\nclass A:\n    pass"),
        ("x = list(zip(a, b, strict=True))", "x = list(zip(a, b))"),
        ("x = isinstance(a, int | float | A)", "x = isinstance(a, (int, float, A))"),
        ("x = 1  # noqa: S311 - No guard.", "x = 1"),
        ("# Above.\nx = 1  # Beside.", "# Above.\nx = 1  # Beside."),
        ('x = 1\n"""What it is."""', 'x = 1\n"""What it is."""'),
        ("def f() -> None:\n    return wire.InvalidText", "def f():\n    return InvalidText"),
    ],
)  # fmt: skip
def test_text_is_edited(before: str, after: str) -> None:
    assert edited(before) == after


def test_names_are_renamed_where_they_are_not_local() -> None:
    code = "def f(x):\n    line = x\n    return g(line), [g for g in x]"
    assert edited(code, {"g": "other_g", "f": "my_f", "line": "no"}) == (
        "def my_f(x):\n    line = x\n    return other_g(line), [g for g in x]"
    )


def test_a_method_is_dropped_with_its_decorators_and_comments() -> None:
    code = """
    class A:
        x = 1

        # Nobody needs it.
        @property
        def f(self) -> int:
            return g

        def h(self) -> int:
            return 2
    """
    assert edited(code, drop="f") == ("class A:\n    x = 1\n\n    def h(self):\n        return 2")
