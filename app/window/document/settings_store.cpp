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

std::filesystem::path sampleFolder(const QString& name) {
    const QDir programs(QCoreApplication::applicationDirPath());
    for (const char* place : {"../share/coarsen/", "../../resources/"})  // installed; built within the sources
        if (const QString folder = programs.filePath(place + name); QDir(folder).exists("frames"))
            return QDir(folder).canonicalPath().toStdString();
    return {};
}

}  // namespace coarsen::window
