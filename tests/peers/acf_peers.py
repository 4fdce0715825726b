#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares C2D, C1D and R_max of the sample frames with SciPy, Gwyddion and ImageJ's macro.

Usage: /usr/bin/python3 acf_peers.py path/to/coarsen-cli [FRAMES [OPTION...]] > results/acf_peers.txt
Needs python3-scipy, python3-opencv, a C compiler, pkg-config, libgwyddion20-dev and libglib2.0-dev. coarsen-cli writes its
final images, masks and C2D (--save); the peers get the same final images and masks, so only the autocorrelation differs.

SciPy     the definition of science/definitions.md in float64: mean removed over the valid pixels, zero-padded FFT, divided by the pairs
          of valid pixels; circles of 25 R bilinear samples.
Gwyddion  gwy_data_field_area_2dacf_mask and gwy_data_field_angular_average (Necas, Klapetek: Central European J. Phys. 10, 181
          (2012)); gwy_data_field_racf, its Radial ACF, which knows no mask.
ImageJ    "Radially Averaged Autocorrelation", macro of M. Schmid (ImageJ documentation wiki, 2015-02-17), as it is defined there,
          in float64: padded with the mean to a square power of two of at least 1.3 of the longer side, circular correlation,
          divided by that of a white frame, up to 0.3 of the shorter side; bins of the Radial Profile plugin (P. Baggethun): 3/4 of
          a bin a pixel, floor, the innermost two together, each placed at its lower edge. It knows no mask.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy
import scipy
import scipy.fft
from scipy.interpolate import CubicSpline

HERE = pathlib.Path(__file__).resolve().parent


def correlation(image, mask, max_lag):
    """C2D by science/definitions.md, mean global, norm count; and the pair counts."""
    height, width = image.shape
    shape = [scipy.fft.next_fast_len(side + max_lag, real=True) for side in (height, width)]
    centred = numpy.where(mask, image - image[mask].mean(), 0)

    def lags(plane):
        spectrum = scipy.fft.rfft2(plane, shape)
        return scipy.fft.irfft2(spectrum * spectrum.conj(), shape)

    rows = numpy.arange(-max_lag, max_lag + 1)
    cut = numpy.ix_(rows, rows)
    sums, pairs = lags(centred)[cut], numpy.rint(lags(mask.astype(float))[cut])
    c2d = sums / numpy.maximum(pairs, 1) / (centred ** 2).sum() * mask.sum()
    c2d[pairs < max(32, 0.01 * width * height)] = numpy.nan
    return c2d


def circles(c2d, max_lag):
    """C1D on circles of max(8, ceil(25 R)) bilinear samples."""
    profile = [c2d[max_lag, max_lag]]
    for radius in range(1, max_lag + 1):
        count = max(8, int(numpy.ceil(25 * radius)))
        angle = 2 * numpy.pi * numpy.arange(count) / count
        x, y = max_lag + radius * numpy.cos(angle), max_lag + radius * numpy.sin(angle)
        left = numpy.minimum(numpy.floor(x).astype(int), 2 * max_lag - 1)
        top = numpy.minimum(numpy.floor(y).astype(int), 2 * max_lag - 1)
        u, v = x - left, y - top
        profile.append(numpy.nanmean((1 - v) * ((1 - u) * c2d[top, left] + u * c2d[top, left + 1])
                                     + v * ((1 - u) * c2d[top + 1, left] + u * c2d[top + 1, left + 1])))
    return numpy.array(profile)


def side_maximum(r, c):
    """R_max by section 1's rule: highest between 2 and 4 first zeros, cubic through +-15 % that moves with its own maximum."""
    zero = r[numpy.nonzero(c <= 0)[0][0]]
    inside = numpy.nonzero((r >= 2 * zero) & (r <= min(4 * zero, r[-1])))[0]
    place = r[inside[numpy.argmax(c[inside])]]
    spline = CubicSpline(r, c, bc_type="natural")
    for _ in range(12):
        half = max(2.0, 0.15 * place)
        start, end = place - half, min(place + half, r[-1])
        x = numpy.linspace(start, end, int(numpy.ceil(2 * (end - start))) + 1)
        fit = numpy.polynomial.Polynomial.fit(x, spline(x), 3)
        tops = [t.real for t in fit.deriv().roots() if abs(t.imag) < 1e-9 and x[0] < t.real < x[-1] and fit.deriv(2)(t.real) < 0]
        if not tops:
            return place
        moved = min(tops, key=lambda t: abs(t - place))
        if abs(moved - place) < 1e-3:
            return moved
        place = moved
    return place


def imagej(image):
    """The macro's curve: radii as it labels them, the bins' mean radii, values."""
    height, width = image.shape
    size = 4
    while size < 1.3 * max(width, height):
        size *= 2

    def correlate(plane):
        spectrum = scipy.fft.rfft2(plane)
        return scipy.fft.fftshift(scipy.fft.irfft2(spectrum * spectrum.conj(), plane.shape))

    top, left = (size - height) // 2, (size - width) // 2
    padded = numpy.full((size, size), image.mean())
    padded[top:top + height, left:left + width] = image
    frame = numpy.zeros((size, size))
    frame[top:top + height, left:left + width] = 255
    reference = correlate(frame)
    c2d = (correlate(padded) - padded.size * padded.mean() ** 2) / numpy.maximum(reference, 1)
    c2d /= c2d[size // 2, size // 2]
    radius = int(0.3 * min(width, height)) - 1
    bins = int(3 * radius / 4)
    offset = numpy.arange(-radius, radius)
    distance = numpy.hypot(*numpy.meshgrid(offset, offset)).ravel()
    which = numpy.minimum(numpy.maximum(numpy.floor(distance / radius * bins).astype(int), 1) - 1, bins - 1)
    values = c2d[size // 2 - radius:size // 2 + radius, size // 2 - radius:size // 2 + radius].ravel()
    count = numpy.bincount(which, minlength=bins)
    curve = numpy.bincount(which, values, bins) / count
    inside = slice(0, bins - 1)  # the last bin also holds the square's corners
    return (radius * numpy.arange(1, bins + 1) / bins)[inside], (numpy.bincount(which, distance, bins) / count)[inside], curve[inside]


class Gwyddion:
    def __init__(self, folder):
        self.folder = folder
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "glib-2.0", "gobject-2.0"], check=True, capture_output=True,
                               text=True).stdout.split()
        machine = subprocess.run(["cc", "-print-multiarch"], check=True, capture_output=True, text=True).stdout.strip()
        # pkg-config's own flags for gwyddion ask for GTK, which the numerics do not need.
        subprocess.run(["cc", "-O2", HERE / "gwyddion_acf.c", "-o", folder / "gwyddion_acf", "-I/usr/include/gwyddion",
                        f"-I/usr/lib/{machine}/gwyddion/include", "-lgwyprocess2", "-lgwyddion2", *flags], check=True)

    def __call__(self, image, mask, max_lag):
        paths = [self.folder / name for name in ("image", "mask", "acf", "radial", "racf")]
        (image - image[mask].mean()).tofile(paths[0])  # these functions leave that to their caller
        mask.astype(numpy.float64).tofile(paths[1])
        height, width = image.shape
        subprocess.run([self.folder / "gwyddion_acf", str(width), str(height), str(max_lag), *paths], check=True)
        acf, radial, racf = (numpy.fromfile(path) for path in paths[2:])
        acf = acf.reshape(2 * max_lag + 1, -1)
        centre = acf[max_lag, max_lag]
        size = len(racf)
        return (acf / centre, numpy.arange(len(radial)) * (max_lag + 0.5) / max_lag, radial / centre,
                numpy.arange(size) * (size - 0.5) / size, racf / centre)


def measured(program, frames, options, folder):
    subprocess.run([program, "analyze", frames, "-o", folder, "--save", "c2d,final,mask", "--set", "measure.errors=none",
                    "--engine", "cpu-fft", "--quiet", *options], check=False)  # 3: a frame without R_max
    with open(folder / "results.csv") as table:
        rows = [row for row in csv.DictReader(line for line in table if not line.startswith("#")) if row["status"] == "ok"]
    c1d = {}
    with open(folder / "c1d.csv") as table:
        for row in csv.DictReader(line for line in table if not line.startswith("#")):
            c1d.setdefault(row["frame"], []).append(float(row["c1d"] or "nan"))
    return rows, c1d


class Worst:
    """The largest differences over the frames."""
    def __init__(self):
        self.lines = {}

    def add(self, peer, c2d, c1d, r_max):
        self.lines.setdefault(peer, []).append((c2d, c1d, r_max))

    def show(self):
        print(f"{'peer':52} {'C2D':>9} {'C1D, R > 10':>12} {'R_max / px':>11} {'its mean':>9}")
        for peer, found in self.lines.items():
            c2d, c1d, r_max = (numpy.array(column, float) for column in zip(*found))
            c2d_text = f"{c2d.max():9.1e}" if numpy.isfinite(c2d).all() else f"{'-':>9}"
            print(f"{peer:52} {c2d_text} {c1d.max():12.1e} {numpy.abs(r_max).max():11.4f} {r_max.mean():+9.4f}")


def compare(title, program, frames, options, scratch, name):
    folder = scratch / name
    rows, profiles = measured(program, frames, options, folder)
    gwyddion = Gwyddion(scratch)
    worst = Worst()
    for row in rows:
        stem = pathlib.Path(row["file"]).stem
        ours = cv2.imread(str(folder / "c2d" / f"{stem}.tif"), cv2.IMREAD_UNCHANGED).astype(float)
        image = cv2.imread(str(folder / "final" / f"{stem}.tif"), cv2.IMREAD_UNCHANGED).astype(float)
        mask = cv2.imread(str(folder / "mask" / f"{stem}.png"), cv2.IMREAD_UNCHANGED) == 0
        max_lag = ours.shape[0] // 2
        profile, r = numpy.array(profiles[row["frame"]]), numpy.arange(max_lag + 1)
        r_max = float(row["r_max_px"])
        spline = CubicSpline(r, profile)

        def difference(radii, curve):
            inside = (radii > 10) & (radii < max_lag)
            return numpy.abs(curve[inside] - spline(radii[inside])).max()

        def add(peer, c2d, radii, curve):
            worst.add(peer, numpy.nan if c2d is None else numpy.nanmax(numpy.abs(c2d - ours)), difference(radii, curve),
                      side_maximum(radii, curve) - r_max)

        scipys = correlation(image, mask, max_lag)
        add("SciPy, the same definition", scipys, r.astype(float), circles(scipys, max_lag))
        acf, radial_r, radial, racf_r, racf = gwyddion(image, mask, max_lag)
        add("Gwyddion 2-D ACF, our circles", acf, r.astype(float), circles(acf, max_lag))
        add("Gwyddion 2-D ACF, its angular average", acf, radial_r, radial)
        if mask.all():
            add("Gwyddion Radial ACF", None, racf_r, racf)
            labels, means, curve = imagej(image)
            add("ImageJ macro, radii as it labels them", None, labels, curve)
            add("ImageJ macro, at the mean radius of each bin", None, means, curve)
    print(f"{title}: {len(rows)} frames of {image.shape[1]} x {image.shape[0]} px, R = {max_lag}, R_max "
          f"{float(rows[0]['r_max_px']):.1f} to {float(rows[-1]['r_max_px']):.1f} px\n")
    worst.show()
    print()


def main():
    program = sys.argv[1]
    frames = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HERE.parents[1] / "resources" / "sample-crossover" / "frames"
    options = sys.argv[3:]
    gwyddion = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libgwyddion20-dev"], capture_output=True,
                              text=True).stdout.strip()
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    print(f"{version} (cpu-fft, float32) against SciPy {scipy.__version__}, Gwyddion {gwyddion} and ImageJ's macro, all in float64, on "
          "its own final images.\nLargest differences over the frames; 'its mean': of the peer's R_max less ours.\n")
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        compare("With dust masked", program, frames, options, scratch, "masked")
        compare("Without a mask (dust.on=false)", program, frames, [*options, "--set", "dust.on=false"], scratch, "whole")


if __name__ == "__main__":
    main()
