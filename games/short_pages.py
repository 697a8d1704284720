"""Pages through the first few thousand rows of a list, however many there are."""

from django.core.paginator import Paginator
from django.utils.functional import cached_property

MOST_COUNTED = 5_000


class ShortPaginator(Paginator):  # type: ignore[type-arg]
    """Counts no further than MOST_COUNTED rows; what lies behind them is found by search and filters."""

    @cached_property
    def count(self) -> int:
        """The number of rows, or MOST_COUNTED where there are more."""
        counted: int = self.object_list.order_by().values("pk")[:MOST_COUNTED].count()  # type: ignore[attr-defined]
        return counted
