# SPDX-License-Identifier: GPL-3.0-or-later
"""A series measured in parts by the workers of Dask: a plan, the parts, their merging, as coarsen-cli does."""

from __future__ import annotations

import contextlib
import os
import tempfile

from . import _core, _scripts
from ._errors import SettingError

_PARTS_A_THREAD = 4  # few enough that the frame before each, which is measured twice, costs little; enough that all end together


def measure_part(folder: str, number: int, of: int, threads: int, scripts: list = ()) -> tuple[int, list[str]]:
    """Measures one part, on a worker, with these steps and lengths; gives the number of its frames and what was said of them."""
    _scripts.keep(scripts)
    return _core.measure_part(folder, number, of, threads)


@contextlib.contextmanager
def _connected(client):
    """The client given, or for ``True`` one of processes on this machine, one a core, which end with the run."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise SettingError("client", "the package distributed (of Dask) is not installed", "pip install 'coarsen[dask]'") from None
    if client is True:
        with LocalCluster(n_workers=os.cpu_count(), threads_per_worker=1) as cluster, Client(cluster) as own:
            yield own
    elif not isinstance(client, Client) or client.asynchronous:
        raise SettingError("client", f"it is {client!r}", "give a distributed.Client that is not asynchronous, or True")
    else:
        yield client


@contextlib.contextmanager
def _there(folder):
    """The folder given, as a whole path, or one that is removed behind the run."""
    if folder is not None:
        yield os.path.abspath(folder)
        return
    with tempfile.TemporaryDirectory(prefix="coarsen-", ignore_cleanup_errors=True) as made:
        yield made


def measured(series, recipe, client, folder, parts: int | None, engine: str, threads: int, progress, force: bool):
    """The session that the parts make together, and what was said. Arguments as of ``coarsen.analyze``."""
    if parts is not None and parts < 1:
        raise SettingError("parts", f"{parts} is no number of parts", "leave it out, or give at least 1")
    with _there(folder) as path, _connected(client) as workers:
        from distributed import as_completed
        frames, done = len(series.files), 0
        wanted = parts or _PARTS_A_THREAD * max(sum(workers.nthreads().values()), _PARTS_A_THREAD)  # none may have come yet
        count = min(wanted, frames)
        said = _core.prepare(series, recipe, engine, 0, path, force)
        scripts = _scripts.kept_for(recipe) if recipe else []
        futures = [workers.submit(measure_part, path, number, count, threads or 1, scripts, pure=False) for number in range(1, count + 1)]
        try:
            for future in as_completed(futures):
                measured_now, notes = future.result()
                done += measured_now
                said += notes
                progress(done, frames)
        finally:
            workers.cancel(futures)
        core, notes = _core.merge(path)
    return core, list(dict.fromkeys(said + notes))
