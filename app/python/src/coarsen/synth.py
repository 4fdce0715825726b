# SPDX-License-Identifier: GPL-3.0-or-later
"""Series whose answers are known: the frames of ``coarsen-cli synth``, pixel for pixel, as arrays with their truth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import _core
from ._arrays import heard
from ._errors import SettingError


class Synthetic:
    """A series with its truth.

    ``frames``: uint8 or uint16 (frame, y, x), of volumes (frame, z, y, x). ``times``: seconds, float64 (frames,). ``truth``: a
    structured array (frames,) of time_s, r_max_px, xi_px, drift_x_px, drift_y_px, drift_z_px; NaN of what a pattern has not.
    """

    def __init__(self, core) -> None:
        names = ("time_s", "r_max_px", "xi_px", "drift_x_px", "drift_y_px", "drift_z_px")
        self.frames: np.ndarray = core.frames
        self.truth = np.empty(len(self.frames), dtype=[(name, np.float64) for name in names])
        for name in names:
            self.truth[name] = getattr(core, name)
        self.times: np.ndarray = self.truth["time_s"].copy()

    def series(self, *, pixel_size: float | Sequence[float] | None = None):
        """The same to be measured: a ``coarsen.Series``."""
        from . import Series
        return Series.from_arrays(self.frames, times=self.times, pixel_size=pixel_size, axes="zyx" if self.frames.ndim == 4 else "yx")


def _sides(size, count: int) -> list[int]:
    sides = [int(size)] * count if np.isscalar(size) else [int(side) for side in size]
    if len(sides) != count or min(sides) < 8 or np.prod(sides, dtype=float) > 2**28:
        raise SettingError("size", f"{size} is no size of {'a volume' if count == 3 else 'an image'}",
                           f"give a side of 8 or more, or {'(z, y, x)' if count == 3 else '(y, x)'}")
    return sides


def _require(holds: bool, name: str, reason: str, remedy: str) -> None:
    if not holds:
        raise SettingError(name, reason, remedy)


def _common(settings, size, frames: int, interval: float, seed: int, bits: int, noise: float, drift: float, light: float = 0,
            dust: int = 0, axes: int = 2) -> None:
    sides = _sides(size, axes)
    settings.height, settings.width = sides[-2:]
    if axes == 3:
        settings.depth = sides[0]
    _require(frames >= 1, "frames", "there must be at least one frame", "give 15")
    _require(interval > 0, "interval", "it must be above 0 seconds", "give 60")
    _require(bits in (8, 16), "bits", "it must be 8 or 16", "give 8")
    settings.frames, settings.interval, settings.seed, settings.bits = frames, interval, seed, bits
    faults = settings.faults
    faults.noise, faults.drift, faults.light, faults.dust = noise, drift, light, dust


def _law(settings, law: str | float) -> None:
    if isinstance(law, str):
        _require(law in ("linear", "constant"), "law", f'"{law}" is unknown', "give linear, constant, or the exponent of a power law")
        settings.law = getattr(_core.RingLaw, law)
    else:
        settings.law, settings.exponent = _core.RingLaw.power, float(law)


def ring(size=512, frames: int = 15, *, r_max: tuple[float, float] = (40, 120), ring_width: float = 0.15, law: str | float = "linear",
         zoom: bool = False, interval: float = 3600, t0: float = 0, seed: int = 1, bits: int = 8, noise: float = 0, drift: float = 0,
         light: float = 0, dust: int = 0, progress=None) -> Synthetic:
    """An isotropic Gaussian field with a ring in S(q): R_max is known exactly (science/limits.md).

    ``size``: pixels, or (y, x). ``r_max``: of the first and the last frame, pixels. ``ring_width``: relative. ``law``: linear,
    constant, or the exponent of a power law. ``zoom``: one pattern that grows instead of independent frames. ``interval``, ``t0``:
    seconds. ``noise``: white, in units of the pattern's standard deviation. ``drift``: the largest, pixels. ``light``: relative
    fall to the darkest corner. ``dust``: specks. Raises SettingError.
    """
    settings = _core.RingSettings()
    _common(settings, size, frames, interval, seed, bits, noise, drift, light, dust)
    _require(min(r_max) > 2, "r_max", f"{r_max} is no range of lengths above 2 px", "give (40, 120)")
    settings.r_max_from, settings.r_max_to = r_max
    settings.ring_width, settings.zoom, settings.t0 = ring_width, zoom, t0
    _law(settings, law)
    return Synthetic(_core.ring(settings, heard(progress)))


def exponential(size=512, frames: int = 15, *, xi: float = 20, interval: float = 3600, seed: int = 1, bits: int = 8,
                noise: float = 0, drift: float = 0, light: float = 0, dust: int = 0, progress=None) -> Synthetic:
    """An isotropic Gaussian field with C1D = exp(-R / xi), ``xi`` in pixels; the others as of ``ring``. Raises SettingError."""
    settings = _core.ExponentialSettings()
    _common(settings, size, frames, interval, seed, bits, noise, drift, light, dust)
    _require(xi >= 1, "xi", "it must be at least 1 px", "give 20")
    settings.xi = xi
    return Synthetic(_core.exponential(settings, heard(progress)))


def grains(size=512, frames: int = 15, *, grain: float = 60, period: float = 10, interval: float = 3600, seed: int = 1, bits: int = 8,
           noise: float = 0, light: float = 0, dust: int = 0, progress=None) -> Synthetic:
    """Stripes whose axis is another in each grain of a Poisson-Voronoi tessellation.

    ``grain``: root of the mean area, ``period``: of the stripes, both pixels; the others as of ``ring``. Raises SettingError.
    """
    settings = _core.GrainSettings()
    _common(settings, size, frames, interval, seed, bits, noise, 0, light, dust)
    _require(period >= 3, "period", "it must be at least 3 px", "give 10")
    _require(grain >= 4, "grain", "it must be at least 4 px", "give 60")
    settings.grain, settings.period = grain, period
    return Synthetic(_core.grains(settings, heard(progress)))


def particles(size=512, frames: int = 2, *, field: str = "uniform", max_displacement: float = 5, particles_per_px: float = 0.05,
              diameter: float = 3, lost: float = 0, interval: float = 1, seed: int = 1, bits: int = 8, noise: float = 0,
              light: float = 0, dust: int = 0, progress=None) -> Synthetic:
    """Particles that a flow carries on: ``field`` uniform, shear or vortex, by at most ``max_displacement`` pixels a frame.

    ``diameter``: pixels to exp(-2) of their light. ``lost``: share that others stand for in the next frame; the others as of
    ``ring``. Raises SettingError.
    """
    settings = _core.ParticleSettings()
    _common(settings, size, frames, interval, seed, bits, noise, 0, light, dust)
    _require(field in ("uniform", "shear", "vortex"), "field", f'"{field}" is unknown', "give uniform, shear or vortex")
    _require(0 <= max_displacement <= min(settings.width, settings.height), "max_displacement",
             "it must lie between 0 and the image's shorter side", "give 5")
    _require(0 < particles_per_px <= 1, "particles_per_px", "it must be above 0 and at most 1", "give 0.05")
    _require(1 <= diameter <= 50, "diameter", "it must be 1 to 50 px", "give 3")
    _require(0 <= lost <= 1, "lost", "it is a share, 0 to 1", "give 0.05")
    settings.field = getattr(_core.ParticleField, field)
    settings.max_displacement, settings.particles_per_px = max_displacement, particles_per_px
    settings.diameter, settings.lost = diameter, lost
    return Synthetic(_core.particles(settings, heard(progress)))


def cahn_hilliard(size=512, frames: int = 15, *, times: Sequence[float] | None = None, dt: float = 0.1, composition: float = 0,
                  seed: int = 1, bits: int = 8, noise: float = 0, drift: float = 0, light: float = 0, dust: int = 0,
                  progress=None) -> Synthetic:
    """Spinodal decomposition by the Cahn-Hilliard equation.

    ``times`` of the frames and the step ``dt``: units of the equation; by default geometric. ``composition``: the mean, 0 is a
    symmetric mixture; the others as of ``ring``. Raises SettingError.
    """
    settings = _core.CahnHilliardSettings()
    given = [] if times is None else [float(time) for time in times]
    _require(all(time > 0 for time in given) and given == sorted(set(given)), "times", "they do not grow", "give (100, 200, 400)")
    _common(settings, size, len(given) or frames, 3600, seed, bits, noise, drift, light, dust)
    settings.times, settings.dt, settings.composition = given, dt, composition
    return Synthetic(_core.cahn_hilliard(settings, heard(progress)))


def bicontinuous(size=96, frames: int = 8, *, wavelength: tuple[float, float] = (10, 16), ring_width: float = 0.05,
                 law: str | float = "linear", zoom: bool = False, kept: float = 1, interval: float = 3600, t0: float = 0,
                 seed: int = 1, bits: int = 8, noise: float = 0, drift: float = 0, progress=None) -> Synthetic:
    """Volumes whose two phases both percolate: R_max is 1.2295 wavelengths.

    ``size``: voxels, or (z, y, x). ``wavelength``: of the first and the last frame, voxels. ``kept``: with ``zoom``, how much of its
    pattern a frame has from the one before; the others as of ``ring``. Raises SettingError.
    """
    settings = _core.BicontinuousSettings()
    _common(settings, size, frames, interval, seed, bits, noise, drift, axes=3)
    _require(min(wavelength) >= 2.5, "wavelength", "voxels hold no wavelength below 3 px", "give (10, 16)")
    _require(0 < ring_width <= 0.5, "ring_width", "it must be above 0 and at most 0.5", "give 0.05")
    _require(0 <= kept <= 1, "kept", "it is a share, 0 to 1", "give 0.95")
    settings.wavelength_from, settings.wavelength_to = wavelength
    settings.ring_width, settings.zoom, settings.kept, settings.t0 = ring_width, zoom, kept, t0
    _law(settings, law)
    return Synthetic(_core.bicontinuous(settings, heard(progress)))


def flow(size=64, *, wavelength: float = 14, max_u: float = 4, flow_scale: float = 18, noise: float = 0, kept: float = 1,
         seed: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two volumes of a structure that a smooth flow has moved: ``fixed``, ``moved``, float32 (z, y, x), and ``u``, (3, z, y, x).

    moved(x) = fixed(x - u(x)), u along z, y and x in voxels. ``wavelength``, ``max_u`` (the longest u) and ``flow_scale`` (over
    which it turns): voxels. ``noise``: in units of the contrast. ``kept``: how much of the structure stays. Raises SettingError.
    """
    settings = _core.FlowPairSettings()
    sides = _sides(size, 3)
    settings.set_size(*sides)
    _require(wavelength >= 4, "wavelength", "it must be at least 4 voxels", "give 14")
    _require(0 <= max_u <= min(sides) / 2, "max_u", "it must lie between 0 and half the shortest side", "give 4")
    _require(flow_scale >= 4, "flow_scale", "it must be at least 4 voxels", "give 18")
    _require(noise >= 0, "noise", "it must not be negative", "give 0.1")
    _require(0 <= kept <= 1, "kept", "it is a share, 0 to 1", "give 0.95")
    settings.wavelength, settings.max_u, settings.flow_scale = wavelength, max_u, flow_scale
    settings.noise, settings.kept, settings.seed = noise, kept, seed
    pair = _core.flow_pair(settings)
    return pair.fixed, pair.moved, np.stack([pair.along(axis) for axis in (2, 1, 0)])
