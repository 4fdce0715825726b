# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays on their way into the core, and its tables on their way out."""

from __future__ import annotations

import csv
import sys
import warnings
from collections.abc import Set

import numpy as np

from ._errors import InputError

_AS_THEY_ARE = (np.uint8, np.uint16, np.float32)


def type_of(image) -> str:
    """The type that the core takes an array in: its own where that is uint8, uint16 or float32, else float32."""
    dtype = np.dtype(image.dtype).newbyteorder("=")
    return dtype.name if dtype in _AS_THEY_ARE and not np.ma.isMaskedArray(image) else "float32"


def prepared(image, mask=None, *, is_volume: bool = False):
    """The array, C-contiguous, and its valid pixels as the core takes them: other types as float32, NaN and masked pixels not valid.

    An array that is C-contiguous, aligned and uint8, uint16 or finite float32 is handed on as it is, and the core measures it
    where it is.
    """
    hidden = np.ma.getmaskarray(image) if np.ma.isMaskedArray(image) else None
    array = np.asarray(np.ma.getdata(image))
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.dtype not in _AS_THEY_ARE:
        if array.dtype.kind not in "biuf":
            raise InputError("image", f"its values are {array.dtype}", "give numbers that are not complex")
        cast = array.astype(np.float32)
        finite = array[np.isfinite(array)].astype(np.float64)
        if finite.size and array.dtype != np.float16:
            lost = np.abs(finite - cast[np.isfinite(array)].astype(np.float64)).max()
            if lost > 1e-6 * np.ptp(finite):
                warnings.warn(f"{array.dtype} as float32 loses up to {lost:.3g}, more than 1e-6 of the image's range", stacklevel=3)
        array = cast
    array = np.require(array, requirements=["C", "A"])
    shape = array.shape if is_volume else array.shape[:2]
    invalid = None
    for part in (hidden, None if mask is None else np.asarray(mask, dtype=bool),
                 ~np.isfinite(array) if array.dtype == np.float32 else None):
        if part is None or not part.any():
            continue
        part = part.any(axis=2) if part.ndim == 3 and not is_volume else part
        if part.shape != shape:
            raise InputError("mask", f"its shape is {part.shape}, the image's {shape}", "give one value a pixel")
        invalid = part if invalid is None else invalid | part
    if invalid is None:
        return array, None
    if invalid.all():
        raise InputError("image", "no pixel of it counts: all are NaN or masked", "give an image that has some, or another mask")
    if array.dtype == np.float32 and not np.isfinite(array).all():
        array = np.where(np.isfinite(array), array, np.float32(0))
    return array, np.ascontiguousarray(~invalid, dtype=np.uint8)


class Frames:
    """The frames of a series as the core asks for them one by one; a sequence that reads files is asked for one when its turn comes."""

    def __init__(self, frames, axes: str | None) -> None:
        self._frames = frames
        try:
            count = len(frames)
        except TypeError:
            raise InputError("frames", "their number is not known", "give a sequence: an array, a list, or a reader of files") from None
        if count == 0:
            raise InputError("frames", "there is none", "give an array for each")
        if hasattr(frames, "shape") and hasattr(frames, "dtype"):
            kinds = [(type_of(frames), tuple(frames.shape[1:]))] * count
        else:
            looked_at = frames if isinstance(frames, (list, tuple)) else [frames[0]]
            kinds = []
            for frame in looked_at:
                frame = frame if hasattr(frame, "shape") and hasattr(frame, "dtype") else np.asarray(frame)
                kinds.append((type_of(frame), tuple(frame.shape)))
            if len(kinds) < count:
                kinds *= count
        self._order, self.is_volume = self._read_axes(axes, len(kinds[0][1]))
        for kind, shape in kinds:
            if len(shape) != len(self._order):
                raise InputError("frames", f"one has the shape {shape}, and axes name {len(self._order)}", "give arrays of one kind")
        self.facts = [(kind, [int(shape[axis]) for axis in self._order]) for kind, shape in kinds]

    @staticmethod
    def _read_axes(axes: str | None, count: int):
        if axes is None:
            if count != 2:
                raise InputError("frames", f"a frame has {count} axes, which may be several things",
                                 'say axes="yxc" for channels, or axes="zyx" for volumes')
            axes = "yx"
        for known in ("yx", "yxc", "zyx"):
            if sorted(known) == sorted(axes):
                return [axes.index(axis) for axis in known], known == "zyx"
        raise InputError("axes", f'"{axes}" is no order of axes', 'give "yx", "yxc" or "zyx", in whatever order')

    def __call__(self, index: int):
        image = self._frames[index]
        if not np.ma.isMaskedArray(image):
            image = np.asarray(image)
        array, valid = prepared(np.transpose(image, self._order), is_volume=self.is_volume)
        if valid is None:
            return array
        shown = valid if valid.ndim == array.ndim else valid[..., np.newaxis]
        return np.where(shown, array, np.float32(np.nan)).astype(np.float32)  # as a file of floats says it


def table(text: str, texts: Set[str], whole: Set[str] = frozenset()) -> np.ndarray:
    """The rows of a table of ours as a structured array: numbers (NaN where a cell is empty), whole numbers and texts."""
    rows = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))
    names, body = rows[0], rows[1:]
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
    answer = np.empty(len(body), dtype=types)
    for (name, _), column in zip(types, columns):
        answer[name] = column
    return answer


def heard(progress):
    """What the core calls with (done, total). ``True``: tqdm's bar where that is installed, else a line on standard error."""
    if progress is None or progress is False:
        return lambda done, total: None
    if progress is not True:
        return progress
    try:
        from tqdm.auto import tqdm
    except ImportError:
        def line(done, total):
            print(f"\r{done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
        return line
    bar = tqdm()

    def show(done, total):
        bar.total = total
        bar.update(done - bar.n)
        if done == total:
            bar.close()
    return show
