// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QPointer>

class QWidget;

namespace coarsen::window {

class BatchDialog;

/// Asks which file or folder is meant, and has the document open or save it. What goes wrong is a notice.
///
/// Use, given `Document& document, QWidget* window`:
///
///     auto* const dialogs = new FileDialogs(document, window);
///     dialogs->open({"images"});
///     dialogs->saveSession();
class FileDialogs : public QObject {
    Q_OBJECT
public:
    FileDialogs(Document& document, QWidget* over);  ///< the widget's child

    void open(const QStringList& paths);        ///< a session, a folder, or files
    void openMany(const QStringList& folders);  ///< together, each a group of images
    void askDataset();                          ///< another of the volumes, or pictures, that the files which are open hold
    void askFolder();
    void askWatchedFolder();
    void askFiles();
    void askBatch();                               ///< many series at once: where they are, then what of each
    void openBatch(const QString& parentOrTable);  ///< the sheet for them
    void convert(const std::vector<std::filesystem::path>& files, const QString& folder);  ///< asks, and then opens the folder
    void askSession();
    void askCompared();                  ///< another session of what is open
    void add(const QStringList& paths);  ///< beside what is open
    void askAddedFolder();
    void askAddedFiles();
    void askProject();
    void saveProject();    ///< where it was opened or saved before, else asks
    void saveProjectAs();  ///< asks
    void saveSession();    ///< where it was opened or saved before, else asks
    void saveSessionAs();  ///< asks
    void loadRecipe();
    void saveRecipe();

private:
    void askWhichDataset(const std::vector<std::filesystem::path>& inputs, const std::filesystem::path& file,
                         const std::vector<NamedVolume>& datasets);
    void askWhatPagesAre(const std::vector<std::filesystem::path>& inputs, int files, int pages);
    void askWhichPosition(const QStringList& positions);
    void askWhichSeries(const std::filesystem::path& folder, const std::vector<FolderOfImages>& below);

    bool areGroups_ = false;  ///< the folders that are being opened
    Document& document_;
    QWidget* over_;
    QPointer<BatchDialog> batch_;
};

}  // namespace coarsen::window
