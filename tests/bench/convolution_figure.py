#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws GFLOP/s against filter size from the JSON of `coarsen-cli bench --suite convolution --json`: one panel a device, the
size from which the FFT is quicker than direct sums marked. Usage: convolution_figure.py BENCH.json FIGURE.svg"""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 620, 400, 80, 210, 44, 52
COLOURS = ["#0b6e99", "#c8553d", "#4f772d", "#7b4b94", "#b08900", "#444444", "#1f9e89", "#d17a9b", "#5b8c00", "#a05a2c"]
DIRECT, FFT = ("cpu-simd", "gpu-direct"), ("cpu-fft", "gpu-fft")
# Rungs of the paper's ladder between its first and last ones, and the 1 x 4 tile of 16 x 16 threads, stay in the JSON.
LEFT_OUT = ("filter in constant memory", "neighbourhood in shared memory", "1x2", "1x2, padded", "1x4, padded")


def is_shown(case):
    return case["engine"] not in LEFT_OUT and (case["engine"], case["block"]) != ("1x4", "16x16")


def squares(cases, device):
    """GFLOP/s by engine and size: square filters that are not of rank 1, but of what does only those."""
    general, separable = {}, {}
    for case in cases:
        if case["device"] != device or case["fw"] != case["fh"] or not is_shown(case):
            continue
        curves = separable if case["rank_1"] else general
        curves.setdefault(case["engine"], {})[case["fw"]] = case["gflops"]
    for engine, curve in separable.items():
        if engine not in general:
            general[engine + " (rank 1)"] = curve
    return general


def crossover(curves):
    """The first size from which on the FFT is quicker than direct sums."""
    direct = next((curves[name] for name in DIRECT if name in curves), {})
    fft = next((curves[name] for name in FFT if name in curves), {})
    both = sorted(set(direct) & set(fft))
    later = [size for size in both if all(fft[s] > direct[s] for s in both if s >= size)]
    return later[0] if later else None


def label_of(decade):
    return f"{10**decade:,}" if decade >= 0 else f"{10.0**decade:g}"


def panel(title, curves, peak, left, colours):
    sizes = [size for curve in curves.values() for size in curve]
    values = [value for curve in curves.values() for value in curve.values()] + ([peak] if peak else [])
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(size):
        return left + LEFT + inner_width * (size - min(sizes)) / max(1, max(sizes) - min(sizes))

    def y(value):
        return TOP + inner_height * (high - math.log10(value)) / (high - low)

    parts = [f'<text x="{left + LEFT}" y="22" class="title">{title}</text>']
    for decade in range(low, high + 1):
        at = y(10.0**decade)
        parts.append(f'<line x1="{left + LEFT}" y1="{at:.1f}" x2="{left + WIDTH - RIGHT}" y2="{at:.1f}" class="grid"/>')
        parts.append(f'<text x="{left + LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{label_of(decade)}</text>')
    marked = sorted(set(sizes))
    for size in marked[:: max(1, len(marked) // 6)]:
        parts.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{size}</text>')
    middle = TOP + inner_height / 2
    parts.append(f'<text x="{left + LEFT + inner_width / 2}" y="{HEIGHT - 12}" text-anchor="middle">filter width = height, px</text>')
    parts.append(f'<text transform="translate({left + 18},{middle}) rotate(-90)" text-anchor="middle">GFLOP/s (2 a tap and pixel)</text>')
    if peak:
        parts.append(f'<line x1="{left + LEFT}" y1="{y(peak):.1f}" x2="{left + WIDTH - RIGHT}" y2="{y(peak):.1f}" class="peak"/>')
        parts.append(f'<text x="{left + LEFT + 4}" y="{y(peak) - 5:.1f}">float32 peak, {peak:,.0f}</text>')
    crossed = crossover(curves)
    if crossed:
        parts.append(f'<line x1="{x(crossed):.1f}" y1="{TOP}" x2="{x(crossed):.1f}" y2="{HEIGHT - BOTTOM}" class="peak"/>')
        parts.append(f'<text x="{x(crossed) + 5:.1f}" y="{HEIGHT - BOTTOM - 8}">FFT quicker from {crossed} x {crossed}</text>')
    free = TOP  # for names at the right, none over another
    for engine, curve in sorted(curves.items(), key=lambda each: -each[1][max(each[1])]):
        colour = colours[engine]
        points = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in sorted(curve.items()))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        free = max(free + 14, y(curve[max(curve)]) + 4)
        parts.append(f'<text x="{left + WIDTH - RIGHT + 6}" y="{free:.1f}" style="fill:{colour}">{engine}</text>')
    return parts


def main(source, target):
    with open(source, encoding="utf-8") as file:
        bench = json.load(file)
    devices = list(dict.fromkeys(case["device"] for case in bench["cases"]))
    curves = {device: squares(bench["cases"], device) for device in devices}
    engines = sorted({engine for of_device in curves.values() for engine in of_device})
    colours = {engine: COLOURS[i % len(COLOURS)] for i, engine in enumerate(engines)}
    parts = []
    for i, device in enumerate(devices):
        parts += panel(device, curves[device], bench["peak_gflops"].get(device), i * WIDTH, colours)
    style = ("text{font:12px sans-serif;fill:#222}.title{font-weight:600}.grid{stroke:#ddd}"
             ".peak{stroke:#888;stroke-dasharray:4 3}")
    total = WIDTH * len(devices)
    note = f'<text x="{total - 8}" y="{HEIGHT + 14}" text-anchor="end">{bench["machine"]}, {bench["date"][:10]}, commit {bench["commit"]}</text>'
    with open(target, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{HEIGHT + 22}">\n<style>{style}</style>\n'
                   f'<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts + [note]) + "\n</svg>\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
