// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/samples_data.hpp"
#include "core/project/sample_columns.hpp"

#include <QAbstractTableModel>
#include <QTableView>

#include <memory>
#include <set>
#include <vector>

namespace coarsen::window {

/// A row a sample, then one for each condition that has repeats. Name, group, x and whether it is shown can be changed in place.
class SamplesTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { name, group, x, frames, law, firstValue };  ///< the box beside the name shows or hides

    using QAbstractTableModel::QAbstractTableModel;
    void show(std::shared_ptr<const SamplesData> data);

    int rowCount(const QModelIndex& = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return stateColumn() + 1; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    int stateColumn() const;
    const SampleColumn* valueColumn(int column) const;  ///< null where it is none of the values
    QString copied(int row, int column) const;          ///< with all digits
    bool isSample(int row) const;

signals:
    void edited(int sample, const coarsen::ProjectSeries& entry, const QString& what);
    void notANumber(const QString& typed);

private:
    QString text(int row, int column) const;
    const ShownSample& sample(int row) const { return data_->at(row); }
    const ShownCondition& condition(int row) const;

    std::shared_ptr<const SamplesData> data_;
    std::vector<int> means_;       ///< places of the conditions that have a row
    std::set<int> ofSeveralLaws_;  ///< columns of values that are not all of one law
};

/// The table of samples; Ctrl+C copies it with all digits for a spreadsheet.
///
/// Use, given `Document& document`:
///
///     SamplesTable table;
///     table.show(document.samples().data());
///     const std::vector<int> chosen = table.selectedSamples();
class SamplesTable : public QTableView {
    Q_OBJECT
public:
    explicit SamplesTable(QWidget* parent = nullptr);
    void show(std::shared_ptr<const SamplesData> data);
    QString tabSeparated() const;  ///< its shown rows, with a header
    std::vector<int> selectedSamples() const;

signals:
    void sampleChosen(int sample);  ///< to be shown
    void edited(int sample, const coarsen::ProjectSeries& entry, const QString& what);
    void notANumber(const QString& typed);
    void xLabelWanted();  ///< another name of x
    void copyWanted();
    void menuWanted(int sample, const QPoint& at);  ///< on the screen

protected:
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    void showHeaderMenu(const QPoint& at);
    void fitColumns();

    SamplesTableModel* model_;
    std::shared_ptr<const SamplesData> data_;
};

}  // namespace coarsen::window
