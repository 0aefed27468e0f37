"""DLPack: pass an array to another library without a copy. Written here because Numba's arrays lack it.

What is handed over is a capsule around a C struct, which says where the numbers lie and whom to tell when they are no
longer needed. The layout is that of DLPack 0 (`dltensor`), which every library takes.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)

_NAME = b"dltensor"
_lent: dict[int, tuple[Any, ...]] = {}  # owners kept alive while somebody uses the numbers, by address of the struct


def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


def _forget(capsule: int) -> None:
    """Free a capsule that no consumer took."""
    if _is_valid(capsule, _NAME):
        _lent.pop(int(_pointer(capsule, _NAME)), None)


_deleter = _Deleter(_give_back)
_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_forget)


def capsule(owner: Any, address: int, shape: tuple[int, ...], dtype: np.dtype[Any], device: tuple[int, int]) -> Any:
    """A capsule for numbers in C order at an address; `owner` is kept alive until the taker gives them back."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    managed = _Managed()
    managed.tensor = _Tensor(address, *device, len(shape), _CODES[dtype.kind], 8 * dtype.itemsize, 1, sizes, None, 0)
    managed.deleter = _deleter
    _lent[ctypes.addressof(managed)] = (managed, sizes, owner)
    return _new(ctypes.addressof(managed), _NAME, ctypes.cast(_destructor, ctypes.c_void_p))
