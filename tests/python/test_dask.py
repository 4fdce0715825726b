# SPDX-License-Identifier: GPL-3.0-or-later
"""A series measured by the workers of Dask. COARSEN_CLI names the command line, whose bytes are compared."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import numpy as np
from distributed import Client, LocalCluster

import coarsen
from coarsen import _parts

CLI = os.environ["COARSEN_CLI"]


@coarsen.step("halved", share=0.5)
def halved(image, mask, parameters):
    mask = mask.copy()
    mask[:, : int(parameters.share * image.shape[1])] = True
    return image, mask


@coarsen.length("last_radius")
def last_radius(r, c1d, n):
    return r[-1], 0


def without_clocks(path):
    """A file less its dates, and less the sums of tables that have them."""
    return re.sub(rb'# date: .*|"(started|finished)_utc": *"[^"]*"|"outputs": *\[[^\]]*\]', b"", pathlib.Path(path).read_bytes())


def lines_of(path):
    try:
        return path.read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


class Dask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.images = pathlib.Path(cls.scratch.name, "images")
        subprocess.run([CLI, "synth", "ring", "-o", cls.images, "--size", "640x480", "--frames", "24", "--r-max", "20:40"], check=True,
                       stdout=subprocess.DEVNULL)
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        cls.addClassCleanup(cluster.close)
        cls.client = Client(cluster)
        cls.addClassCleanup(cls.client.close)

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # workers may still end a part of a run that was left
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def series(self):
        return coarsen.Series.open(self.images, interval=60, pixel_size=0.5)

    def kill_a_worker_inside_its_part(self, parts):
        """Kills one that has measured two frames of its part and not yet all."""
        while all(lines_of(part) < 3 for part in parts.glob("*.part")):
            time.sleep(0.001)
        busy = [worker for worker, keys in self.client.processing().items() if keys]
        self.killed = self.client.run(os.getpid, workers=busy[:1])
        os.kill(*self.killed.values(), signal.SIGKILL)

    def test_a_worker_that_is_killed_is_replaced_and_the_bytes_are_those_of_one_run(self):
        killer = threading.Thread(target=self.kill_a_worker_inside_its_part, args=(self.folder / "parts" / "parts",), daemon=True)
        killer.start()
        heard = []
        result = coarsen.analyze(self.series(), client=self.client, folder=self.folder / "parts", parts=2,
                                 progress=lambda done, total: heard.append((done, total)))
        killer.join(60)
        self.assertFalse(killer.is_alive())
        self.assertEqual(len(self.killed), 1)
        self.client.wait_for_workers(2)
        pids = set(self.client.run(os.getpid).values())
        self.assertEqual(len(pids), 2)
        self.assertTrue(pids.isdisjoint(self.killed.values()))
        self.assertEqual(heard, [(12, 24), (24, 24)])
        subprocess.run([CLI, "analyze", self.images, "-o", self.folder / "one", "--interval", "60", "--pixel-size", "0.5", "--quiet",
                        "--no-tune", "--gpus", "none"], check=True)
        for name in ("results.csv", "c1d.csv", "fit.json", "session.coarsen"):
            self.assertEqual(without_clocks(self.folder / "parts" / name), without_clocks(self.folder / "one" / name), name)
        self.assertEqual(result.frames.tobytes(), coarsen.load(self.folder / "one/session.coarsen").frames.tobytes())

    def test_without_a_folder_nothing_is_left(self):
        with mock.patch.object(tempfile, "tempdir", str(self.folder)):
            result = coarsen.analyze(self.series(), coarsen.Recipe({"stabilise.on": True}), client=self.client)
        self.assertEqual(list(self.folder.iterdir()), [])
        alone = coarsen.analyze(self.series(), coarsen.Recipe({"stabilise.on": True}))
        self.assertEqual(result.frames.tobytes(), alone.frames.tobytes())
        self.assertEqual(result.fits, alone.fits)
        self.assertEqual(result.notes, alone.notes)

    def test_steps_and_lengths_of_ours_go_to_the_workers(self):
        recipe = coarsen.Recipe({"halved.on": True, "halved.share": 0.25, "last_radius.on": True})
        result = coarsen.analyze(self.series(), recipe, client=self.client)
        for fraction in result.frames["valid_fraction"]:  # of what the step leaves dust takes a little
            self.assertAlmostEqual(fraction, 0.75, delta=0.001)
        self.assertEqual(result.frames.tobytes(), coarsen.analyze(self.series(), recipe).frames.tobytes())

    def test_processes_of_this_machine_need_no_client(self):
        with mock.patch("os.cpu_count", return_value=1):
            result = coarsen.analyze(self.series(), client=True, parts=1)
        self.assertEqual(result.frames.tobytes(), coarsen.analyze(self.series()).frames.tobytes())

    def test_results_that_lie_there_are_replaced_by_force_alone(self):
        coarsen.analyze(self.series(), client=self.client, folder=self.folder)
        self.assertRaises(coarsen.Error, coarsen.analyze, self.series(), client=self.client, folder=self.folder)
        coarsen.analyze(self.series(), client=self.client, folder=self.folder, force=True)

    def test_errors_of_workers_arrive_with_their_three_parts(self):
        with self.assertRaises(coarsen.InputError) as caught:
            self.client.submit(_parts.measure_part, str(self.folder), 1, 2, 1, pure=False).result()
        self.assertEqual(caught.exception.subject, str(self.folder))
        self.assertTrue(caught.exception.reason and caught.exception.remedy)

    def test_an_exception_of_progress_ends_the_run(self):
        def enough(done, total):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            coarsen.analyze(self.series(), client=self.client, folder=self.folder, progress=enough)
        self.assertFalse((self.folder / "results.csv").exists())

    def test_what_cannot_be_done_is_said(self):
        arrays = coarsen.Series.from_arrays([np.zeros((64, 64), np.uint8)])
        for given, options in ((arrays, {"client": self.client}), (self.series(), {"client": "localhost"}),
                               (self.series(), {"client": self.client, "parts": 0}), (self.series(), {"folder": self.folder}),
                               (self.series(), {"parts": 2}), (self.series(), {"force": True})):
            with self.assertRaises(coarsen.SettingError, msg=options) as caught:
                coarsen.analyze(given, **options)
            self.assertTrue(caught.exception.subject and caught.exception.reason and caught.exception.remedy)
        with mock.patch.dict(sys.modules, {"distributed": None}), self.assertRaises(coarsen.SettingError) as caught:
            coarsen.analyze(self.series(), client=True)
        self.assertIn("coarsen[dask]", caught.exception.remedy)


if __name__ == "__main__":
    unittest.main()
