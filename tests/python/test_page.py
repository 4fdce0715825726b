# SPDX-License-Identifier: GPL-3.0-or-later
"""The five lines that the manual's page of Python begins with, on the sample."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import matplotlib.image
import numpy as np

PROJECT = pathlib.Path(__file__).parents[2]
PAGE = PROJECT / "resources/manual/python.md"


class Page(unittest.TestCase):
    def test_the_first_lines_give_the_figure_that_the_page_shows(self):
        page = PAGE.read_text(encoding="utf-8")
        lines = re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)
        self.assertEqual(len(lines.splitlines()), 5)
        printed, figure = re.search(r"prints `(.*?)`.*?!\[.*?\]\((.*?)\)", page, re.DOTALL).groups()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(PROJECT / "resources/sample/frames", f"{folder}/images")
            done = subprocess.run([sys.executable, "-c", lines], cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, printed + "\n"), done.stderr)
            drawn = matplotlib.image.imread(f"{folder}/growth.png")
        shown = matplotlib.image.imread(PAGE.parent / figure)
        self.assertEqual(drawn.shape, shown.shape)
        self.assertLess(np.abs(drawn - shown).mean(), 0.005)  # versions of matplotlib draw letters a little differently


if __name__ == "__main__":
    unittest.main()
