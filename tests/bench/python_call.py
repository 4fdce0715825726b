#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times coarsen.correlate and the C++ call by turns, in two processes, on one 8-bit picture of noise of 1500 x 750 px up to 250 px.

    python tests/bench/python_call.py build/bin/correlate_call [--calls N] [--threads N]

Needs the Python module. Both give the same C2D to the last bit, or it ends with status 1."""

import argparse
import hashlib
import statistics
import subprocess
import sys
import time

import numpy as np

import coarsen

WIDTH, HEIGHT, MAX_LAG = 1500, 750, 250


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="correlate_call, of the same commit")
    parser.add_argument("--calls", type=int, default=40, help="of each side, behind one that is not counted")
    parser.add_argument("--threads", type=int, default=1)
    wanted = parser.parse_args()
    image = np.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH), dtype=np.uint8)
    words = [wanted.program, *map(str, (WIDTH, HEIGHT, MAX_LAG, wanted.threads))]
    by_cpp, by_python = [], []
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdin.write(image.tobytes())
        for _ in range(wanted.calls + 1):
            other.stdin.write(b".")
            other.stdin.flush()
            ms, its_sum = other.stdout.readline().split()
            by_cpp.append(float(ms))
            start = time.perf_counter()
            c2d = coarsen.correlate(image, max_lag=MAX_LAG, threads=wanted.threads)
            by_python.append(1000 * (time.perf_counter() - start))
            if hashlib.sha256(c2d.values[MAX_LAG:].tobytes()).hexdigest() != its_sum.decode():
                sys.exit("the two give different C2D")
        other.stdin.close()
    ratios = [mine / its for mine, its in zip(by_python[1:], by_cpp[1:])]
    for name, times in (("C++", by_cpp[1:]), ("Python", by_python[1:])):
        print(f"{name:7} least {min(times):.3f} ms, median {statistics.median(times):.3f} ms")
    print(f"Python / C++: least {min(by_python[1:]) / min(by_cpp[1:]):.3f}, median of {len(ratios)} pairs {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
