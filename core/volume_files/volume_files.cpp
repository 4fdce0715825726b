// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/volume_files.hpp"

#include "core/base/folder_file.hpp"
#include "core/base/sha256.hpp"
#include "core/image/held_array.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume_files/slice_folder.hpp"

#include <system_error>

namespace coarsen {

std::vector<std::filesystem::path> inputFiles(const std::filesystem::path& file) {
    if (volumes::isFolderInput(file)) return filesBelow(file);
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
    if (const auto array = heldArray(file)) return array->facts().bytes();
    return bytesOfFiles(inputFiles(file));
}

std::string inputSha256(const std::filesystem::path& file, std::stop_token stop) {
    if (const auto array = heldArray(file)) return sha256(array->values().bytes);
    return sha256OfFiles(inputFiles(file), stop);
}

}  // namespace coarsen
