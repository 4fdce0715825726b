#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times the matrix form of Lu et al. (2010), section 4.1, in NumPy: of each offset the products of two cuts of the image, summed at
once. It stands in for their MATLAB, beside `coarsen-bench --suite paper`, whose loops and image sizes are the same.

lu_matrix_form.py WIDTHxHEIGHT R [R ...]: prints JSON, one row a range of offsets; the sums are checked against a transform's.
"""
import json
import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy


def matrix_form(image, reach):
    """Sums of products for 0 <= Y0 <= R (rows), |X0| <= R (columns)."""
    height, width = image.shape
    sums = numpy.empty((reach + 1, 2 * reach + 1))
    for down in range(reach + 1):
        for across in range(-reach, reach + 1):
            first = image[down:, max(0, across):width + min(0, across)]
            second = image[:height - down, max(0, -across):width - max(0, across)]
            sums[down, across + reach] = (first * second).sum()
    return sums


def by_transform(image, reach):
    height, width = image.shape
    spectrum = numpy.fft.rfft2(image, (height + reach, width + reach))
    sums = numpy.fft.irfft2(abs(spectrum) ** 2, (height + reach, width + reach))
    return numpy.hstack([sums[:reach + 1, width:width + reach], sums[:reach + 1, :reach + 1]])


def main():
    width, height = map(int, sys.argv[1].split("x"))
    image = numpy.random.default_rng(20100705).integers(0, 200, (height, width)).astype(float)
    rows = []
    for reach in map(int, sys.argv[2:]):
        begin = time.perf_counter()
        sums = matrix_form(image, reach)
        seconds = time.perf_counter() - begin
        error = abs(sums - by_transform(image, reach)).max() / sums[0, reach]
        assert error < 1e-9, f"the two differ by {error} of N(0, 0)"
        rows.append({"width": width, "height": height, "max_lag": reach, "engine": "NumPy, matrix form", "ms": 1e3 * seconds})
    print(json.dumps({"numpy": numpy.__version__, "date": time.strftime("%Y-%m-%d"), "cases": rows}, indent=1))


if __name__ == "__main__":
    main()
