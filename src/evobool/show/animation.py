"""A run as an animated picture, drawn with Pillow, or as a sequence of SVGs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evobool.errors import EvoboolError
from evobool.model.outcome.run import Run
from evobool.paths import check_output
from evobool.show.stills import HEIGHT, LINE, PAPER, WIDTH, Disc, Frame, Line, Words, frames

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (".gif", ".webp", ".svg")
MILLISECONDS, LAST_MILLISECONDS = 500, 3_000  # that a frame is shown, and the last one
SHARPER = 2  # drawn so many times larger, then made smaller: Pillow draws hard edges
COLOURS = 64


def save_animation(run: Run, path: Path) -> Path:
    """Write the frames of a run; the last file written.

    A path such as `run.svg` gives `run-001.svg`, `run-002.svg` and so on.
    """
    check_animation("path", path)
    made = list(frames(run))
    if path.suffix == ".svg":
        digits = max(3, len(str(len(made))))
        for number, frame in enumerate(made, start=1):
            last = path.with_name(f"{path.stem}-{number:0{digits}}.svg")
            last.write_text(frame.svg(), encoding="utf-8")
        return last
    first, *others = (_image(frame) for frame in made)
    durations = [MILLISECONDS] * len(others) + [LAST_MILLISECONDS]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0)
    return path


def check_animation(field: str, path: Path) -> None:
    """Refuse a file that cannot be written, or an animated picture without Pillow."""
    check_output(field, path, ENDINGS)
    if path.suffix != ".svg":
        try:
            import PIL.Image  # noqa: F401
        except ImportError:
            raise EvoboolError("Pillow is not installed; try: pip install 'evobool[animate]'") from None


def _image(frame: Frame) -> Image:
    from matplotlib import get_data_path
    from PIL import Image, ImageDraw, ImageFont

    face = Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"  # it has the signs of all functions
    image = Image.new("RGB", (WIDTH * SHARPER, HEIGHT * SHARPER), PAPER)
    draw = ImageDraw.Draw(image)
    for shape in frame.shapes:
        match shape:
            case Line(points, colour, width):
                scaled = [(x * SHARPER, y * SHARPER) for x, y in points]
                draw.line(scaled, fill=colour, width=round(width * SHARPER), joint="curve")
            case Disc(x, y, radius, fill):
                place = [(each * SHARPER) for each in (x - radius, y - radius, x + radius, y + radius)]
                draw.ellipse(place, fill=fill, outline=LINE, width=SHARPER)
            case Words(x, y, size, words, colour, middle):
                font = ImageFont.truetype(face, round(size * SHARPER))
                anchor = "mm" if middle else "lm"
                draw.text((x * SHARPER, y * SHARPER), words, fill=colour, font=font, anchor=anchor)
    smaller = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    return smaller.quantize(COLOURS)
