"""A scene back into the glTF document that it was read from: what has not been touched stays as it came."""

from supple.io.gltf.buffer import Buffer
from supple.io.gltf.clips_out import ClipsOut
from supple.io.gltf.glb import Json
from supple.io.gltf.looks import LookWriter
from supple.io.gltf.meshes import MeshWriter
from supple.io.gltf.names import FileNames
from supple.io.gltf.nodes import LIGHTS, NodeWriter
from supple.io.gltf.nodes_out import NodesOut, known_skins, numbered
from supple.io.gltf.original import Original
from supple.io.gltf.skins import SkinWriter
from supple.io.gltf.targets import Stage
from supple.scene import Scene


def patched(scene: Scene, original: Original, buffer: Buffer) -> Json:
    """The JSON of the document with what has changed in the scene; new arrays go to the end of `buffer`."""
    document = original.document
    order = numbered(scene, original)
    looks = LookWriter(buffer, document)
    names = FileNames(node.name for node in scene.walk())
    meshes = MeshWriter(buffer, looks, names, document.items("meshes"))
    skins = SkinWriter(buffer, order, document.items("skins"), known_skins(scene, original))
    writer = NodeWriter(meshes, skins)
    writer.cameras = list(document.items("cameras"))
    writer.lights = list(_lights(document.json))
    clips = ClipsOut(scene, original, Stage.of(scene, order, original), buffer)
    nodes = NodesOut(scene, original, order, writer)
    animations = clips.animations()
    lists = {
        "nodes": nodes.nodes(clips.moved),
        "animations": animations,
        "skins": writer.skins,
        "meshes": meshes.meshes,
        "cameras": writer.cameras,
        **looks.lists,
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "scenes": _scenes(document.json, nodes),
    }
    json = _with(document.json, lists)
    if writer.lights != _lights(document.json):
        json["extensions"] = {**json.get("extensions", {}), LIGHTS: {"lights": writer.lights}}
    return _with(json, _extensions(json, looks.extensions | writer.extensions, looks.required))


def _with(json: Json, lists: Json) -> Json:
    """The document with other lists where they differ; one that has become empty is left out."""
    changed = {k: v for k, v in lists.items() if v != json.get(k, [])}
    return {k: v for k, v in {**json, **changed}.items() if k not in changed or v}


def _lights(json: Json) -> list[Json]:
    found: list[Json] = json.get("extensions", {}).get(LIGHTS, {}).get("lights", [])
    return found


def _scenes(json: Json, nodes: NodesOut) -> list[Json]:
    scenes = list(json.get("scenes", []))
    if scenes:
        shown = scenes[json.get("scene", 0)]
        roots = nodes.roots(shown.get("nodes", []))
        if roots != shown.get("nodes", []):
            rest = {k: v for k, v in shown.items() if k != "nodes"}
            scenes[json.get("scene", 0)] = {**rest, "nodes": roots} if roots else rest
    return scenes


def _extensions(json: Json, used: set[str], required: set[str]) -> Json:
    """The lists of extensions, with those that something new uses behind."""
    found: Json = {}
    for key, names in (("extensionsUsed", used), ("extensionsRequired", required)):
        written = json.get(key, [])
        found[key] = [*written, *sorted(names - set(written))]
    return found
