// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/recent_series.hpp"

#include "app/window/document/settings_store.hpp"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

namespace coarsen::window {

namespace {

constexpr int kept = 8;

QString pictureFile(const QString& path) {
    const QByteArray name = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QString::fromStdString(stateFolder().string()) + "/recent-" + QString::fromLatin1(name.left(16)) + ".png";
}

void store(const QList<RecentSeries>& list) {
    const auto file = settings();
    file->remove("recent");
    file->beginWriteArray("recent", static_cast<int>(list.size()));
    for (int i = 0; i < list.size(); ++i) {
        file->setArrayIndex(i);
        file->setValue("path", list[i].path);
        file->setValue("name", list[i].name);
        file->setValue("note", list[i].note);
    }
    file->endArray();
}

}  // namespace

QList<RecentSeries> recentSeries() {
    QList<RecentSeries> list;
    const auto file = settings();
    const int count = file->beginReadArray("recent");
    for (int i = 0; i < count; ++i) {
        file->setArrayIndex(i);
        list.push_back({file->value("path").toString(), file->value("name").toString(), file->value("note").toString()});
    }
    return list;
}

void rememberSeries(const RecentSeries& series) {
    QList<RecentSeries> list = recentSeries();
    list.removeIf([&](const RecentSeries& known) { return known.path == series.path; });
    list.prepend(series);
    while (list.size() > kept)
        QFile::remove(pictureFile(list.takeLast().path));
    store(list);
}

void forgetSeries(const QString& path) {
    QList<RecentSeries> list = recentSeries();
    list.removeIf([&](const RecentSeries& known) { return known.path == path; });
    store(list);
    QFile::remove(pictureFile(path));
}

QImage recentPicture(const QString& path) {
    return QImage(pictureFile(path));
}

void rememberPicture(const QString& path, const QImage& picture) {
    picture.save(pictureFile(path));
}

}  // namespace coarsen::window
