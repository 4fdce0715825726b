# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel of napari, by hand: xvfb-run python tests/python/napari_headless.py [PICTURE.png].

Needs coarsen, napari and a Qt. Measures a series, a picture and a volume through the panel, and compares with the module.
"""

import sys
import time

import napari
import numpy as np
from qtpy.QtWidgets import QApplication

import coarsen


def measured(panel, layer, third="time", seconds=120):
    """The result that the panel gives of a layer."""
    panel.layer.value, panel.third.value = layer, third
    panel.button.changed.emit(True)
    end = time.monotonic() + seconds
    while not panel.button.enabled and time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.01)
    return layer.metadata["coarsen"]


def main(picture=None):
    viewer = napari.Viewer(show=False)
    _, panel = viewer.window.add_plugin_dock_widget("coarsen", "Measure structure")
    made = coarsen.synth.ring((240, 320), 3, r_max=(20, 30), interval=600)
    ring = viewer.add_image(made.frames, name="ring", scale=(600, 0.5, 0.5), units=("s", "um", "um"))
    result = measured(panel, ring)
    alone = coarsen.analyze(coarsen.Series.from_arrays(made.frames, interval=600, pixel_size=0.5))
    assert result.frames.tobytes() == alone.frames.tobytes()
    assert panel.found.shape == (3, 5), panel.found.shape
    circles = viewer.layers["R_max of ring"]
    diameter = np.ptp(circles.data[2], axis=0)
    np.testing.assert_allclose(diameter, [0, 2 * result.frames["r_max_px"][2], 2 * result.frames["r_max_px"][2]], rtol=1e-5)
    assert len(measured(panel, ring).frames) == 3 and len(viewer.layers) == 2  # the circles are drawn anew

    one = viewer.add_image(made.frames[1], name="one")
    assert measured(panel, one).frames["r_max_px"][0] == result.frames["r_max_px"][1]
    assert np.isnan(measured(panel, one).frames["r_max_um"][0])

    voxels = coarsen.synth.bicontinuous((24, 40, 48), 1, wavelength=(5, 5)).frames[0]
    volume = viewer.add_image(voxels, name="volume", scale=(2, 1, 1), units=("um", "um", "um"))
    by_module = coarsen.analyze(coarsen.Series.from_arrays([voxels], axes="zyx", pixel_size=(2, 1, 1)))
    assert measured(panel, volume, "z").frames["r_max_um"][0] == by_module.frames["r_max_um"][0]
    viewer.layers.selection = {ring}
    volume.visible = one.visible = viewer.layers["R_max of volume"].visible = viewer.layers["R_max of one"].visible = False
    if picture:
        viewer.screenshot(picture, canvas_only=False)
    viewer.close()
    print("the panel measures what the module measures")


if __name__ == "__main__":
    main(*sys.argv[1:])
