// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/run_state.hpp"

#include "core/analysis/row_times.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

std::optional<double> markerOf(int frame, const std::map<int, double>& markers) {
    const auto found = markers.find(frame);
    return found == markers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void RunState::adopt() {
    run_.reset();
    wanted_.clear();
    today_ = session_.keysOfToday();
    upToDate_ = session_.framesUpToDate();
}

int RunState::toMeasure() const {
    return static_cast<int>(session_.series.frames.size()) - static_cast<int>(upToDate_.size());
}

std::vector<int> RunState::framesOf(Extent extent, const std::set<int>& unfinished) const {
    std::vector<int> frames;
    for (int frame = 0; frame < static_cast<int>(session_.series.frames.size()); ++frame) {
        const bool isWanted = extent == Extent::all ||
                              (extent == Extent::outOfDate ? !upToDate_.contains(frame)
                                                           : !session_.results.contains(frame) && !unfinished.contains(frame));
        if (isWanted) frames.push_back(frame);
    }
    return frames;
}

std::vector<SharedResult> RunState::shown() const {
    const auto keyOf = [this](int frame) {
        const auto known = session_.resultKeys.find(frame);
        return known == session_.resultKeys.end() ? ResultKey{} : known->second.withoutMarker();
    };
    ResultKey most;
    if (upToDate_.empty()) {
        std::map<ResultKey, int> frames;
        for (const auto& [frame, row] : session_.results)
            ++frames[keyOf(frame)];
        const auto found = std::ranges::max_element(frames, {}, [](const auto& entry) { return entry.second; });
        if (found != frames.end()) most = found->first;
    }
    std::vector<SharedResult> results;
    for (const auto& [frame, row] : session_.results)
        if (upToDate_.empty() ? keyOf(frame) == most : upToDate_.contains(frame)) results.push_back(row);
    return results;
}

std::vector<int> RunState::failures() const {
    std::vector<int> failed;
    for (const auto& [frame, row] : session_.results)
        if (row->status == FrameStatus::failed && session_.series.frames[static_cast<std::size_t>(frame)].problem.empty())
            failed.push_back(frame);
    return failed;
}

bool RunState::rejudge() {
    const ResultKeys now = session_.keysOfToday();
    if (now.common() == std::exchange(today_, now).common()) return false;
    upToDate_ = session_.framesUpToDate();
    return true;
}

void RunState::markersMoved(const std::map<int, double>& before) {
    today_ = ResultKeys(today_.common(), session_.manualRMaxPx);
    std::set<int> frames;
    for (const std::map<int, double>* markers : {&before, &std::as_const(session_.manualRMaxPx)})
        for (const auto& [frame, px] : *markers)
            frames.insert(frame);
    for (const int frame : frames) {
        if (markerOf(frame, before) == markerOf(frame, session_.manualRMaxPx)) continue;
        const auto key = session_.resultKeys.find(frame);
        if (key != session_.resultKeys.end() && key->second == today_.of(frame)) {  // undone before it was measured
            upToDate_.insert(frame);
            wanted_.erase(frame);
        } else if (upToDate_.erase(frame) > 0) {
            wanted_.insert(frame);
        }
    }
}

void RunState::startOver() {
    upToDate_.clear();
}

void RunState::wantAgain(const std::vector<int>& frames) {
    for (const int frame : frames) {
        session_.resultKeys.erase(frame);
        upToDate_.erase(frame);
        wanted_.insert(frame);
    }
}

void RunState::forget(const std::vector<int>& frames) {
    for (const int frame : frames) {
        session_.results.erase(frame);
        session_.resultKeys.erase(frame);
        upToDate_.erase(frame);
    }
}

std::vector<int> RunState::takeWanted() {
    std::vector<int> frames;
    for (const int frame : std::exchange(wanted_, {}))
        if (!upToDate_.contains(frame)) frames.push_back(frame);
    return frames;
}

void RunState::begin(bool isOfWanted) {
    run_ = Run{today_, isOfWanted};
}

bool RunState::isRunOverSeries() const {
    return run_ && run_->keys.common() == today_.common() && !run_->isOfWanted;
}

void RunState::keep(const SharedResult& row) {
    if (!run_) return;  // of a session that is no longer open
    // A run that is cancelled, because the recipe was changed, still delivers what it had measured by then.
    const bool isOfThisRecipe = run_->keys.common() == today_.common();
    if (!isOfThisRecipe && upToDate_.contains(row->frame)) return;
    const bool isUnreadable = row->status == FrameStatus::failed && row->inputSha256.empty();
    if (const auto known = session_.results.find(row->frame);
        isUnreadable && known != session_.results.end() && known->second->status != FrameStatus::failed)
        return;  // its file is away, as when a network drive is: what was measured from it stands
    const FrameSource& source = session_.series.frames[static_cast<std::size_t>(row->frame)];
    session_.results[row->frame] = atTimeOf(source, row);  // as read since the run began
    const ResultKey key = run_->keys.of(row->frame);
    session_.resultKeys[row->frame] = key;
    if (key == today_.of(row->frame)) {
        upToDate_.insert(row->frame);
    } else {
        upToDate_.erase(row->frame);
        if (isOfThisRecipe) wanted_.insert(row->frame);  // its marker was moved meanwhile
    }
}

void RunState::keep(const NeighbourCorrelations& neighbourCorrelations) {
    if (!run_) return;
    for (const auto& [frame, alike] : neighbourCorrelations)
        session_.neighbourCorrelations[frame] = alike;
}

bool RunState::end(bool cancelled) {
    const bool isOfWanted = run_ && run_->isOfWanted;
    run_.reset();
    if (cancelled) {
        upToDate_ = session_.framesUpToDate();  // those that were to be measured again are what they were
        wanted_.clear();                        // these stay out of date
    }
    return isComplete() && !cancelled && !isOfWanted;
}

}  // namespace coarsen::window
