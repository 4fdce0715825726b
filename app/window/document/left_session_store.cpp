// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/left_session_store.hpp"

#include "app/window/theme/words.hpp"

#include <QFile>
#include <QLocale>

#include <utility>

namespace coarsen::window {

QString lineOf(const LeftSession& left) {
    QStringList parts{left.name};
    if (left.series > 0) parts.front().prepend(QObject::tr("%1 series: ").arg(left.series));
    if (left.frames > 0) parts << counted(left.frames, QObject::tr("frame"), QObject::tr("frames"));
    if (!left.isReadable) parts << QObject::tr("cannot be read");
    if (left.measured > 0) parts << QObject::tr("%1 measured").arg(left.measured);
    parts << QLocale::c().toString(left.written, QStringLiteral("d MMM yyyy, hh:mm"));
    return parts.join(", ");
}

LeftSessionStore::LeftSessionStore(Document& document, QObject* parent) : QObject(parent), document_(document) {
    connect(&document_, &Document::opened, this, &LeftSessionStore::list);
    connect(&document_, &Document::openFailed, this, &LeftSessionStore::list);
}

void LeftSessionStore::list() {
    const auto failed = [this](const QString& problem) {
        document_.notices().raise({Notice::Kind::warning, tr("Sessions that were not saved could not be listed"), problem, -1});
    };
    const auto look = [this]() -> Background::Result {
        QList<LeftSession> left = leftSessions();
        discardOldest(left);
        return [this, left] { tell(left); };
    };
    // Once what was open is written; what is to be opened does not wait for the list.
    document_.background().run([=, this]() -> Background::Result { return [=, this] { writer_.run(look, failed); }; }, failed);
}

void LeftSessionStore::tell(const QList<LeftSession>& left) {
    emit listed(left);
    if (!document_.isOpen() || std::exchange(isCrashNoticed_, true) || left.isEmpty() || !left.front().isOfCrash) return;
    document_.notices().raise({Notice::Kind::warning, tr("Coarsen ended without saving"),
                               tr("%1. It is kept: File > Not saved opens it.").arg(lineOf(left.front())), -1});
}

void LeftSessionStore::discard(const QString& file) {
    writer_.run(
        [this, file]() -> Background::Result {
            discardLeft(QFile::encodeName(file).toStdString());
            return [this] { list(); };
        },
        [this](const QString& problem) {
            document_.notices().raise({Notice::Kind::warning, tr("The session was not discarded"), problem, -1});
            list();
        });
}

}  // namespace coarsen::window
