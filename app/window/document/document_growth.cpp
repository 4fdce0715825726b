// SPDX-License-Identifier: GPL-3.0-or-later
// What the document says of the lengths measured: fits, judgements of the series, and the values of the growth chart.
#include "app/window/document/document.hpp"
#include "app/window/theme/words.hpp"
#include "core/analysis/doubtful_frames.hpp"
#include "core/analysis/self_similarity.hpp"
#include "core/series/true_lengths.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

/// The rows that a fit may see, with the user's exclusions of now.
std::vector<FrameResult> rowsForFit(const std::vector<SharedResult>& results, const std::set<int>& excluded) {
    std::vector<FrameResult> rows;
    rows.reserve(results.size());
    for (const SharedResult& result : results) {
        FrameResult& row = rows.emplace_back(*result);
        row.status = statusOf(row, excluded.contains(row.frame));
    }
    return rows;
}

}  // namespace

/// Tells when the shape of C1D changes during the series, and which frames are far from their neighbours.
void Document::judgeSeries() {
    background_.run(
        [this, results = resultsUpToDate(), excluded = session_.excluded, calibration = session_.calibration,
         length = session_.recipe.fit.length, series = openSeries_]() -> Background::Result {
            const std::vector<FrameResult> rows = rowsForFit(results, excluded);
            return [this, trend = zeroToMaximumTrend(rows), off = doubtfulFrames(rows, calibration, length), series] {
                if (series != openSeries_) return;
                for (const QString& judgement : {tr("Not self-similar"), tr("Far from the neighbours")})
                    retract(judgement);
                if (trend && !trend->warning().empty())
                    raise({Notice::Kind::information, tr("Not self-similar"), sentence(translated(trend->warning())), -1});
                if (!off.empty())
                    raise({Notice::Kind::warning, tr("Far from the neighbours"), sentence(translated(offNeighboursWarning(off))),
                           off.front().frame, false,
                           off.size() == 1 ? std::vector{Remedy::excludeFrame} : std::vector<Remedy>{}});
            };
        },
        [](const QString&) {});  // the results stand without it
}

/// Where no frame is: those of the earlier recipe that measured most of them, for a fit to two recipes' lengths is of neither.
std::vector<SharedResult> Document::resultsUpToDate() const {
    const auto hashOf = [this](int frame) {
        const auto known = session_.resultHashes.find(frame);
        return known == session_.resultHashes.end() ? std::string() : known->second;
    };
    std::string shown;
    if (upToDate_.empty()) {
        std::map<std::string, int> frames;
        for (const auto& [frame, row] : session_.results)
            ++frames[hashOf(frame)];
        const auto most = std::ranges::max_element(frames, {}, [](const auto& entry) { return entry.second; });
        if (most != frames.end()) shown = most->first;
    }
    std::vector<SharedResult> results;
    for (const auto& [frame, row] : session_.results)
        if (upToDate_.empty() ? hashOf(frame) == shown : upToDate_.contains(frame)) results.push_back(row);
    return results;
}

/// One fit is under way at a time; what is asked for meanwhile is fitted after it, once.
void Document::refit() {
    if (fitting_) {
        isFitShort_ = true;
        return;
    }
    fitting_ = true;
    background_.run(
        [=, this, excluded = session_.excluded, calibration = session_.calibration, settings = session_.recipe.fit,
         start = firstTime(session_.series), series = openSeries_, results = resultsUpToDate(),
         likeness = session_.likeness]() -> Background::Result {
            const std::vector<FrameResult> rows = rowsForFit(results, excluded);
            GrowthSeries growth = growthSeries(rows, likeness, calibration, settings.length);
            growth.firstTime = start;
            auto fits = fitGrowth(growth, settings);
            const auto recent = recentGrowth(growth);
            const auto shift = quenchShift(growth, settings);
            return [=, this, fits = std::move(fits), off = doubtfulFrames(rows, calibration, settings.length)] {
                fitting_ = false;
                if (series == openSeries_) {
                    session_.fits = fits;
                    recentGrowth_ = recent;
                    quenchShift_ = shift;
                    offNeighbours_ = off;
                    exponents_.reset();
                    rebuildGrowth();
                    emit resultsChanged();
                }
                std::exchange(isFitShort_, false) ? refit() : findExponents();
            };
        },
        [this](const QString& problem) {
            fitting_ = false;
            raise({Notice::Kind::warning, tr("The growth could not be fitted"), problem, -1});
            if (std::exchange(isFitShort_, false)) refit();
        });
}

void Document::wantExponents() {
    if (!std::exchange(exponentsWanted_, true)) findExponents();
}

void Document::findExponents() {
    if (!exponentsWanted_ || isRunning()) return;
    background_.run(
        [this, results = resultsUpToDate(), likeness = session_.likeness, excluded = session_.excluded,
         calibration = session_.calibration, settings = session_.recipe.fit, series = openSeries_]() -> Background::Result {
            const auto growth = growthSeries(rowsForFit(results, excluded), likeness, calibration, settings.length);
            return [=, this, exponents = Exponents{exponentsByStart(growth, settings), localExponents(growth, settings)}] {
                if (series != openSeries_ || fitting_) return;  // the fit under way is followed by its own
                exponents_ = exponents;
                rebuildGrowth();
                emit resultsChanged();
            };
        },
        [](const QString&) {});  // the fits stand without them
}

void Document::rebuildGrowth() {
    auto data = std::make_shared<GrowthData>();
    data->fits = session_.fits;
    data->earlierFits = earlierFits_;
    data->offNeighbours = offNeighbours_;
    data->trueRMaxPx = trueRMaxPx_;
    data->isTruthShown = isTruthShown_;
    data->recent = recentGrowth_;
    data->quenchShift = quenchShift_;
    data->exponents = exponents_;
    data->settings = session_.recipe.fit;
    data->calibration = session_.calibration;
    data->firstTimeS = firstTime(session_.series);
    data->timesAreSeconds = timesAreSeconds();
    data->chosenTimeUnit = session_.timeUnit;
    data->isComplete = framesToMeasure() == 0;
    data->isRunning = isRunning();
    data->fitsAreEarlier = upToDate_.empty() && !session_.results.empty();
    data->isStabilised = needsDrift(session_.recipe);
    data->survey = surveyHeld();
    data->points.resize(session_.series.frames.size());
    for (std::size_t i = 0; i < data->points.size(); ++i) {
        GrowthData::Point& point = data->points[i];
        const int frame = static_cast<int>(i);
        if (const auto known = session_.results.find(frame); known != session_.results.end()) {
            point.row = known->second;
            point.isMeasured = true;
            point.isStale = true;
        } else {
            point.row = unmeasuredRow(frame);
        }
    }
    const auto mark = [&points = data->points](const auto& frames, bool GrowthData::Point::*state, bool value) {
        for (const int frame : frames)
            if (frame >= 0 && static_cast<std::size_t>(frame) < points.size())
                points[static_cast<std::size_t>(frame)].*state = value;
    };
    mark(upToDate_, &GrowthData::Point::isStale, false);
    mark(session_.excluded, &GrowthData::Point::isExcluded, true);
    std::vector<int> off;
    for (const OffNeighbours& one : offNeighbours_)
        off.push_back(one.frame);
    mark(off, &GrowthData::Point::isOff, true);
    if (const GrowthFit* const fit = data->chosenFit()) mark(fit->frames, &GrowthData::Point::isInFit, true);
    data->findUnits();
    growth_ = std::move(data);
}

void Document::setTruthShown(bool shown) {
    isTruthShown_ = shown;
    rebuildGrowth();
    emit resultsChanged();
}

/// The answer of a series that is made up stands beside its images.
void Document::findTruth() {
    trueRMaxPx_.clear();
    background_.run(
        [this, images = session_.series, series = openSeries_]() -> Background::Result {
            return [this, truth = trueLengths(images), series] {
                if (series != openSeries_ || truth.empty()) return;
                trueRMaxPx_ = truth;
                rebuildGrowth();
                emit resultsChanged();
            };
        },
        [](const QString&) {});
}

/// What stands in for the result of a frame that has none.
const SharedResult& Document::unmeasuredRow(int frame) {
    unmeasured_.resize(session_.series.frames.size());
    SharedResult& row = unmeasured_[static_cast<std::size_t>(frame)];
    const FrameSource& source = session_.series.frames[static_cast<std::size_t>(frame)];
    if (!row || row->timeS != source.timeS || row->file != source.name) {
        FrameResult unmeasured;
        unmeasured.frame = frame;
        unmeasured.file = source.name;
        unmeasured.timeS = source.timeS;
        row = shared(std::move(unmeasured));
    }
    return row;
}

std::vector<CellState> Document::cellStates() const {
    std::vector<CellState> states;
    for (const GrowthData::Point& point : growth_->points) {
        CellState state = CellState::waiting;
        if (point.isMeasured) {
            if (point.result().status == FrameStatus::failed)
                state = CellState::failed;
            else if (point.isExcluded)
                state = CellState::excluded;
            else if (point.isStale)
                state = CellState::stale;
            else if (!point.result().rMax.isFound())
                state = CellState::noPeak;
            else
                state = point.result().rMax.quality == Quality::weak || point.isOff ? CellState::weak : CellState::done;
        } else if (point.isExcluded) {
            state = CellState::excluded;
        }
        states.push_back(state);
    }
    return states;
}

}  // namespace coarsen::window
