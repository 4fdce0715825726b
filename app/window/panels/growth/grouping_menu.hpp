// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QMenu>

namespace coarsen::window {

/// "all together", "by temperature_C": how an ensemble's images are told apart.
QString wordsOf(const Grouping& grouping);

/// Grouping that an ensemble begins with: a group for each folder.
Grouping firstGrouping(const ImageSeries& series);

/// The ways to tell an ensemble's images apart.
class GroupingMenu : public QMenu {
    Q_OBJECT
public:
    GroupingMenu(Document& document, QWidget* parent);

    void readColumns(const QString& table);  ///< of a CSV; asks which one where there are several

private:
    void fill();
    void askTable();
    void readTable(const std::filesystem::path& table, const std::string& column);

    Document& document_;
};

}  // namespace coarsen::window
