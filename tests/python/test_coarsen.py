# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the Python module. COARSEN_CLI names the command line, without which its numbers are not compared."""

import csv
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np

import coarsen

SAMPLE = pathlib.Path(__file__).parents[2] / "resources/sample/frames"


def noise(shape=(96, 128), seed=1):
    return np.random.default_rng(seed).integers(0, 255, shape).astype(np.uint8)


def waves(period=16, size=256):
    """A pattern of one length in all directions."""
    y, x = np.mgrid[:size, :size]
    angles = np.arange(0, np.pi, np.pi / 12)
    phases = np.random.default_rng(7).uniform(0, 2 * np.pi, angles.size)
    field = sum(np.cos(2 * np.pi / period * (x * np.cos(a) + y * np.sin(a)) + p) for a, p in zip(angles, phases))
    return np.round(127 + 8 * field).clip(0, 255).astype(np.uint8)


class Correlating(unittest.TestCase):
    def test_c2d_is_what_numpy_finds_by_definition(self):
        image = noise()
        c2d = coarsen.correlate(image, max_lag=6, engine="cpu-direct")
        field = image.astype(float) - image.mean()
        values = np.asarray(c2d)
        self.assertEqual(values.shape, (13, 13))
        for y in range(-6, 7):
            for x in range(-6, 7):
                a = field[max(0, -y):96 - max(0, y), max(0, -x):128 - max(0, x)]
                b = field[max(0, y):96 + min(0, y), max(0, x):128 + min(0, x)]
                self.assertAlmostEqual(values[y + 6, x + 6], (a * b).mean() / (field**2).mean(), places=12)
                self.assertEqual(c2d.pairs[y + 6, x + 6], a.size)

    def test_nan_masked_arrays_and_mask_hide_the_same_pixels(self):
        image = noise().astype(np.float32)
        hidden = np.zeros(image.shape, bool)
        hidden[10:40, 20:60] = True
        by_mask = np.asarray(coarsen.correlate(image, hidden, 8))
        holed = np.where(hidden, np.float32(np.nan), image)
        np.testing.assert_array_equal(np.asarray(coarsen.correlate(holed, max_lag=8)), by_mask)
        np.testing.assert_array_equal(np.asarray(coarsen.correlate(np.ma.array(image, mask=hidden), max_lag=8)), by_mask)
        self.assertFalse(np.array_equal(np.asarray(coarsen.correlate(image, max_lag=8)), by_mask))

    def test_other_types_are_cast_and_a_loss_is_warned_of(self):
        image = noise()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            as_float = np.asarray(coarsen.correlate(image.astype(np.float32), max_lag=8))
            np.testing.assert_array_equal(np.asarray(coarsen.correlate(image.astype(np.float64), max_lag=8)), as_float)
        with self.assertWarnsRegex(UserWarning, "float64 as float32 loses"):
            coarsen.correlate(image.astype(np.float64) * 1e-3 + 1e6, max_lag=8)

    def test_arrays_that_are_not_contiguous_are_taken(self):
        image = noise()
        np.testing.assert_array_equal(np.asarray(coarsen.correlate(image[::2, ::2], max_lag=8)),
                                      np.asarray(coarsen.correlate(image[::2, ::2].copy(), max_lag=8)))

    def test_channels_are_summed(self):
        image = noise((64, 80, 3))
        c2d = np.asarray(coarsen.correlate(image, max_lag=4, engine="cpu-direct"))
        parts = [np.asarray(coarsen.correlate(np.ascontiguousarray(image[..., k]), max_lag=4, engine="cpu-direct")) for k in range(3)]
        weights = [image[..., k].astype(float).var() for k in range(3)]
        np.testing.assert_allclose(c2d, np.average(parts, axis=0, weights=weights), atol=1e-12)

    def test_c1d_of_a_map_and_of_its_array(self):
        c2d = coarsen.correlate(noise(), max_lag=20)
        profile = coarsen.radial_mean(c2d)
        self.assertEqual(profile.value.shape, (21,))
        np.testing.assert_allclose(coarsen.radial_mean(np.asarray(c2d)).value, profile.value, atol=1e-9)

    def test_a_length_is_found(self):
        profile = coarsen.radial_mean(coarsen.correlate(waves(16)))
        length = coarsen.find_length(profile)
        self.assertAlmostEqual(length.px, 7.0156 / (2 * np.pi / 16), delta=0.4)  # the first maximum of J0 is at 7.0156
        self.assertRaises(coarsen.SettingError, coarsen.find_length, profile, "nothing")


class Errors(unittest.TestCase):
    def test_three_parts(self):
        with self.assertRaises(coarsen.SettingError) as caught:
            coarsen.Recipe().set("flatten.nothing", 1)
        self.assertTrue(caught.exception.subject and caught.exception.reason)
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(coarsen.SettingError) as caught:
            coarsen.correlate(noise(), engine="abacus")
        self.assertEqual(caught.exception.subject, "engine")
        self.assertIn("cpu-fft", caught.exception.remedy)
        self.assertRaises(coarsen.InputError, coarsen.Series.open, "/nowhere")
        self.assertRaises(coarsen.InputError, coarsen.measure, np.zeros((64, 64), np.uint8))
        self.assertRaises(coarsen.InputError, coarsen.correlate, np.zeros(7, np.uint8))


class Recipes(unittest.TestCase):
    def test_there_and_back(self):
        recipe = coarsen.Recipe({"crop.width": 64, "measure.sectors": 4})
        self.assertEqual(coarsen.Recipe.from_json(recipe.to_json()), recipe)
        self.assertNotEqual(recipe, coarsen.Recipe())
        self.assertEqual(coarsen.Recipe(preset=coarsen.presets()[0]), coarsen.Recipe())


class Measuring(unittest.TestCase):
    def test_one_array(self):
        row = coarsen.measure(waves(16), pixel_size=2.0).frames[0]
        self.assertAlmostEqual(row["r_max_px"], 7.0156 / (2 * np.pi / 16), delta=0.4)
        self.assertEqual(row["r_max_um"], 2 * row["r_max_px"])

    def test_masked_pixels_do_not_count(self):
        image = waves(16)
        mask = np.zeros(image.shape, bool)
        mask[:, :64] = True
        spoilt = image.copy()
        spoilt[:, :64] = noise((256, 64))
        rows = [coarsen.measure(each, mask=mask).frames[0] for each in (image, spoilt)]
        self.assertEqual(rows[0]["valid_fraction"], 0.75)
        self.assertAlmostEqual(rows[0]["r_max_px"], rows[1]["r_max_px"], places=9)


class Series(unittest.TestCase):
    def test_progress_sessions_and_the_numbers_of_the_command_line(self):
        heard = []
        series = coarsen.Series.open(SAMPLE)
        self.assertEqual(len(series), 15)
        result = coarsen.analyze(series, progress=lambda done, total: heard.append((done, total)))
        self.assertEqual(heard, [(k, 15) for k in range(1, 16)])
        with tempfile.TemporaryDirectory() as folder:
            session = os.path.join(folder, "kept.coarsen")
            result.save(session)
            again = coarsen.load(session)
            self.assertEqual(again.frames.tobytes(), result.frames.tobytes())
            cli = os.environ.get("COARSEN_CLI")
            if not cli:
                self.skipTest("COARSEN_CLI names no command line")
            subprocess.run([cli, "analyze", SAMPLE, "-o", f"{folder}/out", "--quiet", "--no-tune", "--gpus", "none"], check=True)
            with open(f"{folder}/out/results.csv", encoding="utf-8") as table:
                rows = list(csv.DictReader(line for line in table if not line.startswith("#")))
        self.assertEqual(list(result.frames.dtype.names), list(rows[0]))
        for here, there in zip(result.frames, rows, strict=True):
            for name, text in there.items():
                value = here[name]
                if isinstance(value, np.floating):
                    np.testing.assert_equal(float(value), float(text or "nan"), err_msg=name)
                else:
                    self.assertEqual(str(value), text, name)

    def test_an_exception_of_progress_ends_the_run(self):
        heard = []

        def one(done, total):
            heard.append(done)
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            coarsen.analyze(coarsen.Series.open(SAMPLE), threads=1, progress=one)
        self.assertEqual(heard, [1])

    def test_ctrl_c_ends_the_run(self):
        with self.assertRaises(KeyboardInterrupt):
            coarsen.analyze(coarsen.Series.open(SAMPLE), threads=1, progress=lambda done, total: os.kill(os.getpid(), signal.SIGINT))

    def test_others_run_meanwhile(self):
        gaps, ended = [0.0], threading.Event()

        def watch():
            last = time.monotonic()
            while not ended.is_set():
                now = time.monotonic()
                gaps[0], last = max(gaps[0], now - last), now

        other = threading.Thread(target=watch)
        other.start()
        try:
            start = time.monotonic()
            coarsen._core.correlate(noise((400, 400)), None, 20, "global", "count", "cpu-direct", 1)  # about a second
            took = time.monotonic() - start
        finally:
            ended.set()
            other.join()
        self.assertLess(gaps[0], took / 2)  # a call that kept the lock would be one gap


if __name__ == "__main__":
    unittest.main()
