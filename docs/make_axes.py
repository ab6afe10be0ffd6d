"""Draw the figure of the conventions: `python docs/make_axes.py` writes docs/images/axes.svg."""

from pathlib import Path

import numpy as np

from supple.scene.framing import view_axes
from supple.spatial import from_axis_angle, rotate

SCALE, CENTER = 120.0, np.array([205.0, 190.0])
EYE = np.array([0.55, 0.7, 1.2]) / np.linalg.norm([0.55, 0.7, 1.2])
COLORS = {"X": "#c2402c", "Y": "#3f8f4f", "Z": "#2f6db5"}
INK, SOFT = "#555", "#bbb"


def seen(points: np.ndarray) -> np.ndarray:
    """Pixels (n, 2) of points (n, 3) [m], seen from the eye's side, without perspective."""
    right, up, _ = view_axes(EYE) @ np.atleast_2d(points).T
    return CENTER + SCALE * np.stack([right, -up], axis=1)


def path(points: np.ndarray, color: str, width: float = 2, more: str = "") -> str:
    d = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in seen(points))
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width}" {more}/>'


def text(at: np.ndarray, words: str, color: str, size: int = 15) -> str:
    (x, y), style = seen(at)[0], "font-family:system-ui,sans-serif"
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" font-size="{size}" style="{style}">{words}</text>'


def arrow(color: str) -> str:
    head = '<path d="M0 0 L9 4.5 L0 9 z" fill="{0}"/>'
    size = 'markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" refX="7" refY="4.5" orient="auto"'
    frame = f'<marker id="a{{1}}" {size}>'
    return (frame + head + "</marker>").format(color, color.strip("#"))


def to(color: str) -> str:
    return f'marker-end="url(#a{color.strip("#")})"'


def drawing() -> str:
    lines = np.linspace(-1, 1, 5)
    grid = [path(np.array([[a, 0, -1], [a, 0, 1]]), SOFT, 0.7) for a in lines]
    grid += [path(np.array([[-1, 0, a], [1, 0, a]]), SOFT, 0.7) for a in lines]
    axes = []
    for axis, (name, color) in zip(np.eye(3), COLORS.items(), strict=True):
        axes += [
            path(np.stack([0 * axis, 1.35 * axis]), color, 2.5, to(color)),
            text(1.56 * axis + (-0.05, -0.03, 0.1), name, color, 18),
        ]
    angles = np.linspace(0, np.pi / 2, 40)
    turned = rotate(from_axis_angle((0, 1, 0), angles[:, None][:, 0]), np.array([0.0, 0.0, 1.0]))
    turn = [
        path(turned[:-1], INK, 2, to(INK)),
        text(np.array([0.85, 0, 0.85]), "+90° about Y: Z → X", INK),
        text(np.array([0.08, 1.15, 0]), "up", INK),
        text(np.array([-1.15, 0, 1.3]), "floor, y = 0", INK, 13),
    ]
    markers = "".join(arrow(c) for c in (*COLORS.values(), INK))
    body = "\n".join([*grid, *axes, *turn])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 330" width="460" height="330">\n'
        f'<rect width="460" height="330" rx="8" fill="#faf8f4"/>\n<defs>{markers}</defs>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    (Path(__file__).parent / "images" / "axes.svg").write_text(drawing(), encoding="utf-8")
