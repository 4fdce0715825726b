// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace coarsen::window {

class SampleList;

/// Beside the chart of several samples: their legend, and below it what is to be measured of them.
///
/// Use, given `Document& document`:
///
///     SamplesPanel panel(document);
///     panel.show(document.samples().data());
class SamplesPanel : public QWidget {
    Q_OBJECT
public:
    explicit SamplesPanel(Document& document, QWidget* parent = nullptr);

    SampleList* list() const { return list_; }
    void show(const std::shared_ptr<const SamplesData>& data);

signals:
    void addWanted();

private:
    void showProgress();

    Document& document_;
    SampleList* list_;
    QPushButton *measure_, *cancel_;
    QWidget* underWay_;
    QProgressBar* bar_;
    QLabel* name_;
};

}  // namespace coarsen::window
