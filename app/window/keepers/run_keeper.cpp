// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/keepers/run_keeper.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

std::optional<double> markerOf(int frame, const std::map<int, double>& markers) {
    const auto found = markers.find(frame);
    return found == markers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

void RunKeeper::adopt() {
    run_.reset();
    wanted_.clear();
    hash_ = measurementHash(session_.recipe, session_.files);
    upToDate_ = session_.framesUpToDate();
}

int RunKeeper::toMeasure() const {
    return static_cast<int>(session_.series.frames.size()) - static_cast<int>(upToDate_.size());
}

std::vector<int> RunKeeper::framesOf(Extent extent, const std::set<int>& unfinished) const {
    std::vector<int> frames;
    for (int frame = 0; frame < static_cast<int>(session_.series.frames.size()); ++frame) {
        const bool isWanted = extent == Extent::all ||
                              (extent == Extent::outOfDate ? !upToDate_.contains(frame)
                                                           : !session_.results.contains(frame) && !unfinished.contains(frame));
        if (isWanted) frames.push_back(frame);
    }
    return frames;
}

std::vector<SharedResult> RunKeeper::shown() const {
    const auto hashOf = [this](int frame) {
        const auto known = session_.resultHashes.find(frame);
        return known == session_.resultHashes.end() ? std::string() : known->second;
    };
    std::string most;
    if (upToDate_.empty()) {
        std::map<std::string, int> frames;
        for (const auto& [frame, row] : session_.results)
            ++frames[hashOf(frame)];
        const auto found = std::ranges::max_element(frames, {}, [](const auto& entry) { return entry.second; });
        if (found != frames.end()) most = found->first;
    }
    std::vector<SharedResult> results;
    for (const auto& [frame, row] : session_.results)
        if (upToDate_.empty() ? hashOf(frame) == most : upToDate_.contains(frame)) results.push_back(row);
    return results;
}

std::vector<int> RunKeeper::failures() const {
    std::vector<int> failed;
    for (const auto& [frame, row] : session_.results)
        if (row->status == FrameStatus::failed && session_.series.frames[static_cast<std::size_t>(frame)].problem.empty())
            failed.push_back(frame);
    return failed;
}

bool RunKeeper::rejudge() {
    const std::string hash = measurementHash(session_.recipe, session_.files);
    if (hash == hash_) return false;
    hash_ = hash;
    upToDate_ = session_.framesUpToDate();
    return true;
}

/// A result knows its recipe by hash, but not its marker: one with another marker counts as out of date.
void RunKeeper::markersMoved(const std::map<int, double>& before) {
    std::set<int> frames;
    for (const std::map<int, double>* markers : {&before, &std::as_const(session_.manualRMaxPx)})
        for (const auto& [frame, px] : *markers)
            frames.insert(frame);
    for (const int frame : frames) {
        if (markerOf(frame, before) == markerOf(frame, session_.manualRMaxPx)) continue;
        session_.resultHashes.erase(frame);
        if (upToDate_.erase(frame) > 0) wanted_.insert(frame);
    }
}

void RunKeeper::outdateAll() {
    session_.resultHashes.clear();
    upToDate_.clear();
    if (run_) run_->hash.clear();
}

void RunKeeper::startOver() {
    upToDate_.clear();
}

void RunKeeper::wantAgain(const std::vector<int>& frames) {
    for (const int frame : frames) {
        session_.resultHashes.erase(frame);
        upToDate_.erase(frame);
        wanted_.insert(frame);
    }
}

void RunKeeper::forget(const std::vector<int>& frames) {
    for (const int frame : frames) {
        session_.results.erase(frame);
        session_.resultHashes.erase(frame);
        upToDate_.erase(frame);
    }
}

std::vector<int> RunKeeper::takeWanted() {
    std::vector<int> frames;
    for (const int frame : std::exchange(wanted_, {}))
        if (!upToDate_.contains(frame)) frames.push_back(frame);
    return frames;
}

void RunKeeper::begin(bool isOfWanted) {
    run_ = Run{hash_, session_.manualRMaxPx, isOfWanted};
}

bool RunKeeper::isRunOverSeries() const {
    return run_ && run_->hash == hash_ && !run_->isOfWanted;
}

void RunKeeper::keep(const FrameResult& row) {
    if (!run_) return;  // of a session that is no longer open
    // A run that is cancelled, because the recipe was changed, still delivers what it had measured by then.
    const bool isOfThisRecipe = run_->hash == hash_;
    if (!isOfThisRecipe && upToDate_.contains(row.frame)) return;
    const bool isUnreadable = row.status == FrameStatus::failed && row.inputSha256.empty();
    if (const auto known = session_.results.find(row.frame);
        isUnreadable && known != session_.results.end() && known->second->status != FrameStatus::failed)
        return;  // its file is away, as when a network drive is: what was measured from it stands
    FrameResult kept = row;
    const FrameSource& source = session_.series.frames[static_cast<std::size_t>(row.frame)];
    kept.timeS = source.timeS, kept.timeSource = source.timeSource;  // as read since the run began
    session_.results[row.frame] = shared(std::move(kept));
    if (!isOfThisRecipe) {
        session_.resultHashes[row.frame] = run_->hash;
    } else if (markerOf(row.frame, run_->markers) == markerOf(row.frame, session_.manualRMaxPx)) {
        session_.resultHashes[row.frame] = hash_;
        upToDate_.insert(row.frame);
    } else {
        session_.resultHashes.erase(row.frame);
        upToDate_.erase(row.frame);
        wanted_.insert(row.frame);
    }
}

void RunKeeper::keep(const Likeness& likeness) {
    if (!run_) return;
    for (const auto& [frame, alike] : likeness)
        session_.likeness[frame] = alike;
}

bool RunKeeper::end(bool cancelled) {
    const bool isOfWanted = run_ && run_->isOfWanted;
    run_.reset();
    if (cancelled) {
        upToDate_ = session_.framesUpToDate();  // those that were to be measured again are what they were
        wanted_.clear();                        // these stay out of date
    }
    return isComplete() && !cancelled && !isOfWanted;
}

}  // namespace coarsen::window
