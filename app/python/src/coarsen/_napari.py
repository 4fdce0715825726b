# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel that napari shows: a recipe measures an image layer. napari finds it by napari.yaml."""

from __future__ import annotations

import numpy as np
import pint
from magicgui.widgets import ComboBox, Container, FileEdit, PushButton, Table, create_widget
from napari.qt.threading import thread_worker
from napari.utils.notifications import show_error, show_info

from . import Recipe, Result, Series, analyze
from ._errors import Error

_CIRCLES = "R_max"  # layer of the circles that are drawn


def series_of(layer, third: str) -> tuple[Series, int]:
    """The series of an image layer, and how many axes one of its frames has: pictures (y, x), colours, volumes or series of both.

    ``third``: "time" or "z", meaning of the first of three axes; four are (time, z, y, x). A pixel's size and the time between
    frames are the layer's scale where its units are lengths and times. Raises InputError.
    """
    data = layer.data[0] if layer.multiscale else layer.data
    count = layer.ndim
    spatial = 3 if count == 4 or (count == 3 and third == "z") else 2
    frames = data if count > spatial else data[np.newaxis]
    sizes = [_in_unit(layer, axis, "micrometer") for axis in range(count - spatial, count)]
    interval = _in_unit(layer, 0, "second") if count > spatial else None
    axes = "zyx" if spatial == 3 else "yxc" if layer.rgb else "yx"
    known = sizes if all(size is not None for size in sizes) else None
    return Series.from_arrays(frames, interval=interval, pixel_size=known, axes=axes, name=layer.name), spatial


def _in_unit(layer, axis: int, unit: str) -> float | None:
    """What one step along an axis of a layer is; nothing where the axis is counted in something else, such as pixels."""
    try:
        return float((layer.scale[axis] * layer.units[axis]).to(unit).magnitude)
    except pint.DimensionalityError:
        return None


class Measure(Container):
    """Layer, axes, recipe and button above a table of what was found; the layer's ``metadata["coarsen"]`` is the Result."""

    def __init__(self, napari_viewer) -> None:  # napari hands it over by that name
        super().__init__()
        self._viewer = napari_viewer
        self.layer = create_widget(annotation="napari.layers.Image", label="Layer")
        self.third = ComboBox(choices=["time", "z"], label="First of three axes")
        self.recipe = FileEdit(mode="r", filter="*.json", nullable=True, label="Recipe")
        self.button = PushButton(text="Measure")
        self.found = Table(label="Found")
        self.extend([self.layer, self.third, self.recipe, self.button, self.found])
        self.button.changed.connect(self.measure)

    def measure(self) -> None:
        """Measures the layer beside the window's own work; the button waits for it."""
        layer = self.layer.value
        if layer is None:
            show_info("Coarsen: open an image first")
            return
        try:
            series, spatial = series_of(layer, self.third.value)
            recipe = Recipe.from_file(self.recipe.value) if self.recipe.value else None
        except (Error, OSError) as error:
            show_error(str(error))
            return
        worker = thread_worker(analyze, start_thread=False)(series, recipe)
        worker.returned.connect(lambda result: self._show(layer, spatial, result))
        worker.errored.connect(lambda error: show_error(str(error)))
        worker.finished.connect(lambda: setattr(self.button, "enabled", True))
        self.button.enabled = False
        worker.start()

    def _show(self, layer, spatial: int, result: Result) -> None:
        layer.metadata["coarsen"] = result
        rows = result.frames
        unit = "um" if np.isfinite(rows["r_max_um"]).any() else "px"
        columns = ["frame", f"r_max_{unit}", f"r_max_err_{unit}", "quality", "message"]
        self.found.value = [{name: row[name].item() for name in columns} for row in rows]
        for note in result.notes:
            show_info(f"Coarsen: {note}")
        self._draw(layer, spatial, rows)

    def _draw(self, layer, spatial: int, rows) -> None:
        """Draws a circle of radius R_max in the middle of each frame, in a volume's middle slice."""
        shape = (layer.data[0] if layer.multiscale else layer.data).shape[:layer.ndim]
        circles = []
        for row in rows[np.isfinite(rows["r_max_px"])]:
            before = ([row["frame"]] if layer.ndim > spatial else []) + ([shape[-3] // 2] if spatial == 3 else [])
            y, x, r = (shape[-2] - 1) / 2, (shape[-1] - 1) / 2, row["r_max_px"]
            circles.append([[*before, y + dy * r, x + dx * r] for dy, dx in ((-1, -1), (-1, 1), (1, 1), (1, -1))])
        name = f"{_CIRCLES} of {layer.name}"
        if name in self._viewer.layers:
            self._viewer.layers.remove(name)
        if circles:
            self._viewer.add_shapes(circles, shape_type="ellipse", ndim=layer.ndim, edge_color="orange", face_color="transparent",
                                    edge_width=2, name=name, scale=layer.scale, translate=layer.translate, units=layer.units)
