// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/watch.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"

#include <QStringList>

#include <string>

namespace coarsen::window {

namespace {

QString names(const std::vector<std::string>& files) {
    QStringList list;
    for (const std::string& file : files)
        list << QString::fromStdString(file);
    return list.join(", ");
}

}  // namespace

Watch::Watch(Opened& opened, Background& background, Notices& notices)
    : opened_(opened), background_(background), notices_(notices) {
    connect(&watcher_, &FolderWatcher::listed, this, &Watch::takeListing);
    connect(&watcher_, &FolderWatcher::wentAway, this, &Watch::goAway);
    connect(&watcher_, &FolderWatcher::cameBack, this, &Watch::comeBack);
}

void Watch::await(const std::filesystem::path& folder) {
    end();
    opened_.watch.await(folder);
    watcher_.start(folder, {});
    notices_.raise(
        {Notice::Kind::information, tr("Waiting for the first image"),
         tr("%1 holds no image yet. The series opens with the first one.").arg(QString::fromStdString(displayName(folder))), -1,
         true});
    emit changed();
}

void Watch::setOn(bool on) {
    if (!on) return end();
    if (opened_.session.series.volumes)
        notices_.raise({Notice::Kind::information, tr("Volumes are not watched"),
                        tr("The series is open with the volumes that are there. Open it again when more have come."), -1, true});
    if (opened_.watch.takesPart() || !isPossible()) return;
    std::vector<std::string> frames;
    for (const FrameSource& frame : opened_.session.series.frames)
        frames.push_back(frame.name);
    opened_.watch.begin();
    watcher_.start(
        opened_.session.series.folder,
        watchOf(frames, opened_.session.series.frames.empty() ? std::string() : opened_.session.series.frames.front().dataset));
    emit changed();
    emit toggled();
    emit lastWanted();
}

void Watch::end() {
    if (!opened_.watch.end()) return;
    watcher_.stop();
    emit changed();
    emit toggled();
}

void Watch::setFollowing(bool following) {
    if (!opened_.watch.follow(following)) return;
    emit changed();
    if (status().follows) emit lastWanted();
}

void Watch::takeListing(const FolderNews& news) {
    const WatchState::Listed listing = opened_.watch.take(news, opened_.session);
    if (status().isAwaitingFirst) {
        emit changed();
        if (!news.arrived.empty()) emit arrivedFirst(opened_.watch.awaitedFolder());
        return;
    }
    if (!listing.rewritten.empty()) emit rewritten(listing.rewritten);
    if (!listing.returned.empty()) emit returned(listing.returned);
    if (listing.isFirst) emit mended();
    if (!news.early.empty())
        notices_.raise(
            {Notice::Kind::warning, tr("New images were left out"),
             tr("By their names they belong before the last frame: %1. Frames keep their places while the folder is watched; "
                "open it again to have them in order.")
                 .arg(names(news.early)),
             -1});
    emit changed();
    if (news.arrived.empty())
        emit listed();
    else
        append(news.arrived);
}

void Watch::append(const std::vector<std::filesystem::path>& files) {
    background_.run(
        [=, this, series = opened_.session.series, times = opened_.session.times, round = opened_.watch.round(),
         asked = opened_.frames.now()]() -> Background::Result {
            return [=, this, longer = withFrames(series, files, times)] {
                if (opened_.watch.isOver(round)) return;  // no longer watched: a new watch finds them again
                if (opened_.frames.isOver(asked)) return append(files);
                emit grown(longer);
            };
        },
        [this, round = opened_.watch.round()](const QString& problem) {
            if (opened_.watch.isOver(round)) return;
            end();
            notices_.raise({Notice::Kind::failure, tr("The folder is no longer watched"), problem, -1});
        });
}

void Watch::goAway(const QString& reason) {
    opened_.watch.goAway();
    emit wentAway();
    notices_.raise({Notice::Kind::warning, tr("The watched folder is away"),
                    sentence(reason) + " " + tr("All results are kept. Coarsen looks for it every second."), -1});
    emit changed();
}

void Watch::comeBack() {
    opened_.watch.comeBack();
    notices_.raise({Notice::Kind::information, tr("The watched folder is back"), tr("New images are taken in again."), -1, true});
    emit changed();
    if (status().isAwaitingFirst) return;
    emit mended();
    emit listed();
}

}  // namespace coarsen::window
