"""The command line, one file per command or group of commands, found by `main`.

A command file imports `app` from `tengen.cli._app` and adds its functions to it. It imports
whatever is heavy inside those functions, because `tengen --help` imports every command file.
"""

import io
import os
import sys
from collections.abc import Sequence

from tengen.errors import IllegalMove, InvalidText, TengenError
from tengen.registry import modules

_FAILED = 1
_BAD_INPUT = 2
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tengen` with these arguments (default: the process's own) and return its exit status.

    The only place where errors become text: one line on stderr, never a traceback.
    """
    import typer

    _mend_streams()
    try:
        status = _run(arguments)
        # A closed pipe is met here, and not while the interpreter shuts down.
        sys.stdout.flush()
        return status
    except (InvalidText, IllegalMove) as error:
        return _fail(error, _BAD_INPUT)
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except (TengenError, typer.Abort) as error:
        return _fail(error, _FAILED)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever was reading has left. What is still buffered must go somewhere at exit.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        return _FAILED
    except OSError as error:
        return _fail(error.strerror or error, _FAILED)


def _run(arguments: Sequence[str] | None) -> int:
    from tengen.cli._app import app

    for load in modules(__name__).values():
        load()
    # Without the standalone mode errors come here; a status is returned only for `typer.Exit`.
    return int(app(args=arguments, prog_name="tengen", standalone_mode=False) or 0)


def _fail(reason: object, status: int) -> int:
    sentence = " ".join(str(reason).split()) or type(reason).__name__
    sys.stderr.write(f"tengen: {sentence}\n")
    return status


def _mend_streams() -> None:
    """Let no byte that comes in, no letter that goes out and no closed stream end the program."""
    for name, mode, errors in (
        ("stdin", "r", "replace"),
        ("stdout", "w", "backslashreplace"),
        ("stderr", "w", "backslashreplace"),
    ):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
