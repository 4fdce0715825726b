# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the Python module. COARSEN_CLI names the command line, without which its numbers are not compared."""

import ast
import csv
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np

import coarsen

SAMPLE = pathlib.Path(__file__).parents[2] / "resources/sample/frames"


def setUpModule():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in a shell's background begins with Ctrl+C ignored


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


class WhatIsNoImage(unittest.TestCase):
    def test_it_is_said_what_to_give_instead(self):
        for given, said in ((noise()[None].repeat(12, 0), "Series.from_arrays"), (np.full((64, 64), np.nan, np.float32), "all are NaN"),
                            (np.ma.masked_all((64, 64)), "all are NaN or masked")):
            self.assertRaisesRegex(coarsen.InputError, said, coarsen.measure, given)
        self.assertRaisesRegex(coarsen.InputError, "all are NaN", coarsen.correlate, np.full((64, 64), np.nan))
        self.assertRaisesRegex(coarsen.InputError, r"shape \(3, 64, 64\).*Series\.from_arrays", coarsen.analyze, np.zeros((3, 64, 64)))


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


def cli(*words):
    """Runs the command line, or skips the test where none is named."""
    program = os.environ.get("COARSEN_CLI")
    if not program:
        raise unittest.SkipTest("COARSEN_CLI names no command line")
    subprocess.run([program, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def timed_as_files(made, **options):
    """Its series; names of files hold times to a microsecond."""
    return coarsen.Series.from_arrays(made.frames, times=np.round(made.times, 6), **options)


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


class Interrupted(unittest.TestCase):
    """Ctrl+C, 0.2 s after a call has begun that takes longer."""

    def check(self, call):
        def press():
            time.sleep(0.2)
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        pressed, was_over = [], False
        presser = threading.Thread(target=press)
        presser.start()
        try:
            call()
            was_over = True
            presser.join()
        except KeyboardInterrupt:
            ended = time.monotonic()
        self.assertFalse(was_over, "it ended before it could be interrupted")
        self.assertLess(ended - pressed[0], 5)  # half a second where nothing else runs

    def test_correlate_and_shift(self):
        image = noise((600, 600))
        self.check(lambda: coarsen.correlate(image, max_lag=290, engine="cpu-direct", threads=1))
        self.check(lambda: coarsen.shift(image, noise((600, 600), 2), max_lag=290, engine="cpu-direct", threads=1))

    def test_convolve(self):
        self.check(lambda: coarsen.convolve(noise((2000, 2000)), np.ones((101, 101)), engine="cpu-direct", threads=1))

    def test_register_and_surface(self):
        fixed, moved, _ = coarsen.synth.flow(96)
        self.check(lambda: coarsen.register(fixed, moved, threads=1))
        self.check(lambda: coarsen.surface(coarsen.synth.bicontinuous(128, 1, wavelength=(10, 10)).frames[0], threads=1))

    def test_synth(self):
        self.check(lambda: coarsen.synth.cahn_hilliard(512, 30))
        self.check(lambda: coarsen.synth.ring(1024, 400))

    def test_series_ensemble_and_batch(self):
        frames = np.repeat(coarsen.synth.ring(512, 1).frames, 400, axis=0)
        self.check(lambda: coarsen.analyze(coarsen.Series.from_arrays(frames, interval=1), threads=1))
        self.check(lambda: coarsen.ensemble({"a": frames}, threads=1))
        self.check(lambda: coarsen.batch({"a": frames}, threads=1))


class Arrays(unittest.TestCase):
    """Series of arrays."""

    def numbers(self, result):
        """All but what names files and says where times are from."""
        rows = result.frames
        return {name: rows[name].tobytes() for name in rows.dtype.names if name not in ("file", "time_source")}

    def test_the_numbers_of_the_same_files(self):
        made = coarsen.synth.ring((240, 320), 4, r_max=(20, 30), seed=3)
        with tempfile.TemporaryDirectory() as folder:
            cli("synth", "ring", "-o", f"{folder}/r", "--size", "320x240", "--frames", 4, "--r-max", "20:30", "--seed", 3)
            by_files = coarsen.analyze(coarsen.Series.open(f"{folder}/r", pixel_size=0.5))
            truth = rows_of(f"{folder}/r/truth.csv")
            cli("analyze", f"{folder}/r", "-o", f"{folder}/out", "--pixel-size", 0.5, "--quiet", "--no-tune", "--gpus", "none")
            table = rows_of(f"{folder}/out/results.csv")
        by_arrays = coarsen.analyze(made.series(pixel_size=0.5))
        self.assertEqual(self.numbers(by_arrays), self.numbers(by_files))
        self.assertEqual(by_arrays.c1d.tobytes(), by_files.c1d.tobytes())
        self.assertEqual([float(row["r_max_px"]) for row in table], list(by_arrays.frames["r_max_px"]))
        self.assertEqual([float(row["r_max_px"]) for row in truth], list(made.truth["r_max_px"]))
        self.assertEqual([float(row["time_s"]) for row in truth], list(made.times))

    def test_the_numbers_of_the_same_volumes(self):
        made = coarsen.synth.bicontinuous((24, 40, 48), 2, wavelength=(5, 6))
        with tempfile.TemporaryDirectory() as folder:
            cli("synth", "bicontinuous", "-o", f"{folder}/b", "--size", "48x40x24", "--frames", 2, "--wavelength", "5:6")
            by_files = coarsen.analyze(coarsen.Series.open(f"{folder}/b", pixel_size=(2, 1, 1)))
        by_arrays = coarsen.analyze(timed_as_files(made, pixel_size=(2, 1, 1), axes="zyx"))
        self.assertEqual(self.numbers(by_arrays), self.numbers(by_files))
        self.assertTrue(np.isfinite(by_arrays.frames["r_max_um"]).all())

    def test_sessions_are_read_back(self):
        made = coarsen.synth.ring(128, 3, r_max=(10, 14), bits=16)
        result = coarsen.analyze(made.series())
        with tempfile.TemporaryDirectory() as folder:
            for path in (f"{folder}/one.coarsen", f"{folder}/two.coarsen"):  # also once it was read
                result.save(path)
                again = coarsen.load(path)
                self.assertEqual(again.frames.tobytes(), result.frames.tobytes())
                self.assertEqual(again.c1d.tobytes(), result.c1d.tobytes())
                self.assertEqual(again.arrays, result.arrays)
                result = again
        self.assertEqual(result.arrays, [("uint16", (128, 128), hashlib.sha256(frame.tobytes()).hexdigest()) for frame in made.frames])
        one = coarsen.measure(made.frames[0])
        with tempfile.TemporaryDirectory() as folder:
            one.save(f"{folder}/one.coarsen")
            again = coarsen.load(f"{folder}/one.coarsen")
        self.assertEqual(again.frames.tobytes(), one.frames.tobytes())
        self.assertEqual(again.arrays, one.arrays)

    def test_readers_are_asked_one_at_a_time_and_when_a_frame_is_due(self):
        frames = coarsen.synth.ring(128, 6, r_max=(10, 14)).frames
        asked, inside = [], threading.Lock()

        class Reader:
            def __len__(self):
                return len(frames)

            def __getitem__(self, index):
                if not inside.acquire(blocking=False):
                    raise RuntimeError("two at once")
                try:
                    asked.append(index)
                    time.sleep(0.01)
                    return frames[index]
                finally:
                    inside.release()

        series = coarsen.Series.from_arrays(Reader())
        self.assertEqual(asked, [0])  # for its shape
        result = coarsen.analyze(series, threads=4)
        self.assertEqual(sorted(asked), [0, 0, 1, 2, 3, 4, 5])
        self.assertEqual(set(result.frames["status"]), {"ok"})

    def test_what_a_reader_raises_fails_its_frame_alone(self):
        frames = list(coarsen.synth.ring(128, 3, r_max=(10, 14)).frames)

        class Reader:
            def __len__(self):
                return 3

            def __getitem__(self, index):
                if index == 1:
                    raise OSError("the disk is gone")
                return frames[index]

        rows = coarsen.analyze(coarsen.Series.from_arrays(Reader())).frames
        self.assertEqual(list(rows["status"]), ["ok", "failed", "ok"])
        self.assertIn("the disk is gone", rows["message"][1])

    def test_arrays_may_outlive_the_interpreter(self):
        kept = ("import coarsen, ctypes, numpy\n"
                "series = coarsen.Series.from_arrays(numpy.zeros((2, 64, 64), numpy.uint8))\n"
                "ctypes.pythonapi.Py_IncRef(ctypes.py_object(series))\n")  # as what windows refer to in circles
        self.assertEqual(subprocess.run([sys.executable, "-c", kept], stderr=subprocess.DEVNULL).returncode, 0)

    def test_nan_and_masked_pixels_do_not_count(self):
        frame = waves(16).astype(np.float32)
        hidden = np.zeros(frame.shape, bool)
        hidden[:, :64] = True
        holed = coarsen.analyze(coarsen.Series.from_arrays([np.where(hidden, np.nan, frame)])).frames
        masked = coarsen.analyze(coarsen.Series.from_arrays([np.ma.array(waves(16), mask=hidden)])).frames
        self.assertEqual(holed["valid_fraction"][0], 0.75)
        self.assertEqual(masked["r_max_px"][0], holed["r_max_px"][0])

    def test_axes(self):
        image = noise((60, 80, 3))
        rows = [coarsen.analyze(coarsen.Series.from_arrays([given], axes=axes)).frames
                for given, axes in ((image, "yxc"), (np.moveaxis(image, 2, 0), "cyx"))]
        self.assertEqual(rows[0].tobytes(), rows[1].tobytes())
        with self.assertRaises(coarsen.InputError) as caught:
            coarsen.Series.from_arrays([image])
        self.assertIn("zyx", caught.exception.remedy)
        self.assertRaises(coarsen.InputError, coarsen.Series.from_arrays, [image], axes="abc")
        self.assertRaises(coarsen.InputError, coarsen.Series.from_arrays, [])
        self.assertRaises(coarsen.InputError, coarsen.Series.from_arrays, [noise((60, 80, 9))], axes="yxc")

    def test_times(self):
        frames = [noise(seed=k) for k in range(3)]
        self.assertEqual(list(coarsen.Series.from_arrays(frames, times=[0, 5, 20]).times), [0, 5, 20])
        self.assertEqual(list(coarsen.Series.from_arrays(frames, interval=60).times), [0, 60, 120])
        self.assertRaises(coarsen.SettingError, coarsen.Series.from_arrays, frames, times=[0, 5])
        self.assertRaises(coarsen.SettingError, coarsen.Series.from_arrays, frames, times=[0, 5, np.nan])
        self.assertRaises(coarsen.SettingError, coarsen.Series.from_arrays, frames, times=[0, 1, 2], interval=1)
        self.assertRaises(coarsen.SettingError, coarsen.Series.from_arrays, frames, pixel_size=-1)

    def test_other_byte_orders_keep_their_type(self):
        frame = waves(16)
        rows = [coarsen.analyze(coarsen.Series.from_arrays([each])) for each in (frame.astype("<u2"), frame.astype(">u2"))]
        self.assertEqual(rows[0].arrays, rows[1].arrays)


class Quantities(unittest.TestCase):
    """Times and lengths with their units, and the time of the quench, as series are given them."""

    def test_units_are_those_of_numbers(self):
        frames = [noise(seed=k) for k in range(3)]
        written = coarsen.Series.from_arrays(frames, interval="10 min", pixel_size="500 nm")
        self.assertEqual(list(written.times), [0, 600, 1200])
        numbers = coarsen.Series.from_arrays(frames, interval=600, pixel_size=0.5)
        self.assertEqual(coarsen.analyze(written).frames.tobytes(), coarsen.analyze(numbers).frames.tobytes())
        row = coarsen.measure(waves(16), pixel_size=["2 um", "2000 nm"]).frames[0]
        self.assertEqual(row["r_max_um"], 2 * row["r_max_px"])

    def test_what_is_no_time_or_length_is_named(self):
        for subject, given in (("interval", {"interval": "10 parsecs"}), ("t0", {"t0": "soon"}), ("pixel_size", {"pixel_size": "10 min"})):
            with self.assertRaises(coarsen.SettingError) as caught:
                coarsen.Series.open(SAMPLE, **given)
            self.assertEqual(caught.exception.subject, subject)

    def test_frames_that_are_only_numbered_have_no_hours(self):
        frames = [noise(seed=k) for k in range(3)]
        for t0 in ("-10 h", "2026-11-27 10:00"):
            with self.assertRaises(coarsen.SettingError) as caught:
                coarsen.Series.from_arrays(frames, t0=t0)
            self.assertEqual(caught.exception.subject, "t0")
        counted = coarsen.analyze(coarsen.Series.from_arrays(frames, t0=-5))
        self.assertEqual(counted.fits["t0_s"], -5)
        self.assertRaisesRegex(coarsen.SettingError, "they are numbered", counted.fit, t0="-10 h")

    def test_the_quench_of_a_series_is_that_of_a_recipe(self):
        by_recipe = coarsen.analyze(coarsen.Series.open(SAMPLE), coarsen.Recipe({"fit.t0": "-10 h"}))
        for recipe in (None, coarsen.Recipe({"fit.t0": "-3 h"})):
            by_series = coarsen.analyze(coarsen.Series.open(SAMPLE, t0="-10 h"), recipe)
            self.assertEqual(by_series.fits, by_recipe.fits)
            self.assertEqual(by_series.recipe, by_recipe.recipe)
        many = coarsen.batch({"a": coarsen.Series.open(SAMPLE, t0="-10 h"), "b": coarsen.Series.open(SAMPLE)})
        self.assertEqual([many[name].fits["t0_s"] for name in many], [-36000, None])


class Laws(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = coarsen.analyze(coarsen.Series.open(SAMPLE, t0="-10 h"))

    def test_the_law_of_the_recipe_is_that_of_fit_json(self):
        law, facts = self.result.fit(), self.result.fits
        self.assertEqual(law.name, facts["chosen"])
        self.assertEqual(law.facts, facts["models"]["origin-line"])
        v = law.parameters["v"]
        self.assertAlmostEqual(v.value * 3600, 15, delta=2 * v.error * 3600)
        self.assertLess(v.ci95[0], v.value)
        self.assertFalse(law.misses_points)

    def test_it_is_called_with_times_of_the_series(self):
        law = self.result.fit()
        times = self.result.frames["time_s"]
        np.testing.assert_allclose(law(times), law.parameters["v"].value * (times + 36000), rtol=1e-12)
        np.testing.assert_allclose(law.error(times), law.parameters["v"].error * (times + 36000), rtol=1e-9)
        self.assertEqual(law(times.reshape(3, 5)).shape, (3, 5))
        np.testing.assert_array_equal(law.points()[1], self.result.frames["r_max_um"])

    def test_other_settings_are_those_of_the_recipe(self):
        self.assertEqual(set(self.result.fit("power-t0", weights="relative").parameters), {"A", "n", "t0"})
        later = self.result.fit(from_=36000)
        self.assertEqual(later.points()[0].min(), 36000)
        again = coarsen.analyze(coarsen.Series.open(SAMPLE, t0="-10 h"), coarsen.Recipe({"fit.from": 36000}))
        self.assertEqual(later.facts, again.fits["models"]["origin-line"])
        self.assertEqual(len(self.result.fit().points()[0]), 15)  # the result is as it was
        self.assertIn("no frame", self.result.fit(from_=180000).reason)
        self.assertTrue(np.isnan(self.result.fit(from_=180000)(0)))
        self.assertRaises(coarsen.SettingError, self.result.fit, "parabola")
        self.assertRaises(coarsen.SettingError, self.result.fit, colour="red")

    def test_parameters_have_units_and_are_counted_in_others(self):
        v = self.result.fit().parameters["v"]
        self.assertEqual(v.unit, "µm/s")
        self.assertAlmostEqual(v.to("nm/min").value, v.value * 60000, delta=1e-9 * v.value)
        self.assertAlmostEqual(v.to("µm/h").error, v.error * 3600, delta=1e-9)
        self.assertRegex(str(v.to("µm/h")), r"^15\.\d+ ± 0\.\d+ µm/h$")
        power = self.result.fit("power").parameters
        self.assertEqual((power["A"].unit, power["n"].unit), ("µm/s^n", ""))
        for parameter, unit in ((v, "px/frame"), (v, "µm"), (power["A"], "µm/h^n"), (power["n"], "µm/h")):
            self.assertRaises(coarsen.SettingError, parameter.to, unit)

    def test_a_law_that_misses_its_points_says_so(self):
        stack = [waves(16 * t ** (1 / 3)) for t in range(1, 8)]
        result = coarsen.analyze(coarsen.Series.from_arrays(stack, times=np.arange(1.0, 8.0), t0=0))
        with self.assertWarnsRegex(UserWarning, "origin-line: it misses its points by up to"):
            law = result.fit("origin-line")
        self.assertTrue(law.misses_points)
        self.assertIn(law.doubt, repr(law))
        self.assertFalse(law.facts["doubt"] == "" or result.fits["chosen_reliable"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(self.result.fit().doubt, "")

    def test_plots_show_the_rows(self):
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        ax = self.result.plot.growth()
        points, curve = (line.get_xydata() for line in ax.lines[:2])
        np.testing.assert_allclose(points[:, 0], self.result.frames["time_s"] / 3600)
        np.testing.assert_array_equal(points[:, 1], self.result.frames["r_max_um"])
        np.testing.assert_allclose(curve[-1], [28, self.result.fit()(28 * 3600)])
        self.assertEqual((ax.get_xlabel(), ax.get_ylabel()), ("t (h)", "R_max (µm)"))
        other = plt.subplots()[1]
        self.assertIs(self.result.plot.c1d(scaled=True, ax=other), other)
        self.assertEqual(len(other.lines), 15)
        np.testing.assert_allclose(other.lines[3].get_xdata()[-1], self.result.c1d["r_px"].max() / self.result.frames["r_max_px"][3])
        plt.close("all")


class Comparing(unittest.TestCase):
    def test_a_shift_is_found_and_is_that_of_the_command_line(self):
        large = coarsen.synth.ring(300, 1, r_max=(12, 12)).frames[0]
        dx, dy, err = coarsen.shift(large[20:276, 20:276], large[13:269, 25:281])
        self.assertAlmostEqual(dx, -5, delta=0.02)
        self.assertAlmostEqual(dy, 7, delta=0.02)
        self.assertTrue(0 < max(err) < 0.1)
        self.assertRaises(coarsen.InputError, coarsen.shift, noise(), noise((64, 64)))
        self.assertRaises(coarsen.InputError, coarsen.shift, noise(), np.zeros((96, 128), np.uint8))
        made = coarsen.synth.ring((120, 160), 2, r_max=(12, 12.5), zoom=True, drift=6)
        with tempfile.TemporaryDirectory() as folder:
            cli("synth", "ring", "-o", f"{folder}/r", "--size", "160x120", "--frames", 2, "--r-max", "12:12.5", "--correlation", "zoom",
                "--drift", 6)
            cli("correlate", *sorted(pathlib.Path(folder, "r").glob("*.png")), "-o", f"{folder}/c", "--quiet")
            facts = json.loads(pathlib.Path(folder, "c/peak.json").read_text(encoding="utf-8"))
        found = coarsen.shift(*made.frames)
        self.assertEqual([found.dx, found.dy, *found.err, found.peak, found.pairs],
                         [facts[key] for key in ("dx_px", "dy_px", "err_x_px", "err_y_px", "peak", "n")])

    def test_a_convolution_is_what_numpy_finds_by_definition(self):
        image, kernel = noise((40, 50)).astype(np.float32), np.random.default_rng(4).normal(size=(5, 3)).astype(np.float32)
        answer = coarsen.convolve(image, kernel, engine="cpu-direct")
        padded = np.pad(image.astype(float), ((2, 2), (1, 1)), mode="symmetric")
        windows = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape)
        np.testing.assert_allclose(answer, (windows * kernel).sum(axis=(2, 3)), rtol=1e-5, atol=1e-3)
        flipped = coarsen.convolve(image, kernel[::-1, ::-1], flip=True, engine="cpu-direct")
        np.testing.assert_array_equal(flipped, answer)
        self.assertEqual(coarsen.convolve(image, kernel, border="valid").shape, (36, 48))
        holed = image.copy()
        holed[:20] = np.nan
        self.assertTrue(np.isnan(coarsen.convolve(holed, np.ones((3, 3)), scale="sum")[:10]).all())
        self.assertRaises(coarsen.SettingError, coarsen.convolve, image, kernel, border="none")
        self.assertRaises(coarsen.SettingError, coarsen.convolve, image, np.ones((99, 99)), border="valid")
        self.assertRaises(coarsen.InputError, coarsen.convolve, image, np.ones(3))

    def test_a_convolution_is_that_of_the_command_line(self):
        made = coarsen.synth.ring((120, 160), 2, r_max=(12, 14))
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "k.csv").write_text("1,2,1\n2,-5,2\n1,2,1\n", encoding="utf-8")
            cli("synth", "ring", "-o", f"{folder}/r", "--size", "160x120", "--frames", 2, "--r-max", "12:14")
            cli("convolve", f"{folder}/r", "-k", f"{folder}/k.csv", "-o", f"{folder}/f", "--no-tune", "--quiet", "--engine", "cpu-simd")
            by_files = coarsen.analyze(coarsen.Series.open(f"{folder}/f"))
        kernel = [[1, 2, 1], [2, -5, 2], [1, 2, 1]]
        filtered = [coarsen.convolve(frame, kernel, engine="cpu-simd") for frame in made.frames]
        by_arrays = coarsen.analyze(coarsen.Series.from_arrays(filtered))
        self.assertEqual(by_arrays.c1d.tobytes(), by_files.c1d.tobytes())

    def test_a_flow_is_found_and_is_that_of_the_command_line(self):
        fixed, moved, u = coarsen.synth.flow(40, max_u=2, seed=2)
        heard = []
        flow = coarsen.register(fixed, moved, levels=2, progress=lambda done, total: heard.append((done, total)))
        inner = (slice(None),) + (slice(8, -8),) * 3
        self.assertLess(np.abs(flow.u - u)[inner].mean(), 0.25)
        self.assertGreater(np.abs(u[inner]).mean(), 0.4)
        self.assertEqual(heard, sorted(set(heard)))
        self.assertEqual({total for _, total in heard}, {100})
        self.assertLess(np.nanmean(np.abs(flow.warped() - moved)), 0.5 * np.abs(fixed - moved).mean())
        self.assertEqual(flow.jacobian.shape, fixed.shape)
        with tempfile.TemporaryDirectory() as folder:
            cli("synth", "flow", "-o", f"{folder}/f", "--size", "40x40x40", "--max-u", 2, "--seed", 2)
            cli("register", f"{folder}/f/fixed.nii", f"{folder}/f/moved.nii", "-o", f"{folder}/r", "--levels", 2, "--quiet", "--engine",
                "cpu-simd")
            facts = json.loads(pathlib.Path(folder, "r/report.json").read_text(encoding="utf-8"))
        np.testing.assert_equal([flow.j_min, flow.j_mean, flow.j_max, flow.rho, flow.expected_err, flow.wavelength, *reversed(flow.drift)],
                                [np.nan if number is None else number for number in (
                                    *(facts[key] for key in ("j_min", "j_mean", "j_max", "rho", "expected_err_px", "wavelength_px")),
                                    *facts["drift_px"])])

    def test_pictures_are_registered_too(self):
        image = coarsen.synth.ring(160, 1, r_max=(14, 14)).frames[0]
        flow = coarsen.register(image[10:138, 10:138], image[8:136, 9:137])
        self.assertEqual(flow.u.shape, (2, 128, 128))
        np.testing.assert_allclose(flow.u[:, 40:-40, 40:-40].mean(axis=(1, 2)), (2, 1), atol=0.1)
        np.testing.assert_allclose(flow.drift, (2, 1), atol=0.3)
        self.assertRaises(coarsen.InputError, coarsen.register, image, image[:50])
        with self.assertRaises(coarsen.SettingError) as caught:
            coarsen.register(image, image, smoothness=3)
        self.assertIn("sigma", caught.exception.remedy)
        self.assertRaises(coarsen.SettingError, coarsen.register, image, image, spacing=(1, 1, 1))

    def test_a_surface_is_that_of_the_command_line(self):
        volume = coarsen.synth.bicontinuous(32, 1, wavelength=(10, 10)).frames[0]
        heard = []
        surface = coarsen.surface(volume, spacing=(2, 1, 1), progress=lambda done, total: heard.append(done))
        self.assertTrue(heard and heard == sorted(set(heard)))
        with tempfile.TemporaryDirectory() as folder:
            cli("synth", "bicontinuous", "-o", f"{folder}/b", "--size", "32x32x32", "--frames", 1, "--wavelength", "10:10")
            cli("surface", *pathlib.Path(folder, "b").glob("*.tif"), "-o", f"{folder}/s", "--spacing", "1,1,2", "--quiet", "--engine",
                "cpu-simd")
            row = rows_of(f"{folder}/s/surface.csv")[0]
            surface.save_ply(f"{folder}/own.ply")
            self.assertEqual(pathlib.Path(folder, "own.ply").read_bytes(), pathlib.Path(folder, "s/surface.ply").read_bytes())
        self.assertEqual(list(surface.row.dtype.names), list(row))
        for name, text in row.items():
            np.testing.assert_equal(surface.row[name] if name == "length_unit" else float(surface.row[name]),
                                    text if name == "length_unit" else float(text or "nan"), err_msg=name)

    def test_a_ball_has_the_curvature_of_one(self):
        z, y, x = np.mgrid[:40, :40, :40]
        ball = np.hypot(np.hypot(z - 18, y - 20), x - 22) < 12
        surface = coarsen.surface(ball.astype(np.uint8) * 200, smooth=1, denoise="none")
        self.assertEqual(surface.unit, "px")
        np.testing.assert_allclose(surface.vertices.mean(axis=0), (18, 20, 22), atol=0.1)
        self.assertAlmostEqual(np.nanmean(surface.mean_curvature), 1 / 12, delta=0.004)
        self.assertAlmostEqual(np.nanmean(surface.gaussian_curvature), 1 / 144, delta=0.001)
        self.assertLess(surface.distance[18, 20, 22], -2)
        self.assertGreater(surface.distance[2, 2, 2], 2)
        self.assertEqual(surface.triangles.max() + 1, len(surface.vertices))
        self.assertRaises(coarsen.InputError, coarsen.surface, np.zeros((20, 20, 20), np.uint8))
        self.assertRaises(coarsen.InputError, coarsen.surface, np.zeros((20, 20), np.uint8))
        self.assertRaises(coarsen.SettingError, coarsen.surface, ball.astype(np.uint8), denoise="magic")


class Many(unittest.TestCase):
    def setUp(self):
        self.made = {name: coarsen.synth.ring((160, 200), 5, r_max=r_max, seed=seed)
                     for name, r_max, seed in (("20C", (14, 20), 1), ("30C", (16, 30), 2))}

    def write(self, folder):
        for name, r_max, seed in (("20C", "14:20", 1), ("30C", "16:30", 2)):
            cli("synth", "ring", "-o", f"{folder}/{name}", "--size", "200x160", "--frames", 5, "--r-max", r_max, "--seed", seed)

    def same(self, table, rows):
        self.assertEqual(list(table.dtype.names), list(rows[0]))
        for here, there in zip(table, rows, strict=True):
            for name, text in there.items():
                if isinstance(here[name], np.str_):
                    self.assertEqual(here[name], text, name)
                else:
                    np.testing.assert_equal(float(here[name]), float(text or "nan"), err_msg=name)

    def test_an_ensemble_is_that_of_the_command_line(self):
        heard = []
        pooled = coarsen.ensemble({name: made.frames for name, made in self.made.items()},
                                  progress=lambda done, total: heard.append((done, total)))
        self.assertEqual(heard, [(k, 10) for k in range(1, 11)])
        self.assertEqual(pooled.images("30C"), 5)
        self.assertIn("5 images", pooled.scatter("20C"))
        with tempfile.TemporaryDirectory() as folder:
            pooled.save(f"{folder}/e.coarsen")
            self.assertEqual(len(coarsen.load(f"{folder}/e.coarsen").frames), 10)
            self.write(folder)
            cli("ensemble", f"{folder}/20C", f"{folder}/30C", "-o", f"{folder}/out", "--quiet")
            self.same(pooled.table, rows_of(f"{folder}/out/ensemble.csv"))
            self.same(pooled.c1d("30C"), rows_of(f"{folder}/out/c1d_30C.csv"))
        c2d = pooled.c2d("20C")
        np.testing.assert_allclose(c2d, c2d[::-1, ::-1], atol=1e-6)
        self.assertEqual(c2d[c2d.shape[0] // 2, c2d.shape[1] // 2], 1)
        self.assertEqual(pooled.c2d_err("20C").shape, c2d.shape)
        self.assertRaises(coarsen.SettingError, pooled.c2d, "40C")
        self.assertRaises(coarsen.InputError, coarsen.ensemble, {})
        with self.assertRaises(coarsen.InputError):  # other pixels
            coarsen.ensemble({"a": self.made["20C"].series(pixel_size=1), "b": self.made["30C"].series(pixel_size=2)})

    def test_a_batch_is_that_of_the_command_line(self):
        heard = []
        many = coarsen.batch({name: timed_as_files(made) for name, made in self.made.items()}, x={"20C": 20, "30C": 30},
                             progress=lambda done, total: heard.append((done, total)))
        self.assertEqual(heard, [(k, 10) for k in range(1, 11)])
        self.assertEqual(list(many), ["20C", "30C"])
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder)
            cli("batch", folder, "-o", f"{folder}-out", "--quiet", "--no-tune", "--gpus", "none")
            try:
                self.same(many.summary, rows_of(f"{folder}-out/summary.csv"))
                self.same(many.growth, rows_of(f"{folder}-out/growth.csv"))
                self.same(many.groups, rows_of(f"{folder}-out/groups.csv"))
                self.same(many.collapse, rows_of(f"{folder}-out/collapse.csv"))
            finally:
                shutil.rmtree(f"{folder}-out")
        self.assertEqual(len(many["30C"].frames), 5)
        self.assertIn("line", many["30C"].fits["models"])

    def test_a_series_that_cannot_be_measured_is_passed_over(self):
        many = coarsen.batch({"good": self.made["20C"].series(), "bad": [np.zeros((64, 64), np.uint8)] * 3},
                             coarsen.Recipe({"measure.max_lag": 40}), group={"good": "all", "bad": "all"})
        self.assertEqual(list(many.summary["measured"]), [5, 0])
        self.assertTrue(any(note.startswith("bad: ") for note in many.notes))


class Synthetic(unittest.TestCase):
    def test_each_kind_and_its_truth(self):
        kinds = {"ring": {}, "exponential": {"xi": 5}, "grains": {}, "particles": {}, "cahn_hilliard": {"times": (10, 20)}}
        for name, options in kinds.items():
            made = getattr(coarsen.synth, name)((48, 64), **({} if "times" in options else {"frames": 2}), **options)
            self.assertEqual((made.frames.shape, made.frames.dtype), ((2, 48, 64), np.uint8), name)
            self.assertGreater(made.frames[1].std(), 1, name)
            again = getattr(coarsen.synth, name)((48, 64), **({} if "times" in options else {"frames": 2}), **options, seed=2)
            self.assertFalse(np.array_equal(again.frames, made.frames), name)
        self.assertEqual(coarsen.synth.exponential(64, 1, xi=5).truth["xi_px"][0], 5)
        self.assertEqual(coarsen.synth.bicontinuous((16, 20, 24), 1, bits=16).frames.shape, (1, 16, 20, 24))

    def test_errors_have_three_parts(self):
        for call in (lambda: coarsen.synth.ring(4), lambda: coarsen.synth.ring(64, 0), lambda: coarsen.synth.ring(64, bits=12),
                     lambda: coarsen.synth.ring(64, law="cubic"), lambda: coarsen.synth.exponential(64, xi=0),
                     lambda: coarsen.synth.particles(64, field="none"), lambda: coarsen.synth.cahn_hilliard(64, times=(2, 1)),
                     lambda: coarsen.synth.bicontinuous((16, 16)), lambda: coarsen.synth.flow(32, max_u=99)):
            with self.assertRaises(coarsen.SettingError) as caught:
                call()
            self.assertTrue(caught.exception.subject and caught.exception.reason and caught.exception.remedy)

    def test_power_laws(self):
        truth = coarsen.synth.ring(64, 3, r_max=(5, 10), law=1 / 3, interval=100).truth
        since = truth["time_s"]
        np.testing.assert_allclose(truth["r_max_px"] / truth["r_max_px"][0], (since / since[0]) ** (1 / 3), rtol=1e-9)


class Documented(unittest.TestCase):
    def test_every_name_has_its_words_and_its_stub(self):
        for name in coarsen.__all__:
            self.assertTrue(getattr(coarsen, name).__doc__, name)
        stub = pathlib.Path(coarsen.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
        tree = ast.parse(stub)
        stubbed = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(stubbed, {name for name in dir(coarsen._core) if not name.startswith("_")})
        for node in tree.body:
            if not isinstance(node, ast.ClassDef) or node.name in ("RingLaw", "ParticleField"):
                continue
            members = {part.name if isinstance(part, ast.FunctionDef) else part.target.id for part in node.body
                       if isinstance(part, (ast.FunctionDef, ast.AnnAssign))}
            there = {name for name in vars(getattr(coarsen._core, node.name)) if not name.startswith("_")}
            self.assertEqual(members - {"__init__"}, there, node.name)


if __name__ == "__main__":
    unittest.main()
