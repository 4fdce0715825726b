// SPDX-License-Identifier: GPL-3.0-or-later
// The samples beside the open one are read and measured.
#include "app/window/document/samples.hpp"
#include "app/window/theme/words.hpp"
#include "core/session/finish_run.hpp"

#include <QDateTime>

#include <algorithm>

namespace coarsen::window {

namespace {

std::string nowUtc() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
}

}  // namespace

// ---- reading

/// Steps and settings alone: what is said of the open series holds for it alone.
Recipe Samples::recipeOfNew() const {
    return open_ ? likeRecipe(opened_.session.recipe) : defaultRecipe();
}

/// One after the other, so that what is read is shown before the next is.
void Samples::startReading() {
    if (reading_) return;
    const auto isUnread = [this](const OneSeries& one) {
        return one.known != open_ && !one.known->held && one.known->state == SampleState::reading;
    };
    auto next = std::ranges::find_if(series_, [&](const OneSeries& one) { return one.known == wanted_ && isUnread(one); });
    if (next == series_.end()) next = std::ranges::find_if(series_, isUnread);
    if (next == series_.end()) return;
    reading_ = next->known;
    reader_.run(
        [this, known = reading_, path = next->entry.path, recipe = recipeOfNew(),
         order = open_ ? opened_.session.times.order : FrameOrder::name, asked = workspace_.now()]() -> Background::Result {
            return [this, known, held = readSeries(path, recipe, order), asked]() mutable {
                if (!workspace_.isOver(asked)) takeRead(known, std::move(held));
            };
        },
        [this, known = reading_, asked = workspace_.now()](const QString& problem) {
            if (!workspace_.isOver(asked)) takeUnread(known, problem);
        });
}

void Samples::takeRead(const KnownPointer& known, HeldSeries held) {
    reading_.reset();
    known->state = held.toMeasure > 0 ? SampleState::unmeasured : SampleState::ready;
    known->missing = held.missing;
    known->followsRecipe = held.file.empty() && held.session->results.empty();
    known->held = std::make_shared<const HeldSeries>(std::move(held));
    if (known == wanted_) emit lookWanted(place(known.get()));
    startReading();
    refresh();
}

void Samples::takeUnread(const KnownPointer& known, const QString& problem) {
    reading_.reset();
    known->state = SampleState::failed;
    known->problem = problem;
    if (known == wanted_) {
        wanted_.reset();
        leaving_.clear();
        const auto isHopeful = [](const OneSeries& one) { return one.known->state != SampleState::failed; };
        const auto next = std::ranges::find_if(series_, isHopeful);
        if (open_) {
            notices_.say(problem);
        } else if (next == series_.end()) {
            emit openFailed(problem);
            return leave();
        } else {
            lookAt(static_cast<int>(next - series_.begin()));
        }
    }
    startReading();
    refresh();
}

// ---- measuring

void Samples::measure() {
    for (const OneSeries& one : series_) {
        if (one.known == open_ || one.known->state != SampleState::unmeasured) continue;
        one.known->state = SampleState::waiting;
        framesAsked_ += one.known->held->toMeasure;
        queue_.push_back(one.known);
    }
    measureNext();
}

void Samples::measureAlike() {
    for (const OneSeries& one : series_) {
        if (one.known == open_ || !one.known->held || one.known == measuring_) continue;
        one.known->followsRecipe = true;
        one.known->state = SampleState::unmeasured;
    }
    measure();
}

void Samples::measureNext() {
    if (measuring_) return;
    if (queue_.empty()) {
        framesDone_ = framesBefore_ = framesAsked_ = 0;
        emit progressed();
        return refresh();
    }
    measuring_ = queue_.front();
    queue_.pop_front();
    measuring_->state = SampleState::measuring;
    measured_ = std::make_shared<Session>(*measuring_->held->session);
    if (measuring_->followsRecipe && open_) {
        measured_->recipe = likeRecipe(opened_.session.recipe, measured_->recipe.fit);
        measured_->files = opened_.session.files;
    }
    measured_->startedUtc = nowUtc();
    measured_->engine = machine_.name.toStdString();
    RunRequest request;
    request.series = measured_->series;
    request.recipe = measured_->recipe;
    request.calibration = measured_->calibration;
    request.engines = machine_.request();
    request.excluded = measured_->excluded;
    request.manualRMaxPx = measured_->manualRMaxPx;
    request.threads = machine_.threads;
    request.memoryBytes = static_cast<std::size_t>(machine_.memoryMb) << 20;
    framesMeasured_.clear();
    for (const int frame : measured_->framesUpToDate()) {
        request.known.insert(*measured_->results.find(frame));
        framesMeasured_.push_back(frame);
    }
    measured_->convolutionEngine = request.engines.convolution;
    measured_->convolutionTuning = request.engines.tunedUtc();
    run_.start(std::move(request));
    emit progressed();
    refresh();
}

void Samples::takeRows(const std::vector<SharedResult>& rows, const NeighbourCorrelations& neighbourCorrelations,
                       const RunProgress& progress) {
    for (const auto& [frame, alike] : neighbourCorrelations)
        measured_->neighbourCorrelations[frame] = alike;
    for (const SharedResult& row : rows) {
        measured_->results[row->frame] = row;
        framesMeasured_.push_back(row->frame);
    }
    framesDone_ = framesBefore_ + progress.done;
    emit progressed();
}

void Samples::endMeasuring(const QString& problem) {
    measured_->finishedUtc = nowUtc();
    framesBefore_ = framesDone_;
    const auto end = [this, known = measuring_, workspace = workspace_.now()](const std::shared_ptr<const Session>& session,
                                                                              int toMeasure) {
        if (workspace_.isOver(workspace)) return;
        if (session) takeMeasured(known, session, toMeasure);
        known->state = known->held->toMeasure > 0 ? SampleState::unmeasured : SampleState::ready;
        measuring_.reset();
        if (known == wanted_) emit lookWanted(place(known.get()));
        measureNext();
    };
    const auto failed = [this](const QString& title, const QString& why) {
        notices_.raise({Notice::Kind::failure, title, why, -1});
    };
    if (!problem.isEmpty()) failed(tr("A sample was not measured: %1").arg(progress().name), problem);
    reader_.run(
        [end, session = std::exchange(measured_, {}), frames = framesMeasured_,
         engines = machine_.engines.correlation]() -> Background::Result {
            finishRun(*session, frames, engines);
            return [end, session, toMeasure = framesToMeasure(*session)] { end(session, toMeasure); };
        },
        [failed, end](const QString& why) {
            failed(tr("A sample was measured and not fitted"), why);
            end({}, 0);
        });
}

void Samples::takeMeasured(const KnownPointer& known, const std::shared_ptr<const Session>& session, int toMeasure) {
    HeldSeries held = *known->held;
    held.session = session;
    held.toMeasure = toMeasure;
    known->held = std::make_shared<const HeldSeries>(std::move(held));
    known->sample.reset();
    known->followsRecipe = false;
    if (!isRecovering_ || session->results.empty()) return;
    background_.run(
        [session, kept = known->held->kept]() -> Background::Result {
            kept->write(*session);
            return {};
        },
        [this](const QString& why) {
            notices_.raise({Notice::Kind::warning, tr("The recovery file could not be written"), why, -1});
        });
    keepSoon();
}

/// Keeps the rows that were measured so far for the next start, when the project is left during a run.
void Samples::keepMeasured() {
    run_.letGo();
    queue_.clear();
    if (const std::shared_ptr<Session> session = std::exchange(measured_, {}); session && isRecovering_ && measuring_->held)
        background_.run(
            [session, frames = framesMeasured_, engines = machine_.engines.correlation,
             kept = measuring_->held->kept]() -> Background::Result {
                if (frames.empty()) return {};
                finishRun(*session, frames, engines);
                kept->write(*session);
                return {};
            },
            [](const QString&) {});  // nobody looks at it any more
    measuring_.reset();
}

void Samples::cancel() {
    for (const KnownPointer& known : queue_)
        known->state = SampleState::unmeasured;
    queue_.clear();
    run_.cancel();
    emit progressed();
    refresh();
}

Samples::Progress Samples::progress() const {
    const int at = place(measuring_.get());
    return {at < 0 ? QString() : QString::fromStdString(series_[static_cast<std::size_t>(at)].entry.shownName()), framesDone_,
            framesAsked_};
}

}  // namespace coarsen::window
