// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/scratch_folder.hpp"

#include "core/base/error.hpp"

#include <stdlib.h>
#include <string>
#include <system_error>

namespace coarsen {

ScratchFolder::ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "coarsen-XXXXXX").string();
    if (!::mkdtemp(pattern.data()))
        throw StorageError(pattern, "no folder for temporary files could be made", "free space in the temporary folder");
    path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
    std::error_code failed;  // what is left behind lies in the system's temporary folder
    std::filesystem::remove_all(path_, failed);
}

}  // namespace coarsen
