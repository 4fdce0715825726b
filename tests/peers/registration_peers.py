#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Deformable registration by FireANTs on the GPU, timed on the pairs that volumes_bench registers, and ours. Run by hand.

Usage: registration_peers.py [--ours VOLUMES_BENCH] [SIDE ...]   (128 240; needs torch, numpy, tqdm and fireants 1.5.0; unpacked
wheels on PYTHONPATH do). With --ours that program registers the same pairs first, on the same GPU, and the errors are compared.
The pair is that of `coarsen-cli synth flow --seed 2` (wavelength 14, u of up to 4 voxels), made here on the device from the same
random numbers: moved(x) = fixed(x - u(x)). FireANTs is given `moved` as its fixed image, so that its warp is -u on the same grid.
The end-point error is judged as core/synth/flow_errors does it, 4 voxels from every face left out.
At the first side each loss looks for its best smoothing, going on until the best is not the widest tried, then learning rates and
iterations for the scales 4, 2, 1 are tried; what is at least a fifth more exact than all that is quicker, and the most exact, are
timed again, at the other sides, too.
Host to host: from two arrays of float32 to the warp in an array; descent: FireANTs' optimize() alone.
"""
import argparse
import contextlib
import importlib.metadata
import io
import itertools
import json
import logging
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import types

os.environ["TQDM_DISABLE"] = "1"  # which torch's import of it reads

import numpy as np
import torch

WAVELENGTH, LONGEST, FLOW_SCALE, SEED, MARGIN = 14, 4, 18, 2, 4
ITERATIONS = [(10, 10, 5), (25, 15, 8), (50, 25, 12), (200, 100, 50), (100, 100, 100)]
RATES = [0.5, 0.25, 1.0]
LOSSES = ["mse", "cc5"]  # the number is the side of the correlation's box
GRADIENTS, WIDER = [1, 2, 3, 4, 6, 8], 1.5  # smoothing of the gradient, voxels; and by what the widest grows where it was best
WARPS = [0.25, 0.5, 1]  # smoothing of the warp, voxels: that in the middle first, the others where the gradient's is best
MIDDLE = (100, 50, 25), 0.5  # at which smoothings are compared
SECONDS = 60  # for the search


class Random:
    """core/synth/random_numbers: std::mt19937_64 begun by std::seed_seq."""

    def __init__(self, seed, stream):
        low = 0xFFFFFFFF
        given = [seed & low, seed >> 32, stream & low, stream >> 32]
        n, s, p, q = 624, 4, 306, 317
        words = [0x8B8B8B8B] * n
        for k in range(2 * n):
            here, there, before = k % n, (k + p) % n, (k + n - 1) % n
            if k < n:
                x = words[here] ^ words[there] ^ words[before]
                first = 1664525 * (x ^ x >> 27) & low
                second = first + (s if k == 0 else here + (given[k - 1] if k <= s else 0)) & low
                words[there] = words[there] + first & low
                words[(k + q) % n] = words[(k + q) % n] + second & low
            else:
                x = words[here] + words[there] + words[before] & low
                first = 1566083941 * (x ^ x >> 27) & low
                second = first - here & low
                words[there] ^= first
                words[(k + q) % n] ^= second
            words[here] = second
        self.state = [words[2 * i] | words[2 * i + 1] << 32 for i in range(312)]
        self.at, self.spare = 312, None

    def bits(self):
        state = self.state
        if self.at == 312:
            for i in range(312):
                x = state[i] & 0xFFFFFFFF80000000 | state[(i + 1) % 312] & 0x7FFFFFFF
                state[i] = state[(i + 156) % 312] ^ x >> 1 ^ (0xB5026F5AA96619E9 if x & 1 else 0)
            self.at = 0
        x = state[self.at]
        self.at += 1
        x ^= x >> 29 & 0x5555555555555555
        x ^= x << 17 & 0x71D67FFFEDA60000
        x ^= x << 37 & 0xFFF7EEE000000000
        return x ^ x >> 43

    def uniform(self, low=0.0, high=1.0):
        return low + (high - low) * (self.bits() >> 11) * 2.0**-53

    def normal(self):
        if self.spare is not None:
            value, self.spare = self.spare, None
            return value
        radius = math.sqrt(-2 * math.log(1 - self.uniform()))
        angle = 2 * math.pi * self.uniform()
        self.spare = radius * math.sin(angle)
        return radius * math.cos(angle)


def structure_waves():
    random, waves, q = Random(SEED, 7 << 40), [], 2 * math.pi / WAVELENGTH
    for _ in range(120):
        cosine, angle = random.uniform(-1, 1), random.uniform(0, 2 * math.pi)
        sine = math.sqrt(1 - cosine * cosine)
        waves.append((q * sine * math.cos(angle), q * sine * math.sin(angle), q * cosine, random.uniform(0, 2 * math.pi)))
    return waves


def flow_waves(axis):
    random = Random(SEED, (7 << 40) + 2 + axis)
    return [tuple(random.normal() / FLOW_SCALE for _ in range(3)) + (random.uniform(0, 2 * math.pi),) for _ in range(24)]


def field_at(places, waves):
    table = torch.tensor(waves, dtype=torch.float64, device=places.device)
    return math.sqrt(2 / len(waves)) * torch.cos(places @ table[:, :3].T + table[:, 3]).sum(-1)


def flow_pair(side, device):
    """fixed and moved (z, y, x) and u (z, y, x, along x y z), float32, as core/synth/flow_pair makes them."""
    line = torch.arange(side, dtype=torch.float64, device=device)
    plane = torch.stack(torch.meshgrid(line, line, indexing="ij")[::-1], -1)  # of y and x

    def slices(z):
        return torch.cat([plane, torch.full_like(plane[..., :1], float(z))], -1)

    flows, structure = [flow_waves(axis) for axis in range(3)], structure_waves()
    u = torch.stack([torch.stack([field_at(slices(z), waves) for waves in flows], -1) for z in range(side)]).float()
    u = (u.double() * LONGEST / u.norm(dim=-1).max().double()).float()

    def phase(places):
        return (0.5 + 0.5 * torch.tanh(field_at(places, structure)) / 0.556).float()

    fixed = torch.stack([phase(slices(z)) for z in range(side)])
    moved = torch.stack([phase(slices(z) - u[z].double()) for z in range(side)])
    return fixed.cpu().numpy(), moved.cpu().numpy(), u


def judged(u):
    """Where a voxel and the place it came from are inside."""
    side = u.shape[0]
    line = torch.arange(side, dtype=torch.float32, device=u.device)
    place = torch.stack(torch.meshgrid(line, line, line, indexing="ij")[::-1], -1)
    inside = lambda at: ((at > MARGIN) & (at < side - 1 - MARGIN)).all(-1)
    return inside(place) & inside(place - u)


class ArrayImage:
    """What FireANTs asks of a SimpleITK image, for an array in memory: voxels of 1, nothing turned."""

    def __init__(self, array):
        self.array = array

    def GetNumberOfComponentsPerPixel(self):
        return 1

    def GetDimension(self):
        return 3

    def GetSize(self):
        return self.array.shape[::-1]

    def GetSpacing(self):
        return (1.0, 1.0, 1.0)

    def GetOrigin(self):
        return (0.0, 0.0, 0.0)

    def GetDirection(self):
        return (1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0)


def fireants():
    """Its classes. Images come from memory, so SimpleITK's part, the files, is not needed; nor is SciPy, imported but not used."""
    itk = types.ModuleType("SimpleITK")
    itk.SimpleITK, itk.Image, itk.GetArrayFromImage = itk, ArrayImage, lambda image: image.array
    scipy = types.ModuleType("scipy.ndimage")
    scipy.zoom = None
    sys.modules.update({"SimpleITK": itk, "scipy": types.ModuleType("scipy"), "scipy.ndimage": scipy})
    logging.disable(logging.WARNING)
    with contextlib.redirect_stdout(io.StringIO()):
        from fireants.io.image import BatchedImages, Image
        from fireants.registration.greedy import GreedyRegistration
        from fireants.registration.syn import SyNRegistration
    return Image, BatchedImages, {"greedy": GreedyRegistration, "SyN": SyNRegistration}


class Peer:
    def __init__(self, side, device, classes):
        self.device, (self.image, self.batch, self.methods) = device, classes
        self.fixed, self.moved, self.u = flow_pair(side, device)
        self.judged = judged(self.u)

    def wait(self):
        if self.device == "cuda":
            torch.cuda.synchronize()

    def register(self, method, loss, smoothing, rate, iterations):
        """Seconds host to host, seconds of the descent, mean end-point error and its 95th percentile in voxels."""
        self.wait()
        begin = time.perf_counter()
        images = [self.batch([self.image(ArrayImage(array), device=self.device)]) for array in (self.moved, self.fixed)]
        registration = self.methods[method](
            scales=[4, 2, 1], iterations=list(iterations), fixed_images=images[0], moving_images=images[1],
            loss_type=loss.rstrip("0123456789"), cc_kernel_size=int(loss[2:]) if loss.startswith("cc") else 3,
            optimizer="Adam", optimizer_lr=rate, smooth_grad_sigma=smoothing[0], smooth_warp_sigma=smoothing[1],
            loss_params={}, progress_bar=False)
        self.wait()
        descends = time.perf_counter()
        registration.optimize()
        self.wait()
        descended = time.perf_counter()
        grid = registration.get_warp_parameters(*images)["grid"].detach()[0]
        warp = grid.cpu().numpy()
        end = time.perf_counter()
        u = torch.from_numpy(warp).to(self.device) * (-(warp.shape[0] - 1) / 2)
        errors = (u - self.u).norm(dim=-1)[self.judged].double().cpu().numpy()
        return end - begin, descended - descends, errors.mean(), np.percentile(errors, 95)

    def median(self, settings, runs):
        results = [self.register(*settings) for _ in range(runs)]
        whole, descent = (1e3 * statistics.median(result[i] for result in results) for i in range(2))
        return whole, descent, results[-1][2], results[-1][3]


def told(settings):
    method, loss, (gradient, warp), rate, iterations = settings
    return f"{method} {loss}, smoothing {gradient:g}/{warp:g}, rate {rate}, iterations {','.join(map(str, iterations))}"


def search(peer):
    """All that was tried, settings and its one time and error; and for each loss in words where its best smoothing lies."""
    until, tried = time.monotonic() + SECONDS, {}

    def attempt(*settings):
        if settings not in tried and time.monotonic() < until:
            tried[settings] = peer.register(*settings)
        return tried.get(settings, (math.inf,) * 4)

    def best_smoothing(loss):
        def error(gradient, warp):
            return attempt("greedy", loss, (gradient, warp), MIDDLE[1], MIDDLE[0])[2]

        gradients, warps = list(GRADIENTS), list(WARPS)
        middle = warps[len(warps) // 2]
        while (best := min(gradients, key=lambda by: error(by, middle))) == gradients[-1] and time.monotonic() < until:
            gradients.append(gradients[-1] * WIDER)
        while (warp := min(warps, key=lambda by: error(best, by))) in (warps[0], warps[-1]) and time.monotonic() < until:
            warps = [warps[0] / 2] + warps if warp == warps[0] else warps + [2 * warps[-1]]
        inside = gradients[0] < best < gradients[-1] and warps[0] < warp < warps[-1]
        return (best, warp), f"{loss}: best smoothing {best:g}/{warp:g}, " + ("inside" if inside else "AT THE EDGE of") + " those tried"

    for loss in LOSSES:  # the first run of each gets kernels and memory ready
        peer.register("greedy", loss, (GRADIENTS[0], WARPS[0]), MIDDLE[1], ITERATIONS[0])
    best = {loss: best_smoothing(loss) for loss in LOSSES}
    attempt("SyN", "mse", best["mse"][0], MIDDLE[1], MIDDLE[0])
    for rate, iterations, loss in itertools.product(RATES, ITERATIONS, LOSSES):
        attempt("greedy", loss, best[loss][0], rate, iterations)
    return tried, [words for _, words in best.values()] + ["the clock ended the search"] * (time.monotonic() >= until)


def ours(program, sides):
    """Prints what volumes_bench says of its own pairs; mean errors by side."""
    with tempfile.TemporaryDirectory() as folder:
        answer = os.path.join(folder, "ours.json")
        subprocess.run([program, "8", "--compare-up-to", "8", "--elements", "0", "--ladder", "0", "--json", answer, "--register",
                        *map(str, sides)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(answer) as file:
            rows = json.load(file)["registration"]
    print("ours, medians: host to host ms with sigma 0.4 of the wavelength, with the wavelength alone; mean and 95 % error in voxels")
    for row in rows:
        print(f"{row['adaptive_ms']:9.1f} {row['whole_ms']:9.1f} {row['error_mean_px']:7.3f} {row['error_p95_px']:7.3f}"
              f"  {row['side']}^3, {row['device']}", flush=True)
    return {row["side"]: row for row in rows}


def main():
    words = argparse.ArgumentParser(description="See the head of this file.")
    words.add_argument("--ours", metavar="VOLUMES_BENCH")
    words.add_argument("sides", metavar="SIDE", type=int, nargs="*", default=[128, 240])
    options = words.parse_args()
    sides = options.sides
    device = "cuda" if torch.cuda.is_available() else "cpu"
    classes = fireants()
    name = torch.cuda.get_device_name() if device == "cuda" else "processor"
    version = importlib.metadata.version("fireants")
    print(f"{name}, torch {torch.__version__}, FireANTs {version} without its fused operations, images of arrays in place of SimpleITK's")
    own = ours(options.ours, sides) if options.ours else {}
    peer = Peer(sides[0], device, classes)
    still = peer.u.norm(dim=-1)[peer.judged].mean().item()
    print(f"{sides[0]}^3: an answer of 0 has a mean error of {still:.3f} voxel, one of the wrong sign {2 * still:.3f}", flush=True)
    tried, remarks = search(peer)
    print(*remarks, sep="\n")
    print("tried once: host to host ms, descent ms, mean and 95 % error in voxels")
    for settings, (whole, descent, mean, most) in tried.items():
        print(f"{1e3 * whole:9.1f} {1e3 * descent:9.1f} {mean:7.3f} {most:7.3f}  {told(settings)}")
    front = []  # each with an error a fifth below that of all quicker ones, and the most exact
    for settings in sorted(tried, key=lambda settings: tried[settings][0]):
        if not front or tried[settings][2] < 0.8 * tried[front[-1]][2]:
            front.append(settings)
    exact = min(tried, key=lambda settings: tried[settings][2])
    front += [] if exact in front else [exact]
    for side in sides:
        if side != sides[0]:
            del peer
            peer = Peer(side, device, classes)
        print(f"{side}^3, medians of three (above 1 s one): host to host ms, descent ms, mean and 95 % error in voxels", flush=True)
        peer.register(*front[0])
        for settings in front:
            whole, descent, mean, most = peer.median(settings, 3 if tried[settings][0] < 1 else 1)
            beside = ""
            if side in own:
                beside = f"; {whole / own[side]['adaptive_ms']:.1f} times ours, {mean / own[side]['error_mean_px']:.2f} its error"
            print(f"{whole:9.1f} {descent:9.1f} {mean:7.3f} {most:7.3f}  {told(settings)}{beside}", flush=True)


if __name__ == "__main__":
    main()
