#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Displacement by patches: `coarsen-cli correlate --patches` beside OpenPIV (multipass_img_deform), on particles whose moves are
known and, on request, on real pairs. Run by hand, never by the gate.

Usage: piv_peers.py path/to/coarsen-cli [--venv DIR] [--runs N] [--pair A B]...
Where Python has no OpenPIV, pip installs it into DIR [~/.cache/coarsen-peers/openpiv].
Synthetic: 1024 x 1024, at most 5 px, 0.05 particles a pixel of 3 px, noise 0.3, 5 % lost; the last windows 64 (every 32 px) or 32
(every 16 px), three passes. OpenPIV runs twice: with windows that halve from pass to pass, as ours do, and with the last ones in
every pass. rms: of the distance from the truth along one axis, over the vectors that each program takes as valid.
Times are the least of the runs: ours of the whole program (start, decoding, writing), OpenPIV's of simple_multipass() alone; "cpu" is
processor time, of all threads together.
"""
import argparse
import contextlib
import csv
import importlib.util
import io
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import warnings

OPENPIV = "openpiv==0.26.0"
PASSES = 3


def use_venv(folder):
    """Goes on in a Python that has OpenPIV, where this one has not; makes it where it is missing."""
    if importlib.util.find_spec("openpiv"):
        return
    python = pathlib.Path(folder).expanduser() / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", OPENPIV], check=True)
    os.execv(str(python), [str(python), *sys.argv])


def columns(file):
    """A CSV file as lists of numbers by column; empty fields are NaN."""
    with open(file, newline="", encoding="utf-8") as text:
        rows = list(csv.DictReader(text))
    return {name: [float(row[name] or "nan") for row in rows] for name in rows[0]}


def ours(program, first, second, size, folder):
    """The flow, and the seconds that the program took: by the clock, and of processors."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([program, "correlate", first, second, "-o", folder, "--patches", str(size), "--passes", str(PASSES), "--force",
                    "--quiet"], check=True)
    seconds = time.perf_counter() - start
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return columns(pathlib.Path(folder) / "flow.csv"), (seconds, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime)


def theirs(first, second, sizes):
    """Moves right and down by rows from the top, which of them stand, and the computation's seconds, likewise."""
    from openpiv import windef
    from openpiv.settings import PIVSettings

    settings = PIVSettings()
    settings.windowsizes = sizes
    settings.overlap = tuple(size // 2 for size in sizes)
    settings.num_iterations = len(sizes)
    used, start = time.process_time(), time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        _, _, right, up, flags = windef.simple_multipass(first, second, settings)
    seconds = (time.perf_counter() - start, time.process_time() - used)
    return right.ravel(), -up.ravel(), flags.ravel() == 0, seconds


def synthetic(program, runs, folder, read):
    import numpy

    print(f"{'field':8} {'last windows':>12}  {'program':26} {'rms / px':>8} {'valid':>12} {'ms':>6} {'cpu':>6}  ratio")
    for size in (64, 32):
        for field in ("uniform", "shear", "vortex"):
            made = pathlib.Path(folder) / field
            if not made.exists():
                subprocess.run([program, "synth", "particles", "-o", made, "--size", "1024x1024", "--field", field, "--noise", "0.3",
                                "--lost", "0.05"], check=True, stdout=subprocess.DEVNULL)
            files = sorted(str(file) for file in made.glob("*.png"))
            images = [read(file) for file in files]
            table = columns(made / "flow.csv")
            truth = {(x, y): (dx, dy) for x, y, dx, dy in zip(*(table[name] for name in ("x_px", "y_px", "dx_px", "dy_px")))}
            halving = tuple(size << left for left in reversed(range(PASSES)))
            times, answers = {}, {}
            for _ in range(runs):  # in turns: what else the machine does meets all alike
                flow, seconds = ours(program, *files, size, pathlib.Path(folder) / "out")
                times.setdefault("coarsen-cli", []).append(seconds)
                answers["coarsen-cli"] = (flow["dx_px"], flow["dy_px"], numpy.array(flow["valid"]) == 1)
                for name, sizes in ((f"OpenPIV {halving}", halving), (f"OpenPIV {(size,) * PASSES}", (size,) * PASSES)):
                    *answer, seconds = theirs(*images, sizes)
                    times.setdefault(name, []).append(seconds)
                    answers[name] = answer
            known = numpy.array([truth[place] for place in zip(flow["x_px"], flow["y_px"])])
            for name, (dx, dy, valid) in answers.items():
                rest = numpy.stack([dx, dy], axis=1)[valid] - known[valid]
                (wall, cpu), (own, _) = (map(min, zip(*times[which])) for which in (name, "coarsen-cli"))
                print(f"{field:8} {size:>5} / {size // 2:<4}  {name:26} {numpy.sqrt((rest ** 2).mean()):8.4f} "
                      f"{valid.sum():5} of {len(valid)} {1e3 * wall:6.0f} {1e3 * cpu:6.0f}  {wall / own:.1f}", flush=True)


def real(program, pairs, folder, read):
    import numpy

    for first, second in pairs:
        flow, _ = ours(program, first, second, 64, pathlib.Path(folder) / "real")
        dx, dy, valid = numpy.array(flow["dx_px"]), numpy.array(flow["dy_px"]), numpy.array(flow["valid"]) == 1
        right, down, stands, _ = theirs(read(first), read(second), (64,) * PASSES)
        both = valid & stands
        print(f"{pathlib.Path(first).name}: {valid.sum()} of {len(valid)} valid (OpenPIV {stands.sum()}), median "
              f"{numpy.median(dx[valid]):+.2f}, {numpy.median(dy[valid]):+.2f} px (OpenPIV {numpy.median(right[stands]):+.2f}, "
              f"{numpy.median(down[stands]):+.2f}), median distance of the two {numpy.median(numpy.hypot(dx - right, dy - down)[both]):.2f} px")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--venv", default="~/.cache/coarsen-peers/openpiv")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pair", nargs=2, action="append", default=[], metavar=("A", "B"))
    options = parser.parse_args()
    use_venv(options.venv)

    import imageio.v3
    import numpy
    import openpiv

    def read(file):
        image = numpy.asarray(imageio.v3.imread(file)).astype(float)
        return image[..., :3].mean(axis=-1) if image.ndim == 3 else image

    warnings.simplefilter("ignore")
    version = subprocess.run([options.program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    print(f"{version}, OpenPIV {getattr(openpiv, '__version__', OPENPIV)}, {os.cpu_count()} cores, times: least of {options.runs} runs\n")
    with tempfile.TemporaryDirectory() as folder:
        synthetic(options.program, options.runs, folder, read)
        print()
        real(options.program, options.pair, folder, read)


if __name__ == "__main__":
    main()
