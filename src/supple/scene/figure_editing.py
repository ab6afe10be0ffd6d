"""Editing the keys of a figure: moved, copied, drawn into, and played by clocks, as a whole or by part."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from supple.motion import Track
from supple.motion.names import matching
from supple.scene.joint_tree import JointTree
from supple.scene.keying import Keying
from supple.scene.naming import spelled


class FigureEditing(JointTree, ABC):
    """What figures can do with the keys that they have."""

    _keying: Keying

    @property
    @abstractmethod
    def tracks(self) -> dict[str, Track]:
        """A track for each parameter that is keyed."""

    @abstractmethod
    def _only(self) -> frozenset[str] | None:
        """The parameters of a part of a figure; None for a whole one."""

    def move_keys(
        self,
        time: float | tuple[float, float],
        by: float,
        mode: str = "roll",
        *,
        until: float | None = None,
    ) -> None:
        """Move the keys of this figure or part at a time, or in a span, by some seconds; named poses stay named.

        "roll" moves them alone; "ripple" takes later keys of this part along, up to the time `until`, whose keys
        stay; "ripple all" those of the whole figure.
        """
        whole = mode == "ripple all"
        self._keying.move(time, by, "ripple" if whole else mode, None if whole else self._only(), until)

    def copy_keys(self, time: float | tuple[float, float], to: float) -> None:
        """Key what this figure or part has at a time, or in a span, once more from the time `to` on."""
        self._keying.copy(time, float(to), self._only())

    def edit(self, parameter: str, operator: Callable[[Track], Track]) -> None:
        """Edit the curve of a parameter, or of all that fit a pattern, by a function of its track.

        From then on it holds values of its own, and no longer refers to named poses.

        >>> from supple.scene import Figure, Joint, Node
        >>> figure = Figure(Node("knee.L", joint=Joint("hinge")))
        >>> for time, angle in ((0, 0.1), (1, 0.9)):
        ...     figure.key(time, knee_L=angle)
        >>> figure.edit("knee.L", lambda track: track.draw(0, 1, [0.1, 0.7, 0.3, 0.9]))
        >>> figure.tracks["knee.L"]([1 / 3, 1]).round(9).tolist()
        [0.7, 0.9]
        """
        tracks = self.tracks
        exact = spelled(parameter, tracks)
        for name in [exact] if exact else matching(parameter, dict.fromkeys(tracks, "")):
            self._keying.edit(name, operator(tracks[name]))

    def pace(self, clock: Track | None) -> None:
        """Play this figure or part by a clock [s]: a ramp, a swing, an ease (`supple.motion.pacing`); None ends that.

        A part that is paced leaves all others as they are; pace the whole first and parts of it after.
        """
        self._keying.pace(self.joints, clock, self._only() is None)
