#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The m nearest patches of each patch by PyTorch on the GPU, timed beside volumes_bench on the same machine. Run by hand.

Usage: nlm_peers.py FOLDER [M]   (patches_N.f32, which `volumes_bench --raw FOLDER` wrote there: float32, rows of 128)
torch: cdist (float32) and topk of 4096 rows at a time; the same by a product of 16-bit numbers, |a|^2 + |b|^2 - 2ab; and a product
of 8192 x 8192 bf16 numbers, the rate that all searches by tensor cores have above them. Medians between device events; of more
than 175,000 patches the first 8192 search, and their time is scaled to all.
"""
import pathlib
import statistics
import sys

import torch

AT_ONCE = 4096
ALL_UP_TO, PART = 175000, 8192


def median_ms(work, runs):
    work()
    times = []
    for _ in range(runs):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        work()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return statistics.median(times)


def by_cdist(rows, count, m):
    for first in range(0, count, AT_ONCE):
        torch.topk(torch.cdist(rows[first : first + AT_ONCE], rows), m + 1, largest=False)


def by_product(rows, count, m):
    half = rows.to(torch.bfloat16)
    norms = rows.square().sum(1)
    for first in range(0, count, AT_ONCE):
        part = slice(first, first + AT_ONCE)
        squares = norms[part, None] + norms[None] - 2 * (half[part] @ half.T)
        torch.topk(squares, m + 1, largest=False)


def main():
    folder, m = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 96
    a = torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16)
    ms = median_ms(lambda: a @ a, 20)
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}: bf16 product {2e-9 * 8192**3 / ms:.0f} TFLOP/s")
    for file in sorted(folder.glob("patches_*.f32"), key=lambda name: name.stat().st_size):
        rows = torch.from_file(str(file), size=file.stat().st_size // 4, dtype=torch.float32).reshape(-1, 128).cuda()
        runs = 5 if len(rows) < 50000 else 1
        count = len(rows) if len(rows) <= ALL_UP_TO else PART
        cdist, product = (len(rows) / count * median_ms(lambda: by(rows, count, m), runs) for by in (by_cdist, by_product))
        print(f"{len(rows)} elements, m = {m}: cdist and topk {cdist:.1f} ms, bf16 product and topk {product:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
