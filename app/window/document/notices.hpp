// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/notice.hpp"
#include "core/analysis/frame_result.hpp"

#include <QObject>

#include <functional>
#include <vector>

namespace coarsen::window {

/// Notices that the user should see, as they were raised and not yet answered.
///
/// Use, given `Notices& notices`:
///
///     notices.say("The table is copied");
///     notices.retract("Times are not in order");
///     notices.clear();
class Notices : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const std::vector<Notice>& list() const { return list_; }
    void raise(Notice notice);                           ///< takes the place of the one that said the same
    void retract(const QString& title, int frame = -1);  ///< it no longer holds
    void retract(Remedy remedy);                         ///< withdraws the notices that this would have solved
    void withdraw(quint64 number);                       ///< it has been answered
    void clear();
    void say(const QString& words);  ///< names what was just done, in passing
    void adopt() { list_.clear(); }  ///< another session is open

signals:
    void raised(const coarsen::window::Notice& notice);
    void retracted(quint64 number);
    void answered();  ///< one or all
    void said(const QString& words);

private:
    void retractWhere(const std::function<bool(const Notice&)>& isOver);

    std::vector<Notice> list_;
    quint64 raised_ = 0;
};

QString failureTitle(int frame);
/// Notice of a frame that could not be measured; `isQuiet`: it is known already.
Notice failureOf(const FrameResult& row, bool isQuiet);

}  // namespace coarsen::window
