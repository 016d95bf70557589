"""`python -m evobool`, and the command `evobool`."""

from __future__ import annotations


def main() -> None:
    """Take care of Ctrl-C before anything else is imported, then run the command."""
    from evobool import interrupts

    interrupts.take_over()
    from evobool.cli import main as command

    try:
        command()
    finally:
        interrupts.over()


if __name__ == "__main__":
    main()
