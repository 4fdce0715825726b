# SPDX-License-Identifier: GPL-3.0-or-later
"""Laws of growth of a result, and figures of it by matplotlib."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ._errors import SettingError

_TIMES = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))  # units of an axis, which holds two of the unit at least


def _number(value: float | None) -> float:
    return float("nan") if value is None else value


_UNITS = {"nm": ("length", 1e-3), "µm": ("length", 1), "um": ("length", 1), "mm": ("length", 1e3), "px": ("px", 1),
          "frame": ("frame", 1), "s": ("time", 1), "min": ("time", 60), "h": ("time", 3600), "d": ("time", 86400)}


def _parts(unit: str) -> list[tuple[str, float, int]]:
    """Kind, size and power of each part of a unit, as "µm^3/h"; raises SettingError where one is not known."""
    found = []
    for over, name, power in re.findall(r"(/?) *([^ /^]+)(?:\^([^ /]+))?", unit.removeprefix("1") if unit.startswith("1/") else unit):
        if name not in _UNITS or not re.fullmatch(r"\d*", power):
            raise SettingError("unit", f"\"{unit}\" cannot be counted in another", "use " + ", ".join(_UNITS) + ", as \"µm/h\"")
        kind, size = _UNITS[name]
        found.append((kind, size, (-1 if over else 1) * int(power or 1)))
    return found


@dataclass(frozen=True)
class Parameter:
    """A parameter of a law, in ``unit``: "µm/s", "px/frame"; "" of a number. ``to("µm/h")`` gives it in another one."""

    value: float
    error: float  # standard error, with what frames share because they show the same domains
    ci95: tuple[float, float]
    unit: str = ""

    def to(self, unit: str) -> Parameter:
        """The same in a unit of the same kind. Raises SettingError, as where µm are asked for of a series without a pixel size."""
        mine, asked = _parts(self.unit), _parts(unit)
        if sorted((kind, power) for kind, _, power in mine) != sorted((kind, power) for kind, _, power in asked):
            raise SettingError("unit", f"it is in {self.unit or 'no unit'}, which are no {unit}",
                               "give the series pixel_size for µm, and interval or times for times")
        factor = np.prod([size ** power for _, size, power in mine]) / np.prod([size ** power for _, size, power in asked])
        low, high = self.ci95
        return Parameter(float(self.value * factor), float(self.error * factor), (float(low * factor), float(high * factor)), unit)

    def __str__(self) -> str:
        return f"{self.value:.6g} ± {self.error:.2g}" + (f" {self.unit}" if self.unit else "")


class Law:
    """A law of growth, fitted; ``law(times)`` gives its lengths. ``parameters`` by name, none where ``reason`` says why.

    ``doubt`` says why it is not to be relied on, as where it misses its points (``misses_points``): "" where it is. ``length``: which one it is of. ``length_unit``: "px" or "um". ``time_unit``: "s" or "frame". ``facts``: all of it, as in fit.json
    (reference/results.md).
    """

    def __init__(self, core, name: str, fits: dict) -> None:
        self._core, self.name, self.facts = core, name, fits["models"][name]
        self.length, self.length_unit, self.time_unit = fits["length"], fits["length_unit"], fits["time_unit"]
        self.reason: str = self.facts.get("reason", "")
        self.misses_points: bool = self.facts.get("misses_points", False)
        self.doubt: str = self.facts.get("doubt", self.reason)
        self.parameters = {key: Parameter(_number(one["value"]), _number(one["error"]), (_number(one["low95"]), _number(one["high95"])),
                                          one["unit"].replace("um", "µm"))
                           for key, one in (self.facts["parameters"] or {}).items()}

    def __call__(self, times) -> np.ndarray:
        """Lengths at times of the series, float64; NaN where there is no fit."""
        return self._at(times, 0)

    def error(self, times) -> np.ndarray:
        """Standard errors of the law there."""
        return self._at(times, 1)

    def points(self) -> list[np.ndarray]:
        """Times, lengths and their standard errors, which are NaN or 0 where they are not known: what it was fitted to."""
        return [np.array(column) for column in self._core.growth()]

    def _at(self, times, which: int) -> np.ndarray:
        given = np.asarray(times, dtype=np.float64)
        return np.reshape(self._core.law_at(self.name, given.ravel().tolist())[which], given.shape)

    def __repr__(self) -> str:
        said = ", ".join(f"{name} = {one}" for name, one in self.parameters.items())
        return f"<coarsen.Law {self.name}: " + "; ".join(each for each in (said, self.doubt) if each) + ">"


def _axes(ax):
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise SettingError("ax", "the package matplotlib, which draws, is not installed", "pip install 'coarsen[plot]'") from None
    return plt.subplots()[1]


class Plots:
    """Figures of a result. Each is drawn on the axes ``ax`` of matplotlib, by default new ones, and gives them."""

    def __init__(self, result) -> None:
        self._result = result

    def growth(self, model: str = "auto", *, ax=None):
        """The length of each frame with its standard error against time, and a law (as of ``Result.fit``) with its standard error."""
        ax, law = _axes(ax), self._result.fit(model)
        times, lengths, errors = law.points()
        unit, one = "frame", 1
        if law.time_unit == "s" and times.size:
            unit, one = next((each for each in _TIMES if np.ptp(times) >= 2 * each[1]), _TIMES[-1])
        ax.errorbar(times / one, lengths, np.where(errors > 0, errors, 0), fmt="o", label="measured")
        if not law.reason:
            along = np.linspace(times.min(), times.max(), 200)
            curve, off = law(along), law.error(along)
            ax.plot(along / one, curve, label=law.name + (", which misses its points" if law.misses_points else ""))
            ax.fill_between(along / one, curve - off, curve + off, alpha=0.3)
        ax.set(xlabel=f"t ({unit})", ylabel=f"{law.length.replace('r_max', 'R_max')} ({law.length_unit.replace('um', 'µm')})")
        ax.legend()
        return ax

    def c1d(self, *, scaled: bool = False, ax=None):
        """C1D of all frames, the earliest darkest, against R in pixels; ``scaled``: against R / R_max, one curve of self-similar growth."""
        ax, c1d, rows = _axes(ax), self._result.c1d, self._result.frames
        import matplotlib
        colours = matplotlib.colormaps["viridis"](np.linspace(0, 1, len(rows)))
        for row, colour in zip(rows, colours):
            curve = c1d[c1d["frame"] == row["frame"]]
            ax.plot(curve["r_px"] / (row["r_max_px"] if scaled else 1), curve["c1d"], color=colour)
        ax.set(xlabel="R / R_max" if scaled else "R (px)", ylabel="C1D")
        return ax
