// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/found_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/batch/condition_number.hpp"
#include "core/image/decode.hpp"
#include "core/project/project.hpp"
#include "core/series/assemble.hpp"
#include "core/series/folders_of_images.hpp"
#include "core/series/named_axes.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/series_name.hpp"
#include "core/settings/fields.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

/// A film or a stack: a series by itself. One that is a volume is a frame, unless it has several times.
bool holdsFrames(const fs::path& file, const SeriesOpening& opening) {
    try {
        if (isVolumeFile(file) && !holdsPictures(file, opening.dataset))
            return volumeHeader(file, {opening.raw, opening.dataset}).times > 1;
        const ImageHeader header = imageHeader(file, opening.dataset);
        const bool isVolume = opening.areVolumes || (!opening.slice && saysItIsVolume(header));
        return header.pages > 1 && !isOfSet(header.facts) && (!isVolume || volumeHeader(file).times > 1);
    } catch (const InputError&) {
        return isReadInPieces(file) && !isVolumeFile(file) && !mayHoldSlices(file);  // a film that is cut
    }
}

/// A folder of slices that is one frame, not a series by itself.
bool isOneVolume(const fs::path& folder) {
    try {
        return isFolderOfSlices(folder) && !holdsSeveralVolumes(folder);
    } catch (const InputError&) {  // whoever opens it says why
        return false;
    }
}

void takeFolder(const FolderOfImages& folder, const SeriesOpening& opening, FoundSeries& found) {
    const auto isSeries = [&](const fs::path& file) { return holdsFrames(file, opening); };
    if (folder.images.size() > 1 && std::ranges::all_of(folder.images, isSeries))
        for (const fs::path& film : folder.images)
            found.series.push_back({.path = film});
    else
        found.series.push_back({.path = folder.folder});
}

/// Takes the films that lie in the parent itself: single images there are of no series.
void takeFilms(const std::vector<fs::path>& images, const fs::path& parent, const SeriesOpening& opening, FoundSeries& found) {
    std::size_t single = 0;
    for (const fs::path& image : images) {
        if (holdsFrames(image, opening))
            found.series.push_back({.path = image});
        else
            ++single;
    }
    if (single > 0)
        found.notes.push_back(std::to_string(single) + (single == 1 ? " image lies" : " images lie") + " in " +
                              displayName(parent) + " itself, in no series' folder: passed over");
}

InputError unreadable(const FoldersOfImages::Unread& one) {
    return {displayName(one.folder), "the folder cannot be read (" + one.reason + ")", "check its permissions"};
}

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
    std::vector<std::string> alone;  // names of those that lie in no folder of repeats
    for (const auto& one : parts)
        alone.push_back(one.size() == 1 ? one.front() : std::string());
    const std::vector<std::string> conditions = sharedConditions(alone, true);
    std::vector<std::optional<ConditionNumber>> numbers;
    for (std::size_t i = 0; i < found.series.size(); ++i) {
        BatchSeries& one = found.series[i];
        const std::size_t above = parts[i].size() - 1;
        one.group = above > 0 ? joinedParts(parts[i], above) : conditions[i];
        numbers.push_back(above > 0           ? numberOf(parts[i], above)
                          : one.group.empty() ? conditionNumber(parts[i].front())
                                              : conditionNumber(one.group));
        if (numbers.back()) one.x = numbers.back()->value;
    }
    std::erase(numbers, std::nullopt);
    if (!numbers.empty() && std::ranges::all_of(numbers, [&](const auto& each) { return each->unit == numbers.front()->unit; }))
        found.xLabel = labelOfUnit(numbers.front()->unit);
    noteConditions(found);
}

}  // namespace

void giveNamesBelow(FoundSeries& found, const fs::path& parent, bool isGrouped) {
    std::vector<std::vector<std::string>> parts;
    for (BatchSeries& one : found.series) {
        parts.push_back(partsBelow(one.path, parent));
        one.name = joinedParts(parts.back(), parts.back().size());
    }
    if (isGrouped) giveGroups(found, parts);
    giveNames(found.series);
}

void spreadPositions(FoundSeries& found, const SeriesOpening& opening, std::stop_token stop) {
    std::vector<BatchSeries> all;
    std::size_t spread = 0;
    for (BatchSeries& one : found.series) {
        const bool isChosen = opening.position || one.position || one.path.extension() == sessionEnding || stop.stop_requested();
        const std::vector<std::string> positions = isChosen ? std::vector<std::string>() : positionsOf({one.path});
        spread += !positions.empty();
        for (std::size_t i = 0; i < positions.size(); ++i) {
            all.push_back(one);
            all.back().position = static_cast<int>(i) + 1;
            all.back().name += " " + positions[i];
        }
        if (positions.empty()) all.push_back(std::move(one));
    }
    found.series = std::move(all);
    if (spread > 0)
        found.notes.push_back(std::to_string(spread) +
                              " series hold several positions on the sample: each position is a series of its own");
    giveNames(found.series);
}

const Fields<BatchChoices>& BatchChoices::fields() {
    static const Fields<BatchChoices> list = {
        booleanField(
            "no_groups", &BatchChoices::leavesGroups,
            {"No groups", "Do not take groups and numbers from the names of folders, as 20C/a and 20C/b: repeats at x = 20."}),
    };
    return list;
}

FoundSeries foundSeries(const fs::path& folder, bool isGrouped, const fs::path& without, const SeriesOpening& opening,
                        std::stop_token stop) {
    fs::path parent = fs::absolute(folder).lexically_normal();
    if (!parent.has_filename()) parent = parent.parent_path();
    std::error_code unknown;
    if (!fs::is_directory(parent, unknown))
        throw InputError(displayName(parent), fs::exists(parent, unknown) ? "it is no folder" : "it does not exist",
                         "name a folder of series, or a table that names them");
    if (volumes::isFolderInput(parent))
        throw InputError(displayName(parent), "it is one series, not a folder of them",
                         "analyze measures it; batch takes the folder that it lies in");
    const FoldersOfImages folders = foldersOfImages(parent, {FolderSearch::anyDepth, without, stop});
    FoundSeries found;
    for (const FoldersOfImages::Unread& one : folders.unread) {
        if (one.folder == parent) throw unreadable(one);
        found.notes.push_back(std::string(unreadable(one).what()) + ": passed over");
    }
    for (const fs::path& link : folders.linkedOut)
        found.notes.push_back(displayName(link) + " is a link out of " + displayName(parent) +
                              ": passed over; a table of folders may name where it leads to");
    takeFilms(folders.own, parent, opening, found);
    for (const FolderOfImages& one : folders.below) {
        if (stop.stop_requested()) return found;
        const fs::path above = one.folder.parent_path();
        if (!opening.areVolumes || above == parent || !isOneVolume(one.folder))
            takeFolder(one, opening, found);
        else if (found.series.empty() || found.series.back().path != above)
            found.series.push_back({.path = above});
    }
    if (stop.stop_requested()) return found;
    if (found.series.empty())
        throw InputError(displayName(parent),
                         folders.linkedOut.empty() ? "no folder in it holds images"
                                                   : "no folder in it holds images, and links out of it, as " +
                                                         displayName(folders.linkedOut.front()) + ", are not followed",
                         "name a folder of folders; a single series is measured by analyze");
    giveNamesBelow(found, parent, isGrouped);
    return found;
}

}  // namespace coarsen
