"""The checks that scikit-learn makes only where SCIPY_ARRAY_API is set before anything is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECK = """
from sklearn.utils.estimator_checks import estimator_checks_generator
from evobool.learning import Binarizer, FormulaClassifier
made = 0
for estimator in (Binarizer(), FormulaClassifier(effort=2_000, folds=0, random_state=1)):
    for same, check in estimator_checks_generator(estimator):
        if "array_api" in str(check):
            check(same)
            made += 1
print(made)
"""


@pytest.mark.long
@pytest.mark.compiled
def test_none_of_the_checks_is_left_out(tmp_path: Path) -> None:
    words = [sys.executable, "-c", CHECK]
    environment = os.environ | {"SCIPY_ARRAY_API": "1"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr
