"""Which statements a bundle needs: those of its roots, and all that they use.

Of a class the methods that nobody calls are left out, by their names.
"""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from tengen.bundle._module import Symbol, load, resolve
from tengen.bundle._scope import Uses, find_uses

Method = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Collection:
    """Everything that a bundle needs."""

    symbols: dict[Symbol, list[ast.stmt]] = field(default_factory=dict)
    """Of our own modules, with the statements that define them."""
    library: set[Symbol] = field(default_factory=set)
    """Of Python's library."""
    dropped: set[ast.stmt] = field(default_factory=set)
    """Methods that are left out."""
    uses: dict[str, Uses] = field(default_factory=dict)
    """What the code taken from each module uses."""
    local: set[str] = field(default_factory=set)
    """Every name that is local somewhere."""
    modules: list[str] = field(default_factory=list)
    """In the order in which they would be imported."""


def collect(
    roots: Iterable[Symbol], words: Iterable[str], replaced: Mapping[Symbol, Symbol]
) -> Collection:
    """Collect what `roots` need.

    `words` are methods that the host calls, and `replaced` says what stands in for symbols that
    only work in the package.
    """
    collector = _Collector(set(words), replaced)
    for root in roots:
        collector.add(root)
    collector.settle()
    return collector.found


class _Collector:
    def __init__(self, words: set[str], replaced: Mapping[Symbol, Symbol]) -> None:
        self.found = Collection()
        self._words = words
        self._replaced = replaced
        self._pending: list[tuple[str, str, ast.stmt]] = []  # Module, name, method.
        self._seen: set[ast.stmt] = set()

    def add(self, symbol: Symbol) -> None:
        """Take a symbol and all that it uses."""
        symbol = resolve(symbol)
        symbol = resolve(self._replaced.get(symbol, symbol))
        if not symbol.is_ours:
            self.found.library.add(symbol)
        elif symbol not in self.found.symbols:
            statements = load(symbol.module).binds[symbol.name]
            self.found.symbols[symbol] = statements
            for statement in statements:
                if statement not in self._seen:
                    self._seen.add(statement)
                    self._take(symbol.module, statement)
            if symbol.module not in self.found.modules:
                self.found.modules.append(symbol.module)

    def settle(self) -> None:
        """Take the methods whose names are used anywhere, until nothing is added any more."""
        while wanted := [each for each in self._pending if each[1] in self._words]:
            self._pending = [each for each in self._pending if each not in wanted]
            for module, _, method in wanted:
                if isinstance(method, ast.Assign) and isinstance(method.value, ast.Name):
                    self._words.add(method.value.id)
                self._follow(module, _uses(method))
        self.found.dropped = {method for _, _, method in self._pending}

    def _take(self, module: str, statement: ast.stmt) -> None:
        if not isinstance(statement, ast.ClassDef):
            self._follow(module, _uses(statement))
            return
        kept: list[ast.AST] = [*statement.decorator_list, *statement.bases, *statement.keywords]
        methods = {item.name for item in statement.body if isinstance(item, Method)}
        always: list[ast.stmt] = []
        for item in statement.body:
            if (name := _optional(item, methods)) is None:
                always.append(item)
            else:
                self._pending.append((module, name, item))
        shell = ast.ClassDef(statement.name, [], [], always, [])
        self._follow(module, find_uses(*kept, shell))

    def _follow(self, module: str, uses: Uses) -> None:
        source = load(module)
        kept = self.found.uses.setdefault(module, Uses())
        kept.names += uses.names
        kept.attributes += uses.attributes
        self.found.local |= uses.local
        self._words |= uses.words
        for name in uses.names:
            if name.id in source.binds or name.id in source.imports:
                self.add(Symbol(module, name.id))
        for use in uses.attributes:
            assert isinstance(use.value, ast.Name)
            if use.value.id in source.modules:
                self.add(Symbol(source.modules[use.value.id], use.attr))


@cache
def _uses(statement: ast.stmt) -> Uses:
    """Return what a statement uses, which bundle after bundle wants to know."""
    return find_uses(statement)


def _optional(item: ast.stmt, methods: set[str]) -> str | None:
    """Return the name of a method that Python does not call by itself, or of another name for one.

    Whether anybody uses such a name decides whether it is needed.
    """
    if isinstance(item, Method) and not item.name.startswith("__"):
        return item.name
    if isinstance(item, ast.Assign) and isinstance(item.value, ast.Name):
        target = item.targets[0]
        if isinstance(target, ast.Name) and item.value.id in methods:
            return target.id
    return None
