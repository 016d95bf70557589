"""How Sphinx builds the site: `make site`."""

from __future__ import annotations

from importlib.metadata import version as installed

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
html_show_sourcelink = False
html_theme_options = {
    "navigation_with_keys": False,
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_version_warning_banner": False,
}
