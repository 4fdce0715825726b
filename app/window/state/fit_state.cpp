// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/fit_state.hpp"

#include "core/analysis/doubtful_frames.hpp"
#include "core/analysis/run_series.hpp"
#include "core/series/frame_order.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

std::vector<FrameResult> rowsFor(const FitQuestion& question) {
    std::vector<FrameResult> rows;
    rows.reserve(question.results.size());
    for (const SharedResult& result : question.results) {
        FrameResult& row = rows.emplace_back(*result);
        row.status = statusOf(row, question.excluded.contains(row.frame));
    }
    return rows;
}

FitAnswer answerTo(const FitQuestion& question) {
    const std::vector<FrameResult> rows = rowsFor(question);
    GrowthSeries growth = growthSeries(rows, question.neighbourCorrelations, question.calibration, question.settings.length);
    growth.firstTime = question.firstTimeS;
    return {fitGrowth(growth, question.settings), doubtfulFrames(rows, question.calibration, question.settings.length),
            recentGrowth(growth), quenchShift(growth, question.settings), question.asked};
}

Exponents exponentsFor(const FitQuestion& question) {
    const GrowthSeries growth =
        growthSeries(rowsFor(question), question.neighbourCorrelations, question.calibration, question.settings.length);
    return {exponentsByStart(growth, question.settings), localExponents(growth, question.settings)};
}

void FitState::adopt() {
    opened_.begin();
    now_ = {};
    earlier_.clear();
    exponents_.reset();
    areExponentsWanted_ = false;
}

FitQuestion FitState::question(std::vector<SharedResult> results) const {
    if (session_.series.order == FrameOrder::time)
        std::ranges::sort(results, {}, [sequence = sequenceOf(session_.series)](const SharedResult& row) {
            return sequence.placeOf(row->frame);
        });
    return {std::move(results),     session_.neighbourCorrelations, session_.excluded, session_.calibration,
            fitOf(session_.recipe), firstTime(session_.series),     opened_.now()};
}

bool FitState::ask() {
    isWantedAgain_ = isUnderWay_;
    return !std::exchange(isUnderWay_, true);
}

bool FitState::take(const FitAnswer& answer) {
    isUnderWay_ = false;
    if (isOver(answer.asked)) return false;
    now_ = answer;
    session_.fits = answer.fits;
    exponents_.reset();
    return true;
}

bool FitState::takeAgain() {
    return std::exchange(isWantedAgain_, false);
}

void FitState::keepAsEarlier(bool wasComplete) {
    if (!session_.fits.empty() && (wasComplete || earlier_.empty())) earlier_ = session_.fits;
}

bool FitState::wantExponents() {
    return !std::exchange(areExponentsWanted_, true);
}

bool FitState::take(Exponents exponents, Epoch::Mark asked) {
    if (isOver(asked) || isUnderWay_) return false;  // the fit under way is followed by its own
    exponents_ = std::move(exponents);
    return true;
}

}  // namespace coarsen::window
