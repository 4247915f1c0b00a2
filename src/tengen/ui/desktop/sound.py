"""The click of a stone, made here: a few milliseconds of noise that fades. No files."""

import array
import contextlib
import os
import random
from collections.abc import Iterator

import pygame

_RATE = 22050
_SECONDS = 0.06


class Click:
    """Opens the sound device when it is first wanted, and never before."""

    def __init__(self) -> None:
        self._sound: pygame.mixer.Sound | None = None
        self.is_missing = False
        """Whether there is no sound device."""

    def prepare(self) -> bool:
        """Say whether there is sound."""
        if self._sound is None and not self.is_missing:
            try:
                with quiet():
                    pygame.mixer.init(_RATE, -16, 1, 512)
                self._sound = pygame.mixer.Sound(buffer=_noise())
            except pygame.error:
                self.is_missing = True
        return self._sound is not None

    def play(self) -> None:
        """Let a stone be heard."""
        if self.prepare() and self._sound is not None:
            self._sound.play()


def _noise() -> bytes:
    """Return filtered noise that fades: the knock of a stone on wood."""
    rng, heard, count = random.Random(1), 0.0, int(_RATE * _SECONDS)
    samples = array.array("h")
    for n in range(count):
        heard += 0.35 * (rng.uniform(-1, 1) - heard)
        samples.append(int(18000 * heard * (1 - n / count) ** 4))
    return samples.tobytes()


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Let system libraries complain to nobody: they write to stderr by themselves."""
    saved = os.dup(2)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)
