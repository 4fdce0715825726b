# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are read by programs of Coarsen, which lie beside the module."""

import pathlib
import tempfile
import unittest

import h5py

import coarsen


class Files(unittest.TestCase):
    def test_hdf5_is_read_as_arrays_are(self):
        made = coarsen.synth.ring(128, 3, r_max=(10, 14))
        with tempfile.TemporaryDirectory() as folder:
            for number, frame in enumerate(made.frames):
                with h5py.File(f"{folder}/{number}.h5", "w") as file:
                    file["image"] = frame
            by_files = coarsen.analyze(coarsen.Series.open(folder))
        self.assertEqual(set(by_files.frames["status"]), {"ok"}, by_files.frames["message"])
        by_arrays = coarsen.analyze(coarsen.Series.from_arrays(made.frames))
        self.assertEqual(by_files.c1d.tobytes(), by_arrays.c1d.tobytes())

    def test_programs_for_other_files_lie_beside_the_module(self):
        programs = {path.name for path in pathlib.Path(coarsen.__file__).parent.glob("lib/coarsen/*")}
        self.assertTrue({"coarsen-raw", "coarsen-hdf5"} <= programs, programs)


if __name__ == "__main__":
    unittest.main()
