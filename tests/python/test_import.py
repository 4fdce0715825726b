# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of ``python -m coarsen import``. The readers of others are stood for by small ones of the same interface."""

import contextlib
import io
import os
import pathlib
import re
import sys
import tempfile
import types
import unittest
from unittest import mock

import numpy as np

import coarsen
from coarsen import __main__ as command
from coarsen import importing

try:
    import tifffile
except ImportError:
    tifffile = None

needs_tifffile = unittest.skipUnless(tifffile, "the package tifffile, which writes OME-TIFF, is not installed")
PIXELS = np.random.default_rng(5).integers(0, 4000, (2, 3, 2, 40, 50)).astype(np.uint16)  # position, time, channel, y, x


class WhatTheWindowOffers(unittest.TestCase):
    def test_is_what_there_is_a_reader_for(self):
        header = (pathlib.Path(__file__).parents[2] / "app/window/document/convertible_files.hpp").read_text()
        endings = re.search(r"convertibleEndings\{([^}]*)\}", header)[1]
        self.assertEqual(re.findall(r'"([^"]+)"', endings), list(importing.READERS))


class FakeNd2:
    """As nd2.ND2File 0.12 shows a file of two positions, three times and two channels."""

    sizes = {"T": 3, "P": 2, "C": 2, "Y": 40, "X": 50}
    loop_indices = tuple({"T": t, "P": p} for t in range(3) for p in range(2))
    dtype = np.dtype(np.uint16)
    metadata = types.SimpleNamespace(channels=[types.SimpleNamespace(channel=types.SimpleNamespace(name=name)) for name in ("DAPI", "GFP")])

    def __init__(self, path):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def voxel_size(self):
        return types.SimpleNamespace(x=0.25, y=0.25, z=1.0)

    def read_frame(self, number):
        loop = self.loop_indices[number]
        return PIXELS[loop["P"], loop["T"]]

    def frame_metadata(self, number):
        loop = self.loop_indices[number]
        taken = types.SimpleNamespace(relativeTimeMs=60500.0 * loop["T"] + 100 * loop["P"])
        return types.SimpleNamespace(channels=[types.SimpleNamespace(time=taken)])


CZI_WORDS = """<ImageDocument><Metadata><Scaling><Items>
<Distance Id="X"><Value>6.5e-7</Value></Distance><Distance Id="Y"><Value>6.5e-7</Value></Distance></Items></Scaling>
<Information><Image><Dimensions><Channels><Channel Id="Channel:0" Name="EGFP"/><Channel Id="Channel:1" Name="mRFP"/></Channels>
</Dimensions></Image></Information></Metadata></ImageDocument>"""


class FakeOldCzi:
    """As czifile.CziFile of 2019 shows two scenes."""

    axes = "BSTCZYX0"

    def __init__(self, path):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def metadata(self, raw=True):
        return CZI_WORDS

    def attachments(self):
        yield types.SimpleNamespace(attachment_entry=types.SimpleNamespace(name="Thumbnail"), data=lambda: None)
        yield types.SimpleNamespace(attachment_entry=types.SimpleNamespace(name="TimeStamps"), data=lambda: np.array([2.0, 62.0, 122.5]))

    def asarray(self):
        return PIXELS[np.newaxis, :, :, :, np.newaxis, :, :, np.newaxis]


class FakeCzi(FakeOldCzi):
    """The same of 2026, whose scenes come without axes of one."""

    @property
    def scenes(self):
        def scene(position):
            return types.SimpleNamespace(dims=("T", "C", "Y", "X"), coords={"T": np.array([0.0, 60.0, 120.5])},
                                         asarray=lambda: PIXELS[position])
        return {0: scene(0), 1: scene(1)}


class FakeLif:
    """As readlif.reader.LifFile 0.6 shows two images."""

    def __init__(self, path):
        pass

    def get_iter_image(self):
        for position in range(2):
            yield types.SimpleNamespace(
                name=f"Series {position}", dims=types.SimpleNamespace(x=50, y=40, z=1, t=3, m=1), channels=2, scale=(2.0, 2.0, None, 0.1),
                get_frame=lambda z, t, c, m, position=position: PIXELS[position, t, c])


def readers(nd2=FakeNd2, czi=FakeCzi, lif=FakeLif):
    reader = types.ModuleType("readlif.reader")
    reader.LifFile = lif
    package = types.ModuleType("readlif")
    package.reader = reader
    return mock.patch.dict(sys.modules, {"nd2": types.SimpleNamespace(ND2File=nd2), "czifile": types.SimpleNamespace(CziFile=czi),
                                         "readlif": package, "readlif.reader": reader})


class Import(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name):
        path = self.folder / name
        path.write_bytes(b"not read by these readers")
        return path

    def run_command(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = command.main(["import", *map(str, words)])
        return status, out.getvalue(), err.getvalue()

    @needs_tifffile
    def test_what_is_written_is_what_the_readers_hold(self):
        cases = (("a.nd2", readers(), [0, 60.5, 121], 0.25, ["DAPI", "GFP"]), ("b.czi", readers(), [0, 60, 120.5], 0.65, ["EGFP", "mRFP"]),
                 ("c.czi", readers(czi=FakeOldCzi), [2, 62, 122.5], 0.65, ["EGFP", "mRFP"]), ("d.lif", readers(), [0, 10, 20], 0.5, None))
        for name, given, seconds, side, channels in cases:
            with self.subTest(name), given:
                out = self.folder / "out" / name
                status, said, err = self.run_command(self.file(name), "-o", out)
                self.assertEqual((status, err), (0, ""))
                self.assertIn("2 positions", said)
                target = out / (pathlib.Path(name).stem + ".ome.tif")
                self.assertEqual([target], list(out.iterdir()))
                with tifffile.TiffFile(target) as tiff:
                    self.assertEqual(len(tiff.series), 2)
                    for position, series in enumerate(tiff.series):
                        np.testing.assert_array_equal(series.asarray().reshape(PIXELS[position].shape), PIXELS[position])
                    for channel in channels or ():
                        self.assertIn(f'Name="{channel}"', tiff.ome_metadata)
                opened = coarsen.Series.open(target)
                self.assertEqual(len(opened), 3)
                np.testing.assert_allclose(opened.times - opened.times[0], np.subtract(seconds, seconds[0]), atol=1e-9)
                row = coarsen.analyze(opened).frames[0]
                if np.isfinite(row["r_max_px"]):
                    self.assertAlmostEqual(row["r_max_um"] / row["r_max_px"], side)
                by_arrays = coarsen.analyze(coarsen.Series.from_arrays(PIXELS[0, :, 0])).frames
                np.testing.assert_array_equal(by_arrays["valid_fraction"], coarsen.analyze(opened).frames["valid_fraction"])

    def test_a_reader_that_is_missing_is_named(self):
        for name, package, extra in (("a.nd2", "nd2", "nd2"), ("b.czi", "czifile", "czi"), ("c.lif", "readlif", "lif")):
            with mock.patch.dict(sys.modules, {package: None, "tifffile": types.ModuleType("tifffile")}):
                sys.modules["tifffile"].TiffWriter = mock.MagicMock()
                status, said, err = self.run_command(self.file(name), "-o", self.folder / "out")
            self.assertEqual((status, said), (2, ""))
            self.assertIn(f"needs the package {package}, which is not installed", err)
            self.assertIn(f"pip install 'coarsen[{extra}]'", err)
        with readers(), mock.patch.dict(sys.modules, {"tifffile": None}):
            self.assertIn("tifffile", self.run_command(self.file("a.nd2"), "-o", self.folder / "out")[2])

    @needs_tifffile
    def test_a_reader_that_fails_leaves_nothing(self):
        class Broken(FakeNd2):
            def read_frame(self, number):
                if number == 3:
                    raise KeyError("chunk")
                return super().read_frame(number)

        with readers(nd2=Broken):
            status, _, err = self.run_command(self.file("a.nd2"), "-o", self.folder / "out")
        self.assertEqual(status, 2)
        self.assertIn("a.nd2: its reader failed: KeyError", err)
        self.assertEqual(os.listdir(self.folder / "out"), [])

    @needs_tifffile
    def test_files_that_are_there_stay(self):
        out = self.folder / "out"
        out.mkdir()
        (out / "a.ome.tif").write_bytes(b"mine")
        with readers():
            status, _, err = self.run_command(self.file("a.nd2"), "-o", out)
            self.assertEqual((status, (out / "a.ome.tif").read_bytes()), (2, b"mine"))
            self.assertIn("--force", err)
            self.assertEqual(self.run_command(self.file("a.nd2"), "-o", out, "--force", "--quiet"), (0, "", ""))
        self.assertNotEqual((out / "a.ome.tif").read_bytes(), b"mine")

    def test_wrong_inputs(self):
        for words in ((self.folder / "none.nd2",), (self.file("a.tif"),), (self.file("a.nd2"), self.file("a.lif"))):
            with readers():
                status, _, err = self.run_command(*words, "-o", self.folder / "out")
            self.assertEqual(status, 2)
            self.assertRegex(err, r"^[^\n]+: [^\n]+; [^\n]+\n$")
        self.assertFalse((self.folder / "out").exists())

    def test_times_that_go_back_are_none(self):
        self.assertIsNone(importing._rising([0.0, 2.0, 1.0]))
        self.assertIsNone(importing._rising([0.0, float("nan")]))


if __name__ == "__main__":
    unittest.main()
