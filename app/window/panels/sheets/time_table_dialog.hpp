// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "core/series/time_table.hpp"

#include <QDialog>

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace coarsen::window {

/// Dialog that asks which columns of a table give the frames their times: the table's first rows, its columns and units to choose
/// from, and how many frames find their row. The file is read in the background, each time something is chosen.
class TimeTableDialog : public QDialog {
    Q_OBJECT
public:
    TimeTableDialog(Document& document, QWidget* over, const TimeChoice& choice);

    bool isReading() const { return isReading_; }

signals:
    void chosen(const coarsen::TimeChoice& choice);

private:
    void read();
    void show(const TimeTablePreview& preview);
    void showRows(const TimeTablePreview& preview);
    void showMatch(const TimeTablePreview& preview);
    void takeChoices();
    void takeShape();  ///< a header or a separator: then all columns are guessed anew

    Document& document_;
    TimeChoice choice_;
    Epoch asked_;
    bool isReading_ = false;
    QComboBox *match_, *frame_, *time_, *unit_, *separator_,
        *ofDay_;  ///< where a date stands alone
    QSpinBox* first_;
    QCheckBox* header_;
    QTableWidget* rows_;
    QLabel *matched_, *unmatched_, *frameLabel_, *firstLabel_, *ofDayLabel_;
    QPushButton* use_;
};

/// Opens it over `over`; `use` hears what was chosen, unless it is cancelled.
void showTimeTable(Document& document, QWidget* over, const TimeChoice& choice, std::function<void(const TimeChoice&)> use);

}  // namespace coarsen::window
