"""Every metric by name: found by its decorator, described by its docstring, required by its type.

A metric is a pure function of one view. The decorator records it and returns it unchanged; the view that it takes is
what it requires. To add one, write a function in a file of its own below this package.
"""

import importlib
import inspect
import pkgutil
import re
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from ragstrata.records.names import Layer

Function = TypeVar("Function", bound=Callable[..., Any])
_PACKAGES: Final = ("retrieval", "context", "answer", "behavior", "hops")


class Metric(msgspec.Struct, frozen=True, kw_only=True):
    """A metric as the registry knows it. `name` holds `@k` where it takes a cutoff. graded: it reads how much an item
    earns, not only whether it is relevant."""

    name: str
    layer: Layer
    view: type
    function: Callable[..., Any]
    range: tuple[float, float | None]
    higher_is_better: bool | None
    graded: bool
    summary: str

    @property
    def takes_cutoff(self) -> bool:
        """Whether it is measured at a rank."""
        return self.name.endswith("@k")


_METRICS: dict[str, Metric] = {}


def metric(
    name: str,
    *,
    layer: Layer,
    reach: tuple[float, float | None] = (0.0, 1.0),
    higher_is_better: bool | None = True,
    graded: bool = False,
) -> Callable[[Function], Function]:
    """Register the decorated function under its public name. reach: lowest and highest value (None: no limit)."""

    def register(function: Function) -> Function:
        view = next(iter(typing.get_type_hints(function).values()))
        lines = (inspect.getdoc(function) or "").splitlines()
        _METRICS[name] = Metric(
            name=name,
            layer=layer,
            view=view,
            function=function,
            range=reach,
            higher_is_better=higher_is_better,
            graded=graded,
            summary=lines[0] if lines else "",
        )
        return function

    return register


@cache
def metrics() -> tuple[Metric, ...]:
    """All metrics, in the order in which they are shown."""
    root = __name__.rpartition(".")[0]
    for package in _PACKAGES:
        module = importlib.import_module(f"{root}.{package}")
        for found in pkgutil.iter_modules(module.__path__):
            importlib.import_module(f"{module.__name__}.{found.name}")
    order = {name: i for i, name in enumerate(_ORDER)}
    return tuple(sorted(_METRICS.values(), key=lambda m: (order.get(m.name, len(order)), m.name)))


_ORDER: Final = (
    "Recall@k",
    "Completeness@k",
    "HitRate@k",
    "Precision@k",
    "nDCG@k",
    "RR",
    "AP",
    "RPrecision",
    "bpref",
    "RBP",
    "Judged@k",
    "DuplicateRate@k",
    "context_recall",
    "context_completeness",
    "context_precision",
    "evidence_density",
    "evidence_position",
    "faithfulness",
    "correctness",
    "completeness",
    "condition_completeness",
    "citation_validity",
    "citation_precision",
    "citation_recall",
    "behavior_accuracy",
    "refusal_precision",
    "refusal_recall",
    "over_refusal_rate",
    "false_answer_rate",
    "hop_gain",
    "redundant_hop_rate",
    "early_stop_rate",
    "late_stop_rate",
    "over_budget_rate",
)


def find_metric(name: str) -> Metric:
    """The metric of this name, `@k` included. Raises KeyError for an unknown one."""
    metrics()
    return _METRICS[name]


_SPELLINGS: Final = {
    "P": "Precision",
    "R": "Recall",
    "Success": "HitRate",
    "MRR": "RR",
    "MAP": "AP",
    "NDCG": "nDCG",
    "ndcg": "nDCG",
}
_MEASURE = re.compile(
    r"(?P<name>[A-Za-z_]+)"
    r"(?:\(p=(?P<value>(?:[0-9]*\.)?[0-9]+(?:e-?[0-9]{1,3})?)\))?"
    r"(?:@(?P<cutoff>[0-9]{1,9}))?"
)


class Measure(msgspec.Struct, frozen=True):
    """A metric with its parameters; `str()` gives the text that parses back to it."""

    metric: str
    cutoff: int | None = None
    p: float | None = None

    def __str__(self) -> str:
        name = self.metric.removesuffix("@k")
        parameter = f"(p={self.p!r})" if self.p is not None else ""
        return f"{name}{parameter}{f'@{self.cutoff}' if self.cutoff is not None else ''}"


def parse_measure(text: str) -> Measure:
    """The measure that a text names. Raises ValueError with the names that there are.

    >>> [str(parse_measure(text)) for text in ("P@5", "RBP(p=0.9)", "MAP", "MRR@10")]
    ['Precision@5', 'RBP(p=0.9)', 'AP', 'RR@10']
    """
    found = _MEASURE.fullmatch(text.strip())
    known = {m.name.removesuffix("@k"): m for m in metrics() if m.layer == "retrieval"}
    if found is not None:
        name = _SPELLINGS.get(found["name"], found["name"])
        cutoff = int(found["cutoff"]) if found["cutoff"] is not None else None
        parameter = float(found["value"]) if found["value"] is not None else None
        if name in known and cutoff != 0 and (parameter is None or (name == "RBP" and 0 < parameter < 1)):
            wanted = known[name]
            if (cutoff is not None) == wanted.takes_cutoff or (name in ("RR", "AP") and cutoff is not None):
                return Measure(wanted.name, cutoff, parameter)
            if name == "nDCG":
                return Measure(wanted.name, None, parameter)
    raise ValueError(f"unknown measure {text!r}; known: {', '.join(m.name for m in known.values())}")
