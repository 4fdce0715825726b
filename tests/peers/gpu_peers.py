#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Autocorrelation by PyTorch and CuPy on the GPU, timed beside coarsen-cli bench --json on the same machine. Run by hand.

Usage: gpu_peers.py [BENCH.json]   (what `coarsen-cli bench --json` wrote there; then ratios are printed too)
torch: rfft2 padded by R, |.|^2, irfft2, the lags cut out; 1 and 64 frames at once. CuPy: scipy's fftconvolve of the whole.
Each is the median of 20 runs between device events after 3 that are not counted; float32, frames on the device already.
"""
import json
import statistics
import sys

import torch

CASES = [(1500, 750, 250), (1500, 750, 16), (1500, 750, 64), (1500, 750, 500), (640, 480, 16), (2048, 2048, 250)]


def smooth(length):
    """The next length without a prime factor beyond 7."""
    while True:
        rest = length
        for prime in (2, 3, 5, 7):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return length
        length += 1


def median_ms(work):
    for _ in range(3):
        work()
    times = []
    for _ in range(20):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        work()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    return statistics.median(times)


def torch_ms(width, height, lag, frames):
    images = torch.rand(frames, height, width, device="cuda") - 0.5
    size = (smooth(height + lag), smooth(width + lag))

    def work():
        power = torch.fft.rfft2(images, s=size).abs().square()
        sums = torch.fft.irfft2(power, s=size)
        return torch.cat((sums[:, : lag + 1, -lag:], sums[:, : lag + 1, : lag + 1]), dim=2)

    return median_ms(work) / frames


def cupy_ms(width, height):
    import cupy
    from cupyx.scipy.signal import fftconvolve

    image = cupy.random.rand(height, width, dtype=cupy.float32) - 0.5

    def work():
        fftconvolve(image, image[::-1, ::-1])
        cupy.cuda.Device().synchronize()

    return median_ms(work)


def ours(cases, name, engine):
    times = [case["ms_median"] for case in cases if case["case"] == name and engine in case["engine"]]
    return min(times) if times else None


def main():
    cases = []
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as report:
            cases = json.load(report)["cases"]
    print(torch.cuda.get_device_name(), "torch", torch.__version__)
    for width, height, lag in CASES:
        size = f"{width}x{height} R{lag}"
        peers = [("torch.fft", 1), ("torch.fft", 64)]
        try:
            import cupy  # noqa: F401

            peers.append(("CuPy fftconvolve", 1))
        except ImportError:
            print("no CuPy here")
        for peer, frames in peers:
            peer_ms = torch_ms(width, height, lag, frames) if peer == "torch.fft" else cupy_ms(width, height)
            own = ours(cases, f"{size} u8, {frames} frame" + ("s" if frames > 1 else ""), "gpu-fft")
            ratio = f"  gpu-fft {own:.4f} ms: {peer_ms / own:.1f}x" if own else ""
            print(f"{size}, {frames} at once: {peer} {peer_ms:.4f} ms a frame{ratio}")


if __name__ == "__main__":
    main()
