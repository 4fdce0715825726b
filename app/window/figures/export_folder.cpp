// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/export_folder.hpp"

#include "core/session/series_name.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr qsizetype longestName = 255;  // bytes, of the usual file systems
}

QString usualExportFolder(const Session& session) {
    QString name = QString::fromStdString(seriesName(session)).replace('/', '-').simplified();
    if (QString(name).remove('.').isEmpty()) name = QObject::tr("series");
    const QString beside = session.file.empty()
                               ? QDir::homePath()
                               : QString::fromStdString(std::filesystem::absolute(session.file).parent_path().string());
    return QDir::cleanPath(beside + "/coarsen-results/" + name);
}

QString exportFolderOf(const QString& text) {
    QString path = text.trimmed();
    if (path == "~" || path.startsWith("~/")) path.replace(0, 1, QDir::homePath());
    return QDir::cleanPath(path);
}

QString nextExportFolder(const QString& folder) {
    for (int copy = 2;; ++copy)
        if (const QString next = folder + QStringLiteral("-%1").arg(copy); !QDir(next).exists()) return next;
}

QString whyNoExportFolder(const QString& text) {
    if (text.trimmed().isEmpty()) return QObject::tr("Choose a folder.");
    const auto breaksLine = [](QChar c) {
        return c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
    };
    if (std::ranges::any_of(text.trimmed(), breaksLine))
        return QObject::tr("This is no folder: it has line breaks in it. Type a path, or choose a folder.");
    const QString path = exportFolderOf(text);
    if (!QDir::isAbsolutePath(path))
        return QObject::tr("This is not a full path, which begins with / or ~. Type one, or choose a folder.");
    for (const QString& part : path.split('/'))
        if (QFile::encodeName(part).size() > longestName)
            return QObject::tr("A name in this path is too long for a folder: %1 … Choose a shorter one.").arg(part.left(40));
    QFileInfo nearest(path);
    while (!nearest.exists() && !nearest.isRoot())
        nearest.setFile(nearest.path());
    if (!nearest.isDir()) return QObject::tr("%1 is a file. Choose a folder.").arg(nearest.filePath());
    if (!nearest.isWritable()) return QObject::tr("No permission to write to %1. Choose another folder.").arg(nearest.filePath());
    return {};
}

}  // namespace coarsen::window
