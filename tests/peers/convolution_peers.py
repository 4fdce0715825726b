#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Convolution by PyTorch (cuDNN) on the GPU, timed beside `coarsen-cli bench --suite convolution --json`. Run by hand.

Usage: convolution_peers.py [BENCH.json]   (what the benchmark wrote on the same machine; then ratios are printed too)
torch: conv2d of one channel, float32 (TF32 off), a 4096 x 4096 image padded by the filter; median of 20 runs between device
events after 3 that are not counted (of 9 after 2 in the run of 23 November 2026).
"""
import json
import sys

import torch

from gpu_peers import median_ms

SIDE = 4096
FILTERS = (3, 5, 7, 9, 13, 17, 25, 31, 43)


def ours(bench, size):
    """Milliseconds of gpu-direct, or nothing."""
    for row in bench.get("cases", []):
        if row["engine"] == "gpu-direct" and row["fw"] == row["fh"] == size and not row["rank_1"]:
            return row["ms"]
    return None


def main():
    bench = {}
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            bench = json.load(file)
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cudnn.benchmark = True
    print(torch.cuda.get_device_name(0), "torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())
    for size in FILTERS:
        image = torch.rand(1, 1, SIDE + size - 1, SIDE + size - 1, device="cuda")
        taps = torch.rand(1, 1, size, size, device="cuda")
        theirs = median_ms(lambda: torch.nn.functional.conv2d(image, taps))
        line = f"{SIDE}x{SIDE}, {size}x{size}: torch conv2d {theirs:.4f} ms"
        if (milliseconds := ours(bench, size)) is not None:
            line += f"  gpu-direct {milliseconds:.4f} ms: {theirs / milliseconds:.1f}x"
        print(line)


if __name__ == "__main__":
    main()
