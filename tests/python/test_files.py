# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are read by programs of Coarsen, which lie beside the module."""

import pathlib
import tempfile
import unittest

import h5py
import pydicom

import coarsen

PROGRAMS = {path.name for path in pathlib.Path(coarsen.__file__).parent.glob("lib/coarsen/*")}


FRAME = coarsen.synth.ring(128, 1, r_max=(12, 12)).frames[0]


def write_hdf5(path, frame):
    with h5py.File(path, "w") as file:
        file["image"] = frame


def write_dicom(path, frame):
    """One picture of uint8, as a scanner of paper pictures writes it."""
    data = pydicom.Dataset()
    data.file_meta = pydicom.dataset.FileMetaDataset()
    data.file_meta.TransferSyntaxUID = pydicom.uid.ExplicitVRLittleEndian
    data.SOPClassUID, data.SOPInstanceUID = pydicom.uid.SecondaryCaptureImageStorage, pydicom.uid.generate_uid()
    data.Rows, data.Columns = frame.shape
    data.SamplesPerPixel, data.PhotometricInterpretation, data.PixelRepresentation = 1, "MONOCHROME2", 0
    data.BitsAllocated, data.BitsStored, data.HighBit = 8, 8, 7
    data.PixelData = frame.tobytes()
    data.save_as(path, enforce_file_format=True)


class Files(unittest.TestCase):
    def test_hdf5_is_read_as_arrays_are(self):
        made = coarsen.synth.ring(128, 3, r_max=(10, 14))
        with tempfile.TemporaryDirectory() as folder:
            for number, frame in enumerate(made.frames):
                write_hdf5(f"{folder}/{number}.h5", frame)
            by_files = coarsen.analyze(coarsen.Series.open(folder))
        self.assertEqual(set(by_files.frames["status"]), {"ok"}, by_files.frames["message"])
        by_arrays = coarsen.analyze(coarsen.Series.from_arrays(made.frames))
        self.assertEqual(by_files.c1d.tobytes(), by_arrays.c1d.tobytes())

    @unittest.skipUnless("coarsen-dicom" in PROGRAMS, "it was built without GDCM")
    def test_dicom_is_read_as_arrays_are(self):
        with tempfile.TemporaryDirectory() as folder:
            write_dicom(f"{folder}/one.dcm", FRAME)
            by_file = coarsen.analyze(coarsen.Series.open(f"{folder}/one.dcm"))
        self.assertEqual(set(by_file.frames["status"]), {"ok"}, by_file.frames["message"])
        self.assertEqual(by_file.c1d.tobytes(), coarsen.analyze(coarsen.Series.from_arrays([FRAME])).c1d.tobytes())

    def test_programs_for_other_files_lie_beside_the_module(self):
        self.assertTrue({"coarsen-raw", "coarsen-hdf5"} <= PROGRAMS, PROGRAMS)


if __name__ == "__main__":
    unittest.main()
