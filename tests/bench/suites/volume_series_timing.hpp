// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"
#include "core/volume/volume.hpp"

#include <string>

namespace coarsen::bench {

/// A series of equal volumes from the page cache, milliseconds a volume.
struct VolumeSeriesTiming {
    int volumes = 0;
    std::string engine;           ///< that measured them
    double readingOneThread = 0;  ///< read, hashed and decoded one after the other
    double reading = 0;           ///< the same by all threads at a time, a file each
    double series = 0;            ///< as `analyze` measures them, with errors, from files to rows
};

/// Writes the volumes (16-bit TIFF) into the temporary folder and removes them. Throws StorageError, EngineError.
VolumeSeriesTiming timedVolumeSeries(const VolumeSize& size, const Engines& engines, int threads);

}  // namespace coarsen::bench
