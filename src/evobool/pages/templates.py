"""The pages' files: templates filled in with everything escaped, scripts and styles as they are."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined


def text_of(name: str) -> str:
    """The text of a file of the package.

    >>> text_of("pages/player/player.css").startswith(":root")
    True
    """
    return files("evobool").joinpath(name).read_text(encoding="utf-8")


def rendered(name: str, **values: object) -> str:
    """A template of the package, filled in."""
    return environment().get_template(name).render(values)


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
    return made
