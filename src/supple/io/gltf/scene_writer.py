"""A scene and its clips as .glb, or as .gltf with its buffers and images beside it."""

import base64
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, unquote

import numpy as np

from supple.errors import FileError
from supple.files import written_beside
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.document import Document, media_type_of
from supple.io.gltf.glb import Json, packed, worded
from supple.io.gltf.node_reader import read_tree
from supple.io.gltf.original import UNPLACED, Original, remember
from supple.io.gltf.patch import patched
from supple.io.gltf.writer import document_of
from supple.motion import Clip
from supple.scene import Scene, Take


def save_scene(scene: Scene, path: str | Path) -> Path:
    """Write a scene and its clips as .glb or .gltf; `scene.save` ends here.

    A scene that was read from glTF is patched into its document: nodes, extensions, extras and clips that have not
    been touched stay as they came, in the units of the file; its binary is the beginning of the new one's. A clip
    keeps its key times; what glTF cannot join as the track does is sampled between them.

    >>> import tempfile
    >>> from supple.motion import Clip, keys
    >>> from supple.scene import Node
    >>> rise = Clip({"ball.position": keys({0: (0, 0, 0), 1: (0, 2, 0)}, "linear")})
    >>> scene = Scene([Node("ball")], clips={"rise": rise, "slow": rise.stretch(2)})
    >>> scene.save(Path(tempfile.mkdtemp()) / "ball.glb").name
    'ball.glb'
    """
    path = Path(path)
    scene, original = _with_original(scene)
    apart = path.suffix.lower() == ".gltf"
    written = beside(scene, original, path) if apart else {path: one_file(scene, original)}
    for target, data in written.items():
        with written_beside(target) as draft:
            draft.write_bytes(data)
    return path


def _with_original(scene: Scene) -> tuple[Scene, Original]:
    """The scene with what it was read from; one that was not read from glTF is first written at rest."""
    if isinstance(scene.source, Original):
        return scene, scene.source
    still = Take(scene.copy(), np.zeros(1), name=next(iter(scene.clips), "scene"))
    json, binary = document_of(still, recorded=False)
    document = Document.parse(packed(json, binary), "scene", Path())
    rest = read_tree(document)
    scene = scene.copy()
    numbers = dict(zip(rest.nodes, scene.walk(), strict=True))
    clips, scene.clips = scene.clips, {}
    clip, scene.clip = scene.clip, Clip()
    remember(scene, document, numbers, UNPLACED)
    scene.clip, scene.clips = clip, clips
    return scene, scene.source


def one_file(scene: Scene, original: Original) -> bytes:
    """As the bytes of a .glb: the first buffer grows, others and images that were files are taken in."""
    document = original.document
    buffers = [dict(b) for b in document.items("buffers")]
    first = document.buffers[0] if document.buffers else b""
    home = 0 if first or not buffers else len(buffers)
    buffer = _growing(document, first if home == 0 else b"", home)
    json = patched(scene, original, buffer)
    images = [_taken_in(document, image, buffer) for image in json.get("images", [])]
    if buffer.data and home == len(buffers):
        buffers.append({})
    for k, data in enumerate([*document.buffers, b""][: len(buffers)]):
        if k == home:
            buffers[k] = {key: v for key, v in buffers[k].items() if key != "uri"}
            buffers[k]["byteLength"] = _length(buffers[k], first, buffer)
        elif data:
            buffers[k]["uri"] = _data_uri(data)
    if home > 0 and buffer.data:
        buffers[home]["uri"] = _data_uri(bytes(buffer.data))
    lists = {"images": images, "bufferViews": buffer.views, "buffers": buffers}
    return packed(_with_lists(json, lists), bytes(buffer.data) if home == 0 else b"")


def beside(scene: Scene, original: Original, path: Path) -> dict[Path, bytes]:
    """As the bytes of a .gltf and of every file that it names, by where they are to be; the .gltf comes last."""
    document = original.document
    buffers = [dict(b) for b in document.items("buffers")]
    files = {path.parent / relative: data for relative, data in _named_files(document).items()}
    name = _free_name(path, files)
    packed_in = bool(document.binary)
    number = 0 if packed_in else len(buffers)
    buffer = _growing(document, document.binary, number)
    json = patched(scene, original, buffer)
    if buffer.data:
        if packed_in:
            buffers[0]["byteLength"] = _length(buffers[0], document.binary, buffer)
        else:
            buffers.append({"byteLength": len(buffer.data)})
        whole = bool(document.buffers) and not packed_in and not files
        buffers[number]["uri"] = _data_uri(bytes(buffer.data)) if whole else quote(name.name)
        files |= {} if whole else {name: bytes(buffer.data)}
    return {**files, path: worded(_with_lists(json, {"buffers": buffers}))}


def _growing(document: Document, data: bytes, number: int) -> Buffer:
    return Buffer(data, document.items("bufferViews"), document.items("accessors"), number)


def _length(written: Json, before: bytes, buffer: Buffer) -> int:
    """The length of a buffer: as written, unless it has grown."""
    return len(buffer.data) if len(buffer.data) > len(before) else int(written["byteLength"])


def _with_lists(json: Json, lists: Json) -> Json:
    return {**json, **{k: v for k, v in lists.items() if v != json.get(k, [])}}


def _taken_in(document: Document, image: Json, buffer: Buffer) -> Json:
    """An image that was a file, as bytes of the buffer."""
    uri = image.get("uri", "data:")
    if uri.startswith("data:"):
        return image
    data, media_type = document.resource(uri), image.get("mimeType")
    rest = {k: v for k, v in image.items() if k != "uri"}
    return {**rest, "bufferView": buffer.view(data), "mimeType": media_type or media_type_of(data)}


def _named_files(document: Document) -> dict[str, bytes]:
    """The files that buffers and images of a document lie in, by the place it names."""
    found: dict[str, bytes] = {}
    for item in [*document.items("buffers"), *document.items("images")]:
        uri = item.get("uri", "data:")
        if not uri.startswith("data:"):
            place = unquote(uri)
            if ".." in Path(place).parts:
                raise FileError(
                    f"{document.name}: names {place!r}, which is outside its folder; save it as .glb, which holds all"
                )
            found[place] = document.resource(uri)
    return found


def _free_name(path: Path, taken: Iterable[Path]) -> Path:
    """A name for the new binary that no other file has."""
    name, count = path.with_suffix(".bin"), 1
    while name in taken:
        name, count = path.with_name(f"{path.stem}-{count}.bin"), count + 1
    return name


def _data_uri(data: bytes) -> str:
    return f"data:application/octet-stream;base64,{base64.b64encode(data).decode()}"
