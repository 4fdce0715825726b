// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QComboBox;
class QLabel;
class QLineEdit;

namespace coarsen::window {

/// Asks how long a line drawn on the frame is, beside the line. Enter uses it, Esc gives up.
class LengthField : public QFrame {
    Q_OBJECT
public:
    explicit LengthField(QWidget* over);
    void setLinePx(double px);
    void ask(const QPoint& near);

signals:
    void lengthChosen(double micrometres);
    void givenUp();

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    void accept();

    QLabel *px_, *problem_;
    QLineEdit* length_;
    QComboBox* unit_;
};

}  // namespace coarsen::window
