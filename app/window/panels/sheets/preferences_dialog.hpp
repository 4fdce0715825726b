// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/preferences.hpp"

#include <QDialog>

class QComboBox;
class QSpinBox;

namespace coarsen::window {

/// Look, memory, threads, size. Every change holds at once and is kept.
class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    explicit PreferencesDialog(QWidget* parent = nullptr);

signals:
    void changed(const coarsen::window::Preferences& now);

private:
    void showValues(const Preferences& now);
    void take();

    QComboBox *look_, *size_;
    QSpinBox *memory_, *threads_;
};

}  // namespace coarsen::window
