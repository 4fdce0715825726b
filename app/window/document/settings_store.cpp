// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/settings_store.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

namespace coarsen::window {

namespace {
QString ownFolder() {
    return qEnvironmentVariable("COARSEN_SETTINGS_DIR");
}
}  // namespace

std::unique_ptr<QSettings> settings() {
    if (!ownFolder().isEmpty()) return std::make_unique<QSettings>(ownFolder() + "/coarsen.ini", QSettings::IniFormat);
    return std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, "coarsen", "coarsen");
}

std::filesystem::path stateFolder() {
    const QString folder =
        ownFolder().isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) : ownFolder();
    QDir().mkpath(folder);
    return folder.toStdString();
}

std::filesystem::path recoveryFile() {
    return stateFolder() / "recovery.coarsen";
}

QList<RecentSeries> recentSeries() {
    QList<RecentSeries> list;
    const auto store = settings();
    const int count = store->beginReadArray("recent");
    for (int i = 0; i < count; ++i) {
        store->setArrayIndex(i);
        list.push_back({store->value("path").toString(), store->value("name").toString(), store->value("note").toString()});
    }
    return list;
}

void rememberSeries(const RecentSeries& series) {
    QList<RecentSeries> list = recentSeries();
    list.removeIf([&](const RecentSeries& known) { return known.path == series.path; });
    list.prepend(series);
    while (list.size() > 8)
        list.removeLast();
    const auto store = settings();
    store->beginWriteArray("recent", static_cast<int>(list.size()));
    for (int i = 0; i < list.size(); ++i) {
        store->setArrayIndex(i);
        store->setValue("path", list[i].path);
        store->setValue("name", list[i].name);
        store->setValue("note", list[i].note);
    }
    store->endArray();
}

std::filesystem::path sampleFolder() {
    const QDir programs(QCoreApplication::applicationDirPath());
    for (const char* place : {"../share/coarsen/sample", "../../resources/sample"})  // installed; built within the sources
        if (programs.exists(place + QString("/frames"))) return QDir(programs.filePath(place)).canonicalPath().toStdString();
    return {};
}

}  // namespace coarsen::window
