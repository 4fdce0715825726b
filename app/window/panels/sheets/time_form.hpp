// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace coarsen::window {

class TimeField;

/// Where the frames' times come from, when the quench was, and in which unit times are shown; taken together by *Use* or Enter.
class TimeForm : public QWidget {
    Q_OBJECT
public:
    /// `owner`: over which a table of times is chosen.
    TimeForm(Document& document, QWidget* owner);

signals:
    void done();

private:
    void use();
    void countFrames(bool counted);
    void foretell();
    TimeChoice::Kind chosenKind() const;
    TimeUnit chosenUnit() const;
    bool isCountedByNumber() const;
    bool isTableThere() const;  ///< times are of a table now
    double lastPlace() const;

    Document& document_;
    QWidget* owner_;
    QComboBox *source_, *unit_;
    TimeField *interval_, *quench_;
    QCheckBox *byNumber_,   ///< shown where numbers are missing in the names
        *byTime_;           ///< shown where times go back
    QPushButton* columns_;  ///< of the table there is
    QLabel* foretold_;
    bool isSourceChosen_ = false;  ///< here, by hand
};

/// "First frame 20.00 h, last 130.00 h after the quench."; both in seconds after it.
QString momentsText(double firstS, double lastS, const Unit& unit);

}  // namespace coarsen::window
