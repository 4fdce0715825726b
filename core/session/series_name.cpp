// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/series_name.hpp"

#include "core/base/files.hpp"
#include "core/base/utf8.hpp"
#include "core/series/volume_series.hpp"

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

/// The folder, or the one above where its name only says that there are images in it.
fs::path tellingFolder(fs::path folder) {
    while (saysNothing(folder) && folder.parent_path().has_filename())
        folder = folder.parent_path();
    return folder;
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
    if (isOneFile(series)) return displayName(stemOf(series.frames.front().file));
    const fs::path folder = tellingFolder(series.folder);
    return folder.has_filename() ? displayName(folder) : series.name;
}

std::string nameByPath(const fs::path& path) {
    fs::path whole = fs::absolute(path).lexically_normal();
    if (!whole.has_filename()) whole = whole.parent_path();
    if (whole.extension() == sessionEnding) {
        if (whole.stem() != nameOfEverySession) return displayName(whole.stem());
        whole = whole.parent_path();
    }
    const fs::path name = tellingFolder(whole).filename();
    return displayName(isFrameFile(name) ? stemOf(name) : name);
}

}  // namespace coarsen
