"""Puts a bundle together: imports, then the statements module by module, then the host's end."""

import ast
import keyword
from collections.abc import Iterator, Mapping
from typing import Final

from tengen import __version__
from tengen.bots import bot_call, bot_names, find_bot
from tengen.bundle._collect import Collection, collect
from tengen.bundle._edit import Editor
from tengen.bundle._module import Symbol, load, resolve
from tengen.bundle._targets import TARGETS, Target
from tengen.errors import InvalidText
from tengen.registry import nearest

_STAND_INS: Final[Mapping[Symbol, Symbol]] = {
    Symbol("tengen.core.openings", "find_opening"): Symbol(
        "tengen.bundle._stand_ins.package", "find_opening"
    ),
    Symbol("tengen.registry", "room"): Symbol("tengen.bundle._stand_ins.package", "room"),
    Symbol("functools", "cache"): Symbol("tengen.bundle._stand_ins.python", "cache"),
    Symbol("enum", "StrEnum"): Symbol("tengen.bundle._stand_ins.python", "StrEnum"),
}

_HEAD: Final = '''"""The bot {bot} of tengen {version} in one file, for the host {host}.

{usage} Test it first: tengen judge {host} FILE
It needs Python 3.8 or newer, and nothing else. Whoever hands in what others have written says so:
this is generated from tengen, Copyright (c) the tengen maintainers, MIT licence.
"""
'''


def bundle(bot: str, host: str) -> str:
    """Return the text of a file with which `bot` plays on `host`.

    Raise InvalidText if there is no such bot or host, or if the bot cannot be a file of its own or
    does not play what the host plays.
    """
    if host not in TARGETS:
        raise InvalidText(
            "unknown-host",
            "nothing can be bundled for {host!r}; did you mean {near}?",
            host=host,
            near=nearest(host, TARGETS),
        )
    target = TARGETS[host]
    find_bot(bot).check_setup(target.setup)
    call = bot_call(bot)
    make = Symbol(call.module.__name__, "make")
    _check_alone(bot, make.module)
    found = collect([*target.roots, make], target.words, _STAND_INS)
    names = _Names(found, target)
    arguments = [repr(value) for value in call.positional]
    arguments += [f"{name}={value!r}" for name, value in call.options.items()]
    head = _HEAD.format(bot=bot, version=__version__, host=host, usage=target.usage)
    end = target.end.format_map({root.name: names.of(root) for root in target.roots})
    made = f"{names.of(make)}({', '.join(arguments)})"
    text = "\n\n".join(
        [
            head + "\n" + "\n".join(_imports(found)),
            *(section for name in _order(found) for section in _section(found, names, name)),
            f'''\ndef bundled_bot():\n    """Make the bot."""\n    return {made}\n''',
            end,
        ]
    )
    _check_words(text, target, bot, host)
    return text


def bundled_bots(host: str) -> list[str]:
    """Return the bots that can be bundled for `host`: those of Python alone that play there."""
    found = []
    for name in bot_names():
        try:
            bundle(name, host)
        except InvalidText:
            continue
        found.append(name)
    return found


class _Names:
    """What every symbol is called in the bundle: as in its module, where that is possible."""

    def __init__(self, found: Collection, target: Target) -> None:
        self._names: dict[Symbol, str] = {}
        taken = {*target.names, "bundled_bot"}
        elsewhere = _called_elsewhere(found)
        for symbol in sorted(found.library, key=lambda each: (each.module, each.name)):
            self._names[symbol] = symbol.name or symbol.module
            taken.add(self._names[symbol])
        for symbol in found.symbols:
            name = symbol.name
            # A use from another module must not meet a local name there.
            is_risky = symbol in elsewhere and name in found.local
            if symbol.name in target.names:
                is_risky = False
            elif is_risky or name in taken:
                name = f"{symbol.module.rpartition('.')[2].lstrip('_')}_{name.lstrip('_')}"
            while name in taken - set(target.names) or keyword.iskeyword(name):
                name += "_"
            taken.add(name)
            self._names[symbol] = name

    def of(self, symbol: Symbol) -> str:
        """Return the name of a symbol."""
        symbol = resolve(symbol)
        return self._names[resolve(_STAND_INS.get(symbol, symbol))]


def _called_elsewhere(found: Collection) -> set[Symbol]:
    """Return the symbols that some module uses by another name or through their module."""
    symbols = set()
    for name, uses in found.uses.items():
        module = load(name)
        for use in uses.attributes:
            assert isinstance(use.value, ast.Name)
            if use.value.id in module.modules:
                symbols.add(resolve(Symbol(module.modules[use.value.id], use.attr)))
        for alias, symbol in module.imports.items():
            if symbol.is_ours and alias != symbol.name:
                symbols.add(resolve(symbol))
    return symbols


def _order(found: Collection) -> list[str]:
    """Return the modules so that each comes after those that it uses."""
    ordered: list[str] = []

    def put(name: str, above: tuple[str, ...]) -> None:
        if name in ordered or name in above:
            return
        for other in _used_modules(found, name):
            put(other, (*above, name))
        ordered.append(name)

    for name in found.modules:
        put(name, ())
    return ordered


def _used_modules(found: Collection, name: str) -> Iterator[str]:
    module, uses = load(name), found.uses[name]
    symbols = [Symbol(name, use.id) for use in uses.names if use.id in module.imports]
    for use in uses.attributes:
        assert isinstance(use.value, ast.Name)
        if use.value.id in module.modules:
            symbols.append(Symbol(module.modules[use.value.id], use.attr))
    for symbol in map(resolve, symbols):
        final = resolve(_STAND_INS.get(symbol, symbol))
        if final.is_ours and final.module != name:
            yield final.module


def _imports(found: Collection) -> Iterator[str]:
    whole = sorted(symbol.module for symbol in found.library if not symbol.name)
    yield from (f"import {module}" for module in whole)
    for module in sorted({symbol.module for symbol in found.library if symbol.name}):
        members = sorted(s.name for s in found.library if s.module == module and s.name)
        yield f"from {module} import {', '.join(members)}"


def _section(found: Collection, names: _Names, name: str) -> Iterator[str]:
    """Yield the needed statements of a module, under its name and what it says of itself."""
    module = load(name)
    editor = Editor(module, found.uses[name], found.dropped, names.of)
    path = name.replace(".", "/")
    yield f"\n# {path}: {module.title}"
    needed = {id(s) for s, of in _statements(found) if of == name}
    was_definition = False
    for statement in module.statements:
        if id(statement) in needed:
            is_definition = isinstance(statement, ast.FunctionDef | ast.ClassDef)
            text = editor.text(statement)
            # Two empty lines around what is defined, as everywhere.
            yield "\n" + text if is_definition or was_definition else text
            was_definition = is_definition


def _statements(found: Collection) -> Iterator[tuple[ast.stmt, str]]:
    for symbol, statements in found.symbols.items():
        yield from ((statement, symbol.module) for statement in statements)


def _check_alone(bot: str, name: str) -> None:
    """Refuse a bot that cannot be one file of Python, because it uses the native engine."""
    if any(symbol.module.startswith("tengen.engine") for symbol in load(name).imports.values()):
        raise InvalidText(
            "not-alone",
            "{bot} uses the native engine and cannot be a file of its own; try greedy",
            bot=bot,
        )


def _check_words(text: str, target: Target, bot: str, host: str) -> None:
    for word in target.forbidden:
        if word in text:
            raise InvalidText(
                "forbidden-word",
                "a bundle of {bot} contains {word!r}, which {host} refuses",
                bot=bot,
                word=word,
                host=host,
            )
