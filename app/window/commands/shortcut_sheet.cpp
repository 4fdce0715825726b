// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands/shortcut_sheet.hpp"

#include "app/window/panels/sheets/help_window.hpp"

#include <algorithm>

namespace coarsen::window {

namespace {

/// Line of the sheet: keys that do the same share one.
struct Row {
    QStringList keys;
    QString words;
};

std::vector<Row> rowsOf(const CommandGroup& group) {
    std::vector<Row> rows;
    for (const Command& command : group.commands) {
        if (command.shortcuts.isEmpty()) continue;
        const QString words = command.sheet.isEmpty() ? QString(command.words).remove(QChar(0x2026)) : command.sheet;
        if (rows.empty() || rows.back().words != words) rows.push_back({{}, words});
        for (const QKeySequence& keys : command.shortcuts)
            rows.back().keys << nameOf(keys).toHtmlEscaped();
    }
    return rows;
}

QString htmlOf(const QString& title, const std::vector<Row>& rows) {
    QString html = QStringLiteral("<tr><td colspan=2><b>%1</b></td></tr>").arg(QString(title).remove('&'));
    for (const Row& row : rows)
        html += QStringLiteral("<tr><td style=\"white-space: nowrap\"><b>%1</b></td><td>%2</td></tr>")
                    .arg(row.keys.join(' '), row.words);
    return html;
}

}  // namespace

QString nameOf(const QKeySequence& keys) {
    return keys.toString(QKeySequence::NativeText).replace("Left", "←").replace("Right", "→");
}

QString shortcutSheet(const std::vector<CommandGroup>& groups) {
    std::vector<std::pair<QString, std::size_t>> parts;  // of the sheet, with their rows
    std::size_t all = 0;
    for (const CommandGroup& group : groups) {
        const std::vector<Row> rows = rowsOf(group);
        if (rows.empty()) continue;
        parts.emplace_back(htmlOf(group.title, rows), rows.size() + 1);
        all += rows.size() + 1;
    }
    const QString mouse = helpText("mouse");
    const auto mouseRows = static_cast<std::size_t>(mouse.count("<tr>"));
    parts.emplace_back(mouse, mouseRows);
    all += mouseRows;

    QString columns[2];
    std::size_t done = 0;
    for (const auto& [html, rows] : parts) {
        columns[2 * done + rows > all] += html;  // where its middle lies
        done += rows;
    }
    return QStringLiteral(
               "<table width=\"100%\"><tr><td width=\"49%\"><table cellpadding=2>%1</table></td><td width=\"2%\"></td>"
               "<td width=\"49%\"><table cellpadding=2>%2</table></td></tr></table>")
        .arg(columns[0], columns[1]);
}

}  // namespace coarsen::window
