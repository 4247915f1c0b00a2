"""A source file as top-level statements: the names that each binds, and where imports lead."""

import ast
import importlib.util
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tengen.errors import InvalidText

PACKAGE = "tengen"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name of a module: one of ours, or one of Python's own library."""

    module: str
    name: str
    """Empty for a module of the library as a whole, as in `import re`."""

    @property
    def is_ours(self) -> bool:
        """Whether the package defines it."""
        return self.module.split(".")[0] == PACKAGE


@dataclass(slots=True)
class Module:
    """A module of the package, parsed."""

    name: str
    source: bytes
    statements: list[ast.stmt]
    binds: dict[str, list[ast.stmt]] = field(default_factory=dict)
    """Which statements bind a name, most often one."""
    imports: dict[str, Symbol] = field(default_factory=dict)
    """What an imported name stands for."""
    modules: dict[str, str] = field(default_factory=dict)
    """Names that stand for modules of ours, as after `from tengen.hosts.cs303 import wire`."""

    @property
    def title(self) -> str:
        """The first line of the docstring."""
        document = ast.get_docstring(ast.Module(self.statements, [])) or ""
        return document.split("\n")[0]


@cache
def load(name: str) -> Module:
    """Return a module of the package by its dotted name."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise InvalidText("no-source", "{name} has no source to bundle", name=name)
    source = Path(spec.origin).read_bytes()
    module = Module(name, source, ast.parse(source).body)
    for statement in module.statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            _note_imports(module, statement)
        for bound in _names(statement):
            module.binds.setdefault(bound, []).append(statement)
    return module


def resolve(symbol: Symbol) -> Symbol:
    """Return the symbol where it is defined, through however many modules it is handed on."""
    while symbol.is_ours and symbol.name and symbol.name not in load(symbol.module).binds:
        handed_on = load(symbol.module).imports.get(symbol.name)
        if handed_on is None:
            raise InvalidText(
                "no-name", "{module} has no {name!r}", module=symbol.module, name=symbol.name
            )
        symbol = handed_on
    return symbol


def _names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.AnnAssign):
        targets: list[ast.expr] = [statement.target]
    elif isinstance(statement, ast.Assign):
        targets = statement.targets
    else:
        return []
    nodes = [node for target in targets for node in ast.walk(target)]
    return [node.id for node in nodes if isinstance(node, ast.Name)]


def _note_imports(module: Module, statement: ast.Import | ast.ImportFrom) -> None:
    for alias in statement.names:
        bound = alias.asname or alias.name
        if isinstance(statement, ast.Import):
            module.imports[bound] = Symbol(alias.name, "")
            continue
        assert statement.module is not None, "relative imports are not used here"
        source = statement.module
        if source.split(".")[0] == PACKAGE and _is_module(f"{source}.{alias.name}"):
            module.modules[bound] = f"{source}.{alias.name}"
        else:
            module.imports[bound] = Symbol(source, alias.name)


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
