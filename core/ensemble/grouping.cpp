// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/grouping.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utf8.hpp"
#include "core/series/value_table.hpp"

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

fs::path plainPath(const fs::path& file) {
    return fs::absolute(file).lexically_normal();
}

/// True where the path ends as the other is written, folder by folder.
bool endsWith(const fs::path& path, const fs::path& end) {
    const std::vector<fs::path> all(path.begin(), path.end()), last(end.begin(), end.end());
    return last.size() <= all.size() && std::equal(last.rbegin(), last.rend(), all.rbegin());
}

/// The frames that a row of a table names: by its path from the table's folder, else by the end of theirs.
class NamedFrames {
public:
    NamedFrames(const ImageSeries& series, const fs::path& table) : series_(series), table_(table) {
        for (std::size_t i = 0; i < series.frames.size(); ++i)
            called_[{series.frames[i].file.filename().string(), series.frames[i].page}].push_back(static_cast<int>(i));
    }

    /// Throws InputError where several files are called so.
    std::vector<int> of(const ValueRow& row) const {
        const auto found = called_.find({row.file.filename().string(), row.page});
        if (found == called_.end()) return {};
        std::vector<int> exact, ending;
        const fs::path written = row.file.lexically_normal(), fromTable = plainPath(table_.parent_path() / row.file);
        for (const int frame : found->second) {
            const fs::path path = plainPath(fileOf(frame));
            if (row.file.has_parent_path() && path == fromTable) exact.push_back(frame);
            if (endsWith(path, written)) ending.push_back(frame);
        }
        if (!exact.empty()) return exact;
        for (const int frame : ending)
            if (plainPath(fileOf(frame)) != plainPath(fileOf(ending.front())))
                throw InputError(displayName(table_),
                                 "line " + std::to_string(row.line) + " names " + printable(row.file.string()) + ", and both " +
                                     printable(fileOf(ending.front()).string()) + " and " + printable(fileOf(frame).string()) +
                                     " are called so",
                                 "write the folder too: " + toldApart(fileOf(ending.front()), fileOf(frame)));
        return ending;
    }

private:
    const fs::path& fileOf(int frame) const { return series_.frames[static_cast<std::size_t>(frame)].file; }

    /// As much of the first one's end as the other has not.
    static std::string toldApart(const fs::path& one, const fs::path& other) {
        fs::path end = one.filename(), above = plainPath(one).parent_path();
        for (; endsWith(plainPath(other), end) && above.has_filename(); above = above.parent_path())
            end = above.filename() / end;
        return printable(end.string());
    }

    const ImageSeries& series_;
    const fs::path& table_;
    std::map<std::pair<std::string, int>, std::vector<int>> called_;
};

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
    const NamedFrames named(series, table);
    std::map<int, double> numbers;
    for (const ValueRow& row : readValueTable(table, column))
        for (const int frame : named.of(row)) {
            const auto [known, isNew] = numbers.emplace(frame, row.value);
            if (!isNew && known->second != row.value)
                throw InputError(displayName(table),
                                 "line " + std::to_string(row.line) + " gives " + printable(row.file.string()) + " a second time",
                                 "keep one of the two rows");
        }
    std::map<double, FrameGroup> groups;
    for (const auto& [frame, number] : numbers) {
        FrameGroup& group = groups[number];
        group.x = number;
        group.frames.push_back(frame);
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
