"""How Sphinx builds the site: `make site`."""

from __future__ import annotations

import re
from importlib.metadata import version as installed
from pathlib import Path

from sphinx.application import Sphinx

project = "evobool"
author = "evobool developers"
copyright = "evobool developers"
version = release = installed("evobool")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
root_doc = "index"
exclude_patterns = ["_build", "scripts", "plugins", "data", "_templates"]
language = "en"
nitpicky = False
highlight_language = "bash"  # indented lines are commands

# Notebooks are shown as they were executed by docs/scripts/notebooks.py; a test compares
nb_execution_mode = "off"
myst_heading_anchors = 4
suppress_warnings = ["toc.not_included"]

autosummary_generate = ["reference/api.md"]  # also where this page is new to an earlier build
numpydoc_show_class_members = False
autosummary_ignore_module_all = False
autodoc_typehints = "none"  # the signatures stay short; types are in the code, and editors show them
default_role = "code"  # as docstrings have it
templates_path = ["_templates"]

html_theme = "pydata_sphinx_theme"
html_title = "evobool"
html_favicon = "../src/evobool/pages/studio/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_context = {"default_mode": "auto"}  # light or dark, as the system has it
html_theme_options = {
    "navigation_with_keys": False,
    "header_links_before_dropdown": 7,
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_version_warning_banner": False,
}

SITE = "https://evobool.github.io/evobool/"
PICTURES = "https://raw.githubusercontent.com/evobool/evobool/main/docs/"


def front_page(app: Sphinx, path: Path, parent: str, content: list[str]) -> None:
    """README has full addresses, for where packages are shown; on the site they are its own pages."""

    def source(page: re.Match[str]) -> str:
        kinds = (page[1] + kind for kind in (".md", ".ipynb"))
        return next(name for name in kinds if Path(app.srcdir, name).exists())

    text = re.sub(re.escape(SITE) + r"([\w/.-]+)\.html", source, content[0])
    content[0] = text.replace(PICTURES, "")


def not_ours(app: Sphinx, what: str, name: str, thing: object, skip: bool, options: object) -> bool | None:
    """Methods that scikit-learn puts into its estimators, which point to pages of its own."""
    return True if re.fullmatch(r"set_\w+_request", name) else None


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("include-read", front_page)
    app.connect("autodoc-skip-member", not_ours)
