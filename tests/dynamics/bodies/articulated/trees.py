"""Trees of links for tests: random ones with every joint, and chains."""

import numpy as np

from supple.dynamics.bodies.articulated.kind import articulated
from supple.dynamics.integrators.step import prepare
from supple.dynamics.model.build import build
from supple.kinematics import Link, Passive, Skeleton
from supple.scene import Joint

G = np.array([0.4, -9.81, 0.7])
JOINTS = "hinge", "slide", "universal", "ball", "fixed", "general"
GENERAL = "yaw", "x", "roll", "z"


def unit(rng, n=3):
    x = rng.normal(size=n)
    return x / np.linalg.norm(x)


def joint(rng, kind):
    axis = tuple(unit(rng)) if rng.random() < 0.6 else tuple(np.eye(3)[rng.integers(3)])
    if kind == "general":
        return Joint.general(list(rng.permutation(GENERAL)[:2]))
    return Joint(kind, axis, second=tuple(unit(rng)))


def link(rng, name, parent, joint, ratio=100.0, passive=None):
    """A link with mass between 1/√ratio and √ratio, and any inertia that a solid has."""
    mass, B = ratio ** rng.uniform(-0.5, 0.5), 0.1 * rng.normal(size=(3, 3))
    S = mass * (B @ B.T + 0.01 * np.eye(3))
    return Link(
        name, parent, joint, offset=0.3 * rng.normal(size=3), mass=mass, center=0.1 * rng.normal(size=3),
        rotation=unit(rng, 4) if rng.random() < 0.5 else (0, 0, 0, 1),
        inertia=np.trace(S) * np.eye(3) - S, passive=passive,
    )  # fmt: skip


def tree(seed, links, *, root="free", kinds=JOINTS, ratio=100.0, passive=None, branching=3):
    """A tree of so many links in which each hangs on one of the last before it."""
    rng = np.random.default_rng(seed)
    made = [link(rng, "0", None, joint(rng, root), ratio)]
    for k in range(1, links):
        parent = str(int(rng.integers(max(0, k - branching), k)))
        own = (
            None
            if passive is None
            else Passive(**{name: most * rng.random() for name, most in passive.items()})
        )
        made.append(link(rng, str(k), parent, joint(rng, str(rng.choice(kinds))), ratio, own))
    return Skeleton(made, name=f"tree {seed}")


def state(skeleton, seed, fast=1.0):
    """Any q and v."""
    rng = np.random.default_rng(seed)
    q = []
    for each in skeleton.links:
        q += list(0.7 * rng.normal(size=each.joint.nv - 3 * each.joint.turning))
        q += list(unit(rng, 4)) if each.joint.turning else []
    return np.array(q), fast * rng.normal(size=skeleton.nv)


def chain(n, kind="hinge", length=0.1, mass=0.1, axes=((0, 0, 1),)):
    """Rods end to end along x."""
    joints = [Joint(kind, axes[k % len(axes)]) for k in range(n)]
    return Skeleton([
        Link.rod(
            str(k), str(k - 1) if k else None, to=(length, 0, 0), mass=mass, radius=0.02,
            joint=joints[k], offset=(length if k else 0, 0, 0),
        )
        for k in range(n)
    ], name=f"{n} {kind}s")  # fmt: skip


def posed(skeleton, q, v, gravity=G):
    """A model of this tree alone, at q with v."""
    built = build([articulated(skeleton, q, v)], [], gravity=gravity)
    built.bound(prepare)(built.model, built.state, built.work)
    return built
