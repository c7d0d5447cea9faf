"""DLPack: how libraries hand each other an array without a copy. Numba's arrays on the GPU do not speak it themselves.

The layout of the structures is fixed by DLPack's header. A capsule named `dltensor` holds a pointer to a managed
tensor; the library that takes it renames the capsule and calls the deleter when it needs the memory no longer.
"""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
NAME = b"dltensor"
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # codes of data types


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _DataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _ManagedTensor(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_ManagedTensor))
_ManagedTensor._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # an address: an object that dies must not be referred to again

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]

_exported: dict[int, tuple[Any, ...]] = {}  # by address of the managed tensor: what must live as long as it is in use


def _delete(managed: Any) -> None:
    _exported.pop(ctypes.addressof(managed.contents), None)


def _destroy(capsule: Any) -> None:
    """Let go of a tensor that no library took."""
    if _is_valid(capsule, NAME):
        _exported.pop(_pointer(capsule, NAME), None)


_deleter, _destructor = _Deleter(_delete), _Destructor(_destroy)


def export(
    address: int, shape: Sequence[int], strides: Sequence[int], dtype: np.dtype[Any], device: int, owner: object
) -> Any:
    """Return a capsule for an array at `address`. `strides` are in bytes; `owner` is kept until it is let go."""
    dimensions = len(shape)
    sizes = (ctypes.c_int64 * dimensions)(*shape)
    steps = (ctypes.c_int64 * dimensions)(*(stride // dtype.itemsize for stride in strides))
    tensor = _Tensor(
        address,
        _Device(device, 0),
        dimensions,
        _DataType(KINDS[dtype.kind], 8 * dtype.itemsize, 1),
        ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64)),
        ctypes.cast(steps, ctypes.POINTER(ctypes.c_int64)),
        0,
    )
    managed = _ManagedTensor(tensor, None, _deleter)
    _exported[ctypes.addressof(managed)] = (managed, sizes, steps, owner)
    return _new(ctypes.addressof(managed), NAME, _destructor)
