"""How the text of statements changes on its way into a bundle; comments and layout stay.

Names get the names they have there, annotations go, and a few words of newer Pythons are replaced
by older ones, so that a bundle runs on Python 3.8, too.
"""

import ast
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tengen.bundle._module import Module, Symbol
from tengen.bundle._scope import Uses

NameOf = Callable[[Symbol], str]

_BUILTIN = {"int", "str", "float", "bool", "tuple", "list", "dict", "set", "bytes", "range"}
_NEW_KEYWORDS = {"dataclass": {"slots"}, "zip": {"strict"}}
_FOR_CHECKERS = re.compile(r" *# (?:noqa|type: ignore)\b.*$", re.MULTILINE)
_COMMA = re.compile(rb"\s*,\s*")
_BLANKS = re.compile(r"\n{3,}(?=[ \t])")


class Edit(NamedTuple):
    """Bytes to be replaced."""

    start: int
    end: int
    text: str


class Editor:
    """Edits statements of one module."""

    def __init__(self, module: Module, uses: Uses, dropped: set[ast.stmt], name_of: NameOf) -> None:
        self._module = module
        self._dropped = dropped
        self._name_of = name_of
        self._source_lines = module.source.splitlines(keepends=True)
        self._lines = [0]
        for line in self._source_lines:
            self._lines.append(self._lines[-1] + len(line))
        self._renamed = list(self._renamings(uses))

    def text(self, statement: ast.stmt) -> str:
        """Return the new text of a top-level statement, with the comments above it."""
        start, last = self._from(statement), self._documentation(statement) or statement
        assert last.end_lineno is not None
        end = self._lines[last.end_lineno]  # With a comment beside it.
        edits = [*self._renamed, *self._modernisms(statement), *self._drops(statement)]
        inside = sorted({edit for edit in edits if start <= edit.start and edit.end <= end})
        text, at = b"", start
        for edit in inside:
            if edit.start < at:
                continue  # It lies within something that is gone already.
            text += self._module.source[at : edit.start] + edit.text.encode()
            at = edit.end
        text += self._module.source[at:end]
        return _BLANKS.sub("\n\n", _FOR_CHECKERS.sub("", text.decode())).rstrip()

    # What changes.

    def _renamings(self, uses: Uses) -> Iterator[Edit]:
        module = self._module
        for use in uses.attributes:
            assert isinstance(use.value, ast.Name)
            if use.value.id in module.modules:
                symbol = Symbol(module.modules[use.value.id], use.attr)
                yield self._edit(use, self._name_of(symbol))
        for name in uses.names:
            if name.id in module.binds or name.id in module.imports:
                new = self._name_of(Symbol(module.name, name.id))
                if new != name.id:
                    yield self._edit(name, new)

    def _modernisms(self, statement: ast.stmt) -> Iterator[Edit]:
        for node in ast.walk(statement):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from self._signature(node)
            elif isinstance(node, ast.AnnAssign):
                yield self._assignment(node, statement)
            elif isinstance(node, ast.Call):
                yield from self._call(node)
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            new = self._name_of(Symbol(self._module.name, statement.name))
            if new != statement.name:
                keyword = b"class " if isinstance(statement, ast.ClassDef) else b"def "
                at = self._module.source.index(keyword, self._start(statement)) + len(keyword)
                yield Edit(at, at + len(statement.name), new)

    def _signature(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Edit]:
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
        for argument in every:
            if argument.annotation is not None:
                begin = self._at(argument.lineno, argument.col_offset) + len(argument.arg.encode())
                yield Edit(begin, self._end(argument.annotation), "")
        if node.returns is not None:
            end = self._end(node.returns)
            begin = self._module.source.rindex(b"->", 0, self._start(node.returns))
            yield Edit(begin - (self._module.source[begin - 1 : begin] == b" "), end, "")

    def _assignment(self, node: ast.AnnAssign, statement: ast.stmt) -> Edit:
        """Return `x = 1` for `x: int = 1`; fields of classes keep a type that is at hand."""
        is_field = isinstance(statement, ast.ClassDef) and node in statement.body
        begin = self._end(node.target)
        if is_field:
            return Edit(begin, self._end(node.annotation), f": {_plain_type(node.annotation)}")
        if node.value is None:
            return self._edit(node, "pass")
        return Edit(begin, self._end(node.annotation), "")

    def _call(self, node: ast.Call) -> Iterator[Edit]:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        for keyword in node.keywords:
            if keyword.arg in _NEW_KEYWORDS.get(called, ()):
                yield self._without_comma(self._start(keyword), self._end(keyword))
        kinds = node.args[1] if called == "isinstance" and len(node.args) == 2 else None
        if isinstance(kinds, ast.BinOp) and isinstance(kinds.op, ast.BitOr):
            yield from self._tuple_of(kinds)

    def _without_comma(self, begin: int, end: int) -> Edit:
        """Return the edit that removes an argument and the comma before or behind it."""
        before = self._module.source[:begin].rstrip()
        if before.endswith(b","):
            return Edit(len(before) - 1, end, "")
        behind = _COMMA.match(self._module.source, end)
        return Edit(begin, end if behind is None else behind.end(), "")

    def _tuple_of(self, kinds: ast.BinOp) -> Iterator[Edit]:
        """Turn `A | B | C` into `(A, B, C)`."""
        yield Edit(self._start(kinds), self._start(kinds), "(")
        yield Edit(self._end(kinds), self._end(kinds), ")")
        while True:
            yield Edit(self._end(kinds.left), self._start(kinds.right), ", ")
            if not isinstance(kinds.left, ast.BinOp):
                return
            kinds = kinds.left

    def _drops(self, statement: ast.stmt) -> Iterator[Edit]:
        for item in getattr(statement, "body", []):
            if item in self._dropped:
                yield Edit(self._from(item), self._end(item), "")

    # Where things are.

    def _documentation(self, statement: ast.stmt) -> ast.stmt | None:
        """Return the text below an assignment that says what it is."""
        statements = self._module.statements
        place = statements.index(statement) + 1
        following = statements[place] if place < len(statements) else None
        is_text = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        is_assignment = isinstance(statement, ast.Assign | ast.AnnAssign)
        return following if is_text and is_assignment else None

    def _from(self, statement: ast.stmt) -> int:
        """Return where a statement begins, with its decorators and the comments just above."""
        decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
        line = min([statement.lineno, *(each.lineno for each in decorators)])
        while line > 1 and self._source_lines[line - 2].strip().startswith(b"#"):
            line -= 1
        return self._lines[line - 1]

    def _start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self._at(node.lineno, node.col_offset)

    def _end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        return self._lines[line - 1] + column

    def _edit(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        return Edit(self._start(node), self._end(node), text)


def _plain_type(annotation: ast.expr) -> str:
    """Return a type for a field that needs no name to be known: what exactly does not matter."""
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.value
    is_known = isinstance(annotation, ast.Name) and annotation.id in _BUILTIN
    return annotation.id if is_known and isinstance(annotation, ast.Name) else "object"
