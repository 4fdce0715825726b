// SPDX-License-Identifier: GPL-3.0-or-later
// The document's folder watched while the experiment runs: the series grows, what comes is measured, the newest frame is shown.
#include "app/window/document/document.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"

#include <algorithm>

namespace coarsen::window {

namespace {

QString names(const std::vector<std::string>& files) {
    QStringList list;
    for (const std::string& file : files)
        list << QString::fromStdString(file);
    return list.join(", ");
}

}  // namespace

bool Document::canWatch() const {
    return canGrow(session_.series);
}

void Document::watchFolder(const std::filesystem::path& folder) {
    opening_ = true;
    const Epoch::Mark asked = openings_.begin();
    background_.run(
        [=, this]() -> Background::Result {
            const bool isEmpty = imagesIn(folder).empty();
            return [=, this] {
                if (openings_.isOver(asked)) return;
                if (isEmpty) return awaitFirstImage(folder);
                openWatched(folder);
            };
        },
        [this, asked](const QString& problem) {
            if (openings_.isOver(asked)) return;
            opening_ = false;
            emit openFailed(problem);
            raise({Notice::Kind::failure, tr("Nothing was opened"), problem, -1, true});
        });
}

void Document::openWatched(const std::filesystem::path& folder) {
    open({folder});
    watchedOpening_ = openings_.now();
}

void Document::awaitFirstImage(const std::filesystem::path& folder) {
    opening_ = false;
    endWatch();
    watch_.await(folder);
    watcher_.start(folder, {});
    raise({Notice::Kind::information, tr("Waiting for the first image"),
           tr("%1 holds no image yet. The series opens with the first one.").arg(QString::fromStdString(displayName(folder))), -1,
           true});
    emit watchChanged();
}

void Document::setWatching(bool watching) {
    if (!watching) return endWatch();
    if (watch_.takesPart() || !canWatch()) return;
    std::vector<std::string> frames;
    for (const FrameSource& frame : session_.series.frames)
        frames.push_back(frame.name);
    watch_.begin();
    watcher_.start(session_.series.folder, watchOf(frames));
    emit watchChanged();
    emit resultsChanged();
    showFrame(frameCount() - 1);
}

void Document::endWatch() {
    if (!watch_.end()) return;
    watcher_.stop();
    emit watchChanged();
    if (isOpen()) emit resultsChanged();
}

void Document::setFollowing(bool following) {
    if (!watch_.follow(following)) return;
    emit watchChanged();
    if (watch_.state().follows) showFrame(frameCount() - 1);
}

void Document::folderListed(const FolderNews& news) {
    const WatchKeeper::Listed listed = watch_.take(news, session_);
    if (watch_.state().isAwaitingFirst) {
        emit watchChanged();
        if (!news.arrived.empty()) openWatched(watch_.awaitedFolder());
        return;
    }
    if (!listed.rewritten.empty()) {
        ++edition_;
        surveys_.makeOld();
        forgetResults(listed.rewritten);
        thumbnails_.add(session_.series, listed.rewritten);
        askPreview();
    }
    forgetResults(listed.returned);
    if (listed.isFirst) forgetFailures();
    if (!news.early.empty())
        raise({Notice::Kind::warning, tr("New images were left out"),
               tr("By their names they belong before the last frame: %1. Frames keep their places while the folder is watched; "
                  "open it again to have them in order.")
                   .arg(names(news.early)),
               -1});
    emit watchChanged();
    if (news.arrived.empty())
        measureArrived();
    else
        appendFrames(news.arrived);
}

void Document::appendFrames(const std::vector<std::filesystem::path>& files) {
    background_.run(
        [=, this, series = session_.series, times = session_.times, round = watch_.round(),
         asked = frames_.now()]() -> Background::Result {
            return [=, this, longer = withFrames(series, files, times)]() mutable {
                if (watch_.isOver(round)) return;  // no longer watched: a new watch finds them again
                if (frames_.isOver(asked)) return appendFrames(files);
                adoptLonger(std::move(longer));
            };
        },
        [this, round = watch_.round()](const QString& problem) {
            if (watch_.isOver(round)) return;
            endWatch();
            raise({Notice::Kind::failure, tr("The folder is no longer watched"), problem, -1});
        });
}

void Document::adoptLonger(ImageSeries series) {
    const ImageSeries before = session_.series;
    adoptTimes(std::move(series));
    std::vector<int> fresh, mended;
    for (int frame = 0; frame < frameCount(); ++frame) {
        const auto index = static_cast<std::size_t>(frame);
        if (index >= before.frames.size()) {
            if (hasThumbnail(frame)) fresh.push_back(frame);
        } else if (session_.series.frames[index].problem != before.frames[index].problem) {
            mended.push_back(frame);  // a time table has gained its row
        }
    }
    forgetResults(mended);
    tellNewNotes(before.notes);
    thumbnails_.add(session_.series, fresh);
    if (session_.series.frames.front() != before.frames.front() || !mended.empty()) refit();  // other times
    rebuildGrowth();
    keepForRecovery();
    survey();
    emit choicesChanged();
    emit resultsChanged();
    emit runChanged();
    if (watch_.state().follows) showFrame(frameCount() - 1);
    measureArrived();
}

/// As if they had never been measured.
void Document::forgetResults(const std::vector<int>& frames) {
    if (frames.empty()) return;
    measured_.forget(frames);
    rebuildGrowth();
    emit resultsChanged();
    emit runChanged();
}

/// Failures of files that could not be read when the folder was away, or not yet whole, are tried again.
void Document::forgetFailures() {
    forgetResults(measured_.failures());
    if (preview_ && !preview_->stages) askPreview();
}

/// Frames that have never been measured; those of an earlier recipe wait until asked for.
void Document::measureArrived() {
    if (!watch_.measuresNow() || isRunning()) return;
    if (!measured_.framesOf(Extent::unmeasured, watch_.unfinished()).empty()) analyseExtent(Extent::unmeasured);
}

void Document::folderWentAway(const QString& reason) {
    watch_.goAway();
    series_.cancel();
    raise({Notice::Kind::warning, tr("The watched folder is away"),
           sentence(reason) + " " + tr("All results are kept. It is looked for every second."), -1});
    emit watchChanged();
}

void Document::folderCameBack() {
    watch_.comeBack();
    raise({Notice::Kind::information, tr("The watched folder is back"), tr("New images are taken in again."), -1, true});
    emit watchChanged();
    if (watch_.state().isAwaitingFirst) return;
    forgetFailures();
    measureArrived();
}

}  // namespace coarsen::window
