#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times Coarsen's CPU engines beside SciPy and OpenCV in one run, all in float32, 1500 wide x 750 high, R = 250.

Needs python3-scipy and python3-opencv. Usage: cpu_peers.py path/to/correlation_bench [--json FILE]
Plan time is not counted; it is stated apart by the bench. The three padded sizes for scipy.fft are the least one that
holds the offsets and two that its transforms like; the best counts.
"""
import json
import statistics
import subprocess
import sys
import tempfile
import time

import cv2
import numpy
import scipy
import scipy.fft
import scipy.signal

WIDTH, HEIGHT, MAX_LAG = 1500, 750, 250
WORKERS = 2


def timed(work, seconds=3.0):
    work()
    runs = []
    start = time.perf_counter()
    while len(runs) < 3 or time.perf_counter() - start < seconds:
        before = time.perf_counter()
        work()
        runs.append(1e3 * (time.perf_counter() - before))
    return statistics.median(runs), min(runs)


def main():
    bench = sys.argv[1]
    output = sys.argv[sys.argv.index("--json") + 1] if "--json" in sys.argv else None
    image = numpy.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH)).astype(numpy.float32)
    image -= image.mean()
    cv2.setNumThreads(WORKERS)
    scipy.fft.set_global_backend("scipy")

    def padded(rows, columns):
        with scipy.fft.set_workers(WORKERS):
            spectrum = scipy.fft.rfft2(image, (rows, columns))
            return scipy.fft.irfft2((spectrum * spectrum.conj()), (rows, columns))[: MAX_LAG + 1]

    bordered = cv2.copyMakeBorder(image, MAX_LAG, MAX_LAG, MAX_LAG, MAX_LAG, cv2.BORDER_CONSTANT, value=0)
    peers = {f"scipy.fft padded {r}x{c}, {WORKERS} workers": timed(lambda r=r, c=c: padded(r, c))
             for r, c in ((1000, 1750), (1008, 1750), (1024, 1792))}
    best = min(peers, key=lambda name: peers[name][0])
    peers["scipy.signal.correlate fft"] = timed(lambda: scipy.signal.correlate(image, image, method="fft"))
    peers["cv2.matchTemplate"] = timed(lambda: cv2.matchTemplate(bordered, image, cv2.TM_CCORR))

    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run([bench, "--json", file.name], check=True, stdout=sys.stderr)
        report = json.load(open(file.name))

    ours = next(case for case in report["cases"]
                if case["engine"].startswith("cpu-fft") and "float32" in case["case"] and f"{WORKERS} threads" in case["case"])
    versions = f"SciPy {scipy.__version__}, OpenCV {cv2.__version__}"
    for name, (median, least) in peers.items():
        report["cases"].append({"case": f"{WIDTH}x{HEIGHT} R{MAX_LAG} float32", "engine": f"{name} ({versions})",
                                "ms_median": median, "ms_min": least})
        ours.setdefault("ratio_to", {})[name] = median / ours["ms_median"]
        print(f"{name:48} {median:8.2f} ms   cpu-fft is {median / ours['ms_median']:.2f}x faster" + ("   (best padding)" if name == best else ""))
    print(f"{'cpu-fft':48} {ours['ms_median']:8.2f} ms")
    if output:
        with open(output, "w") as file:
            json.dump(report, file, indent=2)
            file.write("\n")


if __name__ == "__main__":
    main()
