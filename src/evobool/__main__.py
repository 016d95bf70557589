"""`python -m evobool`."""

from evobool.cli import main

main()
