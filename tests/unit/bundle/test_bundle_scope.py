"""Which names code uses, by Python's rules of scope: what a bundle must bring, and may rename."""

import ast

import pytest

from tengen.bundle._scope import find_uses


def used(code: str) -> set[str]:
    return {name.id for name in find_uses(*ast.parse(code).body).names}


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("x = y", {"x", "y"}),
        ("def f(a, *b, c=d, **e): return a, b, c, e, g", {"d", "g"}),
        ("def f():\n    x = 1\n    return x + y", {"y"}),
        ("def f():\n    return x\n    x = 1", set()),
        ("def f():\n    for x, (y, z) in w: x, y, z", {"w"}),
        ("def f():\n    with a as b: b", {"a"}),
        ("def f():\n    try: a\n    except E as e: e", {"a", "E"}),
        ("def f():\n    import re\n    from x import y as z\n    re, z, y", {"y"}),
        ("def f():\n    if (n := g()): n", {"g"}),
        ("def f():\n    def h(x): return x + y\n    y = 1\n    return h", set()),
        ("[x for x in y if x and z]", {"y", "z"}),
        ("[x for x in x]", {"x"}),
        ("{a: b for a, b in c}", {"c"}),
        ("def f():\n    any((m := x) for x in y)\n    return m", {"any", "y"}),
        ("lambda x, y=z: x + w", {"z", "w"}),
        ("class A(B):\n    x = 1\n    y = x\n    def f(self): return x", {"B", "x"}),
        ("class A:\n    @d\n    def f(self): pass", {"d"}),
        ("def f(x: T) -> U:\n    y: V = x\n    return y", set()),
        ("x: T = y", {"x", "y"}),
        ("f(key=value)", {"f", "value"}),
    ],
)
def test_names_that_are_not_local_are_found(code: str, names: set[str]) -> None:
    assert used(code) == names


def test_attributes_of_names_that_are_not_local_are_found() -> None:
    uses = find_uses(*ast.parse("def f(a): return a.b, wire.c, wire.d.e, g().h").body)
    assert {ast.unparse(each) for each in uses.attributes} == {"wire.c", "wire.d"}
    assert uses.words == {"b", "c", "d", "e", "h"}
    assert uses.local == {"a"}


def test_texts_that_could_be_names_are_words() -> None:
    uses = find_uses(*ast.parse("getattr(x, 'turn'); print('not a name')").body)
    assert uses.words == {"turn"}
