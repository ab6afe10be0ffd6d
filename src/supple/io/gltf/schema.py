"""What the members of a glTF document must be, as data: a check for every field that the reader looks at."""

from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Check = Callable[[Json, Any], str]
"""check(document, value) → "" if the value will do, or what was expected in words."""

LARGEST = 1e30
"""Numbers beyond this are no place, size or time of anything."""
MOST = 100_000
"""Items that one list of a document may have."""


def text(_: Json, value: Any) -> str:
    """A string."""
    return "" if isinstance(value, str) else "a string"


def truth(_: Json, value: Any) -> str:
    """true or false."""
    return "" if isinstance(value, bool) else "true or false"


def mapping(_: Json, value: Any) -> str:
    """An object of any members."""
    return "" if isinstance(value, dict) else "an object"


def whole(_: Json, value: Any) -> str:
    """A number that counts something."""
    fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
    return "" if fine else "a whole number, not negative"


def number(_: Json, value: Any) -> str:
    """A finite number of reasonable size."""
    fine = isinstance(value, int | float) and not isinstance(value, bool) and -LARGEST < value < LARGEST
    return "" if fine else "a finite number"


def numbers(count: int | None = None) -> Check:
    """A list of finite numbers, `count` of them if that is given."""
    expected = f"{'' if count is None else f'{count} '}finite numbers"

    def check(document: Json, value: Any) -> str:
        fine = isinstance(value, list) and (len(value) == count if count else len(value) <= MOST)
        return "" if fine and not any(number(document, v) for v in value) else expected

    return check


def one_of(*allowed: Any) -> Check:
    """One of a few values."""
    expected = f"one of {', '.join(map(str, allowed))}"
    return lambda _, value: "" if not isinstance(value, list | dict) and value in allowed else expected


def index(kind: str) -> Check:
    """The number of an item of a list of the document."""

    def check(document: Json, value: Any) -> str:
        count = len(document.get(kind, ()))
        fine = not whole(document, value) and value < count
        return "" if fine else f"the number of one of its {count} {kind}"

    return check


def indices(kind: str) -> Check:
    """A list of numbers of items, each once."""
    one = index(kind)

    def check(document: Json, value: Any) -> str:
        if not isinstance(value, list) or len(value) > MOST:
            return f"a list of numbers of {kind}"
        wrong = next((said for v in value if (said := one(document, v))), "")
        if wrong:
            return f"a list of numbers of {kind}, each {wrong}"
        return "" if len(set(value)) == len(value) else f"a list of {kind} that names each once"

    return check


def texts(_: Json, value: Any) -> str:
    """A list of strings."""
    fine = isinstance(value, list) and all(isinstance(v, str) for v in value)
    return "" if fine else "a list of strings"


def attributes(document: Json, value: Any) -> str:
    """Accessors by the name of what they give a vertex."""
    one = index("accessors")
    if not isinstance(value, dict):
        return "an object of accessors by name"
    return next((f"{k} as {said}" for k, v in value.items() if (said := one(document, v))), "")


PLACE = {"bufferView": index("bufferViews"), "byteOffset": whole}
COMPONENT = one_of(5120, 5121, 5122, 5123, 5125, 5126)
COMPRESSED = {
    "buffer": index("buffers"),
    "byteOffset": whole,
    "byteLength": whole,
    "byteStride": whole,
    "count": whole,
    "mode": one_of("ATTRIBUTES", "TRIANGLES", "INDICES"),
    "filter": one_of("NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"),
}
MOVED = {"offset": numbers(2), "rotation": number, "scale": numbers(2)}
TEXTURE: dict[str, Any] = {
    "index": index("textures"),
    "texCoord": whole,
    "scale": number,
    "strength": number,
    "extensions": {"KHR_texture_transform": MOVED},
}
SURFACE = {
    "baseColorFactor": numbers(4),
    "metallicFactor": number,
    "roughnessFactor": number,
    "baseColorTexture": TEXTURE,
    "metallicRoughnessTexture": TEXTURE,
}
SAMPLER = {
    "input": index("accessors"),
    "output": index("accessors"),
    "interpolation": one_of("LINEAR", "STEP", "CUBICSPLINE"),
}
TARGET = {"node": index("nodes"), "path": text}
DRACO = {"bufferView": index("bufferViews"), "attributes": mapping}
PRIMITIVE = {
    "attributes": attributes,
    "indices": index("accessors"),
    "material": index("materials"),
    "mode": one_of(0, 1, 2, 3, 4, 5, 6),
    "targets": [attributes],
    "extensions": {"KHR_draco_mesh_compression": DRACO},
}

DOCUMENT: dict[str, Any] = {
    "asset": {"version": text, "generator": text},
    "scene": index("scenes"),
    "extensionsUsed": texts,
    "extensionsRequired": texts,
    "extensions": {
        "KHR_lights_punctual": {
            "lights": [{"type": text, "color": numbers(3), "intensity": number, "name": text}]
        }
    },
    "scenes": [{"name": text, "nodes": indices("nodes")}],
    "nodes": [
        {
            "name": text,
            "children": indices("nodes"),
            "mesh": index("meshes"),
            "skin": index("skins"),
            "camera": index("cameras"),
            "translation": numbers(3),
            "rotation": numbers(4),
            "scale": numbers(3),
            "matrix": numbers(16),
            "weights": numbers(),
            "extensions": {
                "KHR_lights_punctual": {"light": whole},
                "KHR_node_visibility": {"visible": truth},
            },
        }
    ],
    "meshes": [{"name": text, "primitives": [PRIMITIVE], "weights": numbers()}],
    "skins": [
        {
            "name": text,
            "joints": indices("nodes"),
            "skeleton": index("nodes"),
            "inverseBindMatrices": index("accessors"),
        }
    ],
    "animations": [
        {"name": text, "samplers": [SAMPLER], "channels": [{"sampler": whole, "target": TARGET}]},
    ],
    "accessors": [
        {
            **PLACE,
            "componentType": COMPONENT,
            "count": whole,
            "type": one_of("SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"),
            "normalized": truth,
            "sparse": {"count": whole, "indices": {**PLACE, "componentType": COMPONENT}, "values": PLACE},
        }
    ],
    "bufferViews": [
        {
            "buffer": index("buffers"),
            "byteOffset": whole,
            "byteLength": whole,
            "byteStride": whole,
            "extensions": {"EXT_meshopt_compression": COMPRESSED, "KHR_meshopt_compression": COMPRESSED},
        }
    ],
    "buffers": [{"byteLength": whole, "uri": text}],
    "cameras": [{"type": text, "perspective": {"yfov": number}}],
    "materials": [
        {
            "name": text,
            "pbrMetallicRoughness": SURFACE,
            "normalTexture": TEXTURE,
            "occlusionTexture": TEXTURE,
            "emissiveTexture": TEXTURE,
            "emissiveFactor": numbers(3),
            "alphaMode": text,
            "alphaCutoff": number,
            "doubleSided": truth,
            "extensions": mapping,
        }
    ],
    "textures": [{"source": index("images"), "sampler": index("samplers"), "name": text}],
    "images": [{"uri": text, "bufferView": index("bufferViews"), "mimeType": text, "name": text}],
    "samplers": [mapping],
}
"""The fields that are read, each with its check: a function, a dict of fields, or a list of one of these."""

REQUIRED = {
    "primitives": ("attributes",),
    "skins": ("joints",),
    "animations": ("channels", "samplers"),
    "channels": ("sampler", "target"),
    "samplers": ("input", "output"),
    "target": ("path",),
    "accessors": ("componentType", "count", "type"),
    "sparse": ("count", "indices", "values"),
    "indices": ("bufferView", "componentType"),
    "values": ("bufferView",),
    "bufferViews": ("buffer", "byteLength"),
    "buffers": ("byteLength",),
    "KHR_draco_mesh_compression": ("bufferView", "attributes"),
    "EXT_meshopt_compression": ("buffer", "byteLength", "byteStride", "count", "mode"),
    "KHR_meshopt_compression": ("buffer", "byteLength", "byteStride", "count", "mode"),
    "perspective": ("yfov",),
    "meshes": ("primitives",),
}
"""Fields that an object in that place must have."""
