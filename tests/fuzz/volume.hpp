// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory.hpp"
#include "core/volume/formats/formats.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::fuzz {

/// The volume at two times and channels of the file: what is read is as its header says, and finite.
inline int readVolumes(const volumes::VolumeFormat& format, const std::uint8_t* data, std::size_t size) {
    setMemoryBudget(std::size_t{64} << 20);
    const MemoryFile file(data, size);
    for (const int which : {0, 1})
        parseOrRefuse([&] {
            VolumeChoice choice;
            choice.time = choice.channel = which;
            const VolumeHeader header = format.header(file.path(), choice);
            const Volume volume = format.read(file.path(), choice, {});
            require(volume.size() == header.size && volume.spacing() == header.spacing);
            require(header.times > which && header.channels > which);
            require(volume.values().size() == header.size.voxels());
            require(std::ranges::all_of(volume.values(), [](float value) { return std::isfinite(value); }));
            require(header.spacing.x > 0 && header.spacing.y > 0 && header.spacing.z > 0);
        });
    return 0;
}

}  // namespace coarsen::fuzz
