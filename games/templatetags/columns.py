"""Columns: rows of a plain-text letter, as wide as the words of the language need."""

CELL_END = "¦"
COLUMNS = 72
GAP = "  "
INDENT = "  "
_SHORTEST = 8


def set_in_columns(text: str, sides: str) -> str:
    """Return the lines of `text` with their cells (separated by `¦`) in columns; `sides` aligns each, `l` or `r`.

    If a row would be longer than 72 characters, the widest left-aligned column is cut. Lines without `¦` stay as they
    are.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    rows = [[cell.strip() for cell in line.split(CELL_END)] for line in lines if CELL_END in line]
    widths = _widths([row + [""] * (len(sides) - len(row)) for row in rows], sides)
    return "\n".join(_set_row(line, widths, sides) if CELL_END in line else line for line in lines)


def _widths(rows: list[list[str]], sides: str) -> list[int]:
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(len(sides))]
    over = len(INDENT) + sum(widths) + len(GAP) * (len(sides) - 1) - COLUMNS
    if over > 0:
        widest = max((column for column, side in enumerate(sides) if side == "l"), key=lambda column: widths[column])
        widths[widest] = max(_SHORTEST, widths[widest] - over)
    return widths


def _set_row(line: str, widths: list[int], sides: str) -> str:
    cells = [cell.strip() for cell in line.split(CELL_END)]
    parts = [_set_cell(*each) for each in zip(cells, widths, sides, strict=False)]
    return (INDENT + GAP.join(parts)).rstrip()


def _set_cell(cell: str, width: int, side: str) -> str:
    shown = cell if len(cell) <= width else cell[: width - 1] + "…"
    return shown.rjust(width) if side == "r" else shown.ljust(width)
