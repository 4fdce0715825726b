// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/series_below.hpp"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace coarsen::window {

/// Dialog for a folder that holds no image itself, but folders of them: one of these is opened, several together, or all of
/// them are measured.
class SeriesChooser : public QDialog {
    Q_OBJECT
public:
    SeriesChooser(const std::filesystem::path& folder, const std::vector<FolderOfImages>& found, QWidget* parent);

signals:
    void oneWanted(const QString& folder);
    void manyWanted(const QStringList& folders);     ///< together, a group of images each
    void samplesWanted(const QStringList& folders);  ///< side by side, a series each
    void volumesWanted(const QStringList& folders);  ///< one series, a volume each, whose slices are the folder's images
    void allWanted(const QString& folder);           ///< to be measured: the folder of them all

private:
    QWidget* makeCommand();
    QWidget* makeButtons();
    void addRows();
    void showChosen();
    void openOne();
    void openMany();
    void openSamples();
    void openVolumes();
    QStringList chosen() const;

    SeriesBelow below_;
    QListWidget* list_;
    QPushButton *one_, *samples_, *many_;
};

}  // namespace coarsen::window
