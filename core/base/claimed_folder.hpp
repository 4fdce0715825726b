// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.hpp"

#include <filesystem>
#include <vector>

namespace coarsen {

/// The folder, and those that it lies in. Throws StorageError where it cannot be made.
void makeFolder(const std::filesystem::path& folder);

/// A folder that is written into: made where it is missing, held against other programs of ours, and cleared of what a killed one
/// left half written. The system lets go of it when the program ends, however it ends, and nothing is left in the folder. Where a
/// file system knows no locks, nothing is held.
///
/// Use, given `const std::filesystem::path& out, std::string_view table`:
///
///     const ClaimedFolder folder(out);  // throws StorageError where another program writes there
///     writeWhole(folder.path() / "results.csv", table);
class ClaimedFolder {
public:
    /// Throws StorageError where it is no folder, cannot be made, or another program of ours writes into it.
    explicit ClaimedFolder(std::filesystem::path folder);
    /// Folders that were made for this one go again where nothing was written into them.
    ~ClaimedFolder();
    ClaimedFolder(const ClaimedFolder&) = delete;
    ClaimedFolder& operator=(const ClaimedFolder&) = delete;

    const std::filesystem::path& path() const { return folder_; }

    bool isThere() const;  ///< false once somebody has removed it or moved it away

    /// Makes and holds it again where it is not there any more; true where it was made anew. Throws as the constructor.
    bool renew();

private:
    void claim();

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> made_;  ///< from the inside out
    Descriptor descriptor_{-1};
};

}  // namespace coarsen
