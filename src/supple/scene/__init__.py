"""What is seen: nodes, meshes, looks, the camera, and takes."""

from supple.scene.attachment import Attachment
from supple.scene.binding import bind
from supple.scene.camera import Camera, Light
from supple.scene.contacts import Contact, Contacts, foot_contacts
from supple.scene.crossfade import Crossfade, crossfade
from supple.scene.figure import Figure
from supple.scene.framing import Framing
from supple.scene.gaps import gap, height
from supple.scene.joined_skins import one_skin
from supple.scene.joint import Freedom, Joint
from supple.scene.key_reduction import reduce_keys
from supple.scene.look import Look, Texture, rgba
from supple.scene.mesh import Mesh, Part
from supple.scene.node import Node
from supple.scene.placement import Placement
from supple.scene.recording import placements, played, record
from supple.scene.samples import CameraMotion, Channel, Mark, NodeMotion, Note, Origin
from supple.scene.scene import Scene
from supple.scene.share import Share
from supple.scene.skin import Skin
from supple.scene.staging import stage
from supple.scene.take import Take

__all__ = [
    "Attachment",
    "Camera",
    "CameraMotion",
    "Channel",
    "Contact",
    "Contacts",
    "Crossfade",
    "Figure",
    "Framing",
    "Freedom",
    "Joint",
    "Light",
    "Look",
    "Mark",
    "Mesh",
    "Node",
    "NodeMotion",
    "Note",
    "Origin",
    "Part",
    "Placement",
    "Scene",
    "Share",
    "Skin",
    "Take",
    "Texture",
    "bind",
    "crossfade",
    "foot_contacts",
    "gap",
    "height",
    "one_skin",
    "placements",
    "played",
    "record",
    "reduce_keys",
    "rgba",
    "stage",
]
