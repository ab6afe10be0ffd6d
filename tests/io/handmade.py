"""glTF by hand, with json and struct alone, so that tests do not trust the code they test."""

import json
import struct

import numpy as np

COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
DTYPES = {number: dtype for dtype, number in COMPONENTS.items()}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class HandMade:
    """A glTF document that grows."""

    def __init__(self):
        self.json = {
            "asset": {"version": "2.0"},
            "accessors": [],
            "bufferViews": [],
            "buffers": [{"byteLength": 0}],
        }
        self.data = b""

    def view(self, raw, **more):
        self.data += b"\0" * (-len(self.data) % 4)
        self.json["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(raw), **more}
        )
        self.data += raw
        self.json["buffers"][0]["byteLength"] = len(self.data)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, values, dtype="f4", kind=None, *, bounds=False, **more):
        values = np.asarray(values).astype(f"<{dtype}")
        kind = kind or {1: "SCALAR", 2: f"VEC{values.shape[-1]}", 3: "MAT4"}[values.ndim]
        record = {
            "bufferView": self.view(values.tobytes()),
            "componentType": COMPONENTS[dtype],
            "count": len(values),
        }
        if bounds:
            more |= {
                "min": np.ravel(values.min(axis=0)).tolist(),
                "max": np.ravel(values.max(axis=0)).tolist(),
            }
        self.json["accessors"].append({**record, "type": kind, **more})
        return len(self.json["accessors"]) - 1

    def glb(self):
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        body = self.data + b"\0" * (-len(self.data) % 4)
        chunks = (
            struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(body), b"BIN\0") + body
        )
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


class Opened:
    """The JSON and numbers of a GLB."""

    def __init__(self, data):
        length, kind = struct.unpack_from("<I4s", data, 12)
        assert data[:4] == b"glTF"
        assert kind == b"JSON"
        assert struct.unpack_from("<I", data, 8)[0] == len(data)
        self.json = json.loads(data[20 : 20 + length])
        self.binary = data[20 + length + 8 :]

    def numbers(self, index):
        a = self.json["accessors"][index]
        width, dtype = WIDTHS[a["type"]], np.dtype("<" + DTYPES[a["componentType"]])
        values = np.zeros((a["count"], width), dtype)
        if "bufferView" in a:
            view = self.json["bufferViews"][a["bufferView"]]
            stride = view.get("byteStride", width * dtype.itemsize)
            start = view.get("byteOffset", 0) + a.get("byteOffset", 0)
            for row in range(a["count"]):
                values[row] = np.frombuffer(self.binary, dtype, width, start + row * stride)
        if "sparse" in a:
            s = a["sparse"]
            at = self.json["bufferViews"][s["indices"]["bufferView"]]["byteOffset"]
            where = np.frombuffer(self.binary, "<" + DTYPES[s["indices"]["componentType"]], s["count"], at)
            at = self.json["bufferViews"][s["values"]["bufferView"]]["byteOffset"]
            values[where] = np.frombuffer(self.binary, dtype, s["count"] * width, at).reshape(-1, width)
        return values.astype(np.float64)

    def node(self, name):
        return next(k for k, n in enumerate(self.json["nodes"]) if n.get("name") == name)

    def channel(self, name, path, time):
        """What a viewer shows of a channel at a time: lines, great arcs for rotations; None if not animated."""
        for animation in self.json.get("animations", []):
            for channel in animation["channels"]:
                if channel["target"] == {"node": self.node(name), "path": path}:
                    sampler = animation["samplers"][channel["sampler"]]
                    times = self.numbers(sampler["input"])[:, 0]
                    values = self.numbers(sampler["output"]).reshape(len(times), -1)
                    return _between(times, values, time, path == "rotation")
        return None

    def shape(self, name, time):
        """Vertices of a node's mesh at a time, base + Σ w t, all primitives in a row."""
        mesh = self.json["meshes"][self.json["nodes"][self.node(name)]["mesh"]]
        weights = self.channel(name, "weights", time)
        weights = mesh.get("weights", []) if weights is None else weights
        shapes = []
        for primitive in mesh["primitives"]:
            shape = self.numbers(primitive["attributes"]["POSITION"])
            for w, target in zip(weights, primitive.get("targets", []), strict=True):
                shape = shape + w * self.numbers(target["POSITION"])
            shapes.append(shape)
        return np.concatenate(shapes)


def _between(times, values, time, arc):
    if len(times) == 1:
        return values[0]
    k = int(np.clip(np.searchsorted(times, time, side="right") - 1, 0, len(times) - 2))
    u = np.clip((time - times[k]) / (times[k + 1] - times[k]), 0, 1)
    a, b = values[k], values[k + 1]
    if not arc:
        return a + u * (b - a)
    theta = np.arccos(np.clip(a @ b, -1, 1))
    return a if theta < 1e-9 else (np.sin((1 - u) * theta) * a + np.sin(u * theta) * b) / np.sin(theta)


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000020802000000fdd49a730000001249444154789c63386123226273"
    "82014201001eae04616760ca510000000049454e44ae426082"
)


def asset():
    """A textured asset: three nodes, two materials, colors, tangents, a second uv set, extensions, extras."""
    g = HandMade()
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    up = np.tile([0.0, 0, 1], (4, 1))
    faces = g.accessor(np.array([0, 1, 2, 0, 2, 3]), "u2")

    def primitive(shift, material, **more):
        base = {
            "POSITION": g.accessor(square + shift, bounds=True),
            "NORMAL": g.accessor(up),
            "TEXCOORD_0": g.accessor(square[:, :2] * 0.5),
        }
        return {"attributes": {**base, **more}, "indices": faces, "material": material}

    colors = g.accessor(
        np.array([[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [51, 51, 51, 255]]), "u1"
    )
    g.json["accessors"][colors]["normalized"] = True
    tangents = g.accessor(np.tile([1.0, 0, 0, 1], (4, 1)))
    second = g.accessor(square[:, :2] * 0.25)
    rare = {"COLOR_0": colors, "TANGENT": tangents, "TEXCOORD_1": second}
    g.json |= {
        "extensionsUsed": ["KHR_materials_clearcoat", "KHR_texture_transform"],
        "images": [
            {"name": "paint", "bufferView": g.view(PNG), "mimeType": "image/png"},
            {"name": "bumps", "bufferView": g.view(PNG), "mimeType": "image/png"},
        ],
        "samplers": [{"wrapS": 33071, "magFilter": 9728}],
        "textures": [{"source": 1}, {"source": 0, "sampler": 0, "name": "painted"}],
        "materials": [
            {
                "name": "cloth",
                "pbrMetallicRoughness": {
                    "baseColorTexture": {
                        "index": 1,
                        "extensions": {"KHR_texture_transform": {"scale": [2, 2]}},
                    },
                    "metallicFactor": 0.25,
                },
                "normalTexture": {"index": 0, "scale": 0.5},
                "extensions": {"KHR_materials_clearcoat": {"clearcoatTexture": {"index": 0, "texCoord": 1}}},
                "alphaMode": "MASK",
                "alphaCutoff": 0.3,
            },
            {
                "name": "wood",
                "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 0.125, 1]},
                "doubleSided": True,
            },
        ],
        "meshes": [
            {"name": "flag", "primitives": [primitive(0, 0, **rare), primitive(2, 1)]},
            {"name": "pole", "primitives": [primitive(1, 1)]},
        ],
        "nodes": [
            {"name": "root", "children": [1, 2], "translation": [0, 1, 0], "extras": {"owner": "Ann"}},
            {"name": "flag.L", "mesh": 0, "rotation": [0, 0.6, 0, 0.8]},
            {"name": "pole", "mesh": 1, "scale": [1, 2, 3]},
        ],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    return g


def turned(axis, angle):
    """A quaternion (x, y, z, w)."""
    return [*(np.sin(angle / 2) * np.asarray(axis, float)), float(np.cos(angle / 2))]


def creature():
    """A skinned character as exporters write them, with what readers trip over.

    Scale 100 above the skeleton and on the node that wears the skin; a rest pose that is not the bind pose; weights
    that do not sum to 1; a joint by its matrix, one with a dot in its name; a mesh that rides on a joint; morph
    targets under the skin; clips by lines at 120 Hz, steps and cubic splines, one without a name, samplers shared;
    a channel, extensions and extras that nobody here knows.
    """
    g = HandMade()
    rng = np.random.default_rng(4)
    ring = np.arange(12) * np.pi / 6
    rows = [
        np.stack([0.2 * np.cos(ring), np.full(12, y), 0.2 * np.sin(ring)], axis=1)
        for y in np.linspace(0, 2, 9)
    ]
    tube = np.concatenate(rows)
    k = np.arange(8)[:, None] * 12 + np.arange(12)
    after = np.arange(8)[:, None] * 12 + (np.arange(12) + 1) % 12
    faces = np.stack([k, k + 12, after, after, k + 12, after + 12], axis=-1).reshape(-1)
    along = tube[:, 1]
    weights = np.stack(
        [np.clip(1 - along, 0, 1), 1 - abs(along - 1), np.clip(along - 1, 0, 1), 0 * along], axis=1
    )
    weights[60:80] *= 1.3
    joints = np.tile([2, 0, 1, 0], (len(tube), 1)) * (weights != 0)
    normals = tube * [5, 0, 5]
    skinned = {
        "POSITION": g.accessor(tube, bounds=True),
        "NORMAL": g.accessor(normals),
        "JOINTS_0": g.accessor(joints, "u1"),
        "WEIGHTS_0": g.accessor(weights),
    }
    bulge = {"POSITION": g.accessor(tube * [0.5, 0, 0.5], bounds=True)}
    box = np.array(list(np.ndindex(2, 2, 2)), float) * 0.002
    sides = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6]])
    hat = {"POSITION": g.accessor(box, bounds=True)}
    binds = np.tile(np.eye(4), (3, 1, 1))
    binds[:, 1, 3] = [-1, -2, 0]  # the joints stood upright when the mesh was bound: spine, head, hips
    matrix = np.eye(4)
    matrix[:3, :3] = [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]]
    matrix[1, 3] = 0.01
    fast = np.arange(121) / 120
    sway = np.stack([0.002 * np.sin(7 * fast), 0 * fast, 0.01 * fast], axis=1)
    four, long = g.accessor([0.0, 0.25, 0.5, 1.0], bounds=True), g.accessor(fast, bounds=True)
    nods = np.stack([[0, 0, 0, 1], turned([1, 0, 0], 0.6), turned([1, 0, 0], -0.4), turned([0, 1, 0], 0.5)])
    slopes = rng.normal(size=(2, 4, 4)) * 0.3
    spline = np.stack([slopes[0], nods, slopes[1]], axis=1).reshape(12, 4)
    turns = g.accessor(np.array([turned([0, 0, 1], 0.4 * np.sin(9 * t)) for t in fast]))
    steps = g.accessor(1 + rng.uniform(size=(4, 3)))
    arch = g.accessor(
        np.concatenate([np.zeros((4, 1)), [[0.0], [1.0], [0.2], [0.7]], np.zeros((4, 1))], axis=1).reshape(-1)
    )

    def channel(sampler, node, path, **more):
        return {"sampler": sampler, "target": {"node": node, "path": path}, **more}

    g.json |= {
        "extensionsUsed": ["VRMC_vrm", "KHR_animation_pointer", "ACME_fur"],
        "extensions": {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 1}, "head": {"node": 3}}}}},
        "extras": {"studio": "elsewhere", "takes": [1, 2.5, None]},
        "asset": {"version": "2.0", "generator": "by hand", "extras": {"note": "é"}},
        "scene": 0,
        "scenes": [{"name": "all", "nodes": [0]}],
        "nodes": [
            {
                "name": "armature",
                "scale": [100, 100, 100],
                "children": [4, 1],
                "rotation": turned([0, 1, 0], 0.3),
            },
            {"name": "hips", "translation": [0.001, 0.002, 0], "children": [2], "extras": {"bone": True}},
            {"name": "spine", "matrix": matrix.T.reshape(-1).tolist(), "children": [3]},
            {
                "name": "head.L",
                "translation": [0, 0.01, 0],
                "rotation": turned([1, 0, 0], 0.5),
                "children": [5],
            },
            {"name": "body", "mesh": 0, "skin": 0, "scale": [100, 100, 100], "translation": [3, 4, 5]},
            {"name": "hat", "mesh": 1, "extensions": {"ACME_fur": {"length": 0.02}}},
            {"name": "spare"},
        ],
        "skins": [
            {"joints": [2, 3, 1], "inverseBindMatrices": g.accessor(binds.swapaxes(1, 2)), "name": "rig"}
        ],
        "meshes": [
            {
                "name": "tube",
                "primitives": [
                    {"attributes": skinned, "indices": g.accessor(faces, "u2"), "targets": [bulge]}
                ],
                "weights": [0.1],
                "extras": {"targetNames": ["bulge"]},
            },
            {
                "name": "hat",
                "primitives": [{"attributes": hat, "indices": g.accessor(sides.reshape(-1), "u2")}],
            },
        ],
        "animations": [
            {
                "name": "Walk",
                "samplers": [
                    {
                        "input": long,
                        "output": g.accessor(sway),
                        "interpolation": "LINEAR",
                        "extras": {"by": "mocap"},
                    },
                    {"input": long, "output": turns},
                ],
                "channels": [
                    channel(0, 1, "translation"),
                    channel(1, 3, "rotation", extras={"layer": 2}),
                    channel(1, 5, "rotation"),
                ],
                "extras": {"loop": True},
            },
            {
                "name": "Nod",
                "samplers": [
                    {"input": four, "output": g.accessor(spline), "interpolation": "CUBICSPLINE"},
                    {"input": four, "output": steps, "interpolation": "STEP"},
                    {"input": four, "output": arch, "interpolation": "CUBICSPLINE"},
                ],
                "channels": [channel(0, 3, "rotation"), channel(1, 5, "scale"), channel(2, 4, "weights")],
            },
            {
                "samplers": [{"input": four, "output": g.accessor(rng.normal(size=(4, 3)))}],
                "channels": [
                    channel(0, 0, "translation"),
                    {
                        "sampler": 0,
                        "target": {
                            "path": "pointer",
                            "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/6/translation"}},
                        },
                    },
                ],
            },
        ],
    }
    return g
