// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/growth.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"
#include "core/series/true_lengths.hpp"
#include "core/session/finish_run.hpp"
#include "core/session/series_name.hpp"

#include <utility>

namespace coarsen::window {

void Growth::adopt() {
    opened_.fits.adopt();
    unmeasured_.clear();
    other_.reset();
    findTruth();
    rebuild();
}

void Growth::judge() {
    background_.run(
        [this, session = opened_.session, asked = opened_.fits.opened()]() -> Background::Result {
            return [this, judgement = judgementOf(session), asked] {
                if (opened_.fits.isOver(asked)) return;
                const std::vector<OffNeighbours>& off = judgement.offNeighbours;
                for (const QString& said : {tr("Not self-similar"), tr("Far from the neighbours")})
                    notices_.retract(said);
                if (!judgement.notSelfSimilar.empty())
                    notices_.raise(
                        {Notice::Kind::information, tr("Not self-similar"), sentence(translated(judgement.notSelfSimilar)), -1});
                if (!off.empty())
                    notices_.raise({Notice::Kind::warning, tr("Far from the neighbours"),
                                    sentence(translated(offNeighboursWarning(off))), off.front().frame, false,
                                    off.size() == 1 ? std::vector{Remedy::excludeFrame} : std::vector<Remedy>{}});
            };
        },
        [](const QString&) {});  // the results stand without it
}

FitQuestion Growth::question() const {
    return opened_.fits.question(opened_.measured.shown());
}

void Growth::refit() {
    if (!opened_.fits.ask()) return;
    background_.run(
        [this, question = this->question()]() -> Background::Result {
            return [this, answer = answerTo(question)] {
                if (opened_.fits.take(answer)) {
                    rebuild();
                    emit changed();
                }
                opened_.fits.takeAgain() ? refit() : findExponents();
            };
        },
        [this](const QString& problem) {
            opened_.fits.fail();
            notices_.raise({Notice::Kind::warning, tr("The growth could not be fitted"), problem, -1});
            if (opened_.fits.takeAgain()) refit();
        });
}

void Growth::wantExponents() {
    if (opened_.fits.wantExponents()) findExponents();
}

void Growth::findExponents() {
    if (!opened_.fits.areExponentsWanted() || opened_.measured.isUnderWay()) return;
    background_.run(
        [this, question = this->question()]() -> Background::Result {
            return [this, exponents = exponentsFor(question), asked = question.asked] {
                if (!opened_.fits.take(exponents, asked)) return;
                rebuild();
                emit changed();
            };
        },
        [](const QString&) {});  // the fits stand without them
}

namespace {

/// Rows of the present recipe.
std::vector<FrameResult> rowsOf(const GrowthData& data) {
    std::vector<FrameResult> rows;
    for (const GrowthData::Point& point : data.points)
        if (point.isMeasured && !point.isStale) {
            rows.push_back(point.result());
            rows.back().status = statusOf(point.result(), point.isExcluded);
        }
    return rows;
}

}  // namespace

void Growth::rebuild() {
    auto data = std::make_shared<GrowthData>();
    data->fits = opened_.session.fits;
    data->earlierFits = opened_.fits.earlier();
    data->offNeighbours = opened_.fits.now().offNeighbours;
    data->trueRMaxPx = trueRMaxPx_;
    data->isTruthShown = isTruthShown_;
    data->recent = opened_.fits.now().recent;
    data->quenchShift = opened_.fits.now().quenchShift;
    data->exponents = opened_.fits.exponents();
    data->settings = fitOf(opened_.session.recipe);
    data->calibration = opened_.session.calibration;
    data->firstTimeS = firstTime(opened_.session.series);
    data->timesAreSeconds = !countsFrames(opened_.session.series);
    data->chosenTimeUnit = opened_.session.timeUnit;
    data->isComplete = opened_.measured.isComplete();
    data->isRunning = opened_.measured.isUnderWay();
    data->fitsAreEarlier = opened_.measured.upToDate().empty() && !opened_.session.results.empty();
    data->isStabilised = needsDrift(opened_.session.recipe);
    data->survey = opened_.surveys.held();
    data->points.resize(opened_.session.series.frames.size());
    for (std::size_t i = 0; i < data->points.size(); ++i) {
        GrowthData::Point& point = data->points[i];
        const int frame = static_cast<int>(i);
        if (const auto known = opened_.session.results.find(frame); known != opened_.session.results.end()) {
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
    mark(opened_.measured.upToDate(), &GrowthData::Point::isStale, false);
    mark(opened_.session.excluded, &GrowthData::Point::isExcluded, true);
    std::vector<int> off;
    for (const OffNeighbours& one : data->offNeighbours)
        off.push_back(one.frame);
    mark(off, &GrowthData::Point::isOff, true);
    if (const GrowthFit* const fit = data->chosenFit()) mark(fit->frames, &GrowthData::Point::isInFit, true);
    data->measuresSurfaces = opened_.session.recipe.surface.isOn && opened_.session.series.volumes;
    if (data->measuresSurfaces) data->scaling = scalingTrends(rowsOf(*data), opened_.session.neighbourCorrelations);
    data->otherSession = otherSession();
    data->findUnits();
    data_ = std::move(data);
}

void Growth::setTruthShown(bool shown) {
    isTruthShown_ = shown;
    rebuild();
    emit changed();
}

namespace {

/// Name of a session beside the other one: the command line calls all of them session.coarsen.
std::string nameBeside(const std::filesystem::path& file, const std::filesystem::path& other) {
    const std::string name = displayName(file), folder = displayName(std::filesystem::absolute(file).parent_path());
    return file.filename() == other.filename() ? folder + "/" + name : name;
}

}  // namespace

void Growth::compareWith(const std::filesystem::path& file) {
    background_.run(
        [this, file, own = opened_.session.file, here = opened_.session, opened = opened_.fits.opened()]() -> Background::Result {
            auto other = std::make_shared<const OtherResult>(otherResult(here, readSession(file), nameBeside(file, own)));
            return [this, file, other = std::move(other), opened] {
                if (opened_.fits.isOver(opened)) return;
                other_ = other;
                otherFile_ = file;
                rebuild();
                emit changed();
            };
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::failure, tr("Nothing is compared"), problem, -1, true});
        });
}

void Growth::stopComparing() {
    other_.reset();
    rebuild();
    emit changed();
}

std::shared_ptr<const SessionComparison> Growth::otherSession() const {
    if (!other_) return {};
    const Session& session = opened_.session;
    auto comparison = std::make_shared<SessionComparison>();
    comparison->other = other_;
    comparison->name = session.file.empty() ? seriesName(session) : nameBeside(session.file, otherFile_);
    for (const int frame : opened_.measured.upToDate())
        if (const auto row = session.results.find(frame); row != session.results.end()) comparison->rows.insert(*row);
    comparison->engine = enginesOf(comparison->rows);
    comparison->comparison = comparisonOf(comparison->rows, session.excluded, *other_, fitOf(session.recipe).length);
    comparison->differences = recipeDifferences(session.recipe, other_->recipe);
    return comparison;
}

/// The answer of a series that is made up stands beside its images.
void Growth::findTruth() {
    trueRMaxPx_.clear();
    if (!opened_.isOpen()) return;
    background_.run(
        [this, images = opened_.session.series, opened = opened_.fits.opened()]() -> Background::Result {
            return [this, truth = trueLengths(images), opened] {
                if (opened_.fits.isOver(opened) || truth.empty()) return;
                trueRMaxPx_ = truth;
                rebuild();
                emit changed();
            };
        },
        [](const QString&) {});
}

/// Row that stands in for the result of a frame that has none.
const SharedResult& Growth::unmeasuredRow(int frame) {
    unmeasured_.resize(opened_.session.series.frames.size());
    SharedResult& row = unmeasured_[static_cast<std::size_t>(frame)];
    const FrameSource& source = opened_.session.series.frames[static_cast<std::size_t>(frame)];
    if (!row || row->timeS != source.timeS || row->file != source.name) {
        FrameResult unmeasured;
        unmeasured.frame = frame;
        unmeasured.file = source.name;
        unmeasured.timeS = source.timeS;
        row = shared(std::move(unmeasured));
    }
    return row;
}

std::vector<CellState> Growth::cellStates() const {
    std::vector<CellState> states;
    for (const GrowthData::Point& point : data_->points) {
        CellState state = CellState::waiting;
        if (point.isMeasured) {
            if (point.result().status == FrameStatus::failed)
                state = CellState::failed;
            else if (point.isExcluded)
                state = CellState::excluded;
            else if (point.isStale)
                state = CellState::stale;
            else if (!point.result().hasLength(data_->settings.length))
                state = CellState::noPeak;
            else
                state =
                    data_->leading(point.result()).quality == Quality::weak || point.isOff ? CellState::weak : CellState::done;
        } else if (point.isExcluded) {
            state = CellState::excluded;
        }
        states.push_back(state);
    }
    return states;
}

}  // namespace coarsen::window
