// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/document/recent_series.hpp"
#include "app/window/document/recovery.hpp"
#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"

#include <QSet>

#include <map>
#include <optional>

namespace coarsen::window {

/// A series opened before as it is offered.
struct OfferedSeries {
    RecentSeries series;
    QImage picture;
    bool isThere = true;                   ///< until it is known that it is gone
    std::optional<LeftSession> left = {};  ///< unsaved work on it, which is opened, not the images anew

    QStringList toOpen() const;
    QString note() const;  ///< its result, and that it is not saved
};

/// Remembers what is opened for the start page and the menu: its name, what came of it, and three of its frames. Lists what it
/// remembers; whether that is still there is looked for apart, for a dead network folder does not say.
///
/// Use, given `Document& document, const std::function<void()>& show`:
///
///     RecentStore store(document);
///     QObject::connect(&store, &RecentStore::listed, show);
///     store.list();
class RecentStore : public QObject {
    Q_OBJECT
public:
    explicit RecentStore(Document& document, QObject* parent = nullptr);

    void noteResult(const QString& inShort);        ///< of what is open: "n = 1.01 ± 0.06"
    void list();                                    ///< comes as `listed`
    void takeLeft(const QList<LeftSession>& left);  ///< sessions that were not saved, crashes first, then the newest
    void forget(const QString& path);
    void forgetAll();
    bool isEmpty() const { return offered_.isEmpty(); }

signals:
    void listed(const QList<coarsen::window::OfferedSeries>& series);

private:
    void noteOpened();
    void noteSaved(const QString& session);
    void noteName();
    void remember();
    void noteProject(const QString& file);
    void keepPicture(int frame, const QImage& picture);
    void lookForThem();
    void takeGone(const QSet<QString>& paths);
    void offer();

    Document& document_;
    RecentSeries recent_;             ///< the open series
    std::map<int, QImage> pictures_;  ///< by frame, until there are enough of them
    QList<OfferedSeries> offered_;
    QList<LeftSession> left_;
    Epoch lists_;
    Background reader_;
    MainThreadQueue posts_;
    DetachableThread looker_;  ///< may sit in a dead network folder
};

}  // namespace coarsen::window
