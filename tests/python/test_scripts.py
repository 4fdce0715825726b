# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps and lengths by functions of the user's. COARSEN_CLI names the command line, which has none of them."""

import csv
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import coarsen

SAMPLE = pathlib.Path(__file__).parents[2] / "resources/sample/frames"
CLI = os.environ.get("COARSEN_CLI")
PLAIN = {"flatten.on": False, "dust.on": False}

seen = []  # what the step below was given


@coarsen.step("brighten", gain=coarsen.field(2.0, 0.1, 10), rounds=coarsen.field(1, 0, 4), way=("all", "none"), fine=False)
def brighten(image, mask, parameters):
    seen.append((image, mask, parameters))
    return image * np.float32(parameters.gain), mask


@coarsen.step("left_out")
def left_out(image, mask, parameters):
    mask = mask.copy()
    mask[:, : image.shape[1] // 2] = True
    return image, mask


@coarsen.step("failing", kind=("raise", "size", "alone", "text"))
def failing(image, mask, parameters):
    if parameters.kind == "raise":
        raise ZeroDivisionError("nothing to divide by")
    return {"size": (image[1:], None), "alone": image, "text": ("no picture", None)}[parameters.kind]


@coarsen.length("first_zero")
def first_zero(r, c1d, n):
    below = np.flatnonzero(c1d < 0)
    return (float(r[below[0]]), 0.5) if below.size else (None, None)


@coarsen.length("pairs_at_one", unit="")
def pairs_at_one(r, c1d, n):
    return n[1], 0


@coarsen.length("broken", unit="um")
def broken(r, c1d, n):
    raise KeyError("knee")


def frames(count=3, size=128):
    return coarsen.synth.ring(size, count, r_max=(12, 15)).frames


def run_cli(*words):
    if not CLI:
        raise unittest.SkipTest("COARSEN_CLI names no command line")
    return subprocess.run([CLI, *map(str, words)], capture_output=True, text=True, check=False)


class Steps(unittest.TestCase):
    def setUp(self):
        seen.clear()

    def test_a_step_is_off_until_it_is_asked_for(self):
        self.assertEqual(coarsen.Recipe().hash, coarsen.Recipe(preset=coarsen.presets()[0]).hash)
        coarsen.measure(frames()[0])
        coarsen.measure(frames()[0], coarsen.Recipe({"brighten.gain": 3}))
        self.assertEqual(seen, [])

    def test_it_is_given_the_picture_the_mask_and_typed_parameters(self):
        recipe = coarsen.Recipe({**PLAIN, "brighten.on": True, "brighten.gain": 3, "brighten.rounds": 2, "brighten.way": "none",
                                 "brighten.fine": True})
        hidden = np.zeros((128, 128), bool)
        hidden[:20] = True
        coarsen.measure(frames()[0], recipe, mask=hidden)
        image, mask, parameters = seen[0]
        np.testing.assert_array_equal(image, frames()[0])
        np.testing.assert_array_equal(mask, hidden)
        self.assertEqual(vars(parameters), {"gain": 3.0, "rounds": 2, "way": "none", "fine": True})
        self.assertEqual([type(value) for value in vars(parameters).values()], [float, int, str, bool])

    def test_what_it_returns_is_measured(self):
        frame = frames()[0]
        by_step = coarsen.measure(frame, coarsen.Recipe({**PLAIN, "left_out.on": True}))
        hidden = np.zeros(frame.shape, bool)
        hidden[:, :64] = True
        by_mask = coarsen.measure(frame, coarsen.Recipe(PLAIN), mask=hidden)
        self.assertEqual(by_step.frames["valid_fraction"][0], 0.5)
        self.assertEqual(by_step.c1d.tobytes(), by_mask.c1d.tobytes())
        self.assertNotEqual(by_step.c1d.tobytes(), coarsen.measure(frame, coarsen.Recipe(PLAIN)).c1d.tobytes())

    def test_limits_and_kinds_are_kept(self):
        recipe = coarsen.Recipe({"brighten.on": True})
        for key, value in (("gain", 11), ("gain", "much"), ("rounds", 1.5), ("way", "some"), ("fine", 2), ("shade", 1)):
            self.assertRaises(coarsen.SettingError, recipe.set, f"brighten.{key}", value)
        read = coarsen.Recipe.from_json(recipe.to_json())
        self.assertEqual(read, recipe)
        self.assertRaises(coarsen.SettingError, read.set, "brighten.gain", 11)

    def test_names_and_parameters_that_cannot_be_are_refused(self):
        for name, fields in (("median", {}), ("fit", {}), ("Large", {}), ("first_zero", {}), ("new", {"python": 1}), ("new", {"on": True}),
                             ("new", {"sigma": None}), ("new", {"sigma": coarsen.field(5, 1, 3)})):
            with self.assertRaises(coarsen.SettingError, msg=(name, fields)):
                coarsen.step(name, **fields)(brighten)
        self.assertRaises(coarsen.SettingError, coarsen.length("r_max"), first_zero)
        self.assertRaises(coarsen.SettingError, coarsen.length("brighten"), first_zero)
        self.assertRaises(coarsen.SettingError, coarsen.step("builtin"), len)
        self.assertRaises(coarsen.SettingError, coarsen.field, True, 0, 1)

    def test_what_it_raises_is_the_message_of_its_row(self):
        series = coarsen.Series.from_arrays(frames())
        for kind, words in (("raise", "step failing: ZeroDivisionError: nothing to divide by"), ("size", "(127, 128)"),
                            ("alone", "not an image and its mask"), ("text", "step failing: ")):
            result = coarsen.analyze(series, coarsen.Recipe({"failing.on": True, "failing.kind": kind}))
            self.assertEqual(set(result.frames["status"]), {"failed"})
            for message in result.frames["message"]:
                self.assertIn(words, message)
        with self.assertRaises(coarsen.InputError) as caught:
            coarsen.measure(frames()[0], coarsen.Recipe({"failing.on": True}))
        self.assertEqual(caught.exception.subject, "step failing")

    def test_threads_call_it_and_the_numbers_are_those_of_one(self):
        series = coarsen.Series.from_arrays(frames(8))
        recipe = coarsen.Recipe({"left_out.on": True, "brighten.on": True, "first_zero.on": True})
        one, four = (coarsen.analyze(series, recipe, threads=threads) for threads in (1, 4))
        self.assertEqual(one.frames.tobytes(), four.frames.tobytes())
        self.assertEqual(one.c1d.tobytes(), four.c1d.tobytes())
        self.assertEqual(len(seen), 16)

    def test_it_may_call_this_module(self):
        @coarsen.step("smooth")
        def smooth(image, mask, parameters):
            return coarsen.convolve(image, np.ones((3, 3)), mask, scale="sum"), mask

        result = coarsen.analyze(coarsen.Series.from_arrays(frames()), coarsen.Recipe({"smooth.on": True}), threads=2)
        self.assertEqual(set(result.frames["status"]), {"ok"}, result.frames["message"])

    def test_colours_go_through_it_plane_by_plane(self):
        image = np.stack([frames()[0]] * 3, axis=2)
        coarsen.measure(image, coarsen.Recipe({**PLAIN, "brighten.on": True, "channels.use": "image"}))
        self.assertEqual({given[0].shape for given in seen}, {(128, 128)})
        self.assertEqual(len(seen), 4)  # grey and the three


class Lengths(unittest.TestCase):
    def test_columns_values_and_sessions(self):
        recipe = coarsen.Recipe({"first_zero.on": True, "pairs_at_one.on": True})
        result = coarsen.analyze(coarsen.Series.from_arrays(frames()), recipe)
        rows = result.frames
        profile = result.c1d[result.c1d["frame"] == 0]
        self.assertEqual(rows["first_zero_px"][0], profile["r_px"][np.flatnonzero(profile["c1d"] < 0)[0]])
        self.assertEqual(list(rows["first_zero_err_px"]), [0.5] * 3)
        self.assertAlmostEqual(rows["pairs_at_one"][0], profile["n"][1], delta=0.01)
        with tempfile.TemporaryDirectory() as folder:
            result.save(f"{folder}/s.coarsen")
            again = coarsen.load(f"{folder}/s.coarsen")
        self.assertEqual(again.frames.tobytes(), rows.tobytes())
        self.assertEqual(again.recipe, recipe)

    def test_none_is_no_error(self):
        image = np.add.outer(np.arange(64), np.arange(64)).astype(np.uint8)
        rows = coarsen.measure(image, coarsen.Recipe({**PLAIN, "measure.max_lag": 4, "first_zero.on": True})).frames
        self.assertTrue(np.isnan(rows["first_zero_px"][0]))
        self.assertNotEqual(rows["status"][0], "failed")

    def test_what_it_raises_is_the_message_of_its_row(self):
        result = coarsen.analyze(coarsen.Series.from_arrays(frames()), coarsen.Recipe({"broken.on": True}))
        self.assertEqual(set(result.frames["status"]), {"failed"})
        self.assertIn("length broken: KeyError: 'knee'", result.frames["message"][0])

    def test_it_is_switched_off_again(self):
        recipe = coarsen.Recipe({"first_zero.on": True})
        self.assertNotEqual(recipe, coarsen.Recipe())
        self.assertEqual(recipe.set("first_zero.on", False), coarsen.Recipe())
        self.assertRaises(coarsen.SettingError, recipe.set, "first_zero.on", 2)

    def test_it_is_found_of_a_curve_alone_and_of_volumes(self):
        profile = coarsen.radial_mean(coarsen.correlate(frames()[0]))
        self.assertEqual(coarsen.find_length(profile, "first_zero").px, profile.r[np.flatnonzero(profile.value < 0)[0]])
        volume = coarsen.synth.bicontinuous(32, 1, wavelength=(8, 8)).frames[0]
        rows = coarsen.analyze(coarsen.Series.from_arrays([volume], axes="zyx"), coarsen.Recipe({**PLAIN, "first_zero.on": True})).frames
        self.assertGreater(rows["first_zero_px"][0], 1)


class Sources(unittest.TestCase):
    def test_the_hash_is_of_the_source_from_def_on(self):
        lines = pathlib.Path(__file__).read_text(encoding="utf-8").splitlines()
        first = lines.index("def first_zero(r, c1d, n):")
        digest = hashlib.sha256("\n".join(lines[first:first + 3]).encode()).hexdigest()
        recipe = json.loads(coarsen.Recipe({"first_zero.on": True}).to_json())
        self.assertEqual(recipe["lengths"], [{"length": "first_zero", "unit": "px", "python": digest}])

    def test_a_function_of_another_source_is_not_taken(self):
        text = coarsen.Recipe({"brighten.on": True}).to_json()
        own = json.loads(text)["steps"]
        digest = next(step["python"] for step in own if step["step"] == "brighten")
        old = coarsen.Recipe.from_json(text.replace(digest, "0" * 64))
        with self.assertRaises(coarsen.SettingError) as caught:
            coarsen.measure(frames()[0], old)
        self.assertIn(digest, str(caught.exception))
        self.assertEqual(coarsen.Recipe.from_json(old.to_json()), old)
        old.set("brighten.python", digest)
        self.assertEqual(old, coarsen.Recipe.from_json(text))
        self.assertEqual(coarsen.measure(frames()[0], old).frames["status"][0], "ok")

    def test_the_command_line_says_what_it_lacks_and_keeps_the_rest(self):
        recipe = coarsen.Recipe({"left_out.on": True, "first_zero.on": True, "crop.width": 100})
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "r.json").write_text(recipe.to_json(), encoding="utf-8")
            refused = run_cli("analyze", SAMPLE, "-o", f"{folder}/out", "--recipe", f"{folder}/r.json", "--quiet", "--gpus", "none")
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("left_out.on: it is a Python function", refused.stderr)
            self.assertIn("--set left_out.on=false", refused.stderr)
            done = run_cli("analyze", SAMPLE, "-o", f"{folder}/out", "--recipe", f"{folder}/r.json", "--set", "left_out.on=false",
                           "--gpus", "none", "--no-tune", "--frames", "0:2", "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("The length first_zero is not measured: it is a Python function", done.stdout + done.stderr)
            kept = coarsen.load(f"{folder}/out/session.coarsen")
            with open(f"{folder}/out/results.csv", encoding="utf-8") as table:
                rows = list(csv.DictReader(line for line in table if not line.startswith("#")))
        self.assertEqual(rows[0]["first_zero_px"], "")
        self.assertEqual(kept.recipe, coarsen.Recipe.from_json(recipe.to_json()).set("left_out.on", False))

    def test_the_command_line_reads_sessions_that_have_them(self):
        recipe = coarsen.Recipe({"left_out.on": True, "first_zero.on": True})
        result = coarsen.analyze(coarsen.Series.open(SAMPLE), recipe)
        with tempfile.TemporaryDirectory() as folder:
            result.save(f"{folder}/s.coarsen")
            refused = run_cli("analyze", "--session", f"{folder}/s.coarsen", "-o", f"{folder}/out", "--gpus", "none")
            self.assertIn("left_out.on: it is a Python function", refused.stderr)
            done = run_cli("analyze", "--session", f"{folder}/s.coarsen", "-o", f"{folder}/out", "--set", "left_out.on=false", "--gpus", "none",
                           "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(coarsen.load(f"{folder}/out/session.coarsen").recipe, result.recipe.set("left_out.on", False))


class WithoutCopies(unittest.TestCase):
    """Arrays go in and out where they are."""

    def setUp(self):
        seen.clear()

    def test_a_step_sees_the_very_array_that_was_given(self):
        for given in (frames()[0], frames()[0].astype(np.uint16), frames()[0].astype(np.float32)):
            seen.clear()
            coarsen.measure(given, coarsen.Recipe({**PLAIN, "brighten.on": True}))
            self.assertTrue(np.shares_memory(seen[0][0], given), given.dtype)
            self.assertFalse(seen[0][0].flags.writeable)

    def test_so_do_frames_of_a_series(self):
        stack = frames()
        coarsen.analyze(coarsen.Series.from_arrays(stack), coarsen.Recipe({**PLAIN, "brighten.on": True}), threads=1)
        self.assertEqual([np.shares_memory(given[0], frame) for given, frame in zip(seen, stack)], [True] * 3)

    def test_a_picture_may_be_kept_by_the_step(self):
        given = frames()[0].astype(np.float32)
        coarsen.measure(given, coarsen.Recipe({**PLAIN, "median.on": True, "brighten.on": True}))
        kept = seen[0][0]
        again = kept.copy()
        for _ in range(5):
            coarsen.measure(frames()[1], coarsen.Recipe({**PLAIN, "median.on": True}))
        np.testing.assert_array_equal(kept, again)

    def test_results_are_over_what_the_core_has(self):
        profile = coarsen.radial_mean(coarsen.correlate(frames()[0]))
        self.assertTrue(np.shares_memory(profile.value, profile.value))
        self.assertTrue(np.shares_memory(profile.r, profile.r))
        made = coarsen.synth.ring(64, 2)
        self.assertTrue(np.shares_memory(made.frames, made.frames))
        flow = coarsen.register(frames()[0], frames()[1])
        self.assertTrue(np.shares_memory(flow.jacobian, flow.jacobian))
        jacobian = flow.jacobian
        first = jacobian.copy()
        del flow, made, profile
        coarsen.synth.ring(128, 4)
        np.testing.assert_array_equal(jacobian, first)  # it keeps what it lies over

    def test_nothing_is_left_when_the_interpreter_ends(self):
        kept = ("import coarsen\n"
                "seen = []\n"
                "def keep(image, mask, parameters):\n"
                "    seen.append(image)\n"
                "    return image, mask\n"
                "series = coarsen.Series.from_arrays(coarsen.synth.ring(128, 2, r_max=(12, 15)).frames)\n"
                "coarsen.step('keep')(keep)\n"
                "coarsen.analyze(series, coarsen.Recipe({'flatten.on': False, 'dust.on': False, 'keep.on': True}), threads=1)\n"
                "assert seen\n")
        with tempfile.TemporaryDirectory() as folder:  # a function's source is read from its file
            pathlib.Path(folder, "kept.py").write_text(kept, encoding="utf-8")
            done = subprocess.run([sys.executable, f"{folder}/kept.py"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))  # nanobind says what is left

    def test_no_second_buffer_is_made(self):
        side = 6000  # 144 MB of float32
        measured = ("import resource, sys, numpy, coarsen\n"
                    f"image = numpy.zeros(({side}, {side}), numpy.float32)\n"
                    f"image[::7] = 1\n"
                    "valid = coarsen._core.correlate(image[:64, :64].copy(), None, 4, 'global', 'count', 'cpu-direct', 1)\n"
                    "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
                    "coarsen._core.correlate(image, None, 1, 'global', 'count', 'cpu-direct', 1)\n"
                    "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / image.nbytes)\n")
        share = float(subprocess.run([sys.executable, "-c", measured], capture_output=True, text=True, check=True).stdout)
        self.assertLess(share, 0.5)


if __name__ == "__main__":
    unittest.main()
