// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace coarsen {

/// Holds a folder against other programs of ours that would write the same files into it; the system lets it go when the program
/// ends, however it ends, and nothing is left in the folder. Where a file system knows no locks, nothing is held.
class FolderLock {
public:
    /// Throws StorageError when another holds it.
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int descriptor_ = -1;
};

}  // namespace coarsen
