"""Materials that go with an OBJ file."""

import warnings
from pathlib import Path

import numpy as np

from supple.errors import FileError
from supple.io.warning import AssetWarning
from supple.scene import Look, Texture
from supple.scene.look import linear_from_srgb

_MEDIA = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}


def read_looks(path: Path, owner: str) -> dict[str, Look]:
    """Looks by name; a library that is not there is a warning, since OBJ files often travel alone."""
    if not _is_file(path):
        warnings.warn(
            f"{owner}: its materials {path.name!r} are not there; gray is used", AssetWarning, stacklevel=2
        )
        return {}
    looks: dict[str, Look] = {}
    settings: dict[str, list[str]] = {}
    name = ""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "newmtl":
            name, settings = " ".join(words[1:]), {}
        settings[words[0]] = words[1:]
        try:
            looks[name] = _look(name, settings, path.parent)
        except ValueError as error:
            raise FileError(f"{path.name}, line {number}: {line.strip()!r}: {error}") from error
    return looks


def _is_file(path: Path) -> bool:
    """Whether there is such a file; names that no file can have are those of none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _look(name: str, settings: dict[str, list[str]], folder: Path) -> Look:
    def numbers(key: str, default: tuple[float, ...]) -> np.ndarray:
        return np.array([float(w) for w in settings[key]] if key in settings else default)

    alpha = float(numbers("d", (1.0,))[0]) if "Tr" not in settings else 1 - float(numbers("Tr", (0.0,))[0])
    r, g, b = linear_from_srgb(np.broadcast_to(numbers("Kd", (0.8, 0.8, 0.8)), 3)).tolist()
    shine = float(numbers("Ns", (30.0,))[0])
    red, green, blue = linear_from_srgb(np.broadcast_to(numbers("Ke", (0.0, 0.0, 0.0)), 3)).tolist()
    texture = _texture(folder / " ".join(settings["map_Kd"])) if "map_Kd" in settings else None
    if texture is not None:
        r, g, b = 1.0, 1.0, 1.0
    return Look(
        name,
        color=(r, g, b, alpha),
        metallic=float(numbers("Pm", (0.0,))[0]),
        roughness=float(numbers("Pr", (float(np.sqrt(2 / (shine + 2))),))[0]),
        emission=(red, green, blue),
        texture=texture,
    )


def _texture(path: Path) -> Texture | None:
    if not _is_file(path) or path.suffix.lower() not in _MEDIA:
        warnings.warn(
            f"texture {path.name!r} is not there or not a PNG, JPEG or WebP", AssetWarning, stacklevel=2
        )
        return None
    return Texture(path.read_bytes(), _MEDIA[path.suffix.lower()], path.stem)
