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
    const quint64 ticket = ++openTicket_;
    background_.run(
        [=, this]() -> Background::Result {
            const bool isEmpty = imagesIn(folder).empty();
            return [=, this] {
                if (ticket != openTicket_) return;
                if (isEmpty) return awaitFirstImage(folder);
                openWatched(folder);
            };
        },
        [this, ticket](const QString& problem) {
            if (ticket != openTicket_) return;
            opening_ = false;
            emit openFailed(problem);
            raise({Notice::Kind::failure, tr("Nothing was opened"), problem, -1, true});
        });
}

void Document::openWatched(const std::filesystem::path& folder) {
    open({folder});
    watchTicket_ = openTicket_;
}

void Document::awaitFirstImage(const std::filesystem::path& folder) {
    opening_ = false;
    endWatch();
    ++watchRound_;
    awaitedFolder_ = folder;
    watch_.isOn = watch_.isAwaitingFirst = true;
    watcher_.start(folder, {});
    raise({Notice::Kind::information, tr("Waiting for the first image"),
           tr("%1 holds no image yet. The series opens with the first one.").arg(QString::fromStdString(displayName(folder))), -1,
           true});
    emit watchChanged();
}

void Document::setWatching(bool watching) {
    if (!watching) return endWatch();
    if ((watch_.isOn && !watch_.isAwaitingFirst) || !canWatch()) return;
    std::vector<std::string> frames;
    for (const FrameSource& frame : session_.series.frames)
        frames.push_back(frame.name);
    ++watchRound_;
    watch_ = {};
    watch_.isOn = watch_.follows = isFirstListing_ = true;
    watcher_.start(session_.series.folder, watchOf(frames));
    emit watchChanged();
    emit resultsChanged();
    showFrame(frameCount() - 1);
}

void Document::endWatch() {
    if (!watch_.isOn) return;
    watcher_.stop();
    ++watchRound_;
    watch_ = {};
    unfinished_.clear();
    awaitedFolder_.clear();
    emit watchChanged();
    if (isOpen()) emit resultsChanged();
}

void Document::setFollowing(bool following) {
    following = following && watch_.isOn;
    if (following == watch_.follows) return;
    watch_.follows = following;
    emit watchChanged();
    if (following) showFrame(frameCount() - 1);
}

void Document::folderListed(const FolderNews& news) {
    if (watch_.isAwaitingFirst) {
        watch_.unfinished = static_cast<int>(news.unfinished.size());
        emit watchChanged();
        if (news.arrived.empty()) return;
        return openWatched(awaitedFolder_);
    }
    std::map<std::string, int> frameNamed;
    if (!news.unfinished.empty() || !news.rewritten.empty() || !news.returned.empty())
        for (int frame = 0; frame < frameCount(); ++frame)
            frameNamed[session_.series.frames[static_cast<std::size_t>(frame)].name] = frame;
    unfinished_.clear();
    for (const std::string& name : news.unfinished)
        if (const auto known = frameNamed.find(name); known != frameNamed.end()) unfinished_.insert(known->second);
    watch_.unfinished = static_cast<int>(news.unfinished.size());

    std::vector<int> rewritten;
    for (const std::filesystem::path& file : news.rewritten)
        if (const auto known = frameNamed.find(displayName(file)); known != frameNamed.end()) rewritten.push_back(known->second);
    if (!rewritten.empty()) {
        ++edition_;
        ++surveySeries_;
        forgetResults(rewritten);
        thumbnails_.add(session_.series, rewritten);
        askPreview();
    }
    std::vector<int> failed;
    for (const std::filesystem::path& file : news.returned)
        if (const auto known = frameNamed.find(displayName(file)); known != frameNamed.end())
            if (const auto row = session_.results.find(known->second);
                row != session_.results.end() && row->second->status == FrameStatus::failed)
                failed.push_back(known->second);
    forgetResults(failed);
    if (std::exchange(isFirstListing_, false)) forgetFailures();
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
        [=, this, series = session_.series, times = session_.times, round = watchRound_,
         revision = revision_]() -> Background::Result {
            return [=, this, longer = withFrames(series, files, times)]() mutable {
                if (round != watchRound_) return;  // no longer watched: a new watch finds them again
                if (revision != revision_) return appendFrames(files);
                adoptLonger(std::move(longer));
            };
        },
        [this, round = watchRound_](const QString& problem) {
            if (round != watchRound_) return;
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
    if (watch_.follows) showFrame(frameCount() - 1);
    measureArrived();
}

/// As if they had never been measured.
void Document::forgetResults(const std::vector<int>& frames) {
    if (frames.empty()) return;
    for (const int frame : frames) {
        session_.results.erase(frame);
        session_.resultHashes.erase(frame);
        upToDate_.erase(frame);
    }
    rebuildGrowth();
    emit resultsChanged();
    emit runChanged();
}

/// Failures of files that could not be read when the folder was away, or not yet whole, are tried again.
void Document::forgetFailures() {
    std::vector<int> failed;
    for (const auto& [frame, row] : session_.results)
        if (row->status == FrameStatus::failed && session_.series.frames[static_cast<std::size_t>(frame)].problem.empty())
            failed.push_back(frame);
    forgetResults(failed);
    if (preview_ && !preview_->stages) askPreview();
}

/// Frames that have never been measured; those of an earlier recipe wait until asked for.
void Document::measureArrived() {
    if (!watch_.isOn || watch_.isAway || watch_.isAwaitingFirst || watch_.isPaused || isFirstListing_ || isRunning()) return;
    if (!framesOf(Extent::unmeasured).empty()) analyseExtent(Extent::unmeasured);
}

void Document::folderWentAway(const QString& reason) {
    watch_.isAway = true;
    series_.cancel();
    raise({Notice::Kind::warning, tr("The watched folder is away"),
           sentence(reason) + " " + tr("All results are kept. It is looked for every second."), -1});
    emit watchChanged();
}

void Document::folderCameBack() {
    watch_.isAway = false;
    raise({Notice::Kind::information, tr("The watched folder is back"), tr("New images are taken in again."), -1, true});
    emit watchChanged();
    if (watch_.isAwaitingFirst) return;
    forgetFailures();
    measureArrived();
}

}  // namespace coarsen::window
