// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/notices.hpp"

#include "app/window/theme/words.hpp"

#include <algorithm>

namespace coarsen::window {

void Notices::raise(Notice notice) {
    // What is said again is listed once: of a frame by its reason, of anything else by the same words.
    const auto saysTheSame = [&](const Notice& earlier) {
        return earlier.title == notice.title && earlier.frame == notice.frame &&
               (notice.frame >= 0 || earlier.text == notice.text);
    };
    std::erase_if(list_, saysTheSame);
    notice.number = ++raised_;
    list_.push_back(notice);
    emit raised(notice);
}

void Notices::retract(const QString& title, int frame) {
    retractWhere([&](const Notice& raised) { return raised.title == title && (frame < 0 || raised.frame == frame); });
}

void Notices::withdraw(quint64 number) {
    std::erase_if(list_, [number](const Notice& raised) { return raised.number == number; });
    emit answered();
}

void Notices::clear() {
    list_.clear();
    emit answered();
}

void Notices::say(const QString& words) {
    emit said(words);
}

void Notices::retract(Remedy remedy) {
    retractWhere([remedy](const Notice& notice) { return std::ranges::count(notice.remedies, remedy) > 0; });
}

void Notices::retractWhere(const std::function<bool(const Notice&)>& isOver) {
    std::vector<quint64> over;
    for (const Notice& raised : list_)
        if (isOver(raised)) over.push_back(raised.number);
    std::erase_if(list_, isOver);
    for (const quint64 number : over)
        emit retracted(number);
}

QString failureTitle(int frame) {
    return QObject::tr("Frame %1 could not be measured").arg(frame);
}

Notice failureOf(const FrameResult& row, bool isQuiet) {
    Notice notice{Notice::Kind::failure,
                  failureTitle(row.frame),
                  sentence(translated(row.message)) + " " + QObject::tr("The frame keeps its place and stays out of the fit."),
                  row.frame,
                  false,
                  {Remedy::retryFrame, Remedy::showInFolder, Remedy::excludeFrame}};
    notice.isQuiet = isQuiet;
    return notice;
}

}  // namespace coarsen::window
