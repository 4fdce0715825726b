// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

class QKeyEvent;
class QLineEdit;
class QWidget;

namespace coarsen::window {

/// Esc and Return are for the innermost thing alone: a list that is dropped down, then a field that is being typed into, then
/// the sheet around them, then the window. Watches the whole application; dialogs keep their own manners.
class InnermostFirst : public QObject {
public:
    explicit InnermostFirst(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takesBackWhatIsTyped(QWidget* field);

    QPointer<QWidget> list_;     ///< dropped down while the key was announced
    int spentKey_ = 0;           ///< it was for the list
    QPointer<QLineEdit> field_;  ///< that came to the focus last
    QString before_;             ///< its text then
};

}  // namespace coarsen::window
