// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>

namespace coarsen::volumes {

const std::vector<StoredFormat>& storedFormats() {
    static const std::vector<StoredFormat> list{nifti(), metaImage(), npy(), mrc(), digitalMicrograph(), nrrd(), gsf(), fits()};
    return list;
}

VolumeFormat volumeFormatOf(const StoredFormat& format) {
    const auto describe = format.describe;
    const auto chosen = [describe](const std::filesystem::path& file, const VolumeChoice& choice) {
        return chosenVolume(describe(file), file, choice);
    };
    return {format.name, format.recognises,
            [chosen](const std::filesystem::path& file, const VolumeChoice& choice) { return chosen(file, choice).header; },
            [chosen](const std::filesystem::path& file, const VolumeChoice& choice) { return readStored(chosen(file, choice)); },
            format.mayBeGzip};
}

bool claims(const StoredFormat& format, const std::filesystem::path& file) {
    std::string name = file.filename().string();
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::any_of(format.endings,
                               [&](const std::string& ending) { return name.size() > ending.size() && name.ends_with(ending); });
}

}  // namespace coarsen::volumes
