// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace coarsen {

/// A file that is written piece by piece beside its name and takes it once it is whole, as writeWhole does: a reader sees the old
/// file or the new one. What is not finished is removed.
///
/// Use, given `const std::filesystem::path& file`:
///
///     WholeFile table(file);
///     table.add("frame,r_max_px\n");
///     table.finish();
class WholeFile {
public:
    explicit WholeFile(std::filesystem::path file);  ///< throws StorageError
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    void add(std::span<const std::byte> bytes);  ///< throws StorageError
    void add(std::string_view text);
    void finish();  ///< throws StorageError; the old file is then untouched

private:
    [[noreturn]] void refuse() const;  // by errno

    std::filesystem::path file_;
    std::string beside_;
    Descriptor target_;
    bool isWhole_ = false;
};

}  // namespace coarsen
