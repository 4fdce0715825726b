// SPDX-License-Identifier: GPL-3.0-or-later
// R_max set by hand, and other reasons to measure single frames again, and only those.
#include "app/window/document/document.hpp"
#include "core/analysis/followed_maximum.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

std::optional<double> markerOf(int frame, const std::map<int, double>& markers) {
    const auto found = markers.find(frame);
    return found == markers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void Document::setMarker(int frame, std::optional<double> rMaxPx) {
    Choices after = choices();
    if (rMaxPx)
        after.manualRMaxPx[frame] = *rMaxPx;
    else
        after.manualRMaxPx.erase(frame);
    change(rMaxPx ? tr("R_max of frame %1 by hand").arg(frame) : tr("automatic R_max of frame %1").arg(frame), std::move(after));
}

void Document::followMaximum(int frame, double rMaxPx) {
    Choices after = choices();
    for (const auto& [followed, px] : followedMaximum(session_.results, frame, rMaxPx, session_.recipe.measure.prominence))
        after.manualRMaxPx[followed] = px;
    change(tr("one maximum followed through the series"), std::move(after));
}

void Document::clearMarkers() {
    Choices after = choices();
    after.manualRMaxPx.clear();
    change(tr("automatic R_max of all frames"), std::move(after));
}

/// A result knows its recipe by hash, but not its marker: one with another marker counts as out of date.
void Document::outdateMoved(const std::map<int, double>& markersBefore) {
    std::set<int> frames;
    for (const std::map<int, double>* markers : {&markersBefore, &std::as_const(session_.manualRMaxPx)})
        for (const auto& [frame, px] : *markers)
            frames.insert(frame);
    for (const int frame : frames) {
        if (markerOf(frame, markersBefore) == markerOf(frame, session_.manualRMaxPx)) continue;
        session_.resultHashes.erase(frame);
        if (upToDate_.erase(frame) > 0) wantedAgain_.insert(frame);
    }
}

/// These frames alone, for what their results were made of is no longer so.
void Document::measureAgain(const std::vector<int>& frames) {
    for (const int frame : frames) {
        session_.resultHashes.erase(frame);
        upToDate_.erase(frame);
        wantedAgain_.insert(frame);
    }
    thumbnails_.add(session_.series, frames);
    if (std::ranges::count(frames, current_)) {
        ++edition_;  // its file may be another by now
        askPreview();
    }
    rebuildGrowth();
    measureWanted();
    emit resultsChanged();
    emit runChanged();
}

/// Now, or once the run under way or the survey has ended.
void Document::measureWanted() {
    if (wantedAgain_.empty() || isRunning() || (needsSurvey(session_.recipe) && !surveyIfKnown())) return;
    std::vector<int> frames;
    for (const int frame : std::exchange(wantedAgain_, {}))
        if (!upToDate_.contains(frame)) frames.push_back(frame);
    if (frames.empty()) return;
    isRunOfWanted_ = true;
    startRun(frames);
}

void Document::keepRow(const FrameResult& row) {
    // A run that is cancelled, because the recipe was changed, still delivers what it had measured by then.
    const bool isOfThisRecipe = hashOfRun_ == hash_;
    if (!isOfThisRecipe && upToDate_.contains(row.frame)) return;
    const bool isUnreadable = row.status == FrameStatus::failed && row.inputSha256.empty();
    if (const auto known = session_.results.find(row.frame);
        isUnreadable && known != session_.results.end() && known->second->status != FrameStatus::failed)
        return;  // its file is away, as when a network drive is: what was measured from it stands
    FrameResult kept = row;
    const FrameSource& source = session_.series.frames[static_cast<std::size_t>(row.frame)];
    kept.timeS = source.timeS, kept.timeSource = source.timeSource;  // as read since the run began
    SharedResult& place = session_.results[row.frame];
    place = shared(std::move(kept));
    if (!isOfThisRecipe) {
        session_.resultHashes[row.frame] = hashOfRun_;
    } else if (markerOf(row.frame, markersOfRun_) == markerOf(row.frame, session_.manualRMaxPx)) {
        session_.resultHashes[row.frame] = hash_;
        upToDate_.insert(row.frame);
    } else {
        session_.resultHashes.erase(row.frame);
        upToDate_.erase(row.frame);
        wantedAgain_.insert(row.frame);
    }
}

}  // namespace coarsen::window
