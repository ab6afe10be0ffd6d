"""Loops over arrays, written in Python and run as C."""

from supple.kernels.binding import bound, slot
from supple.kernels.generating import generated
from supple.kernels.kernel import Kernel, kernel

__all__ = ["Kernel", "bound", "generated", "kernel", "slot"]
