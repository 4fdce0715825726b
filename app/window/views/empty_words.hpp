// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace coarsen::window {

/// Words in the place of a view that has nothing to show: why, and what to do.
class EmptyWords : public QLabel {
    Q_OBJECT
public:
    explicit EmptyWords(QWidget* covered);
    void say(const QString& words);  ///< none: the view is shown again
    bool isSaying() const { return isVisibleTo(parentWidget()); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyTheme();
};

}  // namespace coarsen::window
