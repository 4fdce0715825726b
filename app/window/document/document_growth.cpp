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

/// Tells when the shape of C1D changes during the series, and which frames are far from their neighbours.
void Document::judgeSeries() {
    background_.run(
        [this, question = fitQuestion()]() -> Background::Result {
            const std::vector<FrameResult> rows = rowsFor(question);
            return [this, trend = zeroToMaximumTrend(rows),
                    off = doubtfulFrames(rows, question.calibration, question.settings.length), asked = question.asked] {
                if (fits_.isOver(asked)) return;
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

FitQuestion Document::fitQuestion() const {
    return fits_.question(measured_.shown());
}

void Document::refit() {
    if (!fits_.ask()) return;
    background_.run(
        [this, question = fitQuestion()]() -> Background::Result {
            return [this, answer = answerTo(question)] {
                if (fits_.take(answer)) {
                    rebuildGrowth();
                    emit resultsChanged();
                }
                fits_.takeAgain() ? refit() : findExponents();
            };
        },
        [this](const QString& problem) {
            fits_.fail();
            raise({Notice::Kind::warning, tr("The growth could not be fitted"), problem, -1});
            if (fits_.takeAgain()) refit();
        });
}

void Document::wantExponents() {
    if (fits_.wantExponents()) findExponents();
}

void Document::findExponents() {
    if (!fits_.areExponentsWanted() || isRunning()) return;
    background_.run(
        [this, question = fitQuestion()]() -> Background::Result {
            return [this, exponents = exponentsFor(question), asked = question.asked] {
                if (!fits_.take(exponents, asked)) return;
                rebuildGrowth();
                emit resultsChanged();
            };
        },
        [](const QString&) {});  // the fits stand without them
}

void Document::rebuildGrowth() {
    auto data = std::make_shared<GrowthData>();
    data->fits = session_.fits;
    data->earlierFits = fits_.earlier();
    data->offNeighbours = fits_.now().offNeighbours;
    data->trueRMaxPx = trueRMaxPx_;
    data->isTruthShown = isTruthShown_;
    data->recent = fits_.now().recent;
    data->quenchShift = fits_.now().quenchShift;
    data->exponents = fits_.exponents();
    data->settings = session_.recipe.fit;
    data->calibration = session_.calibration;
    data->firstTimeS = firstTime(session_.series);
    data->timesAreSeconds = timesAreSeconds();
    data->chosenTimeUnit = session_.timeUnit;
    data->isComplete = measured_.isComplete();
    data->isRunning = isRunning();
    data->fitsAreEarlier = measured_.upToDate().empty() && !session_.results.empty();
    data->isStabilised = needsDrift(session_.recipe);
    data->survey = surveys_.held();
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
    mark(measured_.upToDate(), &GrowthData::Point::isStale, false);
    mark(session_.excluded, &GrowthData::Point::isExcluded, true);
    std::vector<int> off;
    for (const OffNeighbours& one : data->offNeighbours)
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
        [this, images = session_.series, opened = fits_.opened()]() -> Background::Result {
            return [this, truth = trueLengths(images), opened] {
                if (fits_.isOver(opened) || truth.empty()) return;
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
