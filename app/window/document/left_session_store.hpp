// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

namespace coarsen::window {

/// Looks after sessions that were left without saving them, while others are opened. Problems are notices of the document.
///
/// Use, given `Document& document, const std::function<void()>& show`:
///
///     LeftSessionStore store(document);
///     QObject::connect(&store, &LeftSessionStore::listed, show);
///     store.list();
class LeftSessionStore : public QObject {
    Q_OBJECT
public:
    explicit LeftSessionStore(Document& document, QObject* parent = nullptr);

    void list();  ///< comes as `listed`, once what was open before is kept, too
    void discard(const QString& file);
    bool isBusy() const { return !writer_.isIdle(); }

signals:
    void listed(const QList<coarsen::window::LeftSession>& left);

private:
    void tell(const QList<LeftSession>& left);

    Document& document_;
    bool isCrashNoticed_ = false;
    Background writer_;  ///< ends before what it speaks to
};

/// "frames, 15 frames, 12 of them measured, 21 Nov 22:10": a left session in a line.
QString lineOf(const LeftSession& left);

}  // namespace coarsen::window
