// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/document.hpp"

#include "app/window/theme/choice_words.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/settings/fields.hpp"

#include <QUndoCommand>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

/// Swaps one value of the choices for another.
class ChoicesCommand final : public QUndoCommand {
public:
    using Apply = std::function<void(const Choices&)>;
    ChoicesCommand(const QString& name, Choices before, Choices after, Apply apply)
        : QUndoCommand(name), before_(std::move(before)), after_(std::move(after)), apply_(std::move(apply)) {}
    void undo() override { apply_(before_); }
    void redo() override { apply_(after_); }

private:
    Choices before_, after_;
    Apply apply_;
};

}  // namespace

Document::Document(EngineList engines, QObject* parent) : QObject(parent), engines_(std::move(engines)) {
    session_.recipe = defaultRecipe();
    connect(&previewWorker_, &PreviewWorker::answered, this, &Document::previewAnswered);
    connect(&series_, &SeriesWorker::rowsMeasured, this, &Document::rowsMeasured);
    connect(&series_, &SeriesWorker::ended, this, &Document::runEnded);
    connect(&series_, &SeriesWorker::noticed, this, [this](const QString& text) {
        raise({Notice::Kind::warning, tr("The engine changed"), text, -1});
    });
    connect(&series_, &SeriesWorker::remarked, this, [this](const QString& what, const QString& where) {
        retract(what);  // of a part of the series measured before
        raise({Notice::Kind::information, what, where, -1});
    });
    connect(&thumbnails_, &ThumbnailWorker::made, this, &Document::thumbnailMade);
    connect(&thumbnails_, &ThumbnailWorker::failed, this, &Document::thumbnailFailed);
    connect(&watcher_, &FolderWatcher::listed, this, &Document::folderListed);
    connect(&watcher_, &FolderWatcher::wentAway, this, &Document::folderWentAway);
    connect(&watcher_, &FolderWatcher::cameBack, this, &Document::folderCameBack);
    connect(&inputWorker_, &InputWorker::checked, this, &Document::tellChanged);
    connect(&surveyWorker_, &SurveyWorker::found, this, &Document::surveyFound);
    connect(&surveyWorker_, &SurveyWorker::progressed, this, [this](int done, int) {
        surveyed_ = done;
        emit runChanged();
    });
    connect(&surveyWorker_, &SurveyWorker::failed, this, [this](const QString& problem) {
        analyseAfterwards_.reset();
        emit runChanged();
        raise({Notice::Kind::warning, tr("The series could not be surveyed"), problem, -1});
    });
    recovery_.setSingleShot(true);
    recovery_.setInterval(recoverySoonMs);
    connect(&recovery_, &QTimer::timeout, this, &Document::writeRecovery);
}

Document::~Document() {
    if (recovery_.isActive()) writeRecovery();  // handed to the background, which finishes it before it ends
}

// ---- choices

Choices Document::choices() const {
    return {session_.recipe,     session_.calibration, session_.times,       session_.timeUnit,
            session_.typedUnits, session_.excluded,    session_.manualRMaxPx};
}

void Document::change(const QString& name, Choices after) {
    if (after == choices()) return;
    undo_.push(new ChoicesCommand(name, choices(), std::move(after), [this](const Choices& value) { apply(value); }));
}

void Document::apply(const Choices& after) {
    const bool timesChanged = !(after.times == session_.times);
    const bool isOtherShape = after.calibration.aspect() != session_.calibration.aspect();
    session_.calibration = after.calibration;
    session_.timeUnit = after.timeUnit;
    session_.typedUnits = after.typedUnits;
    session_.excluded = after.excluded;
    const std::map<int, double> markersBefore = std::exchange(session_.manualRMaxPx, after.manualRMaxPx);
    const bool isOtherQuench = after.recipe.fit.t0S != session_.recipe.fit.t0S;
    session_.recipe = after.recipe;
    outdateMoved(markersBefore);
    rejudgeResults();
    if (isOtherShape) {  // circles on the material were ellipses of pixels, and R_max is of another curve
        session_.resultHashes.clear();
        upToDate_.clear();
        hashOfRun_.clear();  // what a run under way still delivers is out of date, too
        if (isRunning()) series_.cancel();
    }
    const std::set<std::string> files = filesOf(session_.recipe);
    if (std::ranges::any_of(files, [this](const std::string& file) { return !session_.files.contains(file); })) readFiles([] {});
    if (timesChanged) {
        session_.times = after.times;
        readTimes();
    }
    if (isOtherQuench) tellOfQuench();
    askPreview();
    refit();
    rebuildGrowth();
    keepForRecovery();
    measureWanted();
    emit choicesChanged();
    emit resultsChanged();
    emit runChanged();
}

void Document::readTimes() {
    background_.run(
        [this, series = session_.series, times = session_.times, revision = revision_]() mutable -> Background::Result {
            assignTimes(series, times);
            return [this, series = std::move(series), times, revision]() mutable {
                if (!(times == session_.times)) return;         // another choice by now, which reads for itself
                if (revision != revision_) return readTimes();  // frames have come meanwhile
                const std::vector<std::string> known = session_.series.notes;
                adoptTimes(std::move(series));
                tellNewNotes(known);
                tellOfQuench();
                rebuildGrowth();
                refit();
                emit choicesChanged();
                emit resultsChanged();
            };
        },
        [this](const QString& problem) {
            raise({Notice::Kind::failure, tr("The times were not read"), problem, -1});
        });
}

/// The series with other times or more frames; results follow.
void Document::adoptTimes(ImageSeries series) {
    session_.series = std::move(series);
    ++revision_;
    for (auto& [frame, row] : session_.results) {
        const FrameSource& source = session_.series.frames[static_cast<std::size_t>(frame)];
        if (row->timeS == source.timeS && row->timeSource == source.timeSource) continue;
        FrameResult timed = *row;
        timed.timeS = source.timeS, timed.timeSource = source.timeSource;
        row = shared(std::move(timed));
    }
}

/// What there is to know of the series that was not known.
void Document::tellNewNotes(const std::vector<std::string>& known) {
    for (const std::string& note : session_.series.notes)
        if (!std::ranges::count(known, note)) raise({Notice::Kind::information, tr("About these files"), translated(note), -1});
}

/// Which results are of today's recipe, after a change of it or of a file that it names.
void Document::rejudgeResults() {
    const std::string hash = measurementHash(session_.recipe, session_.files);
    if (hash == hash_) return;
    const bool wasComplete = framesToMeasure() == 0;
    if (!session_.fits.empty() && (wasComplete || earlierFits_.empty())) earlierFits_ = session_.fits;
    if (isRunning() && hashOfRun_ == hash_ && !isRunOfWanted_)
        raise({Notice::Kind::information, tr("Run stopped: the recipe changed"),
               tr("%1 of %2 frames were measured with the recipe before. F5 measures on with the present one.")
                   .arg(upToDate_.size())
                   .arg(frameCount()),
               -1});
    hash_ = hash;
    upToDate_ = session_.framesUpToDate();
    if (framesToMeasure() == 0) earlierFits_.clear();
    if (isRunning()) series_.cancel();
}

/// Looks at the files that the recipe names, then goes on.
void Document::readFiles(std::function<void()> then) {
    background_.run(
        [=, this, recipe = session_.recipe, known = session_.files]() -> Background::Result {
            Session named;
            named.recipe = recipe, named.files = known;
            return [=, this, files = knownHashes(named)] {
                if (filesOf(session_.recipe) != filesOf(recipe)) return;  // another recipe by now, which looks for itself
                session_.files = files;
                rejudgeResults();
                then();
                rebuildGrowth();
                emit resultsChanged();
                emit runChanged();
            };
        },
        [this](const QString& problem) {
            raise({Notice::Kind::warning, tr("The recipe's files were not read"), problem, -1});
        });
}

void Document::setValue(const QString& key, const FieldValue& value) {
    Choices after = choices();
    try {
        set(after.recipe, key.toStdString(), value);
    } catch (const SettingError& error) {
        raise({Notice::Kind::warning, tr("That setting does not fit"), translated(error.what()), -1});
        emit choicesChanged();  // the form shows the value that stands
        return;
    }
    change(nameOfChange(key, value), std::move(after));
}

/// "flatten: order 3", "dust off": for the Edit menu.
QString Document::nameOfChange(const QString& key, const FieldValue& value) const {
    const QString owner = key.section('.', 0, 0), name = key.section('.', 1);
    const Step* const step = session_.recipe.step(owner.toStdString());
    const QString room = step ? translated(step->label()).toLower() : owner;
    if (name == "on") return room + (std::get<bool>(value) ? tr(" on") : tr(" off"));
    for (const FieldDescription& field : fieldsOf(session_.recipe, owner.toStdString())) {
        if (field.name != name.toStdString()) continue;
        if (field.unit == nameOf(TimeUnit::second)) {
            const auto time = typedTime(textOf(value));
            return nameOfTime(key, time ? std::optional(time->seconds) : std::nullopt,
                              time ? fieldUnit(key.toStdString(), time->seconds) : TimeUnit::automatic);
        }
        const QString unit = field.unit.empty() ? QString() : " " + QString::fromStdString(field.unit);
        const QString words =
            field.kind == FieldKind::choice ? choiceWords(key, textOf(value)) : QString::fromStdString(textOf(value));
        return room + ": " + translated(field.label).toLower() + " " + words + unit;
    }
    return key;
}

void Document::setRecipe(const Recipe& recipe, const QString& name) {
    Choices after = choices();
    after.recipe = recipe;
    change(name, std::move(after));
}

void Document::setCrop(const QRect& rect) {
    Choices after = choices();
    for (const auto& [field, value] :
         {std::pair{"crop.x", rect.x()}, {"crop.y", rect.y()}, {"crop.width", rect.width()}, {"crop.height", rect.height()}})
        set(after.recipe, field, std::int64_t{value});
    set(after.recipe, "crop.on", true);
    change(tr("crop %1 × %2 px").arg(rect.width()).arg(rect.height()), std::move(after));
}

void Document::setStrokes(std::vector<Stroke> strokes, const QString& name) {
    Choices after = choices();
    set(after.recipe, "dust.strokes", strokesText(strokes));
    if (!strokes.empty()) set(after.recipe, "dust.on", true);
    change(name, std::move(after));
}

void Document::setFitRange(const FitRange& range) {
    Choices after = choices();
    after.recipe.fit.fromS = range.fromS;
    after.recipe.fit.toS = range.toS;
    change(range.fromS || range.toS ? tr("fit range") : tr("fit all frames"), std::move(after));
}

void Document::setFitRangeEnd(RangeEnd end, int frame) {
    const double timeS = session_.series.frames[static_cast<std::size_t>(frame)].timeS;
    if (!std::isfinite(timeS)) return say(tr("Frame %1 has no time").arg(frame));
    Choices after = choices();
    FitSettings& fit = after.recipe.fit;
    if (end == RangeEnd::from) {
        fit.fromS = timeS;
        if (fit.toS < timeS) fit.toS.reset();
    } else {
        fit.toS = timeS;
        if (fit.fromS > timeS) fit.fromS.reset();
    }
    change(end == RangeEnd::from ? tr("start of the fit range") : tr("end of the fit range"), std::move(after));
}

void Document::toggleExcluded(int frame) {
    setExcluded({frame}, !session_.excluded.contains(frame));
}

void Document::setExcluded(const std::vector<int>& frames, bool excluded) {
    Choices after = choices();
    for (const int frame : frames) {
        if (excluded)
            after.excluded.insert(frame);
        else
            after.excluded.erase(frame);
    }
    const QString which = frames.size() == 1 ? tr("frame %1").arg(frames.front())
                                             : counted(static_cast<int>(frames.size()), tr("frame"), tr("frames"));
    change(excluded ? tr("exclude %1").arg(which) : tr("include %1").arg(which), std::move(after));
}

void Document::setCalibration(const Calibration& calibration) {
    Choices after = choices();
    after.calibration = calibration;
    change(tr("pixel size"), std::move(after));
}

void Document::setEngine(const QString& name) {
    engineName_ = name;
    session_.engine = name.toStdString();
    askPreview();
}

void Document::setLimits(int memoryMb, int threads) {
    memoryMb_ = memoryMb;
    setMemoryBudget(static_cast<std::size_t>(memoryMb) << 20);
    threads_ = threads;
}

// ---- the frame looked at

EngineRequest Document::engineRequest(int threads) const {
    EngineRequest request;
    request.engines = engines_;
    request.name = engineName_.toStdString();
    request.threads = threads;
    return request;
}

void Document::showFrame(int frame) {
    if (!isOpen()) return;
    frame = std::clamp(frame, 0, frameCount() - 1);
    if (frame == current_) return;
    current_ = frame;
    if (watch_.follows && frame < frameCount() - 1) setFollowing(false);  // who looks back is not torn away
    emit frameChanged(frame);
    askPreview();
}

void Document::askPreview() {
    if (!isOpen() || current_ < 0) return;
    survey();
    PreviewRequest request;
    request.survey = surveyHeld();
    if (request.survey) request.surveyKey = surveyKey_ + "/" + std::to_string(request.survey->frames);
    request.frame = current_;
    request.source = session_.series.frames[static_cast<std::size_t>(current_)];
    request.recipe = session_.recipe;
    request.edition = edition_;
    request.calibration = session_.calibration;
    request.engines = engineRequest(0);
    if (const auto manual = session_.manualRMaxPx.find(current_); manual != session_.manualRMaxPx.end())
        request.manualRMaxPx = manual->second;
    for (const int step : {1, -1, 2})
        if (const int next = current_ + step; next >= 0 && next < frameCount())
            request.next.push_back(session_.series.frames[static_cast<std::size_t>(next)]);
    const bool failed = preview_ && !preview_->problem.empty();  // the file may be there again
    if (asked_ && !failed && request.asksTheSameAs(*asked_)) return;
    asked_ = request;
    request.ticket = ++previewTicket_;
    previewComplete_ = false;
    previewWorker_.ask(std::move(request));
    emit previewChanged();
}

void Document::previewAnswered(std::shared_ptr<const Preview> preview) {
    if (preview->ticket != previewTicket_) return;  // an answer to a question no longer asked
    answeredTicket_ = preview->ticket;
    preview_ = std::move(preview);
    previewComplete_ = preview_->part == Preview::Part::effects || !preview_->problem.empty() ||
                       (preview_->part == Preview::Part::errors && !preview_->lengths.rMax.isFound());
    emit previewChanged();
}

std::vector<Warning> Document::currentWarnings() const {
    if (!preview_ || !preview_->stages) return {};
    double largest = std::nan("");
    for (const auto& [frame, row] : session_.results)
        largest = std::fmax(largest, row->rMax.px);
    return warnings(session_.recipe, preview_->lengths.rMax.px, largest, preview_->width(), preview_->height(),
                    preview_->histogram.saturation.sum());
}

// ---- notices

void Document::raise(Notice notice) {
    // What is said again is listed once: of a frame by its reason, of anything else by the same words.
    const auto saysTheSame = [&](const Notice& earlier) {
        return earlier.title == notice.title && earlier.frame == notice.frame &&
               (notice.frame >= 0 || earlier.text == notice.text);
    };
    std::erase_if(notices_, saysTheSame);
    notice.number = ++noticesRaised_;
    notices_.push_back(notice);
    emit noticeRaised(notice);
}

void Document::say(const QString& words) {
    emit said(words);
}

void Document::retract(const QString& title, int frame) {
    const auto isOver = [&](const Notice& raised) { return raised.title == title && (frame < 0 || raised.frame == frame); };
    std::vector<quint64> over;
    for (const Notice& raised : notices_)
        if (isOver(raised)) over.push_back(raised.number);
    std::erase_if(notices_, isOver);
    for (const quint64 number : over)
        emit noticeRetracted(number);
}

void Document::withdraw(quint64 notice) {
    std::erase_if(notices_, [notice](const Notice& raised) { return raised.number == notice; });
    emit runChanged();
}

void Document::clearNotices() {
    notices_.clear();
    emit runChanged();
}

void Document::carryOut(const Notice& notice, Remedy remedy) {
    withdraw(notice.number);
    switch (remedy) {
        case Remedy::retryFrame:
            measureAgain({notice.frame});
            break;
        case Remedy::excludeFrame:
            setExcluded({notice.frame}, true);
            break;
        case Remedy::measureChanged:
            if (needsSurvey(session_.recipe)) ++surveySeries_;
            askPreview();
            measureAgain(std::exchange(changedInputs_, {}));
            break;
        case Remedy::measureOn:
            analyse(false);
            break;
        case Remedy::replaceSession:
            saveSession(sessionFile_, true);
            break;
        case Remedy::keepResults:
        case Remedy::showInFolder:
        case Remedy::showFolder:
        case Remedy::locateImages:
        case Remedy::saveAs:
            break;
    }
}

}  // namespace coarsen::window
