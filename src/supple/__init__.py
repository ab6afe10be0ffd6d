"""Supple: physically based character animation that can be directed.

Say what should happen, with keys, scripts, goals or constraints; mechanics decides the rest; the result is a
take that plays in a browser and opens in Blender, Unreal, Unity or on the web.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from supple import characters as characters
    from supple import motion as motion
    from supple import scene as scene
    from supple import spatial as spatial
    from supple.control.animate import animate as animate
    from supple.dynamics import World as World
    from supple.dynamics import materials as materials
    from supple.io import load as load
    from supple.io import load_take as load_take
    from supple.kinematics import retarget as retarget
    from supple.motion import Clip as Clip
    from supple.motion import Track as Track
    from supple.motion import frames as frames
    from supple.motion import keys as keys
    from supple.scene import Camera as Camera
    from supple.scene import Look as Look
    from supple.scene import Mesh as Mesh
    from supple.scene import Node as Node
    from supple.scene import Scene as Scene
    from supple.scene import Take as Take
    from supple.scene import models as models
    from supple.scene import record as record
    from supple.spacetime import Shot as Shot
    from supple.spatial import degrees as degrees

_HOMES = {
    "motion": ("Clip", "Track", "frames", "keys"),
    "scene": ("Camera", "Look", "Mesh", "Node", "Scene", "Take", "models", "record"),
    "dynamics": ("World", "materials"),
    "kinematics": ("retarget",),
    "spacetime": ("Shot",),
    "spatial": ("degrees",),
    "control.animate": ("animate",),
    "io": ("load", "load_take"),
}
_FOLDERS = (
    "characters", "control", "demos", "dynamics", "io", "kinematics", "live", "mechanics", "motion", "render",
    "scene", "spacetime", "spatial",
)  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME_OF)]


def __getattr__(name: str) -> object:
    """Load what is asked for when it is asked for; `import supple` itself stays light."""
    if name in _FOLDERS:
        if name in ("characters", "scene"):
            _join()
        return import_module(f"supple.{name}")
    if name not in _HOME_OF:
        raise AttributeError(
            f"module 'supple' has no attribute {name!r}; it offers {', '.join(sorted(_HOME_OF))}"
        )
    if _HOME_OF[name] not in ("motion", "spatial"):
        _join()
    home = import_module(f"supple.{_HOME_OF[name]}")
    if name == "Clip":
        home.Clip.writers.setdefault(".png", _drawn)
    if name == "World":
        home.World.load = staticmethod(import_module("supple.io").load)
    value = import_module("supple.scene.models") if name == "models" else getattr(home, name)
    globals()[name] = value
    return value


def _drawn(clip: object, path: object, **options: object) -> object:
    """Draw the keys of a clip; what draws is loaded when something is to be drawn."""
    return import_module("supple.render").dope_sheet(clip, path, **options)


def _join() -> None:
    """Bring those who write takes, so that whatever makes one can save and show it."""
    import_module("supple.io")
    import_module("supple.render")


def __dir__() -> list[str]:
    return sorted(__all__)
