// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace coarsen::window {

/// One place of a tour: what is lit, and what is said of it.
struct TourStop {
    QPointer<QWidget> place;
    QString title, text;
};

/// Leads through the window: dims all but one place and says what it is for. Arrow keys and buttons go on and back, Esc ends it.
class Tour : public QWidget {
    Q_OBJECT
public:
    Tour(QWidget* over, std::vector<TourStop> stops);
    int stop() const { return at_; }

protected:
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void mousePressEvent(QMouseEvent*) override {}  // nothing behind it is clicked by mistake
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QRect lit() const;
    void goTo(int stop);
    void arrange();

    std::vector<TourStop> stops_;
    int at_ = 0;
    QWidget* card_;
    QLabel *title_, *text_, *count_;
    QPushButton *back_, *next_;
};

}  // namespace coarsen::window
