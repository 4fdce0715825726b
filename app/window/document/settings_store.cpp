// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/settings_store.hpp"

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

namespace coarsen::window {

namespace {
QString ownFolder() {
    return qEnvironmentVariable("COARSEN_SETTINGS_DIR");
}

/// Path of the folder, which need not exist.
QString stateFolderName() {
    return ownFolder().isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) : ownFolder();
}

std::unique_ptr<QSettings> settingsAsTheyAre() {
    if (!ownFolder().isEmpty()) return std::make_unique<QSettings>(ownFolder() + "/coarsen.ini", QSettings::IniFormat);
    return std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, "coarsen", "coarsen");
}
}  // namespace

std::unique_ptr<QSettings> settings() {
    auto store = settingsAsTheyAre();
    QDir().mkpath(QFileInfo(store->fileName()).path());
    makeOwn(store->fileName().toStdString());  // what replaces it later keeps its permissions
    return store;
}

std::filesystem::path stateFolder() {
    const QString folder = stateFolderName();
    const bool isThere = QDir(folder).exists();
    QDir().mkpath(folder);
    std::error_code ignored;  // files in it are the user's alone all the same
    if (!isThere || ownFolder().isEmpty())
        std::filesystem::permissions(folder.toStdString(), std::filesystem::perms::owner_all, ignored);
    return folder.toStdString();
}

void makeOwn(const std::filesystem::path& file) {
    const Descriptor made(::open(file.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (made.get() >= 0) ::fchmod(made.get(), S_IRUSR | S_IWUSR);
}

std::unique_ptr<QTemporaryDir> leaveNoTraces() {
    auto copies = std::make_unique<QTemporaryDir>();
    if (!copies->isValid())
        throw StorageError(copies->path().toStdString(),
                           "no folder can be made there (" + copies->errorString().toStdString() + ")",
                           "name one for temporary files in TMPDIR");
    const QDir state(stateFolderName());
    for (const QString& name : state.entryList({"recent-*.png"}, QDir::Files))
        QFile::copy(state.filePath(name), copies->filePath(name));
    QFile::copy(settingsAsTheyAre()->fileName(), copies->filePath("coarsen.ini"));
    qputenv("COARSEN_SETTINGS_DIR", QFile::encodeName(copies->path()));
    return copies;
}

std::filesystem::path sampleFolder(const QString& name) {
    const QDir programs(QCoreApplication::applicationDirPath());
    for (const char* place : {"../share/coarsen/", "../../resources/"})  // installed; built within the sources
        if (const QString folder = programs.filePath(place + name); QDir(folder).exists("frames"))
            return QDir(folder).canonicalPath().toStdString();
    return {};
}

}  // namespace coarsen::window
