"""From the states of a run to a take: a rigid frame for each body, and its deformation as exact morph targets.

x(r) = T + Q (r + Σ_cj w_cj(t) e_c p_j(r)),  w = Qᵀ(R − T uᵀ) − R₀

Q is the rotation of the polar decomposition of the body's mean deformation. What is linear in R is linear in w, so
the targets say everything; nothing is baked.
"""

from dataclasses import replace

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.scene import Mesh, Node, NodeMotion
from supple.spatial import aligned, from_matrix


def shown(body: Body) -> Node:
    """What a take shows of a body."""
    return Node(body.name, shown_mesh(body)) if isinstance(body, LinearBody) else body.shown()


def roots(body: Body) -> list[Node]:
    """The same as roots of a scene: what wears a skin is moved by its joints alone, and hangs on nothing."""
    node = shown(body)
    worn = [child for child in node.children if child.skin is not None]
    for child in worn:
        node.children.remove(child)
        child.parent = None
    return [node, *worn]


def motions(body: Body, q: Array) -> dict[str, NodeMotion]:
    """How the nodes of a body move over states q (T, nq)."""
    return {body.name: motion(body, q)} if isinstance(body, LinearBody) else body.motions(q)


def shown_mesh(body: LinearBody) -> Mesh:
    """The body's mesh with a target for each coordinate that can deform it."""
    mesh = body.node.surface
    p = body.basis.values(mesh.vertices)
    targets = {}
    for j in np.flatnonzero(_deforming(body)):
        for c, axis in enumerate("xyz"):
            shift = np.zeros_like(mesh.vertices)
            shift[:, c] = p[:, j]
            targets[f"{axis}·{body.basis.names[j]}"] = shift
    return replace(mesh, targets=targets)


def motion(body: LinearBody, q: Array) -> NodeMotion:
    """Frame and weights of a body over states q (T, nq)."""
    R = q.reshape(len(q), 3, body.k)
    mean = np.einsum("trk,gkc,g->trc", R, body.G, body.share)
    U, _, Vt = np.linalg.svd(mean)
    U[:, :, 2] *= np.sign(np.linalg.det(U @ Vt))[:, None]
    Q = U @ Vt
    u, rest = body.basis.uniform, body.basis.rest
    T = (R - Q @ rest) @ u / (u @ u)
    local = Q.transpose(0, 2, 1) @ (R - T[:, :, None] * u) - rest
    weights = local[:, :, _deforming(body)].transpose(0, 2, 1).reshape(len(q), -1)
    return NodeMotion(translation=T, rotation=aligned(from_matrix(Q)), weights=weights)


def _deforming(body: LinearBody) -> np.ndarray:
    """Which functions deform; a constant function alone only shifts, and the frame does that."""
    u = body.basis.uniform
    return np.full(body.k, True) if np.count_nonzero(u) > 1 else u == 0
