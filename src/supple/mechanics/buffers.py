"""A function called through arrays that stay where they are: nothing is made or checked anew at a call."""

from typing import Any

import casadi as ca
import numpy as np


class Buffers:
    """A place for the non-zeros of each argument and result of f; not for two threads at once.

    Set `inputs`, call `run()`, read `outputs`: nothing is copied. `run` needs the whole of it: keep it as long.

    >>> x = ca.SX.sym("x", 2)
    >>> square = Buffers(ca.Function("square", [x], [x**2]))
    >>> square.inputs[0][:] = 2, 3
    >>> square.run()
    >>> square.outputs
    [array([4., 9.])]
    """

    def __init__(self, function: ca.Function) -> None:
        buffer: Any
        buffer, self.run = function.buffer()
        self.inputs = [np.zeros(function.nnz_in(i)) for i in range(function.n_in())]
        self.outputs = [np.zeros(function.nnz_out(i)) for i in range(function.n_out())]
        for i, place in enumerate(self.inputs):
            buffer.set_arg(i, place.data)
        for i, place in enumerate(self.outputs):
            buffer.set_res(i, place.data)
        self._alive = buffer
