#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what Coarsen reads of real files with independent readers: file_peers.py WHAT_IS_READ FOLDER > results/files.md

FOLDER has a folder for each kind, with files that packages on PyPI ship (hyperspy 1.7.6, mrcfile, nibabel, pynrrd, astropy, pooch
data of others, tests of zarr 2.18, ome-zarr 0.18 and pydicom 3.0; they are in no clone, for their licences differ). Needs numpy,
zarr, mrcfile, pynrrd, nibabel, pydicom with pylibjpeg, rosettasciio, tifffile, astropy, h5py and Pillow. Of each file the first and
the last frame are compared: shape, least, largest and mean value, and a mean weighted by places, which an exchange of axes or a flip
changes; and the size of a pixel in micrometres.
"""
import json
import pathlib
import subprocess
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")
UM = {"m": 1e6, "mm": 1e3, "um": 1, "\u00b5m": 1, "\u03bcm": 1, "micron": 1, "nm": 1e-3, "pm": 1e-6, "A": 1e-4, "angstrom": 1e-4,
      "\u00c5": 1e-4, "micrometer": 1}


def npy(file):
    array = np.load(file)
    return array, None


def mrc(file):
    import mrcfile
    m = mrcfile.open(file, permissive=True)
    h = m.header
    cell = [float(h.cella.x), float(h.cella.y), float(h.cella.z)]
    grid = [int(h.mx), int(h.my), int(h.mz)]
    side = [cell[int(a) - 1] / grid[int(a) - 1] for a in (h.mapc, h.mapr)]
    return m.data, None if side[0] in (0, 1) else [s * 1e-4 for s in side]


def scaled(axes):
    """The sides of x and y in micrometres, of rosettasciio's axes."""
    found = {a["name"]: a for a in axes}
    sides = [found.get(n) for n in ("x", "y")] if "x" in found else [found.get("width"), found.get("height")]
    if any(s is None or str(s.get("units")) not in UM for s in sides):
        return None
    return [float(s["scale"]) * UM[str(s["units"])] for s in sides]


def rsciio(module):
    def read(file):
        import importlib
        images = importlib.import_module("rsciio." + module).file_reader(str(file))
        return np.asarray(images[0]["data"]), scaled(images[0]["axes"])
    return read


def nrrd(file):
    import nrrd as reader
    data, header = reader.read(str(file), index_order="C")
    sides = [np.linalg.norm(v) for v in header["space directions"]] if "space directions" in header else None
    return data, sides and [s * 1e3 for s in sides[:2]]


def nifti(file):
    import nibabel
    image = nibabel.load(file)
    data = np.asarray(image.dataobj).T
    unit = {"mm": 1e3, "micron": 1, "meter": 1e6}.get(image.header.get_xyzt_units()[0])
    return data, unit and [float(z) * unit for z in image.header.get_zooms()[:2]]


def fits(file):
    from astropy.io import fits as reader
    data = next(h.data for h in reader.open(file) if getattr(h, "data", None) is not None and h.is_image)
    return data, None


def gsf(file):
    raw = pathlib.Path(file).read_bytes()
    end = raw.index(b"\0")
    lines = dict(l.split("=", 1) for l in raw[:end].decode("latin-1").splitlines() if "=" in l)
    lines = {k.strip(): v.strip() for k, v in lines.items()}
    width, height = int(lines["XRes"]), int(lines["YRes"])
    data = np.frombuffer(raw, "<f4", width * height, (end // 4 + 1) * 4).reshape(height, width)
    sides = [float(lines.get("XReal", 0)) / width * 1e6, float(lines.get("YReal", 0)) / height * 1e6]
    return data, sides if sides[0] > 0 and lines.get("XYUnits") == "m" else None


def tiff(file):
    import tifffile
    with tifffile.TiffFile(file) as t:
        series = t.series[0]
        data, axes = series.asarray(), series.axes
        if t.pages[0].photometric == 3 and t.pages[0].colormap is not None:  # a palette: what it means, not its indices
            colours = np.moveaxis(t.pages[0].colormap[:, data], 0, -1) // 257
            is_grey = (colours[..., 0] == colours[..., 1]).all() and (colours[..., 1] == colours[..., 2]).all()
            data = colours[..., 0] if is_grey else colours
    if "C" in axes:
        data = np.take(data, 0, axes.index("C"))
        axes = axes.replace("C", "")
    if axes.endswith("SYX"):
        data = np.moveaxis(data, -3, -1)
    try:
        return data, rsciio("tiff")(file)[1]
    except Exception:  # its sizes are not known, then
        return data, None


def gif(file):
    from PIL import Image, ImageSequence
    return np.stack([np.asarray(f.convert("RGB")) for f in ImageSequence.Iterator(Image.open(file))]), None


def imaris(file):
    import h5py
    h = h5py.File(file)
    text = lambda a: float(b"".join(a))
    of = h["DataSetInfo/Image"].attrs
    channel = h["DataSet/ResolutionLevel 0/TimePoint 0/Channel 0"]
    sides = [int(text(channel.attrs["ImageSize" + a])) for a in "XYZ"]
    data = channel["Data"][: sides[2], : sides[1], : sides[0]]
    return data, [(text(of["ExtMax%d" % i]) - text(of["ExtMin%d" % i])) / sides[i] for i in (0, 1)]


def plain_hdf5(file):
    import h5py
    found = []
    h5py.File(file).visititems(lambda n, o: found.append((n, o)) if isinstance(o, h5py.Dataset) and o.ndim >= 2 and o.dtype.kind in "iuf" else None)
    data = found[0][1][()]
    if data.ndim == 5:  # t z y x c
        data = data[..., 0]
    size = found[0][1].attrs.get("element_size_um")
    return data, None if size is None else [float(size[2]), float(size[1])]


def ome_zarr(folder):
    import zarr
    store = zarr.open(str(folder), mode="r")
    if hasattr(store, "shape"):
        return store[...], None
    words = dict(store.attrs)
    image = words.get("ome", words)["multiscales"][0]
    axes = image.get("axes") or [{"name": n} for n in "tczyx"]
    names = [a["name"] for a in axes]
    level = image["datasets"][0]
    data = store[level["path"]][...]
    if "c" in names:
        data = np.take(data, 0, names.index("c"))
    if "coordinateTransformations" not in level:
        return data, None
    scale = level["coordinateTransformations"][0]["scale"]
    sides = [(scale[i], {"micrometer": 1, "nanometer": 1e-3}.get(axes[i].get("unit"))) for i in map(names.index, "xy")]
    return data, [s * u for s, u in sides] if all(u for _, u in sides) else None


def dicom(file):
    import pydicom
    picture = pydicom.dcmread(file)
    data = picture.pixel_array
    padding = picture.get("PixelPaddingValue")
    values = data * float(picture.get("RescaleSlope", 1)) + float(picture.get("RescaleIntercept", 0))
    if picture.PhotometricInterpretation == "MONOCHROME1":
        values = 2 ** picture.BitsStored - 1 - values
    if padding is not None:
        values = np.where(data == padding, np.nan, values).astype(np.float32)
    side = picture.get("PixelSpacing", picture.get("ImagerPixelSpacing"))
    return values, None if side is None else [float(side[1]) * 1e3, float(side[0]) * 1e3]


READERS = {"npy": npy, "mrc": mrc, "dm3": rsciio("digitalmicrograph"), "dm4": rsciio("digitalmicrograph"), "nrrd": nrrd, "nifti_2d": nifti,
           "zarr": ome_zarr, "zarr_old": ome_zarr, "dicom": dicom, "nifti_3d": nifti, "fits": fits, "gsf": gsf, "gif": gif, "ims": imaris, "hdf5": plain_hdf5, "emd": rsciio("emd")}


def summary(frame):
    values = np.asarray(frame, np.float32 if frame.dtype.kind == "f" else np.float64).astype(np.float64).ravel()
    good = np.isfinite(values)
    weights = np.arange(values.size) % 9973 + 1
    return [values[good].min(), values[good].max(), values[good].mean(), (values * weights)[good].mean()]


def agreement(theirs, ours):
    """The largest relative difference of the four numbers; None where the shapes cannot be brought together."""
    worst = 0
    for which, place in (("first", 0), ("last", -1)):
        if which not in ours:
            continue
        shape = ours[which]["shape"]
        if theirs.size % int(np.prod(shape)):
            return None
        frames = np.ascontiguousarray(theirs).reshape(-1, *shape)
        if frames.shape[0] != ours["frames"]:
            return None
        expected = summary(frames[place])
        found = [ours[which][k] for k in ("min", "max", "mean", "moment")]
        scale = max(abs(expected[0]), abs(expected[1]), 1e-30)
        for i, (a, b) in enumerate(zip(expected, found)):
            worst = max(worst, abs(a - b) / (scale * (5000 if i == 3 else 1)))
    return worst


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    rows, equal = [], 0
    for kind in sorted(p.name for p in folder.iterdir() if p.is_dir()):
        read = READERS.get(kind, tiff if kind.startswith("tiff") else None)
        for file in sorted((folder / kind).iterdir()):
            is_beside = file.suffix in (".txt", ".html", ".mdoc", ".rawtlt") or (file.suffix == ".gz" and not kind.startswith("nifti"))
            if read is None or is_beside or file.is_dir() != kind.startswith("zarr"):
                continue
            ours = json.loads(subprocess.run([program, str(file)], capture_output=True, text=True).stdout or "{}")
            try:
                theirs, side = read(file)
            except Exception as error:  # nothing to compare with
                rows.append((kind, file.name, "-", "", "the other reader: " + str(error)[:60], "", ""))
                continue
            shape = " x ".join(map(str, theirs.shape)) + " " + str(theirs.dtype)
            if "refused" in ours:
                rows.append((kind, file.name, shape, "", "refused: " + ours["refused"].split(": ", 1)[-1][:90], "", ""))
                continue
            worst = agreement(theirs, ours)
            said = "other frames (%d of %s)" % (ours["frames"], ours["first"]["shape"]) if worst is None else "equal" if worst < 1e-6 else "%.1g" % worst
            equal += said == "equal"
            our = ours["um"]
            size = ("both none" if not side and not our else "ours none" if not our else "theirs none, ours %.6g" % our[0] if not side else
                    "equal" if max(abs(our[i] / side[i] - 1) for i in (0, 1)) < 1e-5 else "%.6g, ours %.6g" % (side[0], our[0]))
            times = ours["times"]
            when = "" if not ours["times_by"] else "%.6g, %.6g … s (%s)" % (times[0], times[1], ours["times_by"]) if len(times) > 1 else ours["times_by"]
            what = "%d volumes of " % ours["frames"] if ours["are_volumes"] else "%d frames of " % ours["frames"]
            rows.append((kind, file.name, shape, what + " x ".join(map(str, ours["first"]["shape"])), said, size, when))
    print("# Real files of others, read here and by independent readers\n")
    print("`file_peers.py`, %d files, of %d the pixels are equal. Differences are relative to the largest value.\n" % (len(rows), equal))
    print("| kind | file | the other reader | here | pixels of the first and last frame | um a pixel | times here |\n" + "| --- " * 7 + "|")
    for row in rows:
        print("| " + " | ".join(str(c).replace("|", "/").replace("\n", " ") for c in row) + " |")


main()
