"""`python -m evobool`, and the command `evobool`."""

import _signal  # type: ignore[import-not-found]  # signal without its enumerations, which take a while
import gc

_signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # until we can do better: end in silence, no traceback


def main() -> None:
    """Take care of Ctrl-C before anything else is imported, then run the command."""
    from evobool import interrupts

    interrupts.take_over()
    gc.set_threshold(
        50_000
    )  # what is imported stays: looking through it for garbage is a tenth of a short command
    from evobool.cli import main as command

    try:
        command()
    except SystemExit as ended:
        interrupts.end(ended.code)
        raise
    finally:
        interrupts.over()
        gc.freeze()  # nor at the end


if __name__ == "__main__":
    main()
