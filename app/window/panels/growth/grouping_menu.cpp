// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/growth/grouping_menu.hpp"

#include "app/window/panels/parts/open_dialog.hpp"

#include <QFile>
#include <QInputDialog>
#include <QPointer>

namespace coarsen::window {

QString wordsOf(const Grouping& grouping) {
    if (!grouping.column.empty()) return GroupingMenu::tr("by %1").arg(QString::fromStdString(grouping.column));
    return grouping.groups.size() == 1 ? GroupingMenu::tr("all together")
                                       : GroupingMenu::tr("%1 groups").arg(grouping.groups.size());
}

Grouping firstGrouping(const ImageSeries& series) {
    Grouping folders = byFolder(series);
    return folders.groups.size() > 1 ? folders : inOneGroup(series);
}

GroupingMenu::GroupingMenu(Document& document, QWidget* parent) : QMenu(parent), document_(document) {
    setObjectName("groupings");
    connect(this, &QMenu::aboutToShow, this, &GroupingMenu::fill);
}

void GroupingMenu::fill() {
    clear();
    const ImageSeries& series = document_.session().series;
    const std::optional<Grouping>& now = document_.session().ensemble;
    const auto add = [&](const QString& words, const Grouping& grouping) {
        QAction* const action = addAction(words, this, [this, grouping] { document_.changes().setEnsemble(grouping); });
        action->setCheckable(true);
        action->setChecked(now == grouping);
        return action;
    };
    add(tr("All images together"), inOneGroup(series));
    const Grouping folders = byFolder(series);
    add(tr("A group for each folder"), folders)->setEnabled(folders.groups.size() > 1);
    addSeparator();
    QAction* const table = addAction(tr("By a table's column…"), this, &GroupingMenu::askTable);
    table->setToolTip(tr("A CSV with the column “file” and one with the condition, such as temperature_C"));
    table->setCheckable(true);
    table->setChecked(now && !now->column.empty());
    setToolTipsVisible(true);
}

void GroupingMenu::askTable() {
    const QString file = chosenFile(parentWidget(), FileKind::table, tr("Table of conditions"),
                                    {tr("Tables (*.csv *.tsv *.txt)"), tr("All files (*)")});
    if (!file.isEmpty()) readColumns(file);
}

void GroupingMenu::readColumns(const QString& file) {
    const std::filesystem::path table = QFile::encodeName(file).toStdString();
    document_.background().run(
        [self = QPointer(this), table]() -> Background::Result {
            return [self, table, columns = tableColumns(table)] {
                if (!self || columns.empty()) return;
                QStringList names;
                for (const std::string& column : columns)
                    names << QString::fromStdString(column);
                bool isChosen = true;
                const QString name = names.size() == 1
                                         ? names.front()
                                         : QInputDialog::getItem(self->parentWidget(), tr("Groups by a table"),
                                                                 tr("The column with the condition"), names, 0, false, &isChosen);
                if (self && isChosen) self->readTable(table, name.toStdString());
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->document_.notices().raise({Notice::Kind::warning, tr("The table cannot be read"), problem, -1});
        });
}

void GroupingMenu::readTable(const std::filesystem::path& table, const std::string& column) {
    document_.background().run(
        [self = QPointer(this), table, column, series = document_.session().series]() -> Background::Result {
            return [self, grouping = byColumn(series, table, column), frames = series.frames] {
                if (!self || self->document_.session().series.frames != frames) return;  // another is open now
                self->document_.changes().setEnsemble(grouping);
                if (const int left = ungrouped(grouping, self->document_.session().series); left > 0)
                    self->document_.notices().say(
                        tr("%1 in no group: the table has no row for %2")
                            .arg(counted(left, tr("image is"), tr("images are")), left == 1 ? tr("it") : tr("them")));
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->document_.notices().raise({Notice::Kind::warning, tr("The table cannot be read"), problem, -1});
        });
}

}  // namespace coarsen::window
