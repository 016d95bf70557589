"""scikit-learn's interface: a classifier whose model is a formula, and a transformer to its questions."""

from evobool.errors import EvoboolError

try:
    import sklearn  # noqa: F401
except ImportError:
    raise EvoboolError("scikit-learn is not installed; try: pip install 'evobool[sklearn]'") from None
