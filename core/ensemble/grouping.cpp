// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/grouping.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

/// The folder's own name, or with as many of those above it as tell all apart.
std::vector<std::string> namesOf(const std::vector<fs::path>& folders) {
    std::vector<std::string> names(folders.size());
    std::vector<fs::path> above = folders;
    for (bool isDone = false; !isDone;) {
        bool hasMore = false;
        for (std::size_t i = 0; i < folders.size(); ++i) {
            if (above[i].filename().empty()) continue;
            names[i] = names[i].empty() ? displayName(above[i].filename()) : displayName(above[i].filename()) + '/' + names[i];
            above[i] = above[i].parent_path();
            hasMore = true;
        }
        isDone = !hasMore || std::set<std::string>(names.begin(), names.end()).size() == names.size();
    }
    return names;
}

}  // namespace

Grouping inOneGroup(const ImageSeries& series) {
    FrameGroup all{.name = series.name};
    for (std::size_t i = 0; i < series.frames.size(); ++i)
        all.frames.push_back(static_cast<int>(i));
    return {.groups = {std::move(all)}};
}

Grouping byFolder(const ImageSeries& series) {
    std::vector<fs::path> folders;
    Grouping grouping;
    for (std::size_t i = 0; i < series.frames.size(); ++i) {
        const fs::path folder = fs::absolute(series.frames[i].file).lexically_normal().parent_path();
        const auto known = std::ranges::find(folders, folder);
        const auto group = static_cast<std::size_t>(known - folders.begin());
        if (known == folders.end()) {
            folders.push_back(folder);
            grouping.groups.emplace_back();
        }
        grouping.groups[group].frames.push_back(static_cast<int>(i));
    }
    const std::vector<std::string> names = namesOf(folders);
    for (std::size_t i = 0; i < names.size(); ++i)
        grouping.groups[i].name = names[i];
    return grouping;
}

Grouping byColumn(const ImageSeries& series, const fs::path& table, const std::string& column) {
    const TimeTable numbers = readTimeTable(table, column);
    std::map<double, FrameGroup> groups;
    for (std::size_t i = 0; i < series.frames.size(); ++i) {
        const FrameSource& source = series.frames[i];
        const auto found = numbers.seconds.find({source.file.filename().string(), source.page});
        if (found == numbers.seconds.end()) continue;
        FrameGroup& group = groups[found->second];
        group.x = found->second;
        group.frames.push_back(static_cast<int>(i));
    }
    if (groups.empty())
        throw InputError(displayName(table), "none of its files is among the images",
                         "write the images' file names into the column 'file'");
    Grouping grouping{.column = column, .table = table, .groups = {}};
    for (auto& [x, group] : groups) {
        group.name = column + "=" + shortest(x);
        grouping.groups.push_back(std::move(group));
    }
    return grouping;
}

int ungrouped(const Grouping& grouping, const ImageSeries& series) {
    std::set<int> grouped;
    for (const FrameGroup& group : grouping.groups)
        grouped.insert(group.frames.begin(), group.frames.end());
    return static_cast<int>(series.frames.size() - grouped.size());
}

}  // namespace coarsen
