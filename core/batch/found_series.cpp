// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/found_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/batch/condition_number.hpp"
#include "core/image/decode.hpp"
#include "core/project/project.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/series_name.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr std::array resultFolders{"c2d", "c3d", "final", "mask", "figures"};

struct Content {
    std::vector<fs::path> folders, images;
    bool hasResults = false;  ///< a session lies there
};

bool comesBefore(const fs::path& a, const fs::path& b) {
    return naturalLess(a.filename().string(), b.filename().string());
}

Content contentOf(const fs::path& folder) {
    Content content;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        const fs::path path = entry->path();
        if (path.filename().native().starts_with('.')) continue;
        std::error_code unknown;
        if (entry->is_directory(unknown))
            content.folders.push_back(path);
        else if (isFrameFile(path))
            content.images.push_back(path);
        content.hasResults |= path.filename() == "session.coarsen";
    }
    if (failed)
        throw InputError(displayName(folder), "the folder cannot be read (" + failed.message() + ")", "check its permissions");
    std::ranges::sort(content.folders, comesBefore);
    std::ranges::sort(content.images, comesBefore);
    return content;
}

/// A film or a stack: a series by itself.
bool holdsFrames(const fs::path& file) {
    try {
        return isReadInPieces(file) || imageHeader(file).pages > 1;
    } catch (const InputError&) {
        return false;
    }
}

bool isSameFolder(const fs::path& a, const fs::path& b) {
    std::error_code unknown;
    return !b.empty() && fs::equivalent(a, b, unknown);
}

class Search {
public:
    Search(const fs::path& without, std::stop_token stop) : without_(without), stop_(std::move(stop)) {}

    void look(const fs::path& folder, bool isParent) {
        std::error_code unknown;
        const fs::path whole = fs::canonical(folder, unknown);
        if (stop_.stop_requested() || !seen_.insert(unknown ? folder : whole).second) return;
        const Content content = contentOf(folder);
        if (isParent)
            takeFilms(content.images, folder);
        else if (!content.images.empty())
            takeFolder(folder, content.images);
        for (const fs::path& below : content.folders) {
            const std::string name = below.filename().string();
            const bool isOurs = name == "coarsen-results" || (content.hasResults && std::ranges::count(resultFolders, name) > 0);
            if (!isOurs && !isSameFolder(below, without_)) lookBelow(below);
        }
    }

    FoundSeries found;

private:
    void lookBelow(const fs::path& folder) {
        try {
            look(folder, false);
        } catch (const InputError& error) {
            found.notes.push_back(std::string(error.what()) + ": passed over");
        }
    }

    void takeFolder(const fs::path& folder, const std::vector<fs::path>& images) {
        if (images.size() > 1 && std::ranges::all_of(images, holdsFrames))
            for (const fs::path& film : images)
                found.series.push_back({.path = film});
        else
            found.series.push_back({.path = folder});
    }

    /// Of what lies in the parent itself: single images there are of no series.
    void takeFilms(const std::vector<fs::path>& images, const fs::path& folder) {
        std::size_t single = 0;
        for (const fs::path& image : images) {
            if (holdsFrames(image))
                found.series.push_back({.path = image});
            else
                ++single;
        }
        if (single > 0)
            found.notes.push_back(std::to_string(single) + (single == 1 ? " image lies" : " images lie") + " in " +
                                  displayName(folder) + " itself, in no series' folder: passed over");
    }

    fs::path without_;
    std::stop_token stop_;
    std::set<fs::path> seen_;  // links may lead back
};

/// The parts of the path below the parent that say something: "20C", "a" of 20C/a/frames.
std::vector<std::string> partsBelow(const fs::path& path, const fs::path& parent) {
    std::vector<std::string> parts;
    const std::string own = nameByPath(path);
    for (const fs::path& part : path.lexically_relative(parent))
        parts.push_back(displayName(part));
    if (parts.empty()) return {own};
    std::size_t place = parts.size();
    while (place > 1 && parts[place - 1] != own && fs::path(parts[place - 1]).stem() != own)
        --place;
    parts.resize(place);
    parts.back() = own;
    return parts;
}

std::string joinedParts(const std::vector<std::string>& parts, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += (i == 0 ? "" : "/") + parts[i];
    return text;
}

/// The number of a group's own name, else that of the nearest folder above it that has one.
std::optional<ConditionNumber> numberOf(const std::vector<std::string>& parts, std::size_t count) {
    for (std::size_t i = count; i-- > 0;)
        if (auto number = conditionNumber(parts[i])) return number;
    return std::nullopt;
}

/// "20C (x = 20, 3 repeats), 30C (x = 30, 3 repeats)".
void noteConditions(FoundSeries& found) {
    std::vector<std::string> order;
    std::map<std::string, std::pair<double, int>> conditions;
    for (const BatchSeries& one : found.series) {
        const std::string& name = one.group.empty() ? one.name : one.group;
        const auto [entry, isNew] = conditions.try_emplace(name, one.x, 0);
        ++entry->second.second;
        if (isNew) order.push_back(name);
    }
    std::string text;
    for (const std::string& name : order) {
        const auto& [x, repeats] = conditions[name];
        if (std::isnan(x) && repeats == 1) continue;
        text += (text.empty() ? "" : ", ") + name + " (";
        if (!std::isnan(x)) text += "x = " + shortest(x);
        if (repeats > 1) text += (std::isnan(x) ? "" : ", ") + std::to_string(repeats) + " repeats";
        text += ')';
    }
    if (!text.empty()) found.notes.push_back("Taken from the names of folders: " + text);
}

void giveGroups(FoundSeries& found, const std::vector<std::vector<std::string>>& parts) {
    std::vector<std::optional<ConditionNumber>> numbers;
    for (std::size_t i = 0; i < found.series.size(); ++i) {
        BatchSeries& one = found.series[i];
        const std::size_t above = parts[i].size() - 1;
        if (above > 0) one.group = joinedParts(parts[i], above);
        numbers.push_back(numberOf(parts[i], above > 0 ? above : 1));
        if (numbers.back()) one.x = numbers.back()->value;
    }
    std::erase(numbers, std::nullopt);
    if (!numbers.empty() && std::ranges::all_of(numbers, [&](const auto& each) { return each->unit == numbers.front()->unit; }))
        found.xLabel = labelOfUnit(numbers.front()->unit);
    noteConditions(found);
}

}  // namespace

FoundSeries foundSeries(const fs::path& folder, bool isGrouped, const fs::path& without, std::stop_token stop) {
    fs::path parent = fs::absolute(folder).lexically_normal();
    if (!parent.has_filename()) parent = parent.parent_path();
    std::error_code unknown;
    if (!fs::is_directory(parent, unknown))
        throw InputError(displayName(parent), fs::exists(parent, unknown) ? "it is no folder" : "it does not exist",
                         "name a folder of series, or a table that names them");
    Search search(without, stop);
    search.look(parent, true);
    FoundSeries found = std::move(search.found);
    if (stop.stop_requested()) return found;
    if (found.series.empty())
        throw InputError(displayName(parent), "no folder in it holds images",
                         "name a folder of folders; a single series is measured by analyze");
    std::vector<std::vector<std::string>> parts;
    for (BatchSeries& one : found.series) {
        parts.push_back(partsBelow(one.path, parent));
        one.name = joinedParts(parts.back(), parts.back().size());
    }
    if (isGrouped) giveGroups(found, parts);
    giveNames(found.series);
    return found;
}

}  // namespace coarsen
