// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/data_set.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/conventions/labelled_planes.hpp"
#include "core/image/conventions/micro_manager.hpp"
#include "core/image/decode.hpp"
#include "core/series/notes.hpp"

#include <algorithm>
#include <set>
#include <system_error>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

/// The names of the set's files that lie in the folder, in natural order.
std::vector<std::string> filesThere(const fs::path& folder, const std::string& set) {
    std::vector<std::string> names;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (hasImageExtension(entry->path()) && conventions::dataSetOf(name) == set) names.push_back(name);
    }
    std::ranges::sort(names, naturalLess);
    return names;
}

/// Files that the set must have besides: as its index says, and before the one with the highest number.
std::vector<std::string> filesMissing(const fs::path& folder, const std::string& set, const std::vector<std::string>& there) {
    constexpr std::size_t longestIndex = std::size_t{1} << 30;
    std::set<std::string> promised;
    std::error_code unknown;
    if (const fs::path index = folder / "NDTiff.index"; fs::is_regular_file(index, unknown)) {
        try {
            for (const std::string& name : conventions::filesOfIndex(readWhole(index, longestIndex)))
                if (conventions::dataSetOf(name) == set) promised.insert(name);
        } catch (const InputError&) {  // then the numbers of the files alone tell
        }
    }
    constexpr int mostFiles = 10000;
    const std::string extension = fs::path(there.back()).extension().string();
    std::vector<std::string> before{set + extension};
    for (int number = 1; number < mostFiles && before.back() != there.back(); ++number)
        before.push_back(set + "_" + std::to_string(number) + extension);
    if (before.back() == there.back()) promised.insert(before.begin(), before.end());
    for (const std::string& name : there)
        promised.erase(name);
    return {promised.begin(), promised.end()};
}

}  // namespace

void takeDataSet(ImageSeries& series) {
    FileFacts& first = series.first.facts;
    const fs::path here = series.frames.front().file;
    const std::string set = conventions::dataSetOf(here.filename().string());
    if (first.writer != "Micro-Manager" || first.scenes.empty() || set.empty()) return;
    const std::vector<std::string> there = filesThere(here.parent_path(), set);
    if (there.empty()) return;
    std::vector<std::string> missing = filesMissing(here.parent_path(), set, there);
    std::vector<conventions::NamedFacts> files;
    for (const std::string& name : there) {
        try {
            ImageHeader header = name == here.filename().string() ? series.first : imageHeader(here.parent_path() / name);
            if (!header.remark.empty()) say(series, "file.cut", header.remark);
            if (header.facts.writer == "Micro-Manager" && !header.facts.scenes.empty())
                files.push_back({name, std::move(header.facts)});
        } catch (const InputError&) {
            missing.push_back(name);
        }
    }
    for (std::string& name : missing)
        name = displayName(name);
    if (!missing.empty())
        say(series, "files.missing",
            "Of the data set " + displayName(set) + " " + enumeration(missing) + (missing.size() == 1 ? " is" : " are") +
                " not there or cannot be read, and what " + (missing.size() == 1 ? "it holds" : "they hold") +
                " is not measured.");
    if (there.size() < 2) return;
    FileFacts joined = conventions::joinedFacts(files);
    if (joined.scenes.empty()) return;
    first = std::move(joined);
    takeScene(series.first, 0);
}

}  // namespace coarsen
