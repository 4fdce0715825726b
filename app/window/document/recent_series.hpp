// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <QDateTime>
#include <QImage>
#include <QList>
#include <QString>
#include <QStringList>

namespace coarsen::window {

/// A series opened before. Paths are absolute.
struct RecentSeries {
    QString path, name;       ///< of the session, film or folder; of several folders the one that holds them
    QString note;             ///< "15 frames, n = 1.01 ± 0.06"
    QStringList inputs = {};  ///< to open, where it is not the path itself
    QDateTime opened = {};    ///< last; invalid: by an earlier version, which did not say

    QStringList toOpen() const { return inputs.isEmpty() ? QStringList(path) : inputs; }
};

/// Entry for a session in the list of recent series: without a note, opened now.
RecentSeries recentOf(const Session& session);

// Latest first; twelve at most are kept.
QList<RecentSeries> recentSeries();
void rememberSeries(const RecentSeries& series);
void forgetSeries(const QString& path);
void forgetAllSeries();

/// Small pictures of its first, middle and last frame side by side; null when there are none.
QImage recentPicture(const QString& path);
void rememberPicture(const QString& path, const QImage& picture);  ///< writes a small file: for workers

}  // namespace coarsen::window
