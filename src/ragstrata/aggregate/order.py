"""Which metric a column of scores belongs to, and the order in which columns are shown."""

import re
from collections.abc import Iterable
from typing import Final

from ragstrata.metrics.registry import Metric, metrics
from ragstrata.records.names import STAGES

_NAME: Final = re.compile(r"(?P<base>[^@\[(]+)(?:\([^)]*\))?(?:@(?P<cutoff>[0-9]+))?(?:\[(?P<stage>\w+)\])?")
_STAGE_ORDER: Final[dict[str, int]] = {stage: number for number, stage in enumerate(STAGES, 1)}


def find_metric(name: str) -> Metric:
    """The metric of a column, whatever its cutoff, parameter or stage. Raises ValueError for a name unknown.

    >>> find_metric("Recall@3[reranked]").name
    'Recall@k'
    """
    return _locate(name)[1]


def order_names(names: Iterable[str]) -> list[str]:
    """Columns in the registry's order of metrics; of one metric, the ranking before later stages, then by cutoff.

    >>> order_names(["faithfulness", "Recall@10", "Recall@3[reranked]", "Recall@3"])
    ['Recall@3', 'Recall@10', 'Recall@3[reranked]', 'faithfulness']
    """

    def place(name: str) -> tuple[int, int, int, str]:
        position, _, found = _locate(name)
        return position, _STAGE_ORDER.get(found["stage"], 0), int(found["cutoff"] or 0), name

    return sorted(names, key=place)


def _locate(name: str) -> tuple[int, Metric, re.Match[str]]:
    found = _NAME.fullmatch(name)
    if found is not None:
        for position, metric in enumerate(metrics()):
            if metric.name in {found["base"], f"{found['base']}@k"}:
                return position, metric, found
    raise ValueError(f"no metric is called {name!r}")
