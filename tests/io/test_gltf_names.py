"""Names in a file, as three.js hands them out: what it animates by name must be one thing."""

import numpy as np
from handmade import Opened
from hypothesis import given
from hypothesis import strategies as st

from supple.io import glb_bytes
from supple.io.gltf.names import plain_name
from supple.scene import Mesh, Node, Scene, Take
from supple.scene.mesh import Part

TRIANGLE = np.eye(3)
WORDS = ("apple", "apple 1", "apple_2", "ap.ple 3", "apple 1_1", "apple/10", "pear", "apple take 1")
NODES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5, unique_by=plain_name)


def written(nodes, meshes, name="take"):
    """A file whose meshes, of two primitives, have names of their own."""
    two = [Part(TRIANGLE, np.array([[0, 1, 2]])), Part(TRIANGLE + 1, np.array([[0, 2, 1]]))]
    scene = Scene([Node(n, Mesh(tuple(two), name=m)) for n, m in zip(nodes, meshes, strict=True)])
    return Opened(glb_bytes(Take(scene, np.array([0.0]), name=name))).json


def loaded(document, order):
    """What three.js calls everything that asks for a name, in some order."""
    asking = [document["scenes"][0]["name"], *(node["name"] for node in document["nodes"])]
    asking += [mesh["name"] for mesh in document["meshes"] for _ in mesh["primitives"]]
    used, given_out = {}, []
    for name in order(asking):
        plain = plain_name(name)
        given_out.append(f"{plain}_{used[plain] + 1}" if plain in used else plain)
        used[plain] = used.get(plain, -1) + 1
    return given_out


def test_parts_of_a_mesh_are_not_taken_for_nodes_with_numbers():
    document = written(["apple 1", "apple 2", "pear"], ["apple", "apple", "pear"])
    assert [node["name"] for node in document["nodes"]] == ["apple 1", "apple 2", "pear"]
    assert [mesh["name"] for mesh in document["meshes"]] == ["apple 1", "apple 2", "pear"]


def test_a_take_is_not_taken_for_a_node():
    document = written(["apple 1"], ["core"], name="apple")
    assert document["scenes"][0]["name"] == "apple take"
    assert document["extras"]["supple"]["name"] == "apple"


@given(st.data(), NODES, st.sampled_from(WORDS))
def test_no_two_things_are_loaded_under_one_name(data, nodes, name):
    meshes = [data.draw(st.sampled_from(WORDS)) for _ in nodes]
    document = written(nodes, meshes, name)
    names = loaded(document, lambda asking: data.draw(st.permutations(asking)))
    assert len(set(names)) == len(names)
