"""A step of a lattice body, in compiled code: momenta are kept, springs take part at any stiffness.

π⁺ = π + h (∂T/∂q + Q),  q⁺ = q ⊕ h v⁺,  π⁺ = M(q ⊕ h/2 v) v⁺:   the only velocity term left is ∂T/∂γ (Faloutsos et
al. 1997, eq. 7), taken like M where the body will be half way. All of it in the frame that moves with the body as a
whole, V = P/m: there π is the spin and the momenta of the amplitudes. So what nothing pushes keeps P and its spin to
round-off, and swings alike whether it rests or flies. Springs act by their mean of three moments,
k (γ + (γ⁺ − 2γ + γ⁻)/4), which is

(M + h d + h²/4 K) v⁺ = π + h (∂T/∂γ + Q(γ)) + h²/4 K γ̇

stable and without loss whatever h √(K/M) is; damping acts at the end of the step. Velocities are those between steps.
"""

from typing import NamedTuple

from supple.arrays import Array, carved
from supple.dynamics.legacy.bodies.lattice.arrays import LatticeArrays
from supple.dynamics.legacy.bodies.lattice.forces import Springs, pull
from supple.dynamics.legacy.bodies.lattice.inertia import MassArrays, energy_slope, mass_matrix
from supple.dynamics.legacy.bodies.lattice.map import Carried, carried, contract
from supple.dynamics.legacy.bodies.lattice.volume import VolumeArrays
from supple.dynamics.legacy.bodies.turning import set_matrix, turn
from supple.dynamics.linalg.cholesky import backward, factor, forward
from supple.kernels import kernel


class Parts(NamedTuple):
    """What a body is, while its modes stand."""

    lattices: LatticeArrays
    mass: MassArrays
    volume: VolumeArrays


class Room(NamedTuple):
    """Where a step works; `v` (6 + D,) are velocities in the frame of the body."""

    half: Array
    """q half a step ahead, where R, M and c are taken."""
    R: Array
    M: Array
    A: Array
    """M + h d + h²/4 K."""
    factor: Array
    H: Array
    K: Array
    Q: Array
    v: Array
    more: Array
    c: Array
    c_rate: Array
    carried: Carried


def room(parts: Parts) -> Room:
    """Room for a body."""
    D, rows = int(parts.lattices.first[-1]), len(parts.lattices.base)
    n = 6 + D
    shapes = dict(
        half=(7 + D,), R=(3, 3), M=(n, n), A=(n, n), factor=(n, n), H=(len(parts.mass.once), 3, 3), K=(D, D), Q=(D,),
        v=(n,), more=(n,), c=(rows, 3), c_rate=(rows, 3),
    )  # fmt: skip
    return Room(carried=carried(parts.lattices), **carved(shapes))


@kernel
def into_body(R: Array, v: Array, to: Array) -> None:
    """Two vectors of the world, and what follows them, in the frame of the body."""
    for x in range(3):
        to[x] = R[0, x] * v[0] + R[1, x] * v[1] + R[2, x] * v[2]
        to[3 + x] = R[0, x] * v[3] + R[1, x] * v[4] + R[2, x] * v[5]
    for n in range(6, len(v)):
        to[n] = v[n]


@kernel
def into_world(R: Array, v: Array, to: Array) -> None:
    """The inverse of `into_body`."""
    for x in range(3):
        to[x] = R[x, 0] * v[0] + R[x, 1] * v[1] + R[x, 2] * v[2]
        to[3 + x] = R[x, 0] * v[3] + R[x, 1] * v[4] + R[x, 2] * v[5]
    for n in range(6, len(v)):
        to[n] = v[n]


@kernel
def flow(q: Array, v: Array, h: float) -> None:
    """q ← q ⊕ h v: the turn is exact."""
    for x in range(3):
        q[x] += h * v[x]
    turn(q[3:7], v[3:6], h)
    for n in range(6, len(v)):
        q[n + 1] += h * v[n]


@kernel
def weigh(parts: Parts, q: Array, to: Room) -> None:
    """R and M at q, and c of the lattices that others ride on."""
    set_matrix(q[3:7], to.R)
    if len(parts.lattices.parent) > 1:
        contract(parts.lattices, q[7:], True, False, to.c)
    mass_matrix(parts.lattices, parts.mass, q[7:], to.c, to.H, to.carried, to.M)


@kernel
def _momentum(v: Array, to: Room, momentum: Array) -> None:
    """P, and the rest of π = M (v − V): spin, and p of the amplitudes."""
    M, own, more, n = to.M, to.v, to.more, len(v)
    into_body(to.R, v, own)
    for x in range(3):
        more[x] = 0.0
        for j in range(n):
            more[x] += M[x, j] * own[j]
    for x in range(3):
        own[x] -= more[x] / M[0, 0]
    more[3:] = 0.0
    for j in range(n):
        for i in range(3, n):
            more[i] += M[j, i] * own[j]
    into_world(to.R, more, momentum)


@kernel
def leave(q: Array, v: Array, shift: Array, h: float, to: Room, momentum: Array) -> None:
    """q moves on with `shift` (6 + D,), π is that of v; both are of the world, M is that of `predict`."""
    _momentum(v, to, momentum)
    flow(q, shift, h)


@kernel
def arrived(parts: Parts, q: Array, v: Array, h: float, to: Room, momentum: Array) -> None:
    """π at q of a body that came there with v: M where it was half a step ago."""
    to.half[:] = q
    flow(to.half, v, -h / 2)
    weigh(parts, to.half, to)
    _momentum(v, to, momentum)


@kernel
def predict(parts: Parts, springs: Springs, q: Array, v: Array, momentum: Array, h: float, to: Room) -> bool:
    """v⁺ by its own forces in `to.v`, in the frame of the body; False where M is not positive definite any more."""
    to.half[:] = q
    flow(to.half, v, h / 2)
    weigh(parts, to.half, to)
    to.more[:] = momentum
    to.more[0] = to.more[1] = to.more[2] = 0.0
    gamma, A, M, K, v_new = q[7:], to.A, to.M, to.K, to.v
    pull(springs, parts.volume, parts.lattices.first, gamma, to.Q, K)
    into_body(to.R, to.more, v_new)
    D = len(gamma)
    quarter = h * h / 4
    A[:] = M
    for i in range(D):
        held = 0.0
        for j in range(D):
            held += K[i, j] * v[6 + j]
            A[6 + j, 6 + i] += quarter * K[i, j]
        A[6 + i, 6 + i] += h * (springs.damping[i] + springs.control_damping[i])
        v_new[6 + i] += h * to.Q[i] + quarter * held
    if not factor(A, to.factor):
        return False
    forward(to.factor, v_new)
    backward(to.factor, v_new)
    if D:
        _swing(parts, to.half[7:], h, to)
    for x in range(3):
        for y in range(3):
            v_new[x] += to.R[y, x] * momentum[y] / M[0, 0]
    return True


@kernel
def _swing(parts: Parts, gamma: Array, h: float, to: Room) -> None:
    """v ← v + (M + …)⁻¹ h ∂T/∂γ."""
    if len(parts.lattices.parent) > 1:
        contract(parts.lattices, to.v[6:], False, False, to.c_rate)
    energy_slope(parts.lattices, parts.mass, gamma, to.v, to.c, to.c_rate, to.H, to.carried, to.Q)
    to.more[:6] = 0.0
    for n in range(len(gamma)):
        to.more[6 + n] = h * to.Q[n]
    forward(to.factor, to.more)
    backward(to.factor, to.more)
    for i in range(len(to.v)):
        to.v[i] += to.more[i]
