"""Something wrong with an input: where it is, what it is, and the way out."""

import msgspec


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One fault of the input. `line` is 1-based; `field` a path such as `evidence[0].grade`.

    In Parquet `line` is the number of the row. code: the kind of fault, a stable word for machines.
    """

    file: str
    message: str
    line: int | None = None
    field: str | None = None
    hint: str | None = None
    code: str = "invalid"


def describe(problem: Problem) -> str:
    """The problem in one line: `file:line: field: message (way out)`.

    >>> describe(Problem(file="q.jsonl", line=3, field="expect", message="unknown value 'x'", hint="use answer"))
    "q.jsonl:3: expect: unknown value 'x' (use answer)"
    """
    place = problem.file if problem.line is None else f"{problem.file}:{problem.line}"
    field = f" {problem.field}:" if problem.field is not None else ""
    hint = f" ({problem.hint})" if problem.hint else ""
    return printable(f"{place}:{field} {problem.message}{hint}")


def printable(text: str) -> str:
    """The text with control characters escaped: file names, ids and values are foreign text.

    >>> print(printable("a\x1b[31mb"))
    a\\x1b[31mb
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
