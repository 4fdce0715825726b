// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;

namespace coarsen::window {

/// A strip in the upper right corner while an export is under way: what is being written, how far, and Cancel.
class ExportProgress : public QFrame {
    Q_OBJECT
public:
    explicit ExportProgress(QWidget* parent);
    void show(const QString& doing, int done, int total);  ///< `total` 0: how long is not known

signals:
    void cancelWanted();

private:
    QLabel* words_;
    QProgressBar* bar_;
};

}  // namespace coarsen::window
