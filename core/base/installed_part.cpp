// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/installed_part.hpp"

#include <system_error>

namespace coarsen {

namespace {

std::filesystem::path installedFolder;

}  // namespace

std::filesystem::path installedPart(const std::string& name) {
    std::error_code unknown;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
    const std::filesystem::path within = std::filesystem::path("lib") / "coarsen" / name;
    for (const std::filesystem::path& part : {installedFolder / within, folder / name, folder.parent_path() / within})
        if (part.is_absolute() && std::filesystem::exists(part, unknown)) return part;  // never in the current folder
    return {};
}

void setInstalledFolder(const std::filesystem::path& folder) {
    installedFolder = folder;
}

}  // namespace coarsen
