# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps and lengths by functions of the user's: where they are kept, and how the core calls them."""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
import types
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from . import _core
from ._arrays import prepared
from ._errors import SettingError


@dataclass(frozen=True)
class Field:
    """A parameter of a step, as ``coarsen.field`` describes it."""

    default: bool | int | float | str
    lowest: float | None = None
    highest: float | None = None
    choices: tuple[str, ...] = ()
    unit: str = ""
    help: str = ""


def field(default, lowest: float | None = None, highest: float | None = None, *, unit: str = "", help: str = "") -> Field:
    """A parameter of a step: its value by default, whose type is the parameter's, and its inclusive limits.

    ``default``: True or False, a whole number, a real one, a text, or a tuple of texts of which one is chosen, the first by
    default. Raises SettingError for another.
    """
    choices: tuple[str, ...] = ()
    if isinstance(default, tuple) and default and all(isinstance(word, str) for word in default):
        choices, default = default, default[0]
    if not isinstance(default, (bool, int, float, str)):
        raise SettingError("default", f"{default!r} is no parameter", "give True, 1, 1.0, a text, or a tuple of texts")
    if (lowest is not None or highest is not None) and isinstance(default, (bool, str)):
        raise SettingError("default", f"{default!r} has no limits", "leave lowest and highest out")
    return Field(default, lowest, highest, choices, unit, help)


@dataclass(frozen=True)
class Step:
    """A step, with the SHA-256 of its function's source."""

    name: str
    function: Callable
    sha256: str
    fields: dict[str, Field]


@dataclass(frozen=True)
class Length:
    """A length, with the SHA-256 of its function's source."""

    name: str
    function: Callable
    sha256: str
    unit: str


_steps: dict[str, Step] = {}
_lengths: dict[str, Length] = {}


def _source_sha256(function) -> str:
    """SHA-256 of a function's source from its ``def`` on, as UTF-8, so that decorators and where it stands do not count."""
    try:
        lines = textwrap.dedent(inspect.getsource(function)).splitlines()
        first = next(node.lineno for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.FunctionDef))
    except (OSError, TypeError, SyntaxError, StopIteration):
        raise SettingError(getattr(function, "__name__", repr(function)), "its source cannot be read",
                           "write it by def, in a file or a notebook") from None
    return hashlib.sha256("\n".join(lines[first - 1:]).rstrip().encode()).hexdigest()


def step(name: str, **fields) -> Callable:
    """Makes a function a step of recipes: ``f(image, mask, parameters)`` returns another image and mask.

    ``image``: (y, x), uint8, uint16 or float32, not to be written to; ``mask``: bool (y, x), true where a pixel does not count;
    ``parameters``: one attribute for each of ``fields``, which are values by default (``sigma=2.0``) or of ``coarsen.field``. The
    answer has the size of ``image``; its mask may be None, and NaN do not count. It acts on the cropped picture of each frame,
    behind the steps that ship, and on each plane of a picture in colours.

    ``Recipe({"name.on": True, "name.sigma": 3})`` asks for it. The recipe keeps the SHA-256 of the function's source (not of what
    it calls), and a function of another source is not taken for it. What it raises fails its frame, and is the row's message.
    It is called in any thread, one at a time. Raises SettingError: a name that is taken, or no word of small letters.
    """
    described = {key: value if isinstance(value, Field) else field(value) for key, value in fields.items()}

    def decorate(function: Callable) -> Callable:
        if name in _lengths:
            raise SettingError(name, "a length has that name", "choose another")
        made = Step(name, function, _source_sha256(function), described)
        put_step(_core.Recipe.default(), made)  # says what is wrong with it
        _steps[name] = made
        return function

    return decorate


def length(name: str, unit: str = "px") -> Callable:
    """Makes a function a length: ``f(r, c1d, n)`` returns its value and standard error, each a number (NaN or None: not known).

    ``r``: 0, 1, ... R px, ``c1d``: C1D there (NaN where it is not defined), ``n``: pairs of pixels behind it; float64 (R+1,).
    ``unit``: of the columns in ``Result.frames``, ``name_px`` and ``name_err_px``; empty for a plain number.

    ``Recipe({"name.on": True})`` asks for it; sources, errors, threads and what is raised as of ``coarsen.step``. Programs without
    the function leave it out and say so. The laws of growth are not fitted to it.
    """
    def decorate(function: Callable) -> Callable:
        if name in _steps:
            raise SettingError(name, "a step has that name", "choose another")
        made = Length(name, function, _source_sha256(function), unit)
        _core.Recipe.default().put_length(name, unit, made.sha256)
        _lengths[name] = made
        return function

    return decorate


def put_step(core, made: Step) -> None:
    """Puts the step into the core's recipe, with the values that it has there, else off and as by default."""
    fields = [(key, one.default, one.lowest, one.highest, list(one.choices), one.unit, one.help) for key, one in made.fields.items()]
    core.put_step(made.name, made.sha256, fields)


def set_in(core, key: str, value) -> bool:
    """Sees to it that the core's recipe has the step that a key is of, or switches a length on or off; whether that is all."""
    name, _, rest = key.partition(".")
    if name in _steps and core.source_of(name) is None:
        put_step(core, _steps[name])
    if name not in _lengths or rest != "on":
        return False
    if value in (True, "true"):
        core.put_length(name, _lengths[name].unit, _lengths[name].sha256)
    elif value in (False, "false"):
        core.remove_length(name)
    else:
        raise SettingError(key, f"{value!r} is neither true nor false", "give True or False")
    return True


def describe(core) -> None:
    """Gives the steps of a recipe that was read the limits and types of those that are here. Raises SettingError."""
    for name, made in _steps.items():
        if core.source_of(name) == made.sha256:
            put_step(core, made)


def kept_for(core) -> list[Step | Length]:
    """The steps and lengths that a recipe names, to be sent to another process."""
    return [one for one in (*_steps.values(), *_lengths.values()) if core.source_of(one.name) == one.sha256]


def keep(all_of_them: list[Step | Length]) -> None:
    """Takes what another process has sent."""
    for one in all_of_them:
        (_steps if isinstance(one, Step) else _lengths)[one.name] = one


# What the core calls, with the interpreter's lock, in threads of its own.

def _why_missing(made, name: str, sha256: str) -> str:
    if made is None:
        return f"no function is decorated as {name} here (the recipe's has the SHA-256 {sha256[:8]}...)"
    if made.sha256 != sha256:
        return (f"the function {name} here has another source (its SHA-256 is {made.sha256}) than the recipe's ({sha256[:8]}...);"
                f" set {name}.python to its own to take it")
    return ""


def why_step_is_missing(name: str, sha256: str) -> str:
    """Why that step cannot be done, as part of a sentence; empty where it can."""
    return _why_missing(_steps.get(name), name, sha256)


def why_length_is_missing(name: str, sha256: str) -> str:
    """The same of a length."""
    return _why_missing(_lengths.get(name), name, sha256)


def apply_step(name: str, image: np.ndarray, mask: np.ndarray, values: dict) -> tuple[np.ndarray, np.ndarray | None]:
    """The step's answer as the core takes it."""
    answer = _steps[name].function(image, mask.view(bool), types.SimpleNamespace(**values))
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise TypeError(f"it returned {type(answer).__name__}, not an image and its mask")
    if np.shape(answer[0]) != image.shape:
        raise ValueError(f"it returned an image of {np.shape(answer[0])}, and its own was of {image.shape}")
    return prepared(*answer)


def find_length(name: str, r: np.ndarray, c1d: np.ndarray, n: np.ndarray) -> tuple[float, float]:
    """Value and error of a length."""
    answer = _lengths[name].function(r, c1d, n)
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise TypeError(f"it returned {type(answer).__name__}, not a value and its error")
    value, error = (float("nan") if number is None else float(number) for number in answer)
    return value, error


def in_words(raised: BaseException) -> str:
    """An exception as the message of a row."""
    return f"{type(raised).__name__}: {raised}" if str(raised) else type(raised).__name__
