// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/comparison.hpp"

#include "core/base/error.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

using ImageKey = std::pair<std::string, int>;  // name or hash, page

std::string hashOf(const Session& session, int frame) {
    const auto row = session.results.find(frame);
    return row == session.results.end() ? std::string() : row->second->inputSha256;
}

bool areSameWhereKnown(const std::string& hash, const std::string& other) {
    return hash.empty() || other.empty() || hash == other;
}

/// The frames of `here` by what tells them apart.
struct KnownImages {
    std::map<ImageKey, int> byName, byHash;

    explicit KnownImages(const Session& here) {
        for (int frame = 0; frame < static_cast<int>(here.series.frames.size()); ++frame) {
            const FrameSource& source = here.series.frames[static_cast<std::size_t>(frame)];
            byName.emplace(ImageKey{source.name, source.page}, frame);
            if (const std::string hash = hashOf(here, frame); !hash.empty()) byHash.emplace(ImageKey{hash, source.page}, frame);
        }
    }
};

std::string countOf(std::size_t count) {
    return count == 1 ? "1 frame" : std::to_string(count) + " frames";
}

[[noreturn]] void refuseStranger(const Session& here, const Session& other, const std::string& name) {
    throw InputError(name,
                     "it is of another series: none of its images is open here (there '" + other.series.frames.front().name +
                         "' is the first, here '" + here.series.frames.front().name + "')",
                     "compare sessions of the same images");
}

/// The growth law of the rows that are compared: the one saved may be of rows that were out of date.
void findFit(OtherResult& result, Session other, const std::set<int>& upToDate) {
    std::erase_if(other.results, [&](const auto& each) { return !upToDate.contains(each.first); });
    FitSettings settings = fitOf(other.recipe);
    settings.bootstrap = 0;
    try {
        for (GrowthFit& fit : fitGrowth(growthOf(other), settings)) {
            if (fit.model != settings.chosenModel() || !fit.isFitted() || fit.frames.empty()) continue;
            result.fittedFromS = std::numeric_limits<double>::infinity(), result.fittedToS = -result.fittedFromS;
            for (const int frame : fit.frames) {
                const double timeS = other.results.at(frame)->timeS;
                result.fittedFromS = std::min(result.fittedFromS, timeS);
                result.fittedToS = std::max(result.fittedToS, timeS);
            }
            result.umPerPx = other.calibration.isKnown() ? other.calibration.umPerPx() : 0;
            result.fit = std::move(fit);
        }
    } catch (const SettingError&) {  // its points stand without a law
    }
}

}  // namespace

OtherResult otherResult(const Session& here, const Session& other, const std::string& name) {
    if (here.series.frames.empty() || other.series.frames.empty())
        throw InputError(name, "there are no frames to compare", "open a series first");
    const std::set<int> upToDate = other.framesUpToDate();
    if (upToDate.empty())
        throw InputError(name, "none of its frames is measured with its recipe",
                         "open it, measure it, save it and compare again");

    const KnownImages known(here);
    OtherResult result;
    result.name = name;
    result.recipe = other.recipe;
    std::vector<std::string> changed;
    bool hasSameTimes = true;
    for (const int frame : upToDate) {
        const SharedResult& row = other.results.at(frame);
        const FrameSource& source = other.series.frames[static_cast<std::size_t>(frame)];
        const auto named = known.byName.find({source.name, source.page});
        auto found = named;
        if (named == known.byName.end() || !areSameWhereKnown(hashOf(here, named->second), row->inputSha256)) {
            const auto alike = known.byHash.find({row->inputSha256, source.page});
            if (alike == known.byHash.end()) {
                if (named != known.byName.end())
                    changed.push_back(source.name);
                else
                    ++result.strangers;
                continue;
            }
            found = alike;
        }
        const int at = found->second;
        if (!result.rows.emplace(at, row).second) continue;
        if (other.excluded.contains(frame)) result.excluded.insert(at);
        const double timeS = here.series.frames[static_cast<std::size_t>(at)].timeS;
        hasSameTimes &= std::abs(timeS - source.timeS) <= 1e-9 * std::max(1.0, std::abs(timeS));
    }
    if (!changed.empty())
        throw InputError(name,
                         countOf(changed.size()) + " of it " + (changed.size() == 1 ? "shows" : "show") +
                             " another image than the one of that name here: the file of '" + changed.front() +
                             "' has another SHA-256",
                         "compare sessions of the same images, or measure this series again where its files have changed");
    if (result.rows.empty()) refuseStranger(here, other, name);
    result.engine = enginesOf(result.rows);
    if (hasSameTimes) findFit(result, other, upToDate);
    return result;
}

const ComparedFrame* ResultComparison::largest() const {
    const ComparedFrame* largest = nullptr;
    for (const ComparedFrame& one : frames)
        if (!one.isExcluded && (!largest || std::abs(one.differencePx()) > std::abs(largest->differencePx()))) largest = &one;
    return largest;
}

const ComparedFrame* ResultComparison::find(int frame) const {
    const auto found = std::ranges::lower_bound(frames, frame, {}, &ComparedFrame::frame);
    return found != frames.end() && found->frame == frame ? &*found : nullptr;
}

ResultComparison comparisonOf(const FrameResults& here, const std::set<int>& excluded, const OtherResult& other,
                              std::string_view length) {
    const auto lengthIn = [&](const FrameResults& rows, int frame) -> const LengthScale* {
        const auto row = rows.find(frame);
        const bool isThere = row != rows.end() && row->second->status != FrameStatus::failed && row->second->hasLength(length) &&
                             row->second->length(length).isFound();
        return isThere ? &row->second->length(length) : nullptr;
    };
    ResultComparison comparison;
    comparison.length = length;
    std::set<int> frames;
    for (const FrameResults* rows : {&here, &other.rows})
        for (const auto& [frame, row] : *rows)
            frames.insert(frame);
    for (const int frame : frames) {
        const auto own = here.find(frame), theirs = other.rows.find(frame);
        if (own != here.end() && theirs != other.rows.end() &&
            !areSameWhereKnown(own->second->inputSha256, theirs->second->inputSha256)) {
            ++comparison.otherImages;
            continue;
        }
        const LengthScale *mine = lengthIn(here, frame), *its = lengthIn(other.rows, frame);
        const bool isExcluded = excluded.contains(frame) || other.excluded.contains(frame);
        if (mine && its) {
            comparison.frames.push_back({frame, mine->px, mine->errorPx, its->px, its->errorPx, isExcluded});
        } else if ((mine || its) && !isExcluded) {
            (mine ? comparison.onlyHere : comparison.onlyOther).push_back(frame);
        }
    }
    for (const ComparedFrame& one : comparison.frames) {
        if (one.isExcluded) continue;
        ++comparison.counted;
        comparison.withinErrors += one.isWithinErrors();
        comparison.meanPx += (one.differencePx() - comparison.meanPx) / comparison.counted;
    }
    return comparison;
}

std::vector<RecipeDifference> recipeDifferences(const Recipe& here, const Recipe& other) {
    std::vector<RecipeDifference> differences;
    const std::vector<std::string> ours = ownersIn(here), theirs = ownersIn(other);
    for (const std::string& owner : ours) {
        if (!std::ranges::count(theirs, owner)) {
            differences.push_back({owner, "there", "not there"});
            continue;
        }
        const auto isOn = [&](const Recipe& recipe) { return !recipe.step(owner) || recipe.step(owner)->isOn(); };
        if (isOn(here) != isOn(other)) {  // its settings decide something in one alone
            differences.push_back({owner + ".on", isOn(here) ? "true" : "false", isOn(other) ? "true" : "false"});
            continue;
        }
        for (const FieldDescription& field : fieldsOf(here, owner)) {
            const std::string key = owner + "." + field.name;
            const std::string own = textOf(valueOf(here, key)), its = textOf(valueOf(other, key));
            if (own != its && (whyIdle(here, key).empty() || whyIdle(other, key).empty())) differences.push_back({key, own, its});
        }
    }
    for (const std::string& owner : theirs)
        if (!std::ranges::count(ours, owner)) differences.push_back({owner, "not there", "there"});
    return differences;
}

std::string enginesOf(const FrameResults& rows) {
    std::set<std::string> engines;
    for (const auto& [frame, row] : rows)
        if (!row->engine.empty()) engines.insert(row->engine);
    return joined({engines.begin(), engines.end()}, " and ");
}

}  // namespace coarsen
