"""MJCF as skeletons, through MuJoCo's own compiler: it resolves defaults, includes, frames, fits and inertias.

Z is up there and Y here: with C, which turns Z into Y, every frame R becomes C R Cᵀ, and every vector v becomes C v.
"""

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.errors import FileError, InputError, MissingToolError
from supple.io.markup import Element, read_markup
from supple.io.robots.drawing import staged
from supple.io.robots.mjcf_bodies import Bodies
from supple.io.robots.mjcf_left_out import left_out
from supple.io.robots.mjcf_motors import couplings, motors
from supple.io.robots.source import RobotSource
from supple.io.warning import AssetWarning
from supple.kinematics import Skeleton
from supple.scene import Scene

LARGEST = 1_000_000
"""Bodies, points or samples that one element of a file may unfold into."""
_COUNTS = {
    "replicate": "count",
    "composite": "count",
    "flexcomp": "count",
    "hfield": "nrow ncol",
    "texture": "width height",
}
"""What multiplies by how much, by tag."""


def read_mjcf(path: Path) -> Scene:
    """The figure of a MuJoCo file; `scene.skeleton` has its links, shapes, motors and what holds its joints.

    What MuJoCo knows and a skeleton has no place for is listed in one warning and in `scene.source.said`.
    """
    root = read_markup(path)
    if root.tag != "mujoco":
        root.wrong(f"expected <mujoco>, got <{root.tag}>")
    check_counts(root, path.parent, (path.resolve(),))
    model, told = compiled(path)
    try:
        bodies, skeleton = linked(model, path.stem)
    except InputError as error:
        raise FileError(f"{path.name}: {error}") from error
    scene = staged(skeleton, bodies.surfaces, bodies.points)
    lost = left_out(model, bodies)
    if lost:
        warnings.warn(f"{path.name}: not taken over: {'; '.join(lost)}", AssetWarning, stacklevel=4)
    said = [
        *bodies.said,
        *(f"MuJoCo: {' '.join(each.split())}" for each in told),
        *(f"not taken over: {each}" for each in lost),
    ]
    scene.source = MjcfSource("mjcf", bodies.freedoms, tuple(said), extras={"bodies": bodies})
    return scene


def linked(model: Any, name: str) -> tuple[Bodies, Skeleton]:
    """The bodies of a compiled model, and the skeleton that they make."""
    bodies = Bodies(model, name)
    skeleton = Skeleton(
        bodies.links,
        points=bodies.points,
        exclusions=bodies.exclusions,
        motors=motors(model, bodies),
        couplings=couplings(model, bodies),
        name=name,
    )
    return bodies, skeleton


class MjcfSource(RobotSource):
    """`Scene.source` of a figure from MuJoCo."""

    def q(self, qpos: ArrayLike) -> Array:
        """q (..., nq) of the skeleton from MuJoCo's own qpos (..., nq)."""
        found: Array = self.extras["bodies"].q(np.asarray(qpos, dtype=np.float64))
        return found


def compiled(path: Path) -> tuple[Any, list[str]]:
    """The model as MuJoCo compiles it, and what it warns of."""
    try:
        import mujoco
    except ImportError as error:
        raise MissingToolError(
            f"{path.name}: MJCF is read by MuJoCo's compiler, which is not installed: pip install 'supple[robots]'"
        ) from error
    told: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(told.append)  # else it writes a log into the folder of the user
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except (ValueError, MemoryError, mujoco.FatalError) as error:
        raise FileError(
            f"{path.name}: MuJoCo's compiler refuses it: {' '.join(str(error).split())}"
        ) from error
    finally:
        mujoco.set_mju_user_warning(before)
    return model, told


def check_counts(root: Element, folder: Path, inside: tuple[Path, ...] = ()) -> None:
    """Refuse a file that would unfold into more than fits, or one that it includes; MuJoCo believes every number."""
    total = 1.0
    for element in root.walk():
        pieces = 1.0
        for name in _COUNTS.get(element.tag, "").split():
            pieces *= float(np.prod([max(count, 1.0) for count in _counts(element.attributes.get(name, ""))]))
        total *= pieces if element.tag == "replicate" else 1.0
        if not max(pieces, total) <= LARGEST:
            element.wrong(
                f"<{element.tag}> asks for {max(pieces, total):.3g} pieces; at most {LARGEST} are read"
            )
        included = folder / element.attributes.get("file", "")
        if element.tag == "include" and included.is_file():
            if included.resolve() in inside:
                element.wrong(f"{element.attributes['file']!r} includes itself")
            check_counts(read_markup(included), folder, (*inside, included.resolve()))


def _counts(text: str) -> list[float]:
    """The numbers of an attribute; MuJoCo says what is wrong with one that holds others."""
    try:
        return [float(word) for word in text.split()]
    except ValueError:
        return []
