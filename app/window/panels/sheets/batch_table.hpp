// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch.hpp"

#include <QStringList>
#include <QTableWidget>

#include <map>
#include <vector>

namespace coarsen::window {

/// The series of a batch: which are measured, under what name, in which group, at which x, and what came of each.
class BatchTable : public QTableWidget {
    Q_OBJECT
public:
    explicit BatchTable(QWidget* parent);

    void show(const std::vector<BatchSeries>& series);
    std::vector<BatchSeries> chosen() const;  ///< ticked ones, as they are named now
    int count() const;                        ///< how many are
    void chooseAll(bool isChosen);

    // While they are measured; `place` counts those chosen.
    void begin();  ///< nothing is edited any more
    void end();
    void tell(int place, const QString& words);  ///< its state; longer words are read whole under the mouse
    void note(int place, const QString& words);  ///< shows a remark on it under the mouse
    void tell(int place, const SeriesOutcome& outcome, const FrameCounts& counts);

signals:
    void chosenChanged();

private:
    void addRow(const BatchSeries& series);
    int rowOf(int place) const;
    void setEditable(bool isEditable);

    std::vector<BatchSeries> series_;   ///< by row, as they were found
    std::vector<int> rows_;             ///< of those under way
    std::map<int, QStringList> notes_;  ///< of those, by place
};

}  // namespace coarsen::window
