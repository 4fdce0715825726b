// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/volume_files.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/volume/formats/formats.hpp"
#include "core/volume_files/slice_folder.hpp"

#include <system_error>

namespace coarsen {

std::vector<std::filesystem::path> inputFiles(const std::filesystem::path& file) {
    std::error_code unknown;
    if (std::filesystem::is_directory(file, unknown)) return volumes::slicesOfFolder(file);
    std::vector<std::filesystem::path> files{file};
    const std::filesystem::path extension = file.extension();
    const std::filesystem::path voxels = extension == ".mhd" || extension == ".MHD"     ? volumes::metaImageVoxels(file)
                                         : extension == ".nhdr" || extension == ".NHDR" ? volumes::nrrdSamples(file)
                                         : volumes::isNameOfPair(file)                  ? volumes::niftiPairVoxels(file)
                                                                                        : std::filesystem::path();
    if (!voxels.empty() && voxels != file) files.push_back(voxels);
    return files;
}

std::uintmax_t inputBytes(const std::filesystem::path& file) {
    std::uintmax_t bytes = 0;
    for (const std::filesystem::path& part : inputFiles(file)) {
        std::error_code failed;
        const std::uintmax_t size = std::filesystem::file_size(part, failed);
        if (failed)
            throw InputError(displayName(part), "it cannot be opened (" + failed.message() + ")", "was it moved or renamed?");
        bytes += size;
    }
    return bytes;
}

std::string inputSha256(const std::filesystem::path& file, std::stop_token stop) {
    const std::vector<std::filesystem::path> files = inputFiles(file);
    if (files.size() == 1) return sha256OfFile(files.front(), stop);
    std::string digests;
    for (const std::filesystem::path& part : files)
        digests += sha256OfFile(part, stop) + '\n';
    return stop.stop_requested() ? std::string() : sha256(digests);
}

}  // namespace coarsen
