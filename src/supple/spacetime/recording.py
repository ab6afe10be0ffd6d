"""From a motion to a take: frames by the motion's own polynomial, forces as channels, and the samples as data."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.arrays import Array
from supple.scene import Channel, Mark, Take
from supple.spacetime.motion import Motion

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot

FPS = 60.0


def recorded(
    shot: "Shot", motion: Motion, fps: float = FPS, name: str | None = None, frames: int | None = None
) -> Take:
    """Frames at `fps`, or so many evenly, with muscle forces, contact force, power and the center of mass."""
    times = np.unique(np.append(np.arange(0, motion.duration, 1 / fps), motion.duration))
    if frames is not None:
        times = np.linspace(0, motion.duration, frames)
    q, v = motion.at(times)
    tau, force = motion.between(motion.tau, times), motion.between(motion.force, times)
    rates = v[:, list(shot.resources.muscles.joints)]
    channels = {
        "muscle torque": Channel(tau, "N m"),
        "muscle power": Channel(tau * rates, "W"),
        "contact force": Channel(force, "N"),
        "center of mass": Channel(centers(shot, q), "m"),
    }
    take: Take = shot.character.take(times, q, channels=channels, name=name)
    marks = {"center of mass": Mark("center of mass", channels["center of mass"].values[:, None, :])}
    noted = replace(_noted(take, shot, motion), marks={**take.marks, **marks})
    return noted.with_data(**motion.arrays(), **structure(shot.character))


def centers(shot: "Shot", q: Array) -> Array:
    """Center of mass (T, 3) [m] at coordinates (T, nq)."""
    found = shot.resources.lagrangian.center_of_mass.map(len(q))(q.T, np.tile(shot.parameters, (len(q), 1)).T)
    return np.array(found).T


def structure(character: Any) -> dict[str, Array]:
    """Masses [kg], offsets of the joints and their lengths [m], centers [m] and inertias [kg m²] of the links."""
    links = character.skeleton.links
    return {
        "links": np.array([link.name for link in links]),
        "masses": np.array([link.mass for link in links]),
        "lengths": np.array([np.linalg.norm(link.place) for link in links]),
        "offsets": np.array([link.place for link in links]),
        "centers": np.array([link.body.center for link in links]),
        "inertias": np.array([link.body.moments for link in links]),
    }


def _noted(take: Take, shot: "Shot", motion: Motion) -> Take:
    """With a note where each phase begins."""
    starts = [float(motion.t[shot.timeline.first(k)]) for k in range(len(shot.timeline.names))]
    return take.with_notes(dict(zip(starts, shot.timeline.names, strict=True)))
