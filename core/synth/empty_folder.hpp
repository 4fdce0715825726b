// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace coarsen {

/// Makes the folder that a series with its truth is written into. Throws StorageError where it cannot be made or holds something.
void makeEmptyFolder(const std::filesystem::path& folder);

}  // namespace coarsen
