#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a series was measured by a GPU as by the processor: engines.py FOLDER, which holds cpu-fft, gpu-fft, gpu-direct and auto, each
as `analyze --engine` wrote it. Exit status 1 where a frame was measured by another engine than asked for, or R_max differs."""
import csv
import sys


def rows(name):
    lines = [line for line in open(f"{sys.argv[1]}/{name}/results.csv", encoding="utf-8") if not line.startswith("#")]
    return list(csv.DictReader(lines))


known = rows("cpu-fft")
assert known and all(row["engine"] == "cpu-fft" and row["r_max_px"] for row in known), known
told = []
for name in ("gpu-fft", "gpu-direct", "auto"):
    measured = rows(name)
    engines = {row["engine"] for row in measured}
    assert len(measured) == len(known) and engines <= ({"gpu-fft", "gpu-direct"} if name == "auto" else {name}), (name, engines)
    worst = max(abs(float(row["r_max_px"]) - float(other["r_max_px"])) for row, other in zip(measured, known))
    assert worst < 1e-3, (name, worst)
    told.append(f"{name} (by {', '.join(engines)}) within {worst:.1g}")
print(f"{len(known)} frames, px from cpu-fft: {'; '.join(told)}")
