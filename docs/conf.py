"""How the documentation is made: `make docs`. Warnings are errors."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import supple

project = "Supple"
author = "The Supple authors"
copyright = "The Supple authors"
version = release = supple.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "docstrings", "make_gallery"]
exclude_patterns = ["_build", "gallery/files"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_default_options = {"members": True}
add_module_names = False

html_theme = "furo"
html_title = f"Supple {release}"
html_extra_path = ["gallery/files"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#b5432e", "color-brand-content": "#b5432e"},
    "dark_css_variables": {"color-brand-primary": "#e8836f", "color-brand-content": "#e8836f"},
}
html_static_path = ["style"]
html_css_files = ["supple.css"]
html_copy_source = False
html_show_sphinx = False
