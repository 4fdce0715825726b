// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/export/ensemble_tables.hpp"
#include "core/project/project.hpp"
#include "core/series/image_series.hpp"
#include "core/session/series_name.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestName = 100;  // bytes: paths of deep folders stay legal everywhere

/// "c", "b/c", "a/b/c": the name with so many of the folders above it.
std::string nameWithParents(const fs::path& path, int parents) {
    fs::path whole = path;
    std::string name = nameByPath(whole);
    while (whole.has_filename() && displayName(whole.filename()) != name && displayName(whole.stem()) != name)
        whole = whole.parent_path();  // `frames` and its like say nothing
    for (; parents > 0 && whole.parent_path().has_filename(); --parents) {
        whole = whole.parent_path();
        name = displayName(whole.filename()) + '/' + name;
    }
    return name;
}

}  // namespace

void countFrames(std::vector<BatchSeries>& series, const SeriesOpening& opening) {
    for (BatchSeries& one : series) {
        if (one.path.extension() == sessionEnding) continue;
        try {
            SeriesOpening own = opening;
            if (one.position) own.position = one.position;
            one.frames = openSeries({one.path}, own).frames.size();
        } catch (const Error& error) {
            one.problem = error.what();
        }
    }
}

std::vector<std::string> folderNames(const std::vector<BatchSeries>& series, const std::vector<std::string>& taken) {
    std::vector<std::string> names = taken;
    for (const BatchSeries& one : series) {
        std::string name = one.name.substr(0, longestName);
        if (name.empty() || name.starts_with('.')) name = '_' + name;
        names.push_back(std::move(name));
    }
    names = groupFileNames(names);
    names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(taken.size()));
    return names;
}

void giveNames(std::vector<BatchSeries>& series) {
    constexpr int mostParents = 8;
    std::vector<BatchSeries*> nameless;
    for (BatchSeries& one : series)
        if (one.name.empty()) nameless.push_back(&one);
    for (int parents = 0; parents <= mostParents; ++parents) {
        std::set<std::string> all;
        for (BatchSeries* const one : nameless)
            all.insert(one->name = nameWithParents(one->path, parents));
        if (all.size() == nameless.size()) break;
    }
    std::map<std::string, int> taken;
    for (BatchSeries& one : series)
        if (const int count = ++taken[one.name]; count > 1) {
            std::string other = one.name + " (" + std::to_string(count) + ")";
            while (taken.contains(other))
                other += '\'';
            taken[one.name = other] = 1;
        }
}

}  // namespace coarsen
