// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/named_volumes.hpp"

#include <QDialog>

class QTreeWidget;

namespace coarsen::window {

/// Dialog that asks which of a file's volumes is measured: their names, shapes, types and sizes of a voxel.
class DatasetChooser : public QDialog {
    Q_OBJECT
public:
    /// `now`: the one that is measured; empty: none yet.
    DatasetChooser(const std::filesystem::path& file, std::vector<NamedVolume> datasets, const std::string& now, QWidget* parent);

signals:
    void chosen(const coarsen::NamedVolume& dataset);

private:
    void addRows(const std::string& now);
    QWidget* makeButtons(bool isOpen);
    void choose();

    std::vector<NamedVolume> datasets_;
    QTreeWidget* list_;
};

}  // namespace coarsen::window
