// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

#include <QAbstractTableModel>
#include <QTableView>

#include <memory>

namespace coarsen::window {

/// The rows of results.csv that matter, in the chart's units.
class FrameTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void show(std::shared_ptr<const GrowthData> data);
    void setCurrentFrame(int frame);

    int rowCount(const QModelIndex& = {}) const override { return data_ ? static_cast<int>(data_->points.size()) : 0; }
    int columnCount(const QModelIndex& = {}) const override { return 11; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const GrowthData::Point& point, int column) const;

    std::shared_ptr<const GrowthData> data_;
    int current_ = -1;
};

/// One row a frame, linked with chart and timeline; Ctrl+C copies it with all digits for a spreadsheet.
///
/// Use, given `Document& document`:
///
///     FrameTable table;
///     table.show(document.growth().data(), document.frame().index());
///     const QString copied = table.tabSeparated();
class FrameTable : public QTableView {
    Q_OBJECT
public:
    explicit FrameTable(QWidget* parent = nullptr);
    void show(std::shared_ptr<const GrowthData> data, int currentFrame);
    void setCurrentFrame(int frame);
    void setHiddenColumns(const QStringList& keys);
    QString tabSeparated() const;  ///< the whole table with a header

signals:
    void frameChosen(int frame);
    void frameMenuWanted(int frame, const QPoint& at);  ///< on the screen
    void copyWanted();
    void columnsHidden(const QStringList& keys);  ///< by its header's menu: all that are hidden now

protected:
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    QStringList hiddenColumns() const;

    FrameTableModel* model_;
    std::shared_ptr<const GrowthData> data_;
};

}  // namespace coarsen::window
