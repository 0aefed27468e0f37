"""Reports on many matches: figures with intervals, as tables, JSON and pictures. A game's `report.py` adds its own."""

from ludotheque.reports.results import Results
from ludotheque.reports.sections import Row, Section, mean, ranked, share

__all__ = ["Results", "Row", "Section", "mean", "ranked", "share"]
