// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/volume/volume_header.hpp"

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

/// Error that the readers of volumes throw where a file holds several volumes, and none of them is named.
struct SeveralVolumes : InputError {
    SeveralVolumes(const std::filesystem::path& file, const std::string& reason, const std::string& remedy);
    std::filesystem::path file;
};

}  // namespace coarsen
