// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/empty_folder.hpp"

#include "core/base/error.hpp"

namespace coarsen {

void makeEmptyFolder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw StorageError(folder.string(), "the folder could not be made (" + error.message() + ")", "choose another place");
    if (!std::filesystem::is_empty(folder, error))
        throw StorageError(folder.string(), "the folder is not empty",
                           "give a new or empty folder, so that nothing is overwritten");
}

}  // namespace coarsen
