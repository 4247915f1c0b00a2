"""Which names of a module a piece of its code uses, by Python's rules of scope.

Annotations are not looked at, because a bundle has none.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(slots=True)
class Uses:
    """What was found in a piece of code."""

    names: list[ast.Name] = field(default_factory=list)
    """Every use of a name that is not local."""
    attributes: list[ast.Attribute] = field(default_factory=list)
    """Every `name.attribute` whose name is not local."""
    words: set[str] = field(default_factory=set)
    """Names of all attributes, and texts that could be names: methods may be meant by them."""
    local: set[str] = field(default_factory=set)
    """Names that are local somewhere in it."""


def find_uses(*nodes: ast.AST) -> Uses:
    """Return what these nodes use, seen from the top of their module."""
    finder = _Finder()
    for node in nodes:
        finder.visit(node)
    return finder.uses


class _Finder(ast.NodeVisitor):
    def __init__(self) -> None:
        self.uses = Uses()
        self._scopes: list[set[str]] = []

    def visit_Name(self, node: ast.Name) -> None:
        if not self._is_local(node.id):
            self.uses.names.append(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.uses.words.add(node.attr)
        if isinstance(node.value, ast.Name) and not self._is_local(node.value.id):
            self.uses.attributes.append(node)
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and node.value.isidentifier():
            self.uses.words.add(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for outer in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(outer)
        # Names of a class are seen in its own body, but not in its methods.
        names = set(_bound(node.body))
        for item in node.body:
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                self.visit_function(item, own=names)
            else:
                self._within(names, item)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit_function(node)

    def visit_function(self, node: Function, own: set[str] | None = None) -> None:
        """Visit what is evaluated outside of the function there, and its body inside."""
        outside = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
        outside += [] if isinstance(node, ast.Lambda) else node.decorator_list
        self._within(own or set(), *outside)
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        self._within(set(_arguments(node.args)) | set(_bound(body)), *body)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._visit_comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._visit_comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._visit_comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._visit_comprehension(node)

    def _visit_comprehension(self, node: _Comprehension) -> None:
        self.visit(node.generators[0].iter)
        targets = {name for part in node.generators for name in _stored(part.target)}
        inner: list[ast.AST] = [part.target for part in node.generators]
        inner += [each for part in node.generators for each in part.ifs]
        inner += [part.iter for part in node.generators[1:]]
        inner += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._within(targets, *inner)

    def _within(self, names: set[str], *nodes: ast.AST) -> None:
        self._scopes.append(names)
        self.uses.local |= names
        for node in nodes:
            self.visit(node)
        self._scopes.pop()

    def _is_local(self, name: str) -> bool:
        return any(name in scope for scope in self._scopes)


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return (argument.arg for argument in every)


def _bound(body: list[ast.stmt] | list[ast.expr]) -> Iterator[str]:
    """Yield the names that a body binds, but not those bound in functions inside it."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if isinstance(node, _Comprehension):
            # Its targets are its own; only a walrus inside it binds out here.
            todo += [each for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]
            continue
        todo += list(ast.iter_child_nodes(node))


def _stored(target: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))
