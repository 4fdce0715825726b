// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>
#include <QString>

namespace coarsen::window {

/// A series opened before, latest first: at most eight are kept.
struct RecentSeries {
    QString path, name;  ///< of the folder, file or session
    QString note;        ///< "15 frames, n = 1.01 ± 0.06"
};
QList<RecentSeries> recentSeries();
void rememberSeries(const RecentSeries& series);
void forgetSeries(const QString& path);

/// Small pictures of its first, middle and last frame side by side; null when there are none.
QImage recentPicture(const QString& path);
void rememberPicture(const QString& path, const QImage& picture);  ///< writes a small file: for workers

}  // namespace coarsen::window
