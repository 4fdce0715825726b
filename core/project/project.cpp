// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project.hpp"

#include "core/base/files.hpp"
#include "core/image/decode.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr std::array usualFolders{"frames", "images", "img", "data", "png", "tif", "raw"};

bool saysNothing(const fs::path& folder) {
    std::string name = folder.filename().string();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::find(usualFolders, name) != usualFolders.end();
}

/// The last part that has a name.
fs::path plainPath(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

}  // namespace

std::string seriesName(const fs::path& path) {
    fs::path whole = plainPath(path);
    if (whole.extension() == sessionEnding) {
        if (whole.stem() != "session") return displayName(whole.stem());
        whole = whole.parent_path();
    }
    while (saysNothing(whole) && whole.has_relative_path() && whole.parent_path().has_filename())
        whole = whole.parent_path();
    const fs::path name = whole.filename();
    return displayName(hasImageExtension(name) ? name.stem() : name);
}

std::string ProjectSeries::shownName() const {
    return name.empty() ? seriesName(path) : name;
}

bool ProjectSeries::isSession() const {
    return path.extension() == sessionEnding;
}

}  // namespace coarsen
