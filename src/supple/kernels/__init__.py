"""Loops over arrays, written in Python and run as C."""

from supple.kernels.kernel import Kernel, kernel

__all__ = ["Kernel", "kernel"]
