// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/volume/read_volume.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// One of several volumes of a file, each with a name of its own.
struct NamedVolume {
    std::string name;  ///< what VolumeChoice::dataset says
    VolumeHeader header;

    bool operator==(const NamedVolume& other) const { return name == other.name; }
};

/// The datasets of an HDF5 file that may be chosen, the first thousand; of other files none. Throws InputError.
std::vector<NamedVolume> namedVolumes(const std::filesystem::path& file);

/// What volumeHeader and readVolume throw where a file holds several volumes, and none of them is named.
struct SeveralVolumes : InputError {
    SeveralVolumes(const std::filesystem::path& file, const std::string& reason, const std::string& remedy);
    std::filesystem::path file;
};

}  // namespace coarsen
