// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/installed_part.hpp"

#include <system_error>

namespace coarsen {

std::filesystem::path installedPart(const std::string& name) {
    std::error_code unknown;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
    if (!folder.is_absolute()) return {};  // else it would be looked for in the current folder
    for (const std::filesystem::path& part : {folder / name, folder.parent_path() / "lib" / "coarsen" / name})
        if (std::filesystem::exists(part, unknown)) return part;
    return {};
}

}  // namespace coarsen
