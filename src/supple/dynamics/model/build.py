"""From a list of bodies and shapes to the arrays of a model, its state, and room to work in."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.dynamics.bodies.kind import Kind, Placed
from supple.dynamics.bodies.registry import KINDS
from supple.dynamics.model.arrays import (
    FAR,
    MOST,
    PARTS,
    Bodies,
    Contacts,
    Equalities,
    Geoms,
    Held,
    Hulls,
    Islands,
    Newton,
    Rows,
    State,
    Sweeps,
    Touches,
    Workspace,
)
from supple.dynamics.model.cloud import Cloud, together
from supple.dynamics.model.components import Hold, equalities
from supple.dynamics.model.constant import constant_rows
from supple.dynamics.model.dispatch import Bound, bound
from supple.dynamics.model.geom_types import BOX, CLOUD, CYLINDER, HULL, MESH, PLANE
from supple.dynamics.model.hull import Hull, box_hull, prism
from supple.dynamics.model.mesh import Triangles, meshes

NOT_BY_SLOT = "slots", "found", "asleep", "calm", "still"
NOT_BY_NUMBER = *NOT_BY_SLOT, "pair"
AWAKE = 0.0, np.inf
"""Nothing falls asleep."""
CORNERS = 64
"""Of a polygon that is clipped, and of a manifold before it is thinned out."""


class Geom(NamedTuple):
    """A shape on a link of a body, or of the world (body −1)."""

    type: int
    size: tuple[float, float, float] = (0.0, 0.0, 0.0)
    body: int = -1
    link: int = 0
    round: float = 0.0
    rotation: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    friction: float = 1.0
    bounce: float = 0.0
    turning: float = 0.0
    """Radius of the patch that resists turning and rolling, as a share of the reach."""
    lag: float = 0.0
    hull: Hull | None = None
    """Corners about the frame's origin; boxes and cylinders have theirs by themselves."""
    mesh: Triangles | None = None
    """Of a mesh, about the frame's origin."""
    cloud: Cloud | None = None
    """Of what is not convex, beside its hull, which planes and triangles meet."""
    deforms: int = 0
    """1 where the hull goes with a link that is no rigid frame; 2 for a cloud that bends, with its points as hull."""
    hard: bool = False
    """Whether, though it deforms, it answers a blow as a whole."""


class Built(NamedTuple):
    """A model with its state and workspace, and what binds kernels to its kinds."""

    model: Any
    state: State
    work: Workspace
    bound: Bound


def build(
    bodies: Sequence[Placed],
    geoms: Sequence[Geom],
    gravity: Iterable[float] = (0.0, -9.81, 0.0),
    apart: Iterable[tuple[int, int]] = (),
    holds: Sequence[Hold] = (),
    sleeping: tuple[float, float] = AWAKE,
) -> Built:
    """Lay everything out; `apart` are pairs of geoms that pass through each other, `holds` what holds points.

    sleeping: below which speed [m/s], and after how long [s], islands fall asleep.
    """
    names = tuple(name for name in KINDS if any(body.kind == name for body in bodies))
    made = bound(names)
    rows = {name: [body for body in bodies if body.kind == name] for name in names}
    table = Bodies(
        kind=_indices(names.index(body.kind) for body in bodies),
        row=_indices(_rows_by_kind(bodies)),
        q=_starts(len(body.q) for body in bodies),
        v=_starts(len(body.v) for body in bodies),
        block=_starts(body.blocks for body in bodies),
        room=_starts(body.room for body in bodies),
        scale=np.array([1 / np.sqrt(body.mass) for body in bodies]),
        sleeps=_indices(KINDS[body.kind].sleeps for body in bodies),
    )
    arrays = {name: _laid(KINDS[name], [body.row for body in rows[name]]) for name in names}
    shapes, solids = laid_out(geoms)
    surfaces, hulls = meshes([geom.mesh for geom in geoms if geom.mesh is not None], solids)
    shapes.hull[shapes.type == MESH, 0] = np.arange(len(surfaces.solid))
    n = len(geoms)
    model = made.Model(
        gravity=np.array(tuple(gravity), dtype=np.float64),
        sleeping=np.array(sleeping, dtype=np.float64),
        bodies=table,
        geoms=shapes,
        hulls=hulls,
        meshes=surfaces,
        clouds=together([geom.cloud for geom in geoms if geom.cloud is not None]),
        equalities=_held(holds, table, names, arrays),
        apart=_indices(sorted(min(a, b) * n + max(a, b) for a, b in apart)),
        **arrays,
    )
    state = State(
        q=np.concatenate([body.q for body in bodies]),
        v=np.concatenate([body.v for body in bodies]),
        contacts=contacts(shapes, table, 16 * n),
        multiplier=np.zeros((len(holds), 3)),
    )
    return Built(model, state, workspace(model, state, 8 * n + 64, 64 * n), made)


def grown(built: Built) -> Built:
    """The same with twice the room, after a step was refused for want of it."""
    state, work = built.state, built.work
    arrays: dict[str, Any] = state.contacts._asdict()
    kept = Contacts(
        **{
            k: a.copy() if k in NOT_BY_SLOT else np.concatenate([a, np.zeros_like(a)])
            for k, a in arrays.items()
        }
    )
    state = state._replace(contacts=kept)
    room = workspace(built.model, state, 2 * len(work.rows.f), 2 * len(work.newton.H))
    room.sums[:] = work.sums
    return built._replace(state=state, work=room)


def rejoined(built: Built, holds: Sequence[Hold], apart: Indices, anew: bool = True) -> Built:
    """The same bodies and shapes with other equalities, and other pairs that pass through each other.

    anew: whether contacts were found with yet other pairs, so that they have to be found again.
    """
    model, state = built.model, built.state
    names = [kind.name for kind in built.bound.kinds]
    arrays = {name: getattr(model, name) for name in names}
    model = model._replace(equalities=_held(holds, model.bodies, names, arrays), apart=apart)
    kept = state.contacts
    for p in np.flatnonzero(np.isin(pair_codes(kept.pair[: kept.slots[0]], len(model.geoms.body)), apart)):
        kept.points[p], kept.ignored[p] = 0, 1
    if anew:
        kept.found[:] = FAR
    wake_all(kept)
    state = state._replace(multiplier=np.zeros((len(holds), 3)))
    room = workspace(model, state, len(built.work.rows.f), len(built.work.newton.H))
    room.sums[:] = built.work.sums
    return built._replace(model=model, state=state, work=room)


def pair_codes(pair: Indices, geoms: int) -> Indices:
    """One number a pair of geoms, whichever comes first."""
    return np.asarray(pair.min(axis=1) * geoms + pair.max(axis=1))


def wake_all(contacts: Contacts) -> None:
    """Nothing sleeps any more, and all has to lie still for as long again."""
    contacts.asleep[:], contacts.calm[:] = 0, 0.0


def carried(old: Contacts, old_shapes: Sequence[object], new: Contacts, new_shapes: Sequence[object]) -> None:
    """Put into new contacts what is known of pairs of the same shapes, whose numbers may be others now."""
    number = {shape: g for g, shape in enumerate(new_shapes)}
    place = dict[tuple[int, int], list[int]]()
    for p, (a, b) in enumerate(new.pair[: new.slots[0]].tolist()):
        place.setdefault((a, b), []).append(p)
    begun = int(new.slots[0])
    for p in range(int(old.slots[0])):
        a, b = (number.get(old_shapes[int(g)], -1) for g in old.pair[p])
        if a < 0 or b < 0:
            continue
        known = place.get((a, b))
        slot = known.pop(0) if known else int(new.slots[0])
        if slot == len(new.pair):
            while new.slots[0] > begun and tuple(new.pair[new.slots[0] - 1]) == (a, b):
                new.slots[0] -= 1
            return
        if slot == new.slots[0]:
            new.slots[0] += 1
        for name in Contacts._fields:
            if name not in NOT_BY_NUMBER:
                getattr(new, name)[slot] = getattr(old, name)[p]
        new.pair[slot] = a, b
    for g, shape in enumerate(old_shapes):
        if shape in number:
            new.found[number[shape]] = old.found[g]


def _held(
    holds: Sequence[Hold], bodies: Bodies, names: Sequence[str], arrays: Mapping[str, Any]
) -> Equalities:
    linear = list(names).index("linear") if "linear" in names else -1
    return constant_rows(equalities(holds, bodies), bodies, linear, arrays.get("linear"))


def _rows_by_kind(bodies: Sequence[Placed]) -> list[int]:
    """How many bodies of its kind come before each."""
    seen, found = Counter[str](), list[int]()
    for body in bodies:
        found.append(seen[body.kind])
        seen[body.kind] += 1
    return found


def _laid(kind: Kind, rows: Sequence[Mapping[str, Any]]) -> Any:
    if kind.gather is not None:
        return kind.gather(rows)
    arrays = kind.arrays
    return arrays(*(np.array([row[name] for row in rows], dtype=np.float64) for name in arrays._fields))


def laid_out(geoms: Sequence[Geom]) -> tuple[Geoms, Hulls]:
    """Shapes as arrays, and their corners, faces and edges; shapes of one form share them."""
    size = np.array([geom.size for geom in geoms], dtype=np.float64).reshape(-1, 3)
    mixed = any(geom.type != BOX and geom.type != PLANE for geom in geoms)
    hulls = [_hull(geom, mixed) for geom in geoms]
    spans, arrays = _together(hulls, [geom.deforms > 0 for geom in geoms])
    reach = [
        0.0 if geom.type == PLANE
        else geom.size[1] if geom.round > 0
        else float(np.linalg.norm(hull.vertex, axis=1).max()) if hull is not None
        else float(np.linalg.norm(geom.size))
        for geom, hull in zip(geoms, hulls, strict=True)
    ]  # fmt: skip
    found = Geoms(
        body=_indices(geom.body for geom in geoms),
        link=_indices(geom.link for geom in geoms),
        type=_indices(geom.type for geom in geoms),
        size=size,
        round=np.array([geom.round for geom in geoms], dtype=np.float64),
        local=np.array([(*geom.rotation, *geom.origin) for geom in geoms], dtype=np.float64).reshape(-1, 12),
        reach=np.array(reach, dtype=np.float64),
        friction=np.array([geom.friction for geom in geoms], dtype=np.float64),
        bounce=np.array([geom.bounce for geom in geoms], dtype=np.float64),
        turning=np.array([geom.turning for geom in geoms], dtype=np.float64),
        lag=np.array([geom.lag for geom in geoms], dtype=np.float64),
        hull=spans,
        cloud=np.cumsum([geom.type == CLOUD for geom in geoms], dtype=np.int64) - 1,
        deforms=_indices(geom.deforms for geom in geoms),
        hard=_indices(geom.deforms > 0 and geom.hard for geom in geoms),
    )
    return found, arrays


def _hull(geom: Geom, mixed: bool) -> Hull | None:
    if geom.type in (HULL, CLOUD) or not mixed:
        return geom.hull
    if geom.type == BOX:
        return _box_hull(geom.size)
    return _prism(geom.size[0], geom.size[1]) if geom.type == CYLINDER else None


_box_hull = lru_cache(maxsize=256)(lambda size: box_hull(np.array(size)))
_prism = lru_cache(maxsize=256)(prism)


def _together(hulls: Sequence[Hull | None], own: Sequence[bool]) -> tuple[Indices, Hulls]:
    """Where each shape's corners, faces and edges begin and end (n, 6), and all of them; some share none."""
    spans, place = np.zeros((len(hulls), 6), np.int64), dict[int, Indices]()
    vertex, face, ring, corner, edge = (
        [np.zeros((0, 3))],
        [np.zeros((0, 4))],
        [0],
        [_indices([])],
        [np.zeros((0, 4), np.int64)],
    )
    v = f = e = 0
    for g, each in enumerate(hulls):
        if each is None:
            continue
        if id(each) not in place or own[g]:
            place[id(each)] = _indices(
                [v, v + len(each.vertex), f, f + len(each.face), e, e + len(each.edge)]
            )
            vertex.append(each.vertex)
            face.append(each.face)
            edge.append(each.edge + (v, v, f, f))
            for around in each.rings:
                corner.append(around)
                ring.append(ring[-1] + len(around))
            v, f, e = v + len(each.vertex), f + len(each.face), e + len(each.edge)
        spans[g] = place[id(each)]
    return spans, Hulls(
        np.concatenate(vertex), np.concatenate(face), _indices(ring), np.concatenate(corner), np.concatenate(edge),
        *_fans(np.concatenate(edge)[:, :2], v),
    )  # fmt: skip


def _fans(ends: Indices, vertices: int) -> tuple[Indices, Indices]:
    """The edges at each vertex, in line, and where those of each begin."""
    order = np.argsort(ends.reshape(-1), kind="stable")
    return _starts(np.bincount(ends.reshape(-1), minlength=vertices).tolist()), (order // 2).astype(np.int64)


def contacts(geoms: Geoms, bodies: Bodies, slots: int) -> Contacts:
    """No contacts yet: slots of all shapes of bodies that yield against all planes, and room for others."""
    yields = np.append(np.diff(bodies.block) > 0, False)
    planes = [
        (plane, g)
        for plane in np.flatnonzero(geoms.type == PLANE)
        for g in np.flatnonzero(yields[geoms.body] & (geoms.type != PLANE))
        for _part in range(PARTS if geoms.deforms[g] > 1 else 1)
    ]
    slots, n = slots + len(planes), len(geoms.body)
    pair = np.zeros((slots, 2), np.int64)
    pair[: len(planes)] = np.array(planes, np.int64).reshape(-1, 2)
    return Contacts(
        slots=_indices([len(planes), 0, 0, 0]),
        pair=pair,
        points=np.zeros(slots, np.int64),
        axis=np.full(slots, -1, np.int64),
        pose=np.full((slots, 12), FAR),
        normal=np.zeros((slots, 3)),
        feature=np.zeros((slots, MOST), np.int64),
        at=np.zeros((slots, MOST, 6)),
        rest=np.zeros((slots, MOST, 6)),
        impulse=np.zeros((slots, MOST, 3)),
        load=np.zeros((slots, MOST)),
        turn=np.zeros((slots, 3)),
        ignored=np.zeros(slots, np.int64),
        found=np.full((n, 13), FAR),
        asleep=np.zeros(len(bodies.kind), np.int64),
        calm=np.zeros(len(bodies.kind)),
        still=np.zeros(int(bodies.q[-1] + bodies.v[-1])),
    )


def workspace(model: Any, state: State, points: int, envelope: int) -> Workspace:
    """Room for so many points, and so many blocks of a factor."""
    bodies, geoms = model.bodies, model.geoms
    n, g, slots, blocks = len(bodies.kind), len(geoms.body), len(state.contacts.pair), int(bodies.block[-1])
    widest = int(np.diff(bodies.block).max(initial=1))
    e, links = len(model.equalities.rows), len(model.equalities.side)
    components, faces = len(model.equalities.fixed), int(np.diff(geoms.hull[:, 2:4]).max(initial=0))
    points += e
    entries = 2 * widest * points + widest * len(model.equalities.body)

    def z(*shape: int) -> Array:
        return np.zeros(shape)

    def i(*shape: int) -> Indices:
        return np.zeros(shape, np.int64)

    frame = geoms.local.copy()
    return Workspace(
        room=z(int(bodies.room[-1])),
        geoms=geoms._replace(size=geoms.size.copy(), reach=geoms.reach.copy()),
        hulls=model.hulls._replace(vertex=model.hulls.vertex.copy(), face=model.hulls.face.copy()),
        map=geoms.local[:, :9].copy(), frame=frame, near=z(g), box=z(g, 6),
        order=np.flatnonzero(geoms.type != PLANE).astype(np.int64), head=i(g), next=i(slots),
        closing=z(slots, MOST), struck=i(slots), taking=i(slots), goal=z(slots, MOST), blow=z(slots, MOST, 3),
        whole=z(n, 26), answer=z(slots, MOST, 2), pace=z(n),
        owner=np.repeat(np.arange(n), np.diff(bodies.block)), scale=np.repeat(bodies.scale, np.diff(bodies.block)),
        stirred=i(n), q=z(len(state.q)), v=z(len(state.v)), z=z(blocks, 6),
        polygon=z(2, CORNERS, 3), label=i(2, CORNERS, 2), old=z(MOST, 7), oldfeature=i(MOST),
        touches=Touches(
            i(len(model.meshes.owns)), z(g, 3), z(PARTS, 3), i(PARTS), z(PARTS, CORNERS, 7), i(PARTS, CORNERS),
            z(PARTS * MOST, 7), i(PARTS * MOST),
        ),
        foot=i(faces), under=z(faces, 3), turned=z(widest, 18),
        rows=Rows(
            i(points + 1), i(entries), z(entries, 18), z(points, 7), z(points, 4), z(points, 3), z(points, 3),
            z(points), z(points), z(points, 2), i(points), i(points), z(points, 9),
        ),
        held=Held(
            i(e), model.equalities.frame.copy(), z(e, 3), z(e, 3), z(e, 3), z(int(model.equalities.room[-1])),
            z(3 * e), z(3 * e), z(3 * e), i(3 * e), i(components), z(int(model.equalities.constant.room[-1])), z(e),
            z(e), z(components),
        ),
        islands=Islands(
            i(n), i(n), i(n + 1), i(n + 1), i(components), i(n + 1), i(slots), i(n + 1), i(slots + links, 2),
            i(n + 1), i(n + 1), i(blocks), i(n + 1), i(n + 1), i(n + 1),
        ),
        sweeps=Sweeps(z(points, 3), z(points, 3), z(blocks, 6), z(blocks, 6)),
        newton=Newton(
            z(points, 4), z(points, 4), z(points, 3), z(points, 3), z(points, 3), z(blocks, 6), z(blocks, 6),
            z(envelope, 36), i(blocks), i(blocks), i(blocks), i(blocks), i(n), i(n), i(2 * (slots + links)),
            i(n), i(points),
        ),
        sums=z(16),
    )  # fmt: skip


def _indices(values: Iterable[int]) -> Indices:
    return np.array(list(values), dtype=np.int64)


def _starts(sizes: Iterable[int]) -> Indices:
    return np.concatenate([[0], np.cumsum(list(sizes))]).astype(np.int64)
