// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/recent_store.hpp"

#include "app/window/theme/words.hpp"
#include "core/session/series_name.hpp"

#include <QFileInfo>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int cellWidth = 94, cellHeight = 84, gapBetween = 3;  // px, of the strip

QImage stripOf(const std::map<int, QImage>& pictures) {
    QImage strip(3 * 96, cellHeight, QImage::Format_RGB32);
    strip.fill(Qt::black);
    QPainter painter(&strip);
    int x = 0;
    for (const auto& [number, one] : pictures) {
        const QImage cell = one.scaled(cellWidth, cellHeight, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
        const QRect middle((cell.width() - cellWidth) / 2, (cell.height() - cellHeight) / 2, cellWidth, cellHeight);
        painter.drawImage(QRect(x, 0, cellWidth, cellHeight), cell, middle);
        x += cellWidth + gapBetween;
    }
    return strip;
}

}  // namespace

RecentStore::RecentStore(Document& document, QObject* parent) : QObject(parent), document_(document) {
    connect(&document_, &Document::opened, this, &RecentStore::noteOpened);
    connect(&document_, &Document::openFailed, this, &RecentStore::list);
    connect(&document_, &Document::sessionSaved, this, &RecentStore::noteSaved);
    connect(&document_, &Document::choicesChanged, this, &RecentStore::noteName);
    connect(&document_, &Document::thumbnailMade, this, &RecentStore::keepPicture);
    connect(&document_.samples(), &Samples::projectSaved, this, &RecentStore::noteProject);
}

void RecentStore::noteOpened() {
    pictures_.clear();
    if (!document_.isOpen() || document_.samples().isSeveral()) return list();  // one of several is a part of its project
    recent_ = recentOf(document_.session());
    recent_.note = counted(document_.frameCount(), tr("frame"), tr("frames"));
    remember();
}

void RecentStore::noteProject(const QString& file) {
    rememberSeries({file, QFileInfo(file).completeBaseName(), tr("several samples"), {}, QDateTime::currentDateTime()});
    list();
}

void RecentStore::noteResult(const QString& inShort) {
    if (document_.samples().isSeveral()) return;
    const QString note = counted(document_.frameCount(), tr("frame"), tr("frames")) + ", " + inShort;
    if (std::exchange(recent_.note, note) != note) remember();
}

void RecentStore::noteName() {
    if (!document_.isOpen() || document_.samples().isSeveral()) return;
    const QString name = QString::fromStdString(seriesName(document_.session()));
    if (std::exchange(recent_.name, name) != name) remember();
}

void RecentStore::remember() {
    rememberSeries(recent_);
    list();
}

/// The session is offered in the place of the images that it was made from.
void RecentStore::noteSaved(const QString& session) {
    if (!document_.isOpen() || document_.samples().isSeveral()) return;
    const RecentSeries now = recentOf(document_.session());
    if (now.path != session) return;  // another is open by now
    const QString before = std::exchange(recent_.path, now.path);
    recent_.name = now.name;
    recent_.inputs.clear();
    remember();
    if (before == now.path) return;
    document_.background().run(
        [this, before, session = now.path]() -> Background::Result {
            if (const QImage picture = recentPicture(before); !picture.isNull()) rememberPicture(session, picture);
            return [this, before] { forget(before); };
        },
        [](const QString&) {});  // only a picture is missing then
}

/// The first, a middle and the last frame, as far as they have pictures.
void RecentStore::keepPicture(int frame, const QImage& picture) {
    if (document_.samples().isSeveral()) return;
    const int last = document_.frameCount() - 1, step = std::max(1, document_.frameCount() / 24);
    const int middle = last / 2 / step * step;  // thumbnails of these come first
    if (frame != 0 && frame != middle && frame != last / step * step) return;
    pictures_[frame] = picture;
    if (pictures_.size() < std::size_t(last == 0 ? 1 : middle == 0 ? 2 : 3)) return;
    document_.background().run(
        [path = recent_.path, pictures = std::exchange(pictures_, {})]() -> Background::Result {
            rememberPicture(path, stripOf(pictures));
            return {};
        },
        [](const QString&) {});  // only a picture is missing then
}

void RecentStore::forget(const QString& path) {
    forgetSeries(path);
    list();
}

void RecentStore::forgetAll() {
    forgetAllSeries();
    list();
}

void RecentStore::list() {
    reader_.run(
        [this, known = recentSeries(), asked = lists_.begin()]() -> Background::Result {
            QList<OfferedSeries> offered;
            for (const RecentSeries& series : known)
                offered.push_back({series, recentPicture(series.path)});
            return [this, offered, asked]() mutable {
                if (lists_.isOver(asked)) return;
                for (OfferedSeries& one : offered)  // what is known of it until it is looked for
                    for (const OfferedSeries& before : offered_)
                        if (before.series.path == one.series.path) one.isThere = before.isThere;
                offered_ = offered;
                emit listed(offered_);
                lookForThem();
            };
        },
        [](const QString&) {});  // then none is offered
}

void RecentStore::lookForThem() {
    QStringList paths;
    for (const OfferedSeries& one : offered_)
        paths << one.series.path;
    looker_.start([this, paths, posts = posts_.newAddress()](std::stop_token stop) {
        QSet<QString> gone;
        for (const QString& path : paths)
            if (!stop.stop_requested() && !QFileInfo::exists(path)) gone.insert(path);
        posts.post([this, gone] { takeGone(gone); });
    });
}

void RecentStore::takeGone(const QSet<QString>& gone) {
    bool isNews = false;
    for (OfferedSeries& one : offered_) {
        const bool isThere = !gone.contains(one.series.path);
        isNews |= std::exchange(one.isThere, isThere) != isThere;
    }
    if (isNews) emit listed(offered_);
}

}  // namespace coarsen::window
