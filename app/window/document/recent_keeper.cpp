// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/recent_keeper.hpp"

#include "app/window/theme/words.hpp"

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

RecentKeeper::RecentKeeper(Document& document, QObject* parent) : QObject(parent), document_(document) {
    connect(&document_, &Document::opened, this, &RecentKeeper::noteOpened);
    connect(&document_, &Document::sessionSaved, this, &RecentKeeper::noteSaved);
    connect(&document_, &Document::thumbnailMade, this, &RecentKeeper::keepPicture);
    connect(&document_.samples(), &Samples::projectSaved, this, &RecentKeeper::noteProject);
}

void RecentKeeper::noteOpened() {
    if (!document_.isOpen() || document_.samples().isSeveral()) return;  // one of several is a part of its project
    const ImageSeries& series = document_.session().series;
    const std::filesystem::path file = document_.sessionFile();
    recent_ = {QString::fromStdString((file.empty() ? series.folder : file).string()), QString::fromStdString(series.name),
               counted(document_.frameCount(), tr("frame"), tr("frames"))};
    rememberSeries(recent_);
    pictures_.clear();
}

void RecentKeeper::noteProject(const QString& file) {
    rememberSeries({file, QFileInfo(file).completeBaseName(), tr("several samples")});
}

void RecentKeeper::noteResult(const QString& inShort) {
    if (document_.samples().isSeveral()) return;
    const QString note = counted(document_.frameCount(), tr("frame"), tr("frames")) + ", " + inShort;
    if (std::exchange(recent_.note, note) != note) rememberSeries(recent_);
}

/// The start page offers the session in the place of the images that it was made from.
void RecentKeeper::noteSaved(const QString& session) {
    if (document_.samples().isSeveral()) return;
    const QString before = std::exchange(recent_.path, session);
    if (before == session) return;
    rememberSeries(recent_);
    document_.background().run(
        [before, session]() -> Background::Result {
            if (const QImage picture = recentPicture(before); !picture.isNull()) rememberPicture(session, picture);
            return [before] { forgetSeries(before); };
        },
        [](const QString&) {});  // only a picture is missing then
}

/// The first, a middle and the last frame, as far as they have pictures.
void RecentKeeper::keepPicture(int frame, const QImage& picture) {
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

}  // namespace coarsen::window
