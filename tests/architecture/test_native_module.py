"""The native module has the stub it ships with, and leaves without a word."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_stub_of_the_native_module_is_up_to_date(tmp_path: Path) -> None:
    stub = tmp_path / "_native.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "tengen._native", "-o", stub],
        check=True,
        timeout=60,
    )
    assert stub.read_text() == (ROOT / "src" / "tengen" / "_native.pyi").read_text(), (
        "write it anew: python -m nanobind.stubgen -m tengen._native -o src/tengen/_native.pyi"
    )


def test_the_native_module_is_silent_at_exit() -> None:
    code = (
        "import tengen, tengen.engine.board as b\n"
        "board = b.NativeBoard(tengen.Setup(15, 'renju')); board.push(tengen.Point(7, 7))\n"
        "import sys; sys.keep = board\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")
