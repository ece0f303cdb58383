"""Which traces came before: 24 bytes a trace, so that memory does not follow their number."""

import numpy as np
from numpy.typing import NDArray

_RECENT = 65536


class Seen:
    """Hashes of what was seen, with a hash of its content and its line. Old entries are kept as sorted arrays.

    Hashes have 64 bits: among a million traces, two different ones are taken for the same with a chance of 1 in 10^7.
    """

    __slots__ = ("_contents", "_keys", "_lines", "_recent")

    def __init__(self) -> None:
        self._recent: dict[int, tuple[int, int]] = {}
        self._keys: NDArray[np.int64] = np.empty(0, np.int64)
        self._contents: NDArray[np.int64] = np.empty(0, np.int64)
        self._lines: NDArray[np.int64] = np.empty(0, np.int64)

    def add(self, key: int, content: int, line: int) -> tuple[int, int] | None:
        """Remember an entry; gives the content and line of the earlier one under this key, which then stays."""
        earlier = self._recent.get(key) or self._old(key)
        if earlier is None:
            self._recent[key] = (content, line)
            if len(self._recent) >= _RECENT:
                self._settle()
        return earlier

    def _old(self, key: int) -> tuple[int, int] | None:
        if not len(self._keys):
            return None
        at = int(np.searchsorted(self._keys, key))
        if at == len(self._keys) or self._keys[at] != key:
            return None
        return int(self._contents[at]), int(self._lines[at])

    def _settle(self) -> None:
        """Merge the recent entries into the arrays."""
        keys = np.concatenate([self._keys, np.fromiter(self._recent, np.int64, len(self._recent))])
        recent = np.array(list(self._recent.values()), np.int64)
        order = np.argsort(keys, kind="stable")
        self._keys = keys[order]
        self._contents = np.concatenate([self._contents, recent[:, 0]])[order]
        self._lines = np.concatenate([self._lines, recent[:, 1]])[order]
        self._recent = {}
