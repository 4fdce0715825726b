// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace coarsen {

/// A file in memory that many frames are pages of. Immutable, for any number of threads.
class SharedFile {
public:
    explicit SharedFile(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
    const std::vector<std::byte>& bytes() const { return bytes_; }
    const std::string& sha256() const;  ///< found when first asked for

private:
    std::vector<std::byte> bytes_;
    mutable std::once_flag once_;
    mutable std::string sha256_;
};

/// The file as it is now, read once for all who hold it: the same object while its size and time of change stay. Throws
/// InputError as readWhole.
std::shared_ptr<const SharedFile> sharedFile(const std::filesystem::path& file);

}  // namespace coarsen
