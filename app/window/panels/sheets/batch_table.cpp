// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/batch_table.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/numbers.hpp"

#include <QHeaderView>
#include <QSignalBlocker>

#include <cmath>
#include <limits>

namespace coarsen::window {

namespace {

enum BatchColumn { nameColumn, groupColumn, xColumn, framesColumn, stateColumn, columnsOfBatch };

QString numberText(double value) {
    return std::isnan(value) ? QString() : QString::fromStdString(shortest(value));
}

}  // namespace

BatchTable::BatchTable(QWidget* parent) : QTableWidget(0, columnsOfBatch, parent) {
    setObjectName("batch-series");
    setAccessibleName(tr("Series to measure"));
    setHorizontalHeaderLabels({tr("Series"), tr("Group"), tr("x"), tr("Frames"), tr("State")});
    horizontalHeaderItem(groupColumn)->setToolTip(tr("Repeats of one condition have the same group"));
    horizontalHeaderItem(xColumn)->setToolTip(tr("The condition as a number: a temperature, a concentration"));
    for (const int column : {xColumn, framesColumn})
        horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (const int column : {nameColumn, groupColumn, stateColumn})
        horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setShowGrid(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(26);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    static constexpr int widths[] = {300, 140, 80, 80};
    for (int i = 0; i < stateColumn; ++i)
        setColumnWidth(i, widths[i]);
    setEditable(true);
    connect(this, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) {
        if (item->column() == nameColumn) emit chosenChanged();
    });
}

void BatchTable::show(const std::vector<BatchSeries>& series) {
    {
        const QSignalBlocker quiet(this);
        setRowCount(0);
        series_ = series;
        rows_.clear();
        for (const BatchSeries& one : series)
            addRow(one);
    }
    emit chosenChanged();
}

void BatchTable::addRow(const BatchSeries& series) {
    const int row = rowCount();
    insertRow(row);
    const bool isSession = QString::fromStdString(series.path.string()).endsWith(sessionEnding);
    const QStringList texts{QString::fromStdString(series.name), QString::fromStdString(series.group), numberText(series.x),
                            isSession ? tr("session") : QString::number(series.frames), QString::fromStdString(series.problem)};
    for (int i = 0; i < columnsOfBatch; ++i) {
        auto* const item = new QTableWidgetItem(texts[i]);
        if (i == xColumn || i == framesColumn) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | (i <= xColumn ? Qt::ItemIsEditable : Qt::NoItemFlags) |
                       (i == nameColumn ? Qt::ItemIsUserCheckable : Qt::NoItemFlags));
        if (i == nameColumn) {
            item->setCheckState(series.problem.empty() ? Qt::Checked : Qt::Unchecked);
            item->setToolTip(QString::fromStdString(series.path.string()));
        }
        if (i == stateColumn && !series.problem.empty()) {
            item->setForeground(theme().error);
            item->setToolTip(texts[i]);
        }
        setItem(row, i, item);
    }
}

std::vector<BatchSeries> BatchTable::chosen() const {
    std::vector<BatchSeries> chosen;
    for (int row = 0; row < rowCount(); ++row) {
        if (item(row, nameColumn)->checkState() != Qt::Checked) continue;
        BatchSeries series = series_[static_cast<std::size_t>(row)];
        series.name = item(row, nameColumn)->text().trimmed().toStdString();
        series.group = item(row, groupColumn)->text().trimmed().toStdString();
        const auto typed = parseNumber(item(row, xColumn)->text().trimmed().replace(',', '.').toStdString());
        series.x = typed.value_or(std::numeric_limits<double>::quiet_NaN());
        chosen.push_back(std::move(series));
    }
    giveNames(chosen);
    return chosen;
}

int BatchTable::count() const {
    int count = 0;
    for (int row = 0; row < rowCount(); ++row)
        count += item(row, nameColumn)->checkState() == Qt::Checked ? 1 : 0;
    return count;
}

void BatchTable::chooseAll(bool isChosen) {
    {
        const QSignalBlocker quiet(this);
        for (int row = 0; row < rowCount(); ++row)
            item(row, nameColumn)->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
    }
    emit chosenChanged();
}

void BatchTable::begin() {
    rows_.clear();
    const QSignalBlocker quiet(this);
    for (int row = 0; row < rowCount(); ++row)
        if (item(row, nameColumn)->checkState() == Qt::Checked) {
            rows_.push_back(row);
            item(row, stateColumn)->setText(tr("waits"));
            item(row, stateColumn)->setForeground(theme().ink2);
            item(row, stateColumn)->setToolTip({});
        }
    setEditable(false);
}

void BatchTable::end() {
    setEditable(true);
}

void BatchTable::setEditable(bool isEditable) {
    setEditTriggers(isEditable ? QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                                     QAbstractItemView::SelectedClicked | QAbstractItemView::AnyKeyPressed
                               : QAbstractItemView::EditTriggers(QAbstractItemView::NoEditTriggers));
    const QSignalBlocker quiet(this);
    for (int row = 0; row < rowCount(); ++row) {
        QTableWidgetItem* const box = item(row, nameColumn);
        box->setFlags(isEditable ? box->flags() | Qt::ItemIsUserCheckable : box->flags() & ~Qt::ItemIsUserCheckable);
    }
}

int BatchTable::rowOf(int place) const {
    return place >= 0 && place < std::ssize(rows_) ? rows_[static_cast<std::size_t>(place)] : -1;
}

void BatchTable::tell(int place, const QString& words) {
    const int row = rowOf(place);
    if (row < 0) return;
    item(row, stateColumn)->setText(words);
    item(row, stateColumn)->setToolTip(words);
    item(row, stateColumn)->setForeground(theme().ink);
    scrollToItem(item(row, stateColumn));
}

void BatchTable::tell(int place, const SeriesOutcome& outcome, const FrameCounts& counts) {
    const int row = rowOf(place);
    if (row < 0) return;
    const int without = counts.noPeak + counts.failed;
    switch (outcome.state) {
        case SeriesState::all:
            tell(place, outcome.isTaken ? tr("was measured") : tr("measured"));
            break;
        case SeriesState::some:
            tell(place, tr("measured, %1 without a length").arg(counted(without, tr("frame"), tr("frames"))));
            break;
        case SeriesState::nothing:
            tell(place, tr("no frame could be measured"));
            break;
        case SeriesState::failed:
            tell(place, translated(outcome.reason));
            break;
        case SeriesState::cutShort:
            tell(place, tr("stopped at %1 of %2 frames").arg(counts.measured + without).arg(counts.frames));
            break;
        case SeriesState::waiting:
            tell(place, tr("waits"));
            break;
    }
    if (outcome.state == SeriesState::nothing || outcome.state == SeriesState::failed)
        item(row, stateColumn)->setForeground(theme().error);
}

}  // namespace coarsen::window
