"""The peers, each as its authors ship it; run by the interpreter they are installed for.

    ../.peers/bin/python -m learners.peers errors tree ripper      # in benchmarks/

All get numbers as they are (RIPPER cuts them into ten bins, its default, and hgp-lib at quantiles of its own)
and categories as a column a value. Where values are missing they get the median.
"""

from __future__ import annotations

import random
import sys
import warnings
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from .protocol import Bits, Learner, measure

LEAVES = (2, 3, 4, 5, 6, 8, 10, 12, 14, 16)
RULES = (1, 3, 5, 7, 9, 12, 15)  # splits of FIGS: a tree of 16 leaves has 15
Frame: TypeAlias = pd.DataFrame
Found: TypeAlias = tuple[Bits, int]
EPOCHS = 200  # of hgp-lib; its examples take 10 to 1,000


def encoded(frame: pd.DataFrame, later: pd.DataFrame) -> tuple[Any, Any]:
    """Numbers only."""
    categories = make_pipeline(
        SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    )
    coder = make_column_transformer(
        (categories, make_column_selector(dtype_include=object)),
        remainder=SimpleImputer(strategy="median"),
    )
    return coder.fit_transform(frame), coder.transform(later)


def weight(objective: str) -> str | None:
    """What scikit-learn calls it."""
    return "balanced" if objective == "balanced" else None


def scoring(objective: str) -> str:
    """What parameters are chosen by."""
    return "balanced_accuracy" if objective == "balanced" else "accuracy"


def tree(frame: Frame, labels: Bits, later: Frame, objective: str, seed: int) -> Found:
    """CART with at most 16 leaves: how many, and by which measure, chosen by five folds."""
    rows, asked = encoded(frame, later)
    grid = {"max_leaf_nodes": LEAVES, "criterion": ("gini", "entropy")}
    one = DecisionTreeClassifier(random_state=seed, class_weight=weight(objective))
    found = GridSearchCV(one, grid, cv=5, scoring=scoring(objective)).fit(rows, labels)
    return found.predict(asked), found.best_estimator_.get_n_leaves()


def figs(frame: Frame, labels: Bits, later: Frame, objective: str, seed: int) -> Found:
    """FIGS with at most 15 splits, how many chosen by three folds."""
    from imodels import FIGSClassifier

    rows, asked = encoded(frame, later)
    one = FIGSClassifier(random_state=seed, class_weight=weight(objective))
    found = GridSearchCV(one, {"max_rules": RULES}, cv=3, scoring=scoring(objective))
    found.fit(rows, labels.astype(int))
    return found.predict(asked).astype(bool), found.best_estimator_.complexity_ + 1


def ripper(frame: Frame, labels: Bits, later: Frame, objective: str, seed: int) -> Found:
    """RIPPER; it knows no classes of unequal weight."""
    import wittgenstein

    for name in frame.columns[frame.isna().any() | later.isna().any()]:
        usual = frame[name].median() if frame[name].dtype == float else frame[name].mode()[0]
        frame[name], later[name] = frame[name].fillna(usual), later[name].fillna(usual)
    found = wittgenstein.RIPPER(random_state=seed)
    found.fit(frame, pd.Series(labels.astype(int), name="label"), pos_class=1)
    return np.array(found.predict(later), dtype=bool), found.ruleset_.count_conds()


def hgp(frame: Frame, labels: Bits, later: Frame, objective: str, seed: int) -> Found:
    """hgp-lib's classifier; a fifth of the rows for its validation, as in its examples."""
    from hgp_lib import BooleanRuleClassifier
    from hgp_lib.configs import BooleanGPConfig, TrainerConfig
    from sklearn.model_selection import train_test_split

    random.seed(seed)
    np.random.seed(seed)
    score = balanced if objective == "balanced" else accuracy
    config = TrainerConfig(
        gp_config=BooleanGPConfig(score_fn=score, optimize_scorer=False),
        num_epochs=EPOCHS,
        val_every=EPOCHS // 10,
        progress_bar=False,
    )
    parts = train_test_split(frame, labels.astype(int), test_size=0.2, stratify=labels, random_state=seed)
    found = BooleanRuleClassifier(config)
    found.fit(parts[0].reset_index(drop=True), parts[2], parts[1].reset_index(drop=True), parts[3])
    return np.asarray(found.predict(later), dtype=bool), literals(found.rule)


def accuracy(wanted: Any, found: Any) -> float:
    """The share of rows that are right; scikit-learn's takes longer to check than to count."""
    return float((wanted == found).mean())


def balanced(wanted: Any, found: Any) -> float:
    """The mean over both classes."""
    true = wanted.astype(bool)
    return float((found[true].mean() + 1 - found[~true].mean()) / 2)


def literals(rule: Any) -> int:
    """The leaves of a rule of hgp-lib."""
    return sum(not each.subrules for each in rule.flatten())


def forest(frame: Frame, labels: Bits, later: Frame, objective: str, seed: int) -> Found:
    """A forest of 100 trees."""
    rows, asked = encoded(frame, later)
    found = RandomForestClassifier(random_state=seed, class_weight=weight(objective)).fit(rows, labels)
    return found.predict(asked), sum(each.get_n_leaves() for each in found.estimators_)


def boosting(frame: Frame, labels: Bits, later: Frame, objective: str, seed: int) -> Found:
    """Histogram gradient boosting."""
    rows, asked = encoded(frame, later)
    found = HistGradientBoostingClassifier(random_state=seed, class_weight=weight(objective)).fit(
        rows, labels
    )
    return found.predict(asked), sum(part[0].get_n_leaf_nodes() for part in found._predictors)


PEERS: dict[str, Learner] = {peer.__name__: peer for peer in (tree, figs, ripper, hgp, forest, boosting)}

if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    measure({peer: PEERS[peer] for peer in sys.argv[2:] or PEERS}, sys.argv[1])
