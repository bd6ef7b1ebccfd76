"""Rows that are never changed and never deleted. Triggers in the database refuse what slips past this (migration
0002).
"""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class AppendOnlyError(Exception):
    """Something tried to change or to delete a row that is kept for good."""


class AppendOnlyQuerySet(models.QuerySet[Row_co]):
    """Adds rows and reads them, and does nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are never changed.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are never changed.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError(f"{self.model.__name__} rows are never deleted.")


class AppendOnlyModel(models.Model):
    """A row that can be saved once."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError(f"{type(self).__name__} rows are never deleted.")
