// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/document.hpp"

#include "app/window/document/settings_store.hpp"
#include "core/analysis/self_similarity.hpp"
#include "core/base/error.hpp"
#include "core/settings/fields.hpp"

#include <QDateTime>
#include <QUndoCommand>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int recoveryEveryMs = 4000;

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

std::string utcNow() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
}

}  // namespace

Document::Document(EngineList engines, QObject* parent) : QObject(parent), engines_(std::move(engines)) {
    session_.recipe = defaultRecipe();
    connect(&previewWorker_, &PreviewWorker::answered, this, &Document::previewAnswered);
    connect(&series_, &SeriesWorker::rowsMeasured, this, &Document::rowsMeasured);
    connect(&series_, &SeriesWorker::ended, this, &Document::runEnded);
    connect(&series_, &SeriesWorker::noticed, this, [this](const QString& text) {
        raise({Notice::Kind::warning, tr("The engine changed"), text, -1});
    });
    connect(&thumbnails_, &ThumbnailWorker::made, this, &Document::thumbnailMade);
    connect(&watcher_, &FolderWatcher::listed, this, &Document::folderListed);
    connect(&watcher_, &FolderWatcher::wentAway, this, &Document::folderWentAway);
    connect(&watcher_, &FolderWatcher::cameBack, this, &Document::folderCameBack);
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
    recovery_.setInterval(recoveryEveryMs);
    connect(&recovery_, &QTimer::timeout, this, &Document::writeRecovery);
}

Document::~Document() {
    if (recovery_.isActive()) writeRecovery();  // handed to the background, which finishes it before it ends
}

// ---- opening and saving

void Document::open(const std::vector<std::filesystem::path>& inputs, const TimeChoice& times,
                    const std::optional<Recipe>& recipe, const std::optional<Calibration>& calibration) {
    opening_ = true;
    const quint64 ticket = ++openTicket_;
    background_.run(
        [=, this]() -> Background::Result {
            Session session;
            session.series = openSeries(inputs);
            assignTimes(session.series, times);
            session.times = times;
            session.calibration = calibration.value_or(session.series.calibration);
            session.recipe = recipe.value_or(defaultRecipe());
            session.files = fileHashes(session.recipe);
            return [this, ticket, session = std::move(session)]() mutable {
                if (ticket == openTicket_) adopt(std::move(session), {});
            };
        },
        [this, ticket](const QString& problem) {
            if (ticket != openTicket_) return;
            opening_ = false;
            if (watch_.isAwaitingFirst) endWatch();
            emit openFailed(problem);
            raise({Notice::Kind::failure, tr("Nothing was opened"), problem, -1});
        });
}

void Document::openSession(const std::filesystem::path& file) {
    opening_ = true;
    const quint64 ticket = ++openTicket_;
    background_.run(
        [=, this]() -> Background::Result {
            Session session = readSession(file);
            session.files = fileHashes(session.recipe);  // other contents than at the time: the results are out of date
            int missing = 0;
            for (const FrameSource& source : session.series.frames)
                missing += !std::filesystem::exists(source.file);
            return [=, this, session = std::move(session)]() mutable {
                if (ticket != openTicket_) return;
                const QString folder = QString::fromStdString(session.series.folder.string());
                adopt(std::move(session), file == recoveryFile() ? std::filesystem::path{} : file);
                if (missing > 0)
                    raise(
                        {Notice::Kind::warning,
                         tr("%1 of this session not where expected").arg(counted(missing, tr("image"), tr("images"))),
                         tr("They are not in %1. Results are shown as saved. Open the folder again to measure them.").arg(folder),
                         -1});
            };
        },
        [this, ticket](const QString& problem) {
            if (ticket != openTicket_) return;
            opening_ = false;
            emit openFailed(problem);
            raise({Notice::Kind::failure, tr("The session was not opened"), problem, -1});
        });
}

void Document::adopt(Session session, std::filesystem::path file) {
    series_.cancel();
    endWatch();
    ++revision_;
    opening_ = false;
    undo_.clear();
    notices_.clear();
    session_ = std::move(session);
    sessionFile_ = std::move(file);
    hash_ = measurementHash(session_.recipe, session_.files);
    upToDate_ = session_.framesUpToDate();
    earlierFits_.clear();
    moved_.clear();
    preview_.reset();
    current_ = -1;
    progress_ = {};
    rebuildGrowth();
    emit opened();
    for (const std::string& note : session_.series.notes)
        raise({Notice::Kind::information, tr("About these files"), QString::fromStdString(note), -1});

    std::vector<int> order;  // first the ends, then every frame
    for (int frame = 0; frame < frameCount(); ++frame)
        order.push_back(frame);
    const int step = std::max(1, frameCount() / 24);
    std::stable_partition(order.begin(), order.end(), [step](int frame) { return frame % step == 0; });
    thumbnails_.start(session_.series, order);
    ++surveySeries_;
    showFrame(0);
    if (session_.fits.empty() && !session_.results.empty()) refit();
    emit choicesChanged();
    emit resultsChanged();
    emit runChanged();
    if (watchTicket_ == openTicket_) setWatching(true);
}

void Document::saveSession(const std::filesystem::path& file) {
    sessionFile_ = file;
    background_.run(
        [=, this, session = session_]() -> Background::Result {
            writeSession(file, session);
            return [=, this] {
                recovery_.stop();
                emit sessionSaved(QString::fromStdString(file.string()));
            };
        },
        [this](const QString& problem) {
            raise({Notice::Kind::failure, tr("The session was not saved"), problem, -1});
        });
}

void Document::writeRecovery() {
    if (!isOpen()) return;
    background_.run(
        [session = session_, file = recoveryFile()]() -> Background::Result {
            writeSession(file, session);
            return {};
        },
        [this](const QString& problem) {
            raise({Notice::Kind::warning, tr("The recovery file could not be written"), problem, -1});
        });
}

// ---- choices

Choices Document::choices() const {
    return {session_.recipe, session_.calibration, session_.times, session_.excluded, session_.manualRMaxPx};
}

void Document::change(const QString& name, Choices after) {
    if (after == choices()) return;
    undo_.push(new ChoicesCommand(name, choices(), std::move(after), [this](const Choices& value) { apply(value); }));
}

void Document::apply(const Choices& after) {
    const bool timesChanged = !(after.times == session_.times);
    session_.calibration = after.calibration;
    session_.excluded = after.excluded;
    const std::map<int, double> markersBefore = std::exchange(session_.manualRMaxPx, after.manualRMaxPx);
    session_.recipe = after.recipe;
    outdateMoved(markersBefore);
    rejudgeResults();
    const std::set<std::string> files = filesOf(session_.recipe);
    if (std::ranges::any_of(files, [this](const std::string& file) { return !session_.files.contains(file); })) readFiles([] {});
    if (timesChanged) {
        session_.times = after.times;
        readTimes();
    }
    askPreview();
    refit();
    rebuildGrowth();
    recovery_.start();
    measureMoved();
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
                adoptTimes(std::move(series));
                refit();
                emit choicesChanged();
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
        row.timeS = session_.series.frames[static_cast<std::size_t>(frame)].timeS;
        row.timeSource = session_.series.frames[static_cast<std::size_t>(frame)].timeSource;
    }
}

/// Which results are of today's recipe, after a change of it or of a file that it names.
void Document::rejudgeResults() {
    const std::string hash = measurementHash(session_.recipe, session_.files);
    if (hash == hash_) return;
    if (!session_.fits.empty() && earlierFits_.empty()) earlierFits_ = session_.fits;
    hash_ = hash;
    upToDate_ = session_.framesUpToDate();
    if (framesToMeasure() == 0) earlierFits_.clear();
    if (isRunning()) series_.cancel();
}

/// Looks at the files that the recipe names, then goes on.
void Document::readFiles(std::function<void()> then) {
    background_.run(
        [=, this, recipe = session_.recipe]() -> Background::Result {
            return [=, this, files = fileHashes(recipe)] {
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
        raise({Notice::Kind::warning, tr("That setting does not fit"), QString::fromUtf8(error.what()), -1});
        emit choicesChanged();  // the form shows the value that stands
        return;
    }
    change(nameOfChange(key, value), std::move(after));
}

/// "flatten: order 3", "dust off": for the Edit menu.
QString Document::nameOfChange(const QString& key, const FieldValue& value) const {
    const QString owner = key.section('.', 0, 0), name = key.section('.', 1);
    const Step* const step = session_.recipe.step(owner.toStdString());
    const QString room = step ? QString::fromStdString(step->label()).toLower() : owner;
    if (name == "on") return room + (std::get<bool>(value) ? tr(" on") : tr(" off"));
    const auto& fields = step ? step->fields() : owner == "measure" ? measureFields() : fitFields();
    for (const FieldDescription& field : fields) {
        if (field.name != name.toStdString()) continue;
        const QString unit = field.unit.empty() ? QString() : " " + QString::fromStdString(field.unit);
        return room + ": " + QString::fromStdString(field.label).toLower() + " " + QString::fromStdString(textOf(value)) + unit;
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
    change(tr("fit range"), std::move(after));
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

void Document::setTimes(const TimeChoice& times) {
    Choices after = choices();
    after.times = times;
    change(tr("times"), std::move(after));
}

void Document::setEngine(const QString& name) {
    engineName_ = name;
    session_.engine = name.toStdString();
    askPreview();
}

void Document::setLimits(int memoryMb, int threads) {
    memoryMb_ = memoryMb;
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

std::string Document::surveyKey() const {
    return std::to_string(surveySeries_) + surveyHash(session_.recipe, session_.files);
}

std::shared_ptr<const Survey> Document::surveyIfKnown() const {
    return survey_ && needsSurvey(session_.recipe) && surveyKey_ == surveyKey() ? survey_ : nullptr;
}

void Document::survey() {
    const std::string key = needsSurvey(session_.recipe) ? surveyKey() : std::string();
    if (key == surveyKey_) return;
    surveyKey_ = key;
    survey_.reset();
    surveyed_ = 0;
    surveyIsShort_ = false;
    analyseAfterwards_.reset();
    surveyWorker_.stop();
    if (!key.empty()) surveyWorker_.start(session_.series, session_.recipe);
    emit runChanged();
}

void Document::surveyFound(const std::shared_ptr<const Survey>& survey) {
    survey_ = survey;
    rebuildGrowth();
    emit resultsChanged();
    emit runChanged();
    for (const std::string& note : survey->notes)
        raise({Notice::Kind::warning, tr("About the whole series"), QString::fromStdString(note), -1});
    if (std::exchange(surveyIsShort_, false)) {
        ++surveySeries_;  // the frames that have come meanwhile are surveyed before any is measured
        const auto wanted = std::exchange(analyseAfterwards_, std::nullopt);
        this->survey();
        analyseAfterwards_ = wanted;
    }
    askPreview();
    if (isSurveying()) return;
    if (const auto extent = std::exchange(analyseAfterwards_, std::nullopt)) analyseExtent(*extent);
    measureMoved();
}

void Document::askPreview() {
    if (!isOpen() || current_ < 0) return;
    survey();
    PreviewRequest request;
    request.survey = surveyIfKnown();
    if (request.survey) request.surveyKey = surveyKey_;
    request.ticket = ++previewTicket_;
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
        largest = std::fmax(largest, row.rMax.px);
    return warnings(session_.recipe, preview_->lengths.rMax.px, largest, preview_->width(), preview_->height(),
                    preview_->histogram.saturation.sum());
}

// ---- the series

int Document::framesToMeasure() const {
    return frameCount() - static_cast<int>(upToDate_.size());
}

bool Document::isBusy() const {
    return opening_ || fitting_ || surveyWorker_.isRunning() || isRunning() || !background_.isIdle() || !previewComplete_;
}

void Document::analyse(bool all) {
    analyseExtent(all ? Extent::all : Extent::outOfDate);
}

void Document::analyseExtent(Extent extent) {
    if (!isOpen() || isRunning()) return;
    if (filesOf(session_.recipe).empty())
        measureSeries(extent);
    else
        readFiles([=, this] { measureSeries(extent); });
}

std::vector<int> Document::framesOf(Extent extent) const {
    std::vector<int> frames;
    for (int frame = 0; frame < frameCount(); ++frame) {
        const bool isWanted = extent == Extent::all ||
                              (extent == Extent::outOfDate ? !upToDate_.contains(frame)
                                                           : !session_.results.contains(frame) && !unfinished_.contains(frame));
        if (isWanted) frames.push_back(frame);
    }
    return frames;
}

void Document::measureSeries(Extent extent) {
    if (!isOpen() || isRunning()) return;
    if (needsSurvey(session_.recipe) && !surveyIfKnown()) {
        if (!isSurveying()) surveyKey_.clear();  // it was cancelled
        survey();
        analyseAfterwards_ = extent;
        return;
    }
    if (extent == Extent::all) upToDate_.clear();
    std::vector<int> frames = framesOf(extent);
    if (frames.empty()) return;
    isRunOfMoved_ = false;
    session_.startedUtc = utcNow();
    startRun(std::move(frames));
}

void Document::startRun(std::vector<int> frames) {
    RunRequest request;
    request.series = session_.series;
    request.recipe = session_.recipe;
    request.calibration = session_.calibration;
    request.engines = engineRequest(0);
    request.excluded = session_.excluded;
    request.manualRMaxPx = markersOfRun_ = session_.manualRMaxPx;
    request.survey = surveyIfKnown();
    request.threads = threads_;
    request.memoryBytes = static_cast<std::size_t>(memoryMb_) << 20;
    progress_ = {};
    progress_.total = static_cast<int>(frames.size());
    request.frames = std::move(frames);
    series_.start(std::move(request));
    emit runChanged();
}

void Document::cancel() {
    if (isSurveying()) {
        surveyWorker_.stop();
        analyseAfterwards_.reset();
    }
    series_.cancel();
    emit runChanged();
}

void Document::rowsMeasured(const std::vector<FrameResult>& rows, const RunProgress& progress) {
    progress_ = progress;
    for (const FrameResult& row : rows) {
        keepRow(row);
        if (row.status == FrameStatus::failed)
            raise({Notice::Kind::failure, tr("Frame %1 could not be measured").arg(row.frame),
                   QString::fromStdString(row.message) + ". " + tr("The frame keeps its place and stays out of the fit."),
                   row.frame});
    }
    refit();
    rebuildGrowth();
    emit resultsChanged();
    emit runChanged();
}

void Document::runEnded(bool cancelled, const QString& problem) {
    session_.finishedUtc = utcNow();
    if (!problem.isEmpty()) raise({Notice::Kind::failure, tr("The analysis stopped"), problem, -1});
    if (!cancelled && framesToMeasure() == 0) {
        earlierFits_.clear();
        if (const auto trend = zeroToMaximumTrend(session_.rows()); !isRunOfMoved_ && trend && !trend->warning().empty())
            raise({Notice::Kind::information, tr("Not self-similar"), QString::fromStdString(trend->warning()), -1});
    }
    refit();
    rebuildGrowth();
    if (!recovery_.isActive()) recovery_.start();
    if (cancelled) moved_.clear();  // they stay out of date
    measureMoved();
    emit resultsChanged();
    emit runChanged();
    if (!cancelled && problem.isEmpty()) measureArrived();
}

void Document::refit() {
    const quint64 ticket = ++fitTicket_;
    std::vector<FrameResult> rows;
    for (const auto& [frame, row] : session_.results) {
        const bool isShown = upToDate_.contains(frame) || upToDate_.empty();
        if (isShown) {
            rows.push_back(row);
            if (session_.excluded.contains(frame) && row.status == FrameStatus::ok) rows.back().status = FrameStatus::excluded;
            if (!session_.excluded.contains(frame) && row.status == FrameStatus::excluded) rows.back().status = FrameStatus::ok;
        }
    }
    fitting_ = true;
    background_.run(
        [=, this, calibration = session_.calibration, settings = session_.recipe.fit]() -> Background::Result {
            auto fits = fitGrowth(growthSeries(rows, calibration, settings.length), settings);
            return [=, this, fits = std::move(fits)] {
                if (ticket != fitTicket_) return;
                fitting_ = false;
                session_.fits = fits;
                rebuildGrowth();
                emit resultsChanged();
            };
        },
        [=, this](const QString& problem) {
            if (ticket != fitTicket_) return;
            fitting_ = false;
            raise({Notice::Kind::warning, tr("The growth could not be fitted"), problem, -1});
        });
}

bool Document::timesAreSeconds() const {
    return std::none_of(session_.series.frames.begin(), session_.series.frames.end(),
                        [](const FrameSource& source) { return source.timeSource == TimeSource::index; });
}

QString Document::timeSourceText() const {
    if (!isOpen()) return {};
    switch (session_.series.frames.front().timeSource) {
        case TimeSource::filename:
            return tr("Time from file names");
        case TimeSource::exif:
            return tr("Time from EXIF");
        case TimeSource::tiff:
            return tr("Time from TIFF tags");
        case TimeSource::video:
            return tr("Time from the film");
        case TimeSource::interval:
            return tr("Equal intervals");
        case TimeSource::table:
            return tr("Time from a table");
        case TimeSource::index:
            return tr("Frame number, no times");
    }
    return {};
}

void Document::rebuildGrowth() {
    auto data = std::make_shared<GrowthData>();
    data->fits = session_.fits;
    data->earlierFits = earlierFits_;
    data->settings = session_.recipe.fit;
    data->calibration = session_.calibration;
    data->timesAreSeconds = timesAreSeconds();
    data->isComplete = framesToMeasure() == 0;
    data->isStabilised = needsDrift(session_.recipe);
    data->survey = surveyIfKnown();
    const GrowthFit* const fit = data->chosenFit();
    for (int frame = 0; frame < frameCount(); ++frame) {
        GrowthData::Point point;
        const auto known = session_.results.find(frame);
        if (known != session_.results.end()) {
            point.result = known->second;
            point.isMeasured = true;
            point.isStale = !upToDate_.contains(frame);
        } else {
            const FrameSource& source = session_.series.frames[static_cast<std::size_t>(frame)];
            point.result.frame = frame;
            point.result.file = source.name;
            point.result.timeS = source.timeS;
        }
        point.isExcluded = session_.excluded.contains(frame);
        point.isInFit = fit && std::binary_search(fit->frames.begin(), fit->frames.end(), frame);
        data->points.push_back(std::move(point));
    }
    growth_ = std::move(data);
}

std::vector<CellState> Document::cellStates() const {
    std::vector<CellState> states;
    for (const GrowthData::Point& point : growth_->points) {
        CellState state = CellState::waiting;
        if (point.isMeasured) {
            if (point.result.status == FrameStatus::failed)
                state = CellState::failed;
            else if (point.isExcluded)
                state = CellState::excluded;
            else if (point.isStale)
                state = CellState::stale;
            else if (!point.result.rMax.isFound())
                state = CellState::noPeak;
            else
                state = point.result.rMax.quality == Quality::weak ? CellState::weak : CellState::done;
        } else if (point.isExcluded) {
            state = CellState::excluded;
        }
        states.push_back(state);
    }
    return states;
}

// ---- notices

void Document::raise(Notice notice) {
    notices_.push_back(notice);
    emit noticeRaised(notice);
}

void Document::clearNotices() {
    notices_.clear();
    emit runChanged();
}

}  // namespace coarsen::window
