// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/series_name.hpp"

#include "core/base/files.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view nameOfEverySession = "session";
constexpr std::array<std::string_view, 7> namesOfAnyImages{"frames", "images", "img", "data", "png", "tif", "raw"};

bool saysNothing(const fs::path& folder) {
    std::string name = folder.filename().string();
    std::ranges::transform(name, name.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return std::ranges::count(namesOfAnyImages, name) > 0;
}

}  // namespace

bool isOneFile(const ImageSeries& series) {
    return !series.frames.empty() && series.frames.front().file == series.frames.back().file &&
           displayName(series.frames.front().file) == series.name;
}

std::string seriesName(const Session& session) {
    return session.name.empty() ? usualName(session) : printable(session.name);
}

std::string usualName(const Session& session) {
    const fs::path stem = session.file.stem();
    if (!stem.empty() && stem != nameOfEverySession) return displayName(stem);
    const ImageSeries& series = session.series;
    if (isOneFile(series)) return displayName(series.frames.front().file.stem());
    fs::path folder = series.folder;
    while (saysNothing(folder) && folder.parent_path().has_filename())
        folder = folder.parent_path();
    return folder.has_filename() ? displayName(folder) : series.name;
}

}  // namespace coarsen
