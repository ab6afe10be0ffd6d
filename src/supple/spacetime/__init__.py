"""The whole interval as one optimisation: say what, how, with what body and what resources; get the motion."""

from supple.spacetime import solvers
from supple.spacetime.contact import Coulomb, Nailed
from supple.spacetime.curve import Spline
from supple.spacetime.drag import Drag
from supple.spacetime.ghosts import chosen, with_ghosts
from supple.spacetime.jump_figures import stretch
from supple.spacetime.motion import Motion
from supple.spacetime.obstacles import Hurdle
from supple.spacetime.particle import from_path, path, printed_particle
from supple.spacetime.phases import Fly, Phase, Slide, Stand
from supple.spacetime.proof import proven
from supple.spacetime.replay import Replay, replay
from supple.spacetime.shot import Shot

__all__ = [
    "Coulomb",
    "Drag",
    "Fly",
    "Hurdle",
    "Motion",
    "Nailed",
    "Phase",
    "Replay",
    "Shot",
    "Slide",
    "Spline",
    "Stand",
    "chosen",
    "from_path",
    "path",
    "printed_particle",
    "proven",
    "replay",
    "solvers",
    "stretch",
    "with_ghosts",
]
