"""Looks and glTF materials. A look that came from a file goes back whole: textures, samplers, extensions."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from supple.io.gltf.buffer import Buffer
from supple.io.gltf.document import Document
from supple.io.gltf.glb import Json
from supple.scene import Look, Texture
from supple.scene.look import Color

Emission = tuple[float, float, float]

GLOW, MOVED = "KHR_materials_emissive_strength", "KHR_texture_transform"
DEFAULT = Look(color=(1.0, 1.0, 1.0, 1.0), metallic=1.0, roughness=1.0)
"""What glTF 2.0 §5.19 says of a material that says nothing."""


@dataclass(frozen=True, eq=False)
class Source:
    """A material as its file has it; `document` resolves the textures it names."""

    material: Json
    document: Document


class Looks:
    """Reads each material of a document once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._read: dict[int, Look] = {}

    def __getitem__(self, index: int) -> Look:
        if index not in self._read:
            material = self._document.item("materials", index)
            self._read[index] = _look(Source(material, self._document))
        return self._read[index]


class LookWriter:
    """Collects materials, textures, samplers and images, each written once; those of `home` are there already."""

    def __init__(self, buffer: Buffer, home: Document | None = None) -> None:
        self._buffer = buffer
        self._home = home
        kinds = ("materials", "textures", "samplers", "images")
        self.lists: dict[str, list[Json]] = {k: list(home.items(k)) if home else [] for k in kinds}
        self.extensions: set[str] = set()
        self.required: set[str] = set()
        self._moved: dict[tuple[object, ...], int] = {}
        self._kept: list[object] = []  # alive, so that no id in a key of `_moved` is given twice

    def material(self, look: Look, textured: bool) -> int:
        """Index of the material for a look; without texture coordinates it cannot wear its texture."""
        source = look.source if isinstance(look.source, Source) else None
        key = ("look", look, textured, id(source))
        if key not in self._moved:
            self._kept.append(source)
            if source is not None and source.document is self._home and _look(source) == look:
                self._moved[key] = self.lists["materials"].index(source.material)
                return self._moved[key]
            if source is None:
                made = self._new(look, textured)
            elif _look(source) == look:
                made = self._moved_over(source)
            else:
                made = self._painted_over(source, look, textured)
            self._moved[key] = self._add("materials", made)
        return self._moved[key]

    def _new(self, look: Look, textured: bool) -> Json:
        surface: Json = {
            "baseColorFactor": list(look.color),
            "metallicFactor": look.metallic,
            "roughnessFactor": look.roughness,
        }
        if look.texture is not None and textured:
            surface["baseColorTexture"] = self._use_of(look.texture)
        material: Json = {"name": look.name} if look.name else {}
        material["pbrMetallicRoughness"] = surface
        if any(look.emission):
            strength = max(1.0, *look.emission)
            material["emissiveFactor"] = [e / strength for e in look.emission]
            if strength > 1:
                material["extensions"] = {GLOW: {"emissiveStrength": strength}}
                self.extensions.add(GLOW)
        if look.color[3] < 1:
            material["alphaMode"] = "BLEND"
        if look.two_sided:
            material["doubleSided"] = True
        return material

    def _use_of(self, texture: Texture) -> Json:
        use: Json = {"index": self._texture(texture)}
        if texture.moved:
            self.extensions.add(MOVED)
            placed = {"offset": list(texture.offset), "rotation": texture.turn, "scale": list(texture.scale)}
            use["extensions"] = {MOVED: placed}
        return use

    def _texture(self, texture: Texture) -> int:
        key = ("texture", texture)
        if key not in self._moved:
            image = self._image(texture.data, texture.media_type, texture.name)
            sampler = self._once("samplers", {"magFilter": 9729, "minFilter": 9987})
            self._moved[key] = self._add("textures", {"sampler": sampler, "source": image})
        return self._moved[key]

    def _image(self, data: bytes, media_type: str, name: str) -> int:
        image = {"bufferView": self._buffer.view(data), "mimeType": media_type}
        return self._once("images", {**({"name": name} if name else {}), **image})

    def _moved_over(self, source: Source) -> Json:
        """A copy of a material whose textures are numbered as in the file being written."""
        material = copy.deepcopy(source.material)
        for use in _texture_uses(material):
            use["index"] = self._moved_texture(source.document, use["index"])
        self._use(material, source.document)
        return material

    def _painted_over(self, source: Source, look: Look, textured: bool) -> Json:
        """The file's material where the user has since changed what a look can say."""
        material, new = self._moved_over(source), self._new(look, textured)
        surface = {**material.get("pbrMetallicRoughness", {}), **new.pop("pbrMetallicRoughness")}
        if look.texture is None:
            surface.pop("baseColorTexture", None)
        elif look.texture == _look(source).texture:
            surface["baseColorTexture"] = material["pbrMetallicRoughness"]["baseColorTexture"]
        extensions = {**material.get("extensions", {}), **new.pop("extensions", {})}
        changed = {**material, **new, "pbrMetallicRoughness": surface, "doubleSided": look.two_sided}
        return {**changed, "extensions": extensions} if extensions else changed

    def _moved_texture(self, document: Document, index: int) -> int:
        if document is self._home:
            return index
        key = ("texture of", id(document), index)
        if key not in self._moved:
            texture = copy.deepcopy(document.item("textures", index))
            if "sampler" in texture:
                texture["sampler"] = self._once("samplers", document.item("samplers", texture["sampler"]))
            for holder in [texture, *texture.get("extensions", {}).values()]:
                if "source" in holder:
                    data, media_type = document.image(holder["source"])
                    name = document.item("images", holder["source"]).get("name", "")
                    holder["source"] = self._image(data, media_type, name)
            self._use(texture, document)
            self._moved[key] = self._add("textures", texture)
        return self._moved[key]

    def _use(self, written: Json, document: Document) -> None:
        used = _extensions(written)
        self.extensions |= used
        self.required |= used & set(document.json.get("extensionsRequired", []))

    def _once(self, kind: str, item: Json) -> int:
        found = self.lists[kind]
        return found.index(item) if item in found else self._add(kind, item)

    def _add(self, kind: str, item: Json) -> int:
        self.lists[kind].append(item)
        return len(self.lists[kind]) - 1


def _look(source: Source) -> Look:
    material, document = source.material, source.document
    surface = material.get("pbrMetallicRoughness", {})
    strength = material.get("extensions", {}).get(GLOW, {}).get("emissiveStrength", 1.0)
    glow = [float(e) * strength for e in material.get("emissiveFactor", DEFAULT.emission)]
    texture = None
    if "baseColorTexture" in surface:
        texture = _texture(document, surface["baseColorTexture"])
    return Look(
        name=material.get("name", ""),
        color=cast(Color, tuple(map(float, surface.get("baseColorFactor", DEFAULT.color)))),
        metallic=surface.get("metallicFactor", DEFAULT.metallic),
        roughness=surface.get("roughnessFactor", DEFAULT.roughness),
        emission=cast(Emission, tuple(glow)),
        texture=texture,
        two_sided=material.get("doubleSided", False),
        source=source,
    )


def _texture(document: Document, use: Json) -> Texture | None:
    texture = document.item("textures", use["index"])
    holders = [texture, *texture.get("extensions", {}).values()]
    image = next((h["source"] for h in holders if "source" in h), None)
    if image is None:
        return None
    name, moved = document.item("images", image).get("name", ""), use.get("extensions", {}).get(MOVED, {})
    return Texture(
        *document.image(image),
        name,
        offset=_pair(moved.get("offset", (0, 0))),
        turn=float(moved.get("rotation", 0)),
        scale=_pair(moved.get("scale", (1, 1))),
    )


def _pair(values: Sequence[float]) -> tuple[float, float]:
    return float(values[0]), float(values[1])


def _texture_uses(value: Any) -> Iterator[Json]:
    """Every `{"index": …}` under a key that ends in Texture, extensions included."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.lower().endswith("texture") and isinstance(inner, dict) and "index" in inner:
                yield inner
            yield from _texture_uses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texture_uses(inner)


def _extensions(value: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(value, dict):
        found |= set(value.get("extensions", {}))
        for inner in value.values():
            found |= _extensions(inner)
    return found
