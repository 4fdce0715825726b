// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"
#include "core/image/zip.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>

namespace coarsen::test {

inline std::filesystem::path dataOfEntrance() {
    return sourceFolder() / "tests" / "data" / "entrance";
}

/// The files of the cases, unpacked once.
inline const std::filesystem::path& entranceFiles() {
    static const TemporaryFolder folder;
    static const std::filesystem::path path = [] {
        for (const ZipEntry& entry : zipEntries(readWhole(dataOfEntrance() / "files.zip"), "files.zip")) {
            const std::filesystem::path file = folder / entry.name;
            std::filesystem::create_directories(file.parent_path());
            writeWhole(file, {reinterpret_cast<const char*>(entry.bytes.data()), entry.bytes.size()});
        }
        return folder.path();
    }();
    return path;
}

}  // namespace coarsen::test
