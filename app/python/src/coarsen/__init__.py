# SPDX-License-Identifier: GPL-3.0-or-later
"""Characteristic lengths of growing structures, from images: what coarsen-cli measures, from NumPy arrays and from files.

Axes are (y, x), or (y, x, channel). Lengths are in pixels unless a name says ``um``; times in seconds.
What is measured, and how well, is in the manual and in ``resources/science`` of the project.
"""

from __future__ import annotations

import csv
import os
import warnings
from collections.abc import Callable, Iterable

import numpy as np

from . import _core
from ._core import Length, Profile, __version__, presets
from ._errors import EngineError, Error, InputError, SettingError, StorageError

__all__ = [
    "Correlation", "EngineError", "Error", "InputError", "Length", "Profile", "Recipe", "Result", "Series", "SettingError",
    "StorageError", "analyze", "correlate", "find_length", "load", "measure", "presets", "radial_mean",
]


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
        return recipe

    def set(self, key: str, value) -> Recipe:
        """Changes one setting in place, as ``--set key=value`` does, and returns the recipe. Raises SettingError."""
        if isinstance(value, (bool, np.bool_)):
            value = "true" if value else "false"
        self._core.set(key, str(value))
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


def _prepared(image, mask):
    """The array and its valid pixels as the core takes them: other types as float32, NaN and masked pixels not valid."""
    hidden = np.ma.getmaskarray(image) if np.ma.isMaskedArray(image) else None
    array = np.asarray(np.ma.getdata(image))
    if array.dtype not in (np.uint8, np.uint16, np.float32):
        if array.dtype.kind not in "biuf":
            raise InputError("image", f"its values are {array.dtype}", "give numbers that are not complex")
        cast = array.astype(np.float32)
        finite = array[np.isfinite(array)].astype(np.float64)
        if finite.size and array.dtype != np.float16:
            lost = np.abs(finite - cast[np.isfinite(array)].astype(np.float64)).max()
            if lost > 1e-6 * np.ptp(finite):
                warnings.warn(f"{array.dtype} as float32 loses up to {lost:.3g}, more than 1e-6 of the image's range", stacklevel=3)
        array = cast
    array = np.ascontiguousarray(array)
    invalid = None
    for part in (hidden, None if mask is None else np.asarray(mask, dtype=bool),
                 ~np.isfinite(array) if array.dtype == np.float32 else None):
        if part is None or not part.any():
            continue
        part = part.any(axis=2) if part.ndim == 3 else part
        if part.shape != array.shape[:2]:
            raise InputError("mask", f"its shape is {part.shape}, the image's {array.shape[:2]}", "give one value a pixel")
        invalid = part if invalid is None else invalid | part
    if invalid is None:
        return array, None
    if array.dtype == np.float32 and not np.isfinite(array).all():
        array = np.where(np.isfinite(array), array, np.float32(0))
    return array, np.ascontiguousarray(~invalid, dtype=np.uint8)


def correlate(image, mask=None, max_lag: int | None = None, *, mean: str = "global", norm: str = "count",
              engine: str = "auto", threads: int = 0) -> Correlation:
    """The autocorrelation C2D of an image as it is; no step of a recipe changes it before.

    ``image``: (y, x), or (y, x, channel) whose products are summed; uint8, uint16 and float32 as they are, others as float32 (with
    a warning where that loses more than 1e-6 of their range). NaN, masked pixels and those where ``mask`` is true are not valid.
    ``max_lag``: R in pixels, by default a third of the shorter side. ``mean``: global, none or overlap; ``norm``: count, energy or
    local (science/definitions.md). ``threads``: 0 takes all cores. Raises InputError, SettingError, EngineError.
    """
    array, valid = _prepared(image, mask)
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

    ``kind``: r_max, r_min, r_zero, r_half, xi and the others of science/definitions.md that C1D has. The recipe's ``measure`` decides how
    it is found. Raises SettingError for an unknown kind. Errors need the image: ``measure``.
    """
    return _core.find_length(profile, kind, (recipe or Recipe())._core)


def _table(text: str) -> np.ndarray:
    """The rows of a table of ours as a structured array: numbers, and texts where a column has some."""
    rows = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))
    names, body = rows[0], rows[1:]
    texts = {"file", "time_source", "status", "quality", "engine", "message"}
    whole = {"frame", "page"}
    columns, types = [], []
    for name, cells in zip(names, zip(*body) if body else [()] * len(names)):
        if name in texts:
            column = np.array(cells, dtype=str) if cells else np.empty(0, dtype="U1")
        elif name in whole:
            column = np.array([int(cell) for cell in cells], dtype=np.int64)
        else:
            column = np.array([float(cell) if cell else np.nan for cell in cells], dtype=np.float64)
        columns.append(column)
        types.append((name, column.dtype))
    table = np.empty(len(body), dtype=types)
    for (name, _), column in zip(types, columns):
        table[name] = column
    return table


class Result:
    """What was measured: a session of the command line and the window."""

    def __init__(self, core, notes: Iterable[str] = ()) -> None:
        self._core = core
        self.notes: list[str] = list(notes)  # what the run had to say, a sentence each

    @property
    def frames(self) -> np.ndarray:
        """One row a frame, a structured array with the columns of results.csv (reference/results.md); NaN where a cell is empty."""
        return _table(self._core.results_csv())

    @property
    def c1d(self) -> np.ndarray:
        """C1D of all frames, a structured array with the columns of c1d.csv: frame, r_px, c1d, c1d_err, n."""
        return _table(self._core.c1d_csv())

    @property
    def recipe(self) -> Recipe:
        """What it was measured with, a copy."""
        return Recipe._of(self._core.recipe)

    def save(self, path: str | os.PathLike) -> None:
        """Writes the session, which the window opens too. Raises StorageError; InputError where arrays were measured."""
        if not self._core.files:
            raise InputError("result", "it is of an array, and sessions are of files", "keep its rows, or measure files")
        self._core.save(os.path.abspath(path))


class Series:
    """The frames of one experiment, with their times and the size of a pixel."""

    def __init__(self, core) -> None:
        self._core = core

    @classmethod
    def open(cls, path, *, interval: float | None = None, pixel_size: float | None = None) -> Series:
        """The images of a folder, or of a list of files; nothing but names and the first header is read.

        ``interval``: seconds between two frames, else what files and names say. ``pixel_size``: micrometres, else what the files
        say. Raises InputError, SettingError.
        """
        paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
        return cls(_core.open_series([os.path.abspath(each) for each in paths], interval, pixel_size))

    @property
    def files(self) -> list[str]:
        """The frames' names, relative to the folder."""
        return self._core.files

    @property
    def times(self) -> np.ndarray:
        """Seconds, float64 (frames,); frames' numbers where no times are known."""
        return self._core.times

    def __len__(self) -> int:
        return len(self._core.files)


def analyze(series: Series, recipe: Recipe | None = None, *, engine: str = "auto", threads: int = 0,
            progress: Callable[[int, int], object] | None = None) -> Result:
    """Measures every frame of a series, as ``coarsen-cli analyze`` does, with the same numbers.

    ``progress(done, total)`` is called after each frame. Ctrl+C, and an exception of ``progress``, end the run; what it had
    measured is lost then. A frame that cannot be measured has a row with the status ``failed``. Raises SettingError, EngineError.
    """
    core, notes = _core.analyze(series._core, recipe._core if recipe else None, engine, threads, progress or (lambda done, total: None))
    return Result(core, notes)


def measure(image, recipe: Recipe | None = None, *, mask=None, pixel_size: float | None = None, engine: str = "auto",
            threads: int = 0) -> Result:
    """All steps of the recipe and every length of one image; image and mask as of ``correlate``, ``pixel_size`` in micrometres.

    The answer has one row. An image without R_max has NaN there and says why in ``message``; one that nothing can be measured of
    (one grey, too small) raises InputError.
    """
    array, valid = _prepared(image, mask)
    return Result(_core.measure(array, valid, recipe._core if recipe else None, pixel_size, engine, threads))


def load(path: str | os.PathLike) -> Result:
    """The session of a file (``session.coarsen``). Raises InputError."""
    return Result(_core.read_session(os.path.abspath(path)))
