"""A network as the bytes behind the numbers of a weight file: whole numbers, little-endian.

What stands for one in each of them is a power of two, as native/eval/network.cpp reads them.
"""

import struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tengen.training.network import CHANNELS, SCORE_GAIN, SUM_SCALE, Network, Parameters

_ROW: Final = 1 << 9
_FIRST: Final = 1 << 14
_FIRST_BIAS: Final = 1 << 19
_HIDDEN: Final = 1 << 8
_WEIGHT: Final = 1 << 12
_BIAS: Final = 1 << 20
_MOST_ROW: Final = 7500
_MOST_BIAS: Final = 2500
"""Four rows and a bias must not leave 16 bits."""

Array = NDArray[Any]


def to_bytes(network: Network) -> bytes:
    """Return the network as native reads it."""
    numbers, count = network.parameters, len(network.rows.windows)
    parts = [struct.pack("<I", network.sides)]
    tables = network.table().astype(np.float64).reshape(network.sides, count, CHANNELS)
    for table, bias in zip(tables, numbers.bias, strict=True):
        parts += [
            struct.pack("<I", count),
            network.rows.windows.astype("<u4").tobytes(),
            _short(table, _ROW, _MOST_ROW),
            _short(bias, _ROW, _MOST_BIAS),
        ]
    for side in range(network.sides):
        parts += _head(numbers, side, network.unit)
    return b"".join(parts)


def _head(numbers: Parameters, side: int, unit: int) -> list[bytes]:
    return [
        _short(numbers.first[side] / SUM_SCALE, _FIRST),
        _long(numbers.first_bias[side], _FIRST_BIAS),
        _short(numbers.threats[side], _HIDDEN),
        _short(numbers.second[side], _WEIGHT),
        _long(numbers.second_bias[side], _BIAS),
        _short(numbers.value[side], _WEIGHT),
        _long(numbers.value_bias[side], _BIAS),
        _short(numbers.worth[side], unit),
        _short(numbers.moves[side] * SCORE_GAIN, _WEIGHT),
        _long(numbers.moves_bias[side] * SCORE_GAIN, _BIAS),
        _long(np.array(unit), 1),
        _share(numbers.values_share[side]),
        _share(numbers.scores_share[side]),
    ]


def _short(numbers: Array, one: int, most: int = 0x7FFF) -> bytes:
    return _whole(numbers, one, most).astype("<i2").tobytes()


def _share(number: Array) -> bytes:
    # Less than nothing of the patterns is not accepted, nor are sixteen times as much.
    return _long(np.clip(number, 0, 16), _WEIGHT)


def _long(numbers: Array, one: int) -> bytes:
    return _whole(numbers, one, 0x7FFFFFFF).astype("<i4").tobytes()


def _whole(numbers: Array, one: int, most: int) -> Array:
    return np.clip(np.rint(np.asarray(numbers, np.float64) * one), -most, most)
