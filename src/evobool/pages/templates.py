"""The pages' files: templates filled in with everything escaped, scripts and styles as they are."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape


def text_of(name: str) -> str:
    """The text of a file of the package.

    >>> text_of("pages/player/player.css").startswith(":root")
    True
    """
    return files("evobool").joinpath(name).read_text(encoding="utf-8")


def rendered(name: str, **values: object) -> str:
    """A template of the package, filled in."""
    return environment().get_template(name).render(values)


def titled(text: str) -> Markup:
    """A title with the n of AND_n and OR_n as a subscript.

    >>> titled("AND_n < OR_n")
    Markup('AND<sub>n</sub> &lt; OR<sub>n</sub>')
    """
    return Markup(re.sub(r"(?<=[DR])_n", "<sub>n</sub>", escape(text)))


@cache
def environment() -> Environment:
    """What templates share: everything is escaped, and a name that is not given is an error."""
    made = Environment(
        loader=FunctionLoader(text_of),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    made.globals["text_of"] = text_of
    made.filters["titled"] = titled
    made.filters["zip"] = zip
    return made
