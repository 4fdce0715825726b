// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/recent_series.hpp"

#include "app/window/document/settings_store.hpp"
#include "core/session/series_name.hpp"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#include <set>
#include <system_error>

namespace coarsen::window {

namespace {

constexpr int kept = 12;
constexpr std::size_t mostFolders = 64;  // opened together, that are kept one by one

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
        if (!list[i].inputs.isEmpty()) file->setValue("inputs", list[i].inputs);
        file->setValue("opened", list[i].opened.toString(Qt::ISODate));
    }
    file->endArray();
}

QString wholePath(const std::filesystem::path& path) {
    std::error_code nowhere;
    const std::filesystem::path whole = std::filesystem::absolute(path, nowhere).lexically_normal();
    return QFile::decodeName(QByteArray::fromStdString((nowhere ? path : whole).string()));
}

}  // namespace

RecentSeries recentOf(const Session& session) {
    const ImageSeries& series = session.series;
    RecentSeries recent{{}, QString::fromStdString(seriesName(session)), {}, {}, QDateTime::currentDateTime()};
    if (!session.file.empty()) {
        recent.path = wholePath(session.file);
        return recent;
    }
    recent.path = wholePath(isOneFile(series) ? series.frames.front().file : series.folder);
    std::set<std::filesystem::path> folders;
    for (const FrameSource& frame : series.frames)
        folders.insert(frame.file.parent_path());
    if (folders.size() > 1 && folders.size() <= mostFolders)
        for (const std::filesystem::path& folder : folders)
            recent.inputs << wholePath(folder);
    return recent;
}

QList<RecentSeries> recentSeries() {
    QList<RecentSeries> list;
    const auto file = settings();
    const int count = file->beginReadArray("recent");
    for (int i = 0; i < count; ++i) {
        file->setArrayIndex(i);
        list.push_back({file->value("path").toString(), file->value("name").toString(), file->value("note").toString(),
                        file->value("inputs").toStringList(),
                        QDateTime::fromString(file->value("opened").toString(), Qt::ISODate)});
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

void forgetAllSeries() {
    for (const RecentSeries& series : recentSeries())
        QFile::remove(pictureFile(series.path));
    store({});
}

QImage recentPicture(const QString& path) {
    return QImage(pictureFile(path));
}

void rememberPicture(const QString& path, const QImage& picture) {
    picture.save(pictureFile(path));
}

}  // namespace coarsen::window
