// SPDX-License-Identifier: GPL-3.0-or-later
// R_max set by hand, and other reasons to measure single frames again, and only those.
#include "app/window/document/document.hpp"
#include "core/analysis/followed_maximum.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

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

/// These frames alone, for what their results were made of is no longer so.
void Document::measureAgain(const std::vector<int>& frames) {
    measured_.wantAgain(frames);
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
    if (isRunning() || (needsSurvey(session_.recipe) && !surveys_.whole())) return;
    if (const std::vector<int> frames = measured_.takeWanted(); !frames.empty()) startRun(frames, true);
}

}  // namespace coarsen::window
