"""Where the store is when nobody says."""

from pathlib import Path

import pytest

from tengen.store import Store, default_path, locate


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, "~/.local/share/tengen/tengen.sqlite"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/tengen/tengen.sqlite"),
        ("linux", {"XDG_DATA_HOME": "data"}, "~/.local/share/tengen/tengen.sqlite"),
        ("linux", {"XDG_DATA_HOME": ""}, "~/.local/share/tengen/tengen.sqlite"),
        ("darwin", {}, "~/Library/Application Support/tengen/tengen.sqlite"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/tengen/tengen.sqlite"),
        ("win32", {}, "~/AppData/Local/tengen/tengen.sqlite"),
    ],
)
def test_every_platform_has_its_place(
    platform: str, environ: dict[str, str], expected: str
) -> None:
    assert default_path(environ, platform) == Path(expected).expanduser()


def test_an_option_counts_more_than_the_environment_and_that_more_than_the_default() -> None:
    environ = {"TENGEN_STORE": "there.sqlite", "XDG_DATA_HOME": "/data"}
    assert locate("here.sqlite", environ) == "here.sqlite"
    assert locate(None, environ) == "there.sqlite"
    assert locate(None, {**environ, "TENGEN_STORE": ""}) == default_path(environ)


def test_the_folder_of_the_default_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TENGEN_STORE", raising=False)
    for variable in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / "data"))
    with Store.open() as store:
        assert store.path == default_path().resolve()
        assert store.path.is_relative_to(tmp_path.resolve())
        assert store.path.is_file()
