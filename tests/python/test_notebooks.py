# SPDX-License-Identifier: GPL-3.0-or-later
"""The notebooks, each executed from its first cell to its last."""

import pathlib
import re
import unittest

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path(__file__).parents[2] / "app/python/notebooks"


class Notebooks(unittest.TestCase):
    def executed(self, name):
        """What it printed, and its number of plots."""
        notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
        nbformat.validate(notebook)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.assertFalse([cell.id for cell in code if cell.outputs or cell.execution_count], "it is kept without what it showed")
        NotebookClient(notebook, timeout=120, resources={"metadata": {"path": NOTEBOOKS}}).execute()
        outputs = [output for cell in code for output in cell.outputs]
        self.assertFalse([output.text for output in outputs if output.get("name") == "stderr"])
        text = "".join(output.text for output in outputs if output.output_type == "stream")
        return text, sum("image/png" in output.data for output in outputs if output.output_type == "display_data")

    def test_a_series_has_the_rate_that_it_was_made_with(self):
        text, plots = self.executed("series.ipynb")
        self.assertEqual(plots, 3)
        rate, error = map(float, re.search(r"origin-line: v = (\S+) ± (\S+) µm/h, misses points: False", text).groups())
        self.assertAlmostEqual(rate, 15, delta=2 * error)
        self.assertLess(error, 0.2)

    def test_an_ensemble_has_the_lengths_that_it_was_made_with(self):
        text, plots = self.executed("ensemble.ipynb")
        self.assertEqual(plots, 3)
        for name, truth in (("20C", 12), ("30C", 15)):
            length, error = map(float, re.search(rf"{name}: R_max = (\S+) ± (\S+) px from 12 images", text).groups())
            self.assertAlmostEqual(length, truth, delta=3 * error)
            self.assertLess(error, 0.03 * truth)

    def test_the_manual_names_each(self):
        page = (NOTEBOOKS.parents[2] / "resources/manual/python.md").read_text(encoding="utf-8")
        for notebook in NOTEBOOKS.glob("*.ipynb"):
            self.assertIn(f"../../app/python/notebooks/{notebook.name}", page)


if __name__ == "__main__":
    unittest.main()
