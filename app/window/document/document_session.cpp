// SPDX-License-Identifier: GPL-3.0-or-later
// What the document opens, saves and keeps for the next start.
#include "app/window/document/document.hpp"
#include "app/window/theme/words.hpp"
#include "core/analysis/recipe_for_series.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/utf8.hpp"
#include "core/export/targets.hpp"
#include "core/series/assemble.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/relocate.hpp"

#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <system_error>
#include <utility>

namespace coarsen::window {

namespace {
constexpr int recoveryTimesItsCost = 10;  // a long series is written less often

/// How many pages the first of several files of pages has, where none says what they are; else 0.
int pagesOfStacks(const ImageSeries& series) {
    const auto& frames = series.frames;
    const bool areSeveral = frames.size() > 1 && frames[0].file != frames[1].file;
    const bool areSilent = !series.volumes && series.first.format == "TIFF" && series.first.stack.pages() == 1;
    return areSeveral && areSilent && series.first.pages >= leastSlices ? series.first.pages : 0;
}

/// Gives the file of a session, or the folder of its files: it does not say what was opened.
std::vector<std::filesystem::path> inputsOf(const ImageSeries& series) {
    if (series.frames.empty()) return {};
    const bool isOneFile = series.frames.front().file == series.frames.back().file;
    return {isOneFile ? series.frames.front().file : series.folder};
}

QString notSaved() {
    return Document::tr("The session was not saved");
}
}  // namespace

void Document::open(const std::vector<std::filesystem::path>& inputs, const TimeChoice& times,
                    const std::optional<Recipe>& recipe, const std::optional<Calibration>& calibration,
                    const std::optional<SeriesOpening>& opening) {
    opening_ = true;
    const Epoch::Mark asked = openings_.begin();
    const auto fail = [this, asked](const QString& problem, const ConvertibleFiles& files) {
        if (openings_.isOver(asked)) return;
        if (watch_.status().isAwaitingFirst) watch_.end();
        failToOpen(tr("Nothing was opened"), problem, files);
    };
    background_.run(
        [=, this]() -> Background::Result {
            Session session;
            const auto choice = [=, this](const std::vector<FolderOfImages>& series) -> Background::Result {
                return [=, this] {
                    if (openings_.isOver(asked)) return;
                    opening_ = false;
                    emit seriesFoundBelow(inputs.front(), series);
                };
            };
            const auto toChoose = [&] {
                return inputs.size() == 1 ? seriesToChoose(inputs.front()) : std::vector<FolderOfImages>{};
            };
            try {
                SeriesOpening how = opening.value_or(SeriesOpening{});
                how.keepsSlices = !how.isForVolumes();
                session.series = openSeries(inputs, how);
            } catch (const SeveralVolumes& several) {
                return [=, this, file = several.file, datasets = namedVolumes(several.file)] {
                    if (openings_.isOver(asked)) return;
                    opening_ = false;
                    emit datasetsFound(inputs, file, datasets);
                };
            } catch (const InputError& error) {
                if (const std::vector<FolderOfImages> series = toChoose(); !series.empty()) return choice(series);
                return [fail, problem = translated(error.what()), files = convertibleFiles(inputs)] { fail(problem, files); };
            }
            if (!opening && session.series.frames.size() == 1)
                if (const std::vector<FolderOfImages> series = toChoose(); !series.empty()) return choice(series);
            if (const int pages = pagesOfStacks(session.series); !opening && pages > 1)
                return [=, this, files = static_cast<int>(session.series.frames.size())] {
                    if (openings_.isOver(asked)) return;
                    opening_ = false;
                    emit pagesFound(inputs, files, pages);
                };
            assignTimes(session.series, times);
            session.times = times;
            session.calibration = calibration ? calibrationFor(session.series, *calibration) : session.series.calibration;
            session.recipe = recipeForSeries(recipe.value_or(defaultRecipe()), session.series);
            tellInfoBar(session.series, session.recipe);
            session.files = fileHashes(session.recipe);
            return [this, asked, inputs, session = std::move(session)]() mutable {
                if (openings_.isOver(asked)) return;
                adopt(std::move(session), {});
                opened_.inputs = inputs;
            };
        },
        [fail](const QString& problem) { fail(problem, {}); });
}

void Document::open(const SeriesOpening& opening) {
    const Calibration& size = session().calibration;
    open(opened_.inputs, session().times, {}, size.isTyped() ? std::optional(size) : std::nullopt, opening);
}

void Document::openSession(const std::filesystem::path& named) {
    opening_ = true;
    std::error_code nowhere;  // the folder that the program was started in is gone
    const std::filesystem::path whole = std::filesystem::absolute(named, nowhere).lexically_normal();
    const std::filesystem::path file = nowhere ? named : whole;
    const Epoch::Mark asked = openings_.begin();
    if (file.extension() == projectEnding) return samples_.openProject(file);
    background_.run(
        [=, this]() -> Background::Result {
            const bool isLeft = isRecoveryFile(file);
            auto kept = isLeft ? std::make_shared<RecoveryFile>(file) : std::make_shared<RecoveryFile>();
            const auto onDisk = std::make_shared<SavedSession>();
            Session session = isLeft ? readSession(file) : onDisk->read(file);
            std::vector<SearchedFolder> beside;
            if (!isLeft) beside.push_back({std::filesystem::absolute(file).parent_path()});
            const std::vector<MovedFile> moved = movedFiles(session, beside);
            takeFiles(session, moved);
            session.files = knownHashes(session);  // other contents than at the time: the results are out of date
            std::error_code gone;
            const auto written = std::filesystem::last_write_time(file, gone);
            return [=, this, missing = framesWithoutFile(session.series), session = std::move(session)]() mutable {
                if (openings_.isOver(asked)) return;
                adopt(std::move(session), isLeft ? std::filesystem::path{} : file, std::move(kept));
                saved_ = onDisk;
                for (const std::string& damage : opened_.session.damages)
                    notices_.raise({Notice::Kind::warning, tr("A part of the session is damaged"), translated(damage), -1});
                inputs_.tellMissing(missing, moved);
                const auto saved = savedHere_.find(file);
                if (saved == savedHere_.end() || saved->second != written) inputs_.check();
            };
        },
        [this, asked](const QString& problem) {
            if (openings_.isOver(asked)) return;
            failToOpen(tr("The session was not opened"), problem);
        });
}

void Document::watch(const std::filesystem::path& folder) {
    opening_ = true;
    const Epoch::Mark asked = openings_.begin();
    background_.run(
        [=, this]() -> Background::Result {
            const bool isEmpty = imagesIn(folder).empty();
            if (isEmpty) requireNoVolumes(folder);
            return [=, this] {
                if (openings_.isOver(asked)) return;
                if (!isEmpty) return openWatched(folder);
                opening_ = false;
                watch_.await(folder);
            };
        },
        [this, asked](const QString& problem) {
            if (!openings_.isOver(asked)) failToOpen(tr("Nothing was opened"), problem);
        });
}

void Document::openWatched(const std::filesystem::path& folder) {
    open({folder});
    watchedOpening_ = openings_.now();
}

void Document::failToOpen(const QString& title, const QString& problem, const ConvertibleFiles& files) {
    opening_ = false;
    emit openFailed(problem);
    Notice notice{Notice::Kind::failure, title, problem, -1, true};
    if (!files.files.empty() && !pythonProgram().isEmpty()) {
        notice.remedies = {Remedy::convertFiles};
        notice.files = files.files;
        notice.folder = QFile::decodeName(QByteArray::fromStdString(files.folder.string()));
    }
    notices_.raise(notice);
}

void Document::close() {
    openings_.begin();  // what is being opened is wanted no longer
    Session nothing;
    nothing.recipe = defaultRecipe();
    replace(std::move(nothing), std::make_shared<RecoveryFile>());
    thumbnails_.start(session().series, {});
    emit opened();
    emit runChanged();
}

/// Replaces what was open. Work under way for it is let go.
void Document::replace(Session session, std::shared_ptr<RecoveryFile> kept) {
    if (recovery_.isActive()) writeRecovery();  // what was open is offered at the next start
    recovery_.stop();
    if (!isLooking_) samples_.leave();
    recoveryFile_ = std::move(kept);
    saved_ = std::make_shared<SavedSession>();
    watch_.end();
    opening_ = false;
    opened_.session = std::move(session);
    opened_.inputs = inputsOf(opened_.session.series);
    parts_.clear();
    datasets_.clear();
    changes_.undoStack().clear();
    takeUp();
}

void Document::takeUp() {
    opened_.frames.begin();
    notices_.adopt();
    inputs_.adopt();
    offers_.adopt();
    run_.adopt();
    frame_.adopt();
    growth_.adopt();
}

void Document::adopt(Session session, std::filesystem::path file, std::shared_ptr<RecoveryFile> kept) {
    session.file = std::move(file);
    replace(std::move(session), std::move(kept));
    show();
    if (std::exchange(watchedOpening_, {}) == openings_.now()) watch_.setOn(true);
}

void Document::show() {
    emit opened();
    for (const Said& said : opened_.session.series.notes)
        notices_.raise(noticeOf(said));
    tellOfPages();
    for (const auto& [frame, row] : opened_.session.results)
        if (row->status == FrameStatus::failed) notices_.raise(failureOf(*row, true));

    const int step = std::max(1, frameCount() / 24);
    std::vector<int> order;  // first a few of the whole series, then as many as the strip can ever show
    const FrameSequence& sequence = opened_.sequence();
    for (int place = 0; place < frameCount(); ++place)
        if (place % step == 0 || hasThumbnail(place)) order.push_back(sequence.frames[static_cast<std::size_t>(place)]);
    std::stable_partition(order.begin(), order.end(), [&](int frame) { return sequence.placeOf(frame) % step == 0; });
    thumbnails_.start(opened_.session.series, order, bricks_, frame_.edition());
    offers_.askIfOld();
    run_.survey();
    if (!sequence.isEmpty()) frame_.show(sequence.first());
    if (!opened_.session.results.empty()) growth_.refit();
    emit choicesChanged();
    emit resultsChanged();
    emit runChanged();
}

/// One file of pages that does not say what they are is a film. Whoever has a volume in it finds the way here.
void Document::tellOfPages() {
    const ImageSeries& series = session().series;
    const bool isStack = series.frames.size() > 1 && series.frames.front().file == series.frames.back().file &&
                         series.first.format == "TIFF" && series.first.stack.pages() == 1 && !series.volumes &&
                         frameCount() >= leastSlices && session().results.empty();
    if (!isStack) return;
    Notice notice{Notice::Kind::information, tr("Pages are taken for times"),
                  tr("The file has %1 pages and does not say what they are: each is a frame.").arg(frameCount()), -1};
    notice.remedies = {Remedy::takeAsVolume};
    notice.isQuiet = true;
    notices_.raise(notice);
}

/// On the sample, among the files that were opened.
void Document::lookForPositions() {
    background_.run(
        [this, inputs = opened_.inputs, asked = openings_.now()]() -> Background::Result {
            QStringList names;
            for (const std::string& name : positionsOf(inputs))
                names << QString::fromStdString(printable(name));
            return [this, asked, names] {
                if (!openings_.isOver(asked) && !names.isEmpty()) emit positionsFound(names);
            };
        },
        [](const QString&) {});  // whoever opens the files again says what is wrong with them
}

void Document::saveSession(const std::filesystem::path& file, bool replaces) {
    opened_.session.file = file;
    recovery_.stop();  // a change from now on starts it again
    background_.run(
        [=, this, session = opened_.session, kept = recoveryFile_, saved = saved_,
         isRecovering = isRecovering_]() -> Background::Result {
            try {
                requireFree({file}, usersFiles(session), Existing::replaced);
                if (!replaces && saved->isAnothers(file)) {
                    if (isRecovering) kept->write(session);
                    return [=, this, wasOurs = saved->isKnown(file)] { tellAnothers(file, wasOurs); };
                }
                saved->write(file, session);
            } catch (const std::exception&) {
                if (isRecovering) kept->write(session);  // the window may be closed before it knows
                throw;
            }
            const auto written = std::filesystem::last_write_time(file);
            kept->discard();
            return [=, this] {
                savedHere_[file] = written;
                notices_.retract(notSaved());
                emit sessionSaved(QString::fromStdString(file.string()));
            };
        },
        [this](const QString& problem) {
            keepForRecovery();
            notices_.raise({Notice::Kind::failure, notSaved(), problem, -1});
        });
}

void Document::tellAnothers(const std::filesystem::path& file, bool wasOurs) {
    const QString name = QString::fromStdString(displayName(file));
    const QString why = wasOurs ? tr("Another window or program has written %1 since it was opened here.").arg(name)
                                : tr("There is a file %1 already.").arg(name);
    notices_.raise({Notice::Kind::failure,
                    notSaved(),
                    why + " " + tr("The file stays as it is, and your work here is kept for the next start."),
                    -1,
                    true,
                    {Remedy::saveAs, Remedy::replaceSession}});
}

void Document::setRecovering(bool recovering, int delayMs) {
    isRecovering_ = recovering;
    recoveryDelayMs_ = delayMs;
    recovery_.setInterval(delayMs);
    samples_.setRecovering(recovering);
}

/// Not put off by further changes: each is kept within seconds.
void Document::keepForRecovery() {
    if (isRecovering_ && !recovery_.isActive()) recovery_.start();
}

void Document::writeRecovery() {
    if (!isOpen()) return;
    if (samples_.isSeveral()) samples_.keepSoon();  // which then says where this session is kept
    background_.run(
        [this, session = opened_.session, kept = recoveryFile_]() -> Background::Result {
            QElapsedTimer clock;
            clock.start();
            kept->write(session);
            return [this, ms = static_cast<int>(clock.elapsed())] {
                recovery_.setInterval(std::max(recoveryDelayMs_, recoveryTimesItsCost * ms));
            };
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::warning, tr("The recovery file could not be written"), problem, -1});
        });
}

}  // namespace coarsen::window
