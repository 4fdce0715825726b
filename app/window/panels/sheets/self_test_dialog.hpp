// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/self_test_worker.hpp"

#include <QDialog>
#include <QElapsedTimer>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace coarsen::window {

/// The self-test: makes images and volumes with known answers, measures them as any series, and shows the errors beside what is
/// allowed.
class SelfTestDialog : public QDialog {
    Q_OBJECT
public:
    SelfTestDialog(Engines engines, QWidget* parent);

    void reject() override;  ///< closes at once; what still runs ends in the background

private:
    void start(bool quick);
    void showProgress(const SelfTestProgress& progress);
    void addCase(const SelfTestCase& test);
    void showEnd(bool cancelled, const QString& problem);

    Engines engines_;
    int passed_ = 0, absent_ = 0;
    QElapsedTimer clock_;
    QTableWidget* table_;
    QProgressBar* bar_;
    QLabel* words_;
    QPushButton *quick_, *full_, *cancel_;
    SelfTestWorker worker_;  ///< last: it ends before what it tells
};

}  // namespace coarsen::window
