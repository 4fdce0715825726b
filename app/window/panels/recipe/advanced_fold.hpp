// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace coarsen::window {

/// A button that says *Advanced*, and below it what it opens: settings for experts.
class AdvancedFold : public QWidget {
    Q_OBJECT
public:
    /// `changed`: how many of the settings are not as in a new recipe, which is said also while they are folded away.
    AdvancedFold(QWidget* content, std::size_t changed, QWidget* parent = nullptr);

    QToolButton* button() const { return button_; }
    void setOpen(bool isOpen);

signals:
    void toggled(bool isOpen);  ///< by the user

private:
    QToolButton* button_;
    QWidget* content_;
};

}  // namespace coarsen::window
