// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/shared_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

/// A file that frames are pages of: in memory, or where it is when it is too long for that (a film). Immutable, for any
/// number of threads.
///
/// Use, given `const std::filesystem::path& path`:
///
///     const std::shared_ptr<const SharedFile> file = sharedFile(path);
///     const std::span<const std::byte> bytes = file->bytes();
///     const std::string& hash = file->sha256();
class SharedFile {
public:
    explicit SharedFile(SharedBytes bytes) : bytes_(std::move(bytes)), size_(bytes_.bytes.size()) {}
    explicit SharedFile(std::vector<std::byte> bytes) : SharedFile(sharedBytes(std::move(bytes))) {}
    SharedFile(std::filesystem::path inPlace, std::uintmax_t size) : inPlace_(std::move(inPlace)), size_(size) {}
    bool staysInPlace() const { return !inPlace_.empty(); }
    std::span<const std::byte> bytes() const { return bytes_.bytes; }  ///< none of a file that stays where it is
    const SharedBytes& shared() const { return bytes_; }
    std::uintmax_t size() const { return size_; }
    const std::string& sha256() const;  ///< found when first asked for
    /// Where its pages stand, as `find` tells from its bytes when first asked: whoever reads them one by one then reaches each at
    /// once. `find` is the same for all who ask.
    const std::vector<std::uint64_t>& pagePlaces(
        const std::function<std::vector<std::uint64_t>(std::span<const std::byte>)>& find) const;

private:
    SharedBytes bytes_;
    std::filesystem::path inPlace_;
    std::uintmax_t size_ = 0;
    mutable std::once_flag once_, placesOnce_;
    mutable std::string sha256_;
    mutable std::vector<std::uint64_t> places_;
};

/// The file as it is now, read (and hashed) once for all who hold it: the same object while its size and time of change stay.
/// Throws InputError as readWhole. `inPlace`: it is not taken into memory, and may be a folder, whose files it then is.
std::shared_ptr<const SharedFile> sharedFile(const std::filesystem::path& file, bool inPlace = false);

}  // namespace coarsen
