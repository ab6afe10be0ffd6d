"""Pictures of takes, made without a display: stills, contact sheets, video, looping images, player pages.

Importing this folder teaches `Take.save` the suffixes .png, .mp4, .webp and .html, and `Clip.sheet` to draw.
"""

from supple.motion import Clip
from supple.render.dope_sheet import dope_sheet
from supple.render.index_page import Entry, index_page
from supple.render.loop_image import loop_image, thumbnail
from supple.render.page import page
from supple.render.renderer import Renderer
from supple.render.sheet import sheet
from supple.render.video import video
from supple.scene.take import Take

Clip.writers[".png"] = dope_sheet
Take.writers.update({".png": sheet, ".mp4": video, ".webp": loop_image, ".html": page})

__all__ = [
    "Entry",
    "Renderer",
    "dope_sheet",
    "index_page",
    "loop_image",
    "page",
    "sheet",
    "thumbnail",
    "video",
]
