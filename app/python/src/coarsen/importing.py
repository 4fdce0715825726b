# SPDX-License-Identifier: GPL-3.0-or-later
"""Microscopes' own files to OME-TIFF, which Coarsen reads: ND2 (Nikon), CZI (Zeiss) and LIF (Leica), by the readers of others.

``python -m coarsen import FILE... -o FOLDER`` calls ``convert``. Each reader is an extra: ``pip install 'coarsen[nd2]'``, ``[czi]``,
``[lif]``, or ``[import]`` for all.
"""

from __future__ import annotations

import importlib
import os
import pathlib
import xml.etree.ElementTree as xml
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ._errors import InputError, StorageError


@dataclass
class Position:
    """One place on the sample, as its file holds it."""

    name: str
    times: int
    slices: int
    channels: int
    shape: tuple[int, ...]  # of a plane: (y, x), or (y, x, sample) of colours
    dtype: np.dtype
    plane: Callable[[int, int, int], np.ndarray]  # of a time, slice and channel, counting from 0
    seconds: list[float] | None = None  # when each time was taken
    interval: float | None = None  # seconds from time to time, where only that is known
    voxel: tuple[float | None, ...] = (None, None, None)  # micrometres along x, y, z
    channel_names: list[str] = field(default_factory=list)


def _module(name: str, extra: str, path: pathlib.Path, words: str):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        if (error.name or name).partition(".")[0] != name:
            raise InputError(path.name, f"the package {name} cannot be loaded: {error}",
                             f"mend its installation: pip install {name}") from error
        raise InputError(path.name, f"reading {words} needs the package {name}, which is not installed",
                         f"pip install 'coarsen[{extra}]', or pip install {name}") from None


def _known(number) -> float | None:
    """A length or a time that is one."""
    return float(number) if number is not None and np.isfinite(number) and number > 0 else None


def _rising(seconds: list[float]) -> list[float] | None:
    """Times, where they are finite and none goes back."""
    return seconds if seconds and all(np.isfinite(seconds)) and all(np.diff(seconds) >= 0) else None


def read_nd2(path: pathlib.Path) -> Iterator[Position]:
    """The positions of a file of NIS-Elements, by the package nd2."""
    with _module("nd2", "nd2", path, "Nikon ND2").ND2File(path) as file:
        sizes = dict(file.sizes)
        beyond = {axis: count for axis, count in sizes.items() if axis not in "TPZCYXS" and count > 1}
        if beyond:
            raise InputError(path.name, f"it has the axes {', '.join(beyond)}, which are not understood", "export it in NIS-Elements")
        times, slices, channels = (sizes.get(axis, 1) for axis in "TZC")
        colours = sizes.get("S", 1)
        shape = (sizes["Y"], sizes["X"]) + ((colours,) if colours > 1 else ())
        frames: dict[tuple[int, int, int], int] = {}  # which of the file's holds all channels of a place, time and slice
        for number, loop in enumerate(file.loop_indices or ({},)):
            frames.setdefault((loop.get("P", 0), loop.get("T", 0), loop.get("Z", 0)), number)
        voxel = file.voxel_size()
        described = getattr(file.metadata, "channels", None) or []
        names = [channel.channel.name for channel in described][:channels]

        def plane(position, time, slice_, channel):
            return file.read_frame(frames[position, time, slice_]).reshape((-1, *shape))[channel]

        def seconds(position):
            taken = []
            for time in range(times):
                stated = getattr(file.frame_metadata(frames[position, time, 0]), "channels", None)
                if not stated:
                    return None
                taken.append(stated[0].time.relativeTimeMs / 1000)
            return _rising(taken)

        for position in range(sizes.get("P", 1)):
            yield Position(f"position {position + 1}", times, slices, 1 if colours > 1 else channels, shape, np.dtype(file.dtype),
                           lambda t, z, c, p=position: plane(p, t, z, c), seconds(position), None,
                           (_known(voxel.x), _known(voxel.y), _known(voxel.z) if slices > 1 else None), names)


def _of_array(name: str, array: np.ndarray, axes: str, colours: str, path: pathlib.Path, **facts) -> Position:
    """A position whose planes lie in one array of named axes."""
    beyond = [axis for axis, count in zip(axes, array.shape) if axis not in "TZCYX" + colours and count > 1]
    if beyond:
        raise InputError(path.name, f"it has the axes {', '.join(beyond)}, which are not understood", "export it as OME-TIFF")
    kept = [axis for axis in axes if axis in "TZCYX" + colours]
    array = array.reshape([count for axis, count in zip(axes, array.shape) if axis in kept])
    for axis in "TZC":
        if axis not in kept:
            array, kept = array[np.newaxis], [axis, *kept]
    array = np.transpose(array, [kept.index(axis) for axis in "TZCYX" + colours if axis in kept])
    if array.ndim == 6 and array.shape[5] == 1:
        array = array[..., 0]
    return Position(name, *array.shape[:3], array.shape[3:], array.dtype, lambda t, z, c: array[t, z, c], **facts)


def _scaling(metadata: str) -> tuple[float | None, ...]:
    """Micrometres along x, y and z of CZI's metadata, which have metres."""
    found = {}
    for distance in xml.fromstring(metadata).iter("Distance"):
        value = distance.findtext("Value")
        if value:
            found[distance.get("Id")] = _known(float(value) * 1e6)
    return tuple(found.get(axis) for axis in "XYZ")


def _channel_names(metadata: str) -> list[str]:
    channels = xml.fromstring(metadata).find(".//Information/Image/Dimensions/Channels")
    return [] if channels is None else [channel.get("Name") or channel.get("Id") or "" for channel in channels]


def read_czi(path: pathlib.Path) -> Iterator[Position]:
    """The scenes of a file of ZEN, by the package czifile (of 2026, and of 2019, which Python 3.11 has); one in memory at a time."""
    with _module("czifile", "czi", path, "Zeiss CZI").CziFile(path) as file:
        if not hasattr(file, "scenes"):
            yield from _czi_of_2019(file, path)
            return
        metadata = file.metadata()
        for number, scene in enumerate(file.scenes.values()):
            dims = "".join(scene.dims)
            taken = scene.coords.get("T")
            yield _of_array(f"position {number + 1}", scene.asarray(), dims, "S", path,
                            seconds=_rising([float(second) for second in taken]) if taken is not None else None,
                            voxel=_scaling(metadata), channel_names=_channel_names(metadata))


def _czi_of_2019(file, path: pathlib.Path) -> Iterator[Position]:
    metadata, axes = file.metadata(), file.axes
    seconds = None
    for attachment in file.attachments():
        if attachment.attachment_entry.name == "TimeStamps":
            seconds = _rising([float(second) for second in attachment.data()])
    array = file.asarray()
    scenes = [array.take([i], axes.index("S")) for i in range(array.shape[axes.index("S")])] if "S" in axes else [array]
    for number, scene in enumerate(scenes):
        position = _of_array(f"position {number + 1}", scene, axes, "0", path, voxel=_scaling(metadata),
                             channel_names=_channel_names(metadata))
        if seconds is not None and len(seconds) == position.times:
            position.seconds = seconds
        yield position


def read_lif(path: pathlib.Path) -> Iterator[Position]:
    """The images of a file of LAS X, by the package readlif; tiles of a mosaic are positions."""
    module = _module("readlif", "lif", path, "Leica LIF")
    reader = importlib.import_module(module.__name__ + ".reader")
    for image in reader.LifFile(str(path)).get_iter_image():
        first = np.asarray(image.get_frame(z=0, t=0, c=0, m=0))
        x, y, z, rate = image.scale
        voxel = tuple(1 / scale if _known(scale) else None for scale in (x, y, z if image.dims.z > 1 else None))
        interval = 1 / rate if _known(rate) and image.dims.t > 1 else None
        for tile in range(image.dims.m):
            yield Position(image.name if image.dims.m == 1 else f"{image.name}, tile {tile + 1}", image.dims.t, image.dims.z,
                           image.channels, first.shape, first.dtype,
                           lambda t, z, c, image=image, tile=tile: np.asarray(image.get_frame(z=z, t=t, c=c, m=tile)), None,
                           interval, voxel)


READERS = {".nd2": read_nd2, ".czi": read_czi, ".lif": read_lif}


def _metadata(position: Position) -> dict:
    facts: dict = {"axes": "TZCYX" + "S" * (len(position.shape) == 3), "Name": position.name}
    for axis, side in zip("XYZ", position.voxel):
        if side is not None:
            facts[f"PhysicalSize{axis}"], facts[f"PhysicalSize{axis}Unit"] = side, "µm"
    if position.interval is not None:
        facts["TimeIncrement"], facts["TimeIncrementUnit"] = position.interval, "s"
    if position.seconds is not None:
        each = position.slices * position.channels
        taken = [second for second in position.seconds for _ in range(each)]
        facts["Plane"] = {"DeltaT": taken, "DeltaTUnit": ["s"] * len(taken)}
    if len(position.channel_names) == position.channels and any(position.channel_names):
        facts["Channel"] = {"Name": position.channel_names}
    return facts


def _planes(position: Position) -> Iterator[np.ndarray]:
    for time in range(position.times):
        for slice_ in range(position.slices):
            for channel in range(position.channels):
                plane = np.asarray(position.plane(time, slice_, channel))
                if plane.shape != position.shape:
                    raise InputError(position.name, f"a plane of it is {plane.shape}, the first {position.shape}", "export it as OME-TIFF")
                yield plane


def convert(paths: Iterable[str | os.PathLike], folder: str | os.PathLike, *, force: bool = False,
            say: Callable[[str], object] = lambda text: None) -> list[pathlib.Path]:
    """Writes each file as FOLDER/NAME.ome.tif with its times, sizes of pixels, channels, slices and positions; tells what it wrote.

    Pixels are not changed. ``force``: files that are there are replaced. ``say`` hears a sentence a file. Raises InputError (no such
    file, another format, a reader that is not installed or cannot read it), StorageError.
    """
    folder = pathlib.Path(folder)
    written: list[pathlib.Path] = []
    todo: list[tuple[pathlib.Path, Callable[[pathlib.Path], Iterator[Position]], pathlib.Path]] = []
    for given in paths:
        path = pathlib.Path(given)
        reader = READERS.get(path.suffix.lower())
        if reader is None:
            raise InputError(path.name, f"files ending in \"{path.suffix}\" are not converted", f"give one of {', '.join(READERS)}")
        if not path.is_file():
            raise InputError(str(path), "there is no such file", "check its name")
        target = folder / (path.stem + ".ome.tif")
        if target in (other for _, _, other in todo):
            raise InputError(path.name, "another file has its name", "convert the two into folders of their own")
        if target.exists() and not force:
            raise StorageError(str(target), "it is there already", "choose another folder, or replace it with --force")
        todo.append((path, reader, target))
    for path, reader, target in todo:
        tifffile = _module("tifffile", "import", path, "and writing OME-TIFF")
        unfinished = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            count = 0
            with tifffile.TiffWriter(unfinished, ome=True, bigtiff=path.stat().st_size > 2**31) as tiff:
                for position in reader(path):
                    shape = (position.times, position.slices, position.channels, *position.shape)
                    tiff.write(_planes(position), shape=shape, dtype=position.dtype, metadata=_metadata(position),
                               photometric="rgb" if len(position.shape) == 3 else "minisblack")
                    count += 1
            if count == 0:
                raise InputError(path.name, "it holds no image", "check it with the program that made it")
            os.replace(unfinished, target)
        except OSError as error:
            raise StorageError(str(target), f"it cannot be written: {error}", "check the folder and the room on its disk") from error
        except (InputError, StorageError, KeyboardInterrupt):
            raise
        except Exception as error:  # whatever the reader raises: it says that it cannot read this file
            raise InputError(path.name, f"its reader failed: {type(error).__name__}: {error}",
                             "export it as OME-TIFF with the program that made it") from error
        finally:
            unfinished.unlink(missing_ok=True)
        written.append(target)
        say(f"Wrote {target}: {count} position{'s' * (count != 1)}")
    return written
