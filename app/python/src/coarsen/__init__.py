# SPDX-License-Identifier: GPL-3.0-or-later
"""Characteristic lengths of growing structures, from images: what coarsen-cli measures, from NumPy arrays and from files.

Axes are (y, x), (y, x, channel), or of volumes (z, y, x). Lengths are in pixels unless a name says ``um``; times in seconds.
uint8, uint16 and float32 are measured as they are; others are cast to float32, with a warning where that loses more than 1e-6 of
their range. NaN, masked pixels and those where ``mask`` is true are not valid.
While a function works other threads run on; Ctrl+C ends it with KeyboardInterrupt.
What is measured, and how well, is in the manual and in ``resources/science`` of the project.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from . import _core, _scripts
from ._arrays import Frames, heard, prepared, table
from ._core import Length, Profile, __version__, presets
from ._errors import EngineError, Error, InputError, SettingError, StorageError
from ._laws import Law, Parameter, Plots
from ._scripts import field, length, step

__all__ = [
    "Batch", "Correlation", "EngineError", "Ensemble", "Error", "Flow", "InputError", "Law", "Length", "Parameter", "Profile",
    "Recipe", "Result", "Series", "SettingError", "Shift", "StorageError", "Surface", "analyze", "batch", "convolve", "correlate",
    "ensemble", "field", "find_length", "length", "load", "measure", "presets", "radial_mean", "register", "shift", "step", "surface",
    "synth",
]

Progress = Callable[[int, int], object] | bool | None

_core.set_installed_folder(os.path.dirname(os.path.abspath(__file__)))  # where the programs lie that read camera raw, HDF5 and DICOM


class Recipe:
    """Every choice that decides a number, by the keys of ``coarsen-cli recipe --keys``; a new one is the default."""

    def __init__(self, settings: dict | None = None, *, preset: str | None = None) -> None:
        """``settings``: values by dotted key, on top of the preset named (one of ``presets()``). Raises SettingError."""
        self._core = _core.Recipe.preset(preset) if preset else _core.Recipe.default()
        for key, value in (settings or {}).items():
            self.set(key, value)

    @classmethod
    def from_file(cls, path: str | os.PathLike) -> Recipe:
        """The recipe of a JSON file, as of ``--recipe``. Raises OSError, SettingError."""
        with open(path, encoding="utf-8") as file:
            return cls._of(_core.Recipe.from_json(file.read(), os.fspath(path)))

    @classmethod
    def from_json(cls, text: str) -> Recipe:
        """The recipe of such a text. Raises SettingError."""
        return cls._of(_core.Recipe.from_json(text, "recipe"))

    @classmethod
    def _of(cls, core) -> Recipe:
        recipe = cls.__new__(cls)
        recipe._core = core
        _scripts.describe(core)
        return recipe

    def set(self, key: str, value) -> Recipe:
        """Changes one setting in place, as ``--set key=value`` does, and returns the recipe. Raises SettingError.

        ``name.on`` asks for a step or a length of yours (``coarsen.step``, ``coarsen.length``).
        """
        if isinstance(value, (bool, np.bool_)):
            value = "true" if value else "false"
        if not _scripts.set_in(self._core, key, value):
            self._core.set(key, str(value))
            _scripts.describe(self._core)  # where the source was changed
        return self

    def to_json(self) -> str:
        """The recipe as ``--recipe`` reads it."""
        return self._core.to_json()

    @property
    def hash(self) -> str:
        """SHA-256 of the recipe, as tables have it."""
        return self._core.hash

    def __eq__(self, other) -> bool:
        return isinstance(other, Recipe) and self._core == other._core

    __hash__ = None

    def __repr__(self) -> str:
        return f"<coarsen.Recipe {self.hash[:12]}>"


class Correlation:
    """C2D: the correlation at every offset (Y0, X0) of up to R pixels, with offset (0, 0) at ``[R, R]``; an array to NumPy."""

    def __init__(self, core) -> None:
        self._core = core

    @property
    def max_lag(self) -> int:
        """R in pixels."""
        return self._core.max_lag

    @property
    def values(self) -> np.ndarray:
        """float64 (2R+1, 2R+1), a new array each time; NaN where too few pairs of pixels are valid."""
        return self._core.values

    @property
    def pairs(self) -> np.ndarray:
        """Pairs of valid pixels behind each value, float64 (2R+1, 2R+1)."""
        return self._core.pairs

    @property
    def engine(self) -> str:
        """Which engine made it, as of ``--engine``."""
        return self._core.engine

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return self.values if dtype is None else self.values.astype(dtype)


def correlate(image, mask=None, max_lag: int | None = None, *, mean: str = "global", norm: str = "count",
              engine: str = "auto", threads: int = 0) -> Correlation:
    """The autocorrelation C2D of an image as it is; no step of a recipe changes it before.

    ``image``: (y, x), or (y, x, channel) whose products are summed; uint8, uint16 and float32 as they are, others as float32 (with
    a warning where that loses more than 1e-6 of their range). NaN, masked pixels and those where ``mask`` is true are not valid.
    ``max_lag``: R in pixels, by default a third of the shorter side. ``mean``: global, none or overlap; ``norm``: count, energy or
    local (science/definitions.md). ``threads``: 0 takes all cores. Raises InputError, SettingError, EngineError.
    """
    array, valid = prepared(image, mask)
    if max_lag is not None and max_lag < 1:
        raise SettingError("max_lag", "it must be at least 1 px", "leave it out for a third of the shorter side")
    return Correlation(_core.correlate(array, valid, max_lag or 0, mean, norm, engine, threads))


def radial_mean(c2d, *, aspect: float = 1.0) -> Profile:
    """C1D, the mean of C2D over circles (Eq. 2 of Lu et al. 2010): ``value`` at ``r`` = 0, 1, ... R px, float64.

    ``c2d``: of ``correlate``, or an array (2R+1, 2R+1), which knows no ``pairs`` (NaN). ``aspect``: height of a pixel over its
    width; circles are round on the sample. Raises InputError.
    """
    core = c2d._core if isinstance(c2d, Correlation) else _core.map_of(np.ascontiguousarray(c2d, dtype=np.float64))
    return _core.radial_mean(core, aspect)


def find_length(profile: Profile, kind: str = "r_max", *, recipe: Recipe | None = None) -> Length:
    """A length of C1D: ``px`` (NaN where there is none, and ``message`` says why), ``c1d`` there and ``quality``.

    ``kind``: r_max, r_min, r_zero, r_half, xi and the others of science/definitions.md that C1D has, or one of yours
    (``coarsen.length``), ``px`` then being in its unit. The recipe's ``measure`` decides how it is found. Raises SettingError for an
    unknown kind. Errors need the image: ``measure``.
    """
    core = (recipe or Recipe())._core.copy()
    _scripts.set_in(core, kind + ".on", "true")
    return _core.find_length(profile, kind, core)


_TEXTS = {"file", "time_source", "status", "quality", "engine", "message"}
_LAW_TEXTS = {"length", "unit", "time_unit", "model", "parameter", "value_unit", "exponent_model", "rate_model",
              "misses_points", "message"}


class Result:
    """What was measured: a session of the command line and the window."""

    def __init__(self, core, notes: Iterable[str] = ()) -> None:
        self._core = core
        self.notes: list[str] = list(notes)  # what the run had to say, a sentence each

    @property
    def frames(self) -> np.ndarray:
        """One row a frame, a structured array with the columns of results.csv (reference/results.md); NaN where a cell is empty."""
        return table(self._core.results_csv(), _TEXTS, {"frame", "page"})

    @property
    def c1d(self) -> np.ndarray:
        """C1D of all frames, a structured array with the columns of c1d.csv: frame, r_px, c1d, c1d_err, n."""
        return table(self._core.c1d_csv(), set(), {"frame"})

    @property
    def surfaces(self) -> np.ndarray:
        """A row for each volume whose surface was measured (``surface.on``), a structured array with the columns of surface.csv."""
        return table(self._core.surface_csv(), {"length_unit"}, {"frame"})

    @property
    def fits(self) -> dict:
        """The laws of growth with parameters, errors and quality: fit.json, as of the command line."""
        return json.loads(self._core.fit_json())

    def fit(self, model: str = "auto", **settings) -> Law:
        """One law of growth, fitted anew to the rows: ``fit("power-t0", weights="relative", t0="-10 h")``.

        ``model``: origin-line, line, power, power-t0, crossover or lsw; auto takes the one that the recipe asks for. ``settings``: those of
        the recipe's ``fit`` (reference/recipe-keys.md), ``from_`` and ``to`` among them; those not given stay as they are. A law
        that cannot be fitted says why in ``reason``, and one that is not to be relied on warns, and says why in ``doubt``. Raises
        SettingError.
        """
        given = {name.rstrip("_"): str(value) for name, value in settings.items()}
        if model != "auto":
            given["model"] = model
        for name in ("t0", "from", "to"):
            _refuse_time_of_numbers(self._core, name, settings.get(name, settings.get(name + "_")))
        core = self._core.fitted(given)
        fits = json.loads(core.fit_json())
        law = Law(core, fits["chosen"], fits)
        if law.doubt and not law.reason:
            warnings.warn(f"{law.name}: {law.doubt}", stacklevel=2)
        return law

    @property
    def plot(self) -> Plots:
        """Figures by matplotlib: ``plot.growth()``, ``plot.c1d()``; each gives its axes."""
        return Plots(self)

    @property
    def recipe(self) -> Recipe:
        """What it was measured with, a copy."""
        return Recipe._of(self._core.recipe)

    @property
    def arrays(self) -> list[tuple[str, tuple[int, ...], str]]:
        """Type, shape and SHA-256 of the bytes (C order) of each array that was measured; empty of files."""
        facts = self._core.array
        return [(facts[0], tuple(facts[1]), sum_) for sum_ in self._core.sums] if facts else []

    def save(self, path: str | os.PathLike) -> None:
        """Writes the session, which ``load`` and the window open.

        Of arrays it keeps rows, curves, types, shapes and SHA-256, not the pixels: the window shows the results and asks for the
        pictures. Raises StorageError.
        """
        self._core.save(os.path.abspath(path))


def _sides(pixel_size) -> list[float] | None:
    """Micrometres as a list: one number or text with its unit, or one for each axis in the array's order."""
    if pixel_size is None:
        return None
    return [_core.micrometres_of(str(side)) if isinstance(side, str) else float(side) for side in np.atleast_1d(pixel_size)]


def _named(thing) -> str:
    """"an array of shape (12, 256, 384)", or the type."""
    return f"an array of shape {thing.shape}" if isinstance(thing, np.ndarray) else f"a {type(thing).__name__}"


def _seconds(time, name: str) -> float | None:
    """Seconds of a number, or of a text with its unit."""
    return _core.seconds_of(time, name) if isinstance(time, str) else None if time is None else float(time)


def _refuse_time_of_numbers(core, name: str, given) -> None:
    """Frames that are only numbered have no hours: a text with a unit would count so many frames."""
    if isinstance(given, str) and core.counts_frames and re.search(r"[a-z]", given):
        raise SettingError(name, f"\"{given}\" is a time, but the frames have none: they are numbered",
                           "give the series interval or times, or a number, which counts frames")


class Series:
    """The frames of one experiment, with their times and the size of a pixel.

    Where ``pixel_size``, ``interval`` and ``t0`` are asked for, numbers are micrometres and seconds, and texts have units: "500 nm",
    "10 min", "-10 h". ``t0``: the time of the quench on the scale of ``times``, which laws of growth are fitted with in place of the
    recipe's ``fit.t0``.
    """

    def __init__(self, core, kept=None, *, t0=None) -> None:
        self._core = core
        self._kept = kept  # what keeps arrays there while frames are asked for
        _refuse_time_of_numbers(core, "t0", t0)

    @classmethod
    def open(cls, path, *, interval: float | str | None = None, pixel_size: float | str | Sequence[float | str] | None = None,
             t0: float | str | None = None) -> Series:
        """The images of a folder, or of a list of files; nothing but names and the first header is read.

        ``interval``: seconds between two frames, else what files and names say. ``pixel_size``: micrometres, else what the files
        say; (y, x), or (z, y, x) of volumes, where pixels are not square. Raises InputError, SettingError.
        """
        paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
        return cls(_core.open_series([os.path.abspath(each) for each in paths], _seconds(interval, "interval"), _sides(pixel_size),
                                     _seconds(t0, "t0")), t0=t0)

    @classmethod
    def from_arrays(cls, frames, *, times: Sequence[float] | np.ndarray | None = None, interval: float | str | None = None,
                    pixel_size: float | str | Sequence[float | str] | None = None, t0: float | str | None = None,
                    axes: str | None = None, name: str = "arrays") -> Series:
        """The frames of a sequence of arrays: a list, an array whose first axis is time, or a reader (nd2, pims, zarr, dask).

        A frame is read when its turn comes, one at a time, so a reader's file may be larger than the memory; it is read again
        where a step looks at the whole series. Frames that lie in memory are not copied, so they must stay as they are until the
        run ends. ``axes``: of one frame, "yx" where it has two; "yxc" (at most 4
        channels) and "zyx" (volumes) are to be said.
        ``times``: seconds, one a frame, or ``interval``; without them frames are numbered. ``pixel_size``: micrometres, (y, x) or
        (z, y, x) where sides differ. Raises InputError, SettingError.
        """
        if times is not None and interval is not None:
            raise SettingError("interval", "times are given, too", "give one of the two")
        read = Frames(frames, axes)
        given = None if times is None else [float(time) for time in times]
        return cls(*_core.series_of_arrays(read.facts, read.is_volume, read, name, given, _seconds(interval, "interval"),
                                           _sides(pixel_size), _seconds(t0, "t0")), t0=t0)

    @property
    def files(self) -> list[str]:
        """The frames' names, relative to the folder; "array-0000" and so on of arrays."""
        return self._core.files

    @property
    def times(self) -> np.ndarray:
        """Seconds, float64 (frames,); frames' numbers where no times are known."""
        return self._core.times

    def __len__(self) -> int:
        return len(self._core.files)


def analyze(series: Series, recipe: Recipe | None = None, *, engine: str = "auto", threads: int = 0, progress: Progress = None,
            client=None, folder: str | os.PathLike | None = None, parts: int | None = None, force: bool = False) -> Result:
    """Measures every frame of a series, as ``coarsen-cli analyze`` does, with the same numbers.

    ``progress(done, total)`` is called after each frame; ``True`` shows them. Ctrl+C, and an exception of ``progress``, end the
    run; what it had measured is lost then. A frame that cannot be measured has a row with the status ``failed``. Raises
    SettingError, EngineError.

    ``client``: a ``distributed.Client`` of Dask whose workers measure ``parts`` of the series (by default four for each of their
    threads), or ``True`` for processes on this machine; the numbers stay the same. A worker that is lost is replaced, and the part
    it had goes on where it stopped. ``folder``: where plan, parts, tables and session are written, under a path that leads there on
    every machine; without it they are made in a temporary folder of this one. ``force`` replaces results that lie there.
    ``threads`` is of a part, by default 1; ``progress`` is called after each part. The series are pictures in files (``Series.open``).
    Raises StorageError, too, and what Dask raises where workers die again and again.
    """
    if not isinstance(series, Series):
        raise InputError("series", f"it is {_named(series)}", "give Series.from_arrays(frames, ...), or Series.open(folder)")
    if client is None:
        if folder is not None or parts is not None or force:
            raise SettingError("client", "folder, parts and force are of runs in parts, and there is none", "give a client, or True")
        core, notes = _core.analyze(series._core, recipe._core if recipe else None, engine, threads, heard(progress))
    else:
        from . import _parts
        core, notes = _parts.measured(series._core, recipe._core if recipe else None, client, folder, parts, engine, threads,
                                      heard(progress), force)
    return Result(core, notes)


def measure(image, recipe: Recipe | None = None, *, mask=None, pixel_size: float | str | Sequence[float | str] | None = None,
            engine: str = "auto", threads: int = 0) -> Result:
    """All steps of the recipe and every length of one image; image and mask as of ``correlate``, ``pixel_size`` as of ``Series``.

    The answer has one row. An image without R_max has NaN there and says why in ``message``; one that nothing can be measured of
    (one grey, too small) raises InputError. A volume: ``analyze(Series.from_arrays([volume], axes="zyx"))``.
    """
    array, valid = prepared(image, mask)
    if array.ndim != 2 and not (array.ndim == 3 and array.shape[2] <= 4):
        raise InputError("image", f"it is {_named(array)}, which is no image (y, x) or (y, x, channel)",
                         "give analyze a series: Series.from_arrays(frames), or of one volume Series.from_arrays([volume], axes=\"zyx\")")
    return Result(_core.measure(array, valid, array.dtype.name, recipe._core if recipe else None, _sides(pixel_size), engine, threads))


def load(path: str | os.PathLike) -> Result:
    """The session of a file (``session.coarsen``), of arrays, too. Raises InputError."""
    return Result(_core.read_session(os.path.abspath(path)))


def convolve(image, kernel, mask=None, *, border: str = "mirror", outside: float = 0, scale: str = "none", flip: bool = False,
             engine: str = "auto", threads: int = 0) -> np.ndarray:
    """An image after a filter, float32 (y, x), NaN where it is not defined; what ``coarsen-cli convolve`` writes.

    ``kernel``: taps (y, x), at each pixel summed with what lies under them (van Werkhoven et al. 2011, Eq. 1); ``flip`` turns them
    over. ``border``: mirror, replicate, constant (of the level ``outside``), or valid for a smaller image. ``scale``: none, sum
    (1 over the sum of taps) or paper (1 over their number). Colours become grey first. Raises InputError, SettingError.
    """
    array, valid = prepared(image, mask)
    taps = np.ascontiguousarray(kernel, dtype=np.float32)
    if taps.ndim != 2:
        raise InputError("kernel", f"it has {taps.ndim} axes", "give taps (y, x)")
    return _core.convolve(array, valid, taps, border, float(outside), scale, bool(flip), engine, threads)


class Shift:
    """How far b's content sits right of (``dx``) and below (``dy``) a's, in pixels; unpacks as ``dx, dy, err``."""

    def __init__(self, core) -> None:
        self._core = core

    dx = property(lambda self: self._core.dx, doc="Pixels right.")
    dy = property(lambda self: self._core.dy, doc="Pixels down.")
    err = property(lambda self: (self._core.err_x, self._core.err_y), doc="Standard errors (x, y); NaN where only whole pixels are known.")
    peak = property(lambda self: self._core.peak, doc="Pearson's r at the highest lag.")
    second_peak = property(lambda self: self._core.second_peak, doc="The highest r outside that hill; NaN where there is none.")
    likeness = property(lambda self: self._core.likeness, doc="Correlation of the two once b is moved back, 1 at most.")
    pairs = property(lambda self: self._core.pairs, doc="Pixels that overlap.")
    is_ambiguous = property(lambda self: self._core.is_ambiguous, doc="Another place fits as well within the errors.")
    is_at_edge = property(lambda self: self._core.is_at_edge, doc="The true shift may be larger than ``max_lag``.")

    def __iter__(self):
        return iter((self.dx, self.dy, self.err))

    def __repr__(self) -> str:
        return f"<coarsen.Shift dx={self.dx:.4g} dy={self.dy:.4g} err=({self.err[0]:.2g}, {self.err[1]:.2g})>"


def shift(a, b, *, mask_a=None, mask_b=None, max_lag: int | None = None, engine: str = "auto", threads: int = 0) -> Shift:
    """How far two images (y, x) of one size are shifted: the peak of their correlation, then least squares between pixels.

    As ``coarsen-cli correlate`` (peak.json). ``max_lag``: pixels, by default the shorter side less one. Raises InputError where
    they cannot be compared (no contrast, no overlap), SettingError.
    """
    one, one_valid = prepared(a, mask_a)
    other, other_valid = prepared(b, mask_b)
    if max_lag is not None and max_lag < 1:
        raise SettingError("max_lag", "it must be at least 1 px", "leave it out for the shorter side less one")
    return Shift(_core.shift(one, one_valid, other, other_valid, max_lag or 0, engine, threads))


def _spacing(spacing, pictures: bool) -> list[float] | None:
    if spacing is None:
        return None
    sides = [float(side) for side in spacing]
    if pictures or len(sides) != 3 or not all(side > 0 and np.isfinite(side) for side in sides):
        raise SettingError("spacing", "it is no size of a voxel", "give micrometres above 0 as (z, y, x), of volumes alone")
    return sides


class Flow:
    """The displacement u of ``register``: moved(x) = fixed(x - u(x)), in voxels."""

    def __init__(self, core, axes: int) -> None:
        self._core, self._axes = core, axes

    @property
    def u(self) -> np.ndarray:
        """float32 (3, z, y, x) along z, y and x; of pictures (2, y, x) along y and x."""
        return np.stack([self._core.along(axis) for axis in reversed(range(self._axes))])

    @property
    def jacobian(self) -> np.ndarray:
        """J = det(I - Du), float32 (z, y, x) or (y, x): the volume at x - u that is one at x."""
        return self._core.jacobian

    def warped(self) -> np.ndarray:
        """fixed(x - u(x)), to be compared with moved; float32, NaN where it is not valid."""
        return self._core.warped()

    @property
    def drift(self) -> tuple[float, ...]:
        """What one displacement of the whole is, which u holds, too; in u's order."""
        return tuple(reversed(self._core.drift[:self._axes]))

    rho = property(lambda self: self._core.rho, doc="Correlation once the smooth flow is undone: 1 where the structure did not evolve.")
    rho_drift = property(lambda self: self._core.rho_drift, doc="Correlation once the drift alone is undone.")
    expected_err = property(lambda self: self._core.expected_err, doc="Expected error of u in voxels; NaN without a wavelength.")
    wavelength = property(lambda self: self._core.wavelength, doc="Of the structure, voxels; NaN where C1D has no maximum.")
    j_min = property(lambda self: self._core.j_min, doc="The smallest J.")
    j_mean = property(lambda self: self._core.j_mean, doc="The mean of J.")
    j_max = property(lambda self: self._core.j_max, doc="The largest J.")
    sigma = property(lambda self: self._core.sigma, doc="Of the Gaussian that smoothed the velocity, voxels.")
    lambda_ = property(lambda self: self._core.lambda_, doc="Weight of the regulariser.")
    is_evolving = property(lambda self: self._core.is_evolving, doc="Whether the structure was taken for one that evolves.")
    one_period_off = property(lambda self: self._core.one_period_off, doc="Why it may have locked one period off; else empty.")
    remarks = property(lambda self: self._core.remarks, doc="What to know of it, in sentences.")
    engine = property(lambda self: self._core.engine, doc="Which engine found it.")


def register(fixed, moved, *, mask_fixed=None, mask_moved=None, spacing: Sequence[float] | None = None, engine: str = "auto",
             threads: int = 0, progress: Progress = None, **settings) -> Flow:
    """The flow that carries one volume (z, y, x) or picture (y, x) into another of the same size (Lee et al. 2012, unbiased).

    ``spacing``: micrometres (z, y, x) of a voxel, which u in voxels does not change. ``settings``: sigma, lambda_, levels,
    sampling, presmooth, presmooth_by, regulariser, evolving, force_term, as options of ``coarsen-cli register`` spell them. ``progress(done, 100)``. Raises
    InputError, SettingError.
    """
    one, other = np.asanyarray(fixed), np.asanyarray(moved)
    if one.ndim not in (2, 3) or one.shape != other.shape:
        raise InputError("moved", f"its shape is {other.shape}, that of fixed {one.shape}", "give two pictures or volumes of one size")
    pictures = one.ndim == 2
    a, a_valid = prepared(one, mask_fixed, is_volume=not pictures)
    b, b_valid = prepared(other, mask_moved, is_volume=not pictures)
    given = {name.rstrip("_"): str(value) for name, value in settings.items()}
    core = _core.register(a, a_valid, b, b_valid, pictures, _spacing(spacing, pictures), given, engine, threads, heard(progress))
    return Flow(core, one.ndim)


class Surface:
    """The interface between a volume's two phases, in micrometres where ``spacing`` was given, else in pixels (``unit``)."""

    def __init__(self, core) -> None:
        self._core = core

    @property
    def row(self) -> np.void:
        """Its numbers with their errors, by the columns of surface.csv: s_v, volume_fraction, h_mean, k_mean, euler, genus, ..."""
        return table(self._core.csv(), {"length_unit"}, {"frame"})[0]

    level = property(lambda self: self._core.level, doc="Grey value of the interface.")
    unit = property(lambda self: self._core.unit, doc='"um" or "px".')
    s_v_before = property(lambda self: self._core.area_per_volume_before, doc="Area per volume before it was denoised.")
    vertices = property(lambda self: self._core.vertices,
                        doc="Corners (z, y, x), float32 (V, 3); the middle of voxel (0, 0, 0) is the origin.")
    triangles = property(lambda self: self._core.triangles, doc="Numbers of three vertices each, uint32 (T, 3).")
    mean_curvature = property(lambda self: self._core.mean_curvature, doc="H at each vertex, positive on a ball; NaN near faces.")
    gaussian_curvature = property(lambda self: self._core.gaussian_curvature, doc="K at each vertex; NaN near faces.")
    distance = property(lambda self: self._core.distance, doc="Signed distance, float32 (z, y, x), below 0 inside the phase.")

    def save_ply(self, path: str | os.PathLike) -> None:
        """Writes triangles and curvatures as PLY, as ``coarsen-cli surface`` does. Raises StorageError."""
        self._core.write_ply(os.path.abspath(path))


def surface(volume, level: float | None = None, *, mask=None, spacing: Sequence[float] | None = None, phase: str = "bright",
            smooth: float = 0.7, borders: str = "inside", denoise: str = "auto", threads: int = 0,
            progress: Progress = None) -> Surface:
    """Area, curvature and topology of the interface in a volume (z, y, x), with the noise of a noisy one taken off, as ``coarsen-cli surface``.

    ``level``: a grey value, by default Otsu's. ``spacing``: micrometres (z, y, x) of a voxel. ``phase``: bright or dark.
    ``smooth``: of the grey values, pixels. ``borders``: numbers per volume by what lies inside, periodic for the box of a simulation,
    or extended as in earlier versions.
    ``denoise``: auto, none, nlm, curvature or gaussian, the last three with their settings behind a colon (Lee et al. 2012).
    ``progress(done, 100)``. Raises InputError where there is no surface, SettingError.
    """
    array, valid = prepared(volume, mask, is_volume=True)
    text = "auto" if level is None else repr(float(level))
    return Surface(_core.surface(array, valid, _spacing(spacing, False), text, phase, repr(float(smooth)), borders, denoise,
                                 threads, heard(progress)))


def _series(given) -> Series:
    return given if isinstance(given, Series) else Series.from_arrays(given)


def _number(x: Mapping[str, float] | None, name: str) -> float:
    return float(x[name]) if x and name in x else float("nan")


class Ensemble:
    """Many independent images of some conditions, pooled."""

    def __init__(self, core, names: Sequence[str]) -> None:
        self._core, self.names = core, list(names)
        self.notes: list[str] = core.said

    @property
    def table(self) -> np.ndarray:
        """A row for each group and length, a structured array with the columns of ensemble.csv: value_px, err_px, sd_between, ..."""
        return table(self._core.csv(), {"group", "length"})

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise SettingError("name", f'no group is called "{name}"', "choose one of " + ", ".join(self.names))
        return self.names.index(name)

    def images(self, name: str) -> int:
        """How many images of that group were measured."""
        return self._core.images(self._index(name))

    def c1d(self, name: str) -> np.ndarray:
        """C1D of the pooled map, a structured array: r_px, r_um, c, c_err (standard error, the image is the unit), n."""
        return table(self._core.c1d_csv(self._index(name)), set())

    def c2d(self, name: str) -> np.ndarray:
        """The pooled C2D, float64 (2R+1, 2R+1): sums of products over sums of pairs (Bordawekar et al. 2010)."""
        return self._core.c2d(self._index(name))

    def c2d_err(self, name: str) -> np.ndarray:
        """Standard error of the images' mean C2D, float64 (2R+1, 2R+1); NaN where fewer than two are defined."""
        return self._core.c2d_err(self._index(name))

    def scatter(self, name: str, length: str = "r_max") -> str:
        """How far images scatter against the error of one, and whether more images or better ones help; a sentence."""
        return self._core.scatter(self._index(name), length)

    def save(self, path: str | os.PathLike) -> None:
        """Writes the session, which the window opens as an ensemble. Raises StorageError; SettingError without one recipe for all."""
        session = self._core.session
        if session is None:
            raise SettingError("recipe", "the groups are of different kinds, and each was measured by the default of its own",
                               "give one recipe")
        session.save(os.path.abspath(path))


def ensemble(groups: Mapping[str, object], recipe: Recipe | None = None, *, x: Mapping[str, float] | None = None,
             engine: str = "auto", threads: int = 0, progress: Progress = None) -> Ensemble:
    """Pools the independent images of each group, as ``coarsen-cli ensemble`` does, with the same numbers.

    ``groups``: by name a Series, or a sequence of arrays (y, x). ``x``: the conditions as numbers. All images have one size of
    pixels. ``progress(done, total)`` counts images. Raises InputError, SettingError.
    """
    if not groups:
        raise InputError("groups", "there is none", "give a series for each")
    series = {name: _series(one) for name, one in groups.items()}
    given = [(name, _number(x, name), one._core) for name, one in series.items()]
    return Ensemble(_core.ensemble(given, recipe._core if recipe else None, engine, threads, heard(progress)), list(groups))


class Batch:
    """Several series measured by one recipe, by name; ``batch["20C"]`` is the Result of one."""

    def __init__(self, core, names: Sequence[str]) -> None:
        self._core, self.names = core, list(names)
        self.notes: list[str] = core.said

    def __getitem__(self, name: str) -> Result:
        if name not in self.names:
            raise KeyError(name)
        return Result(self._core.session(self.names.index(name)))

    def __iter__(self):
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def summary(self) -> np.ndarray:
        """A row for each series with its law, rate and exponent: the columns of summary.csv."""
        return table(self._core.summary_csv(), _LAW_TEXTS | {"series", "group"})

    @property
    def growth(self) -> np.ndarray:
        """Every length of every series, and the means of conditions with several repeats: the columns of growth.csv."""
        return table(self._core.growth_csv(), {"series", "group", "unit", "in_fit"})

    @property
    def groups(self) -> np.ndarray:
        """A row for each condition, with its law and how its repeats scatter: the columns of groups.csv."""
        return table(self._core.groups_csv(), _LAW_TEXTS | {"group"})

    @property
    def collapse(self) -> np.ndarray:
        """C1D over R/R_max of each series: the columns of collapse.csv."""
        return table(self._core.collapse_csv(), {"series", "group", "length"})


def batch(series: Mapping[str, object], recipe: Recipe | None = None, *, group: Mapping[str, str] | None = None,
          x: Mapping[str, float] | None = None, engine: str = "auto", threads: int = 0, progress: Progress = None) -> Batch:
    """Measures several series and compares them, as ``coarsen-cli batch`` does, with the same numbers; no folder is written.

    ``series``: by name a Series, or a sequence of arrays (y, x). ``group``: repeats of one condition have the same one. ``x``: the
    conditions as numbers. A series that cannot be measured is named in ``notes`` and passed over. ``progress(done, total)`` counts
    frames. Raises SettingError.
    """
    if not series:
        raise InputError("series", "there is none", "give one by name")
    all_series = {name: _series(one) for name, one in series.items()}
    given = [(name, (group or {}).get(name, ""), _number(x, name), one._core) for name, one in all_series.items()]
    return Batch(_core.batch(given, recipe._core if recipe else None, engine, threads, heard(progress)), list(series))


from . import synth  # noqa: E402  (it makes series of the above)
