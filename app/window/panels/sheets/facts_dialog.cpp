// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/facts_dialog.hpp"

#include "app/window/theme/words.hpp"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {
enum FactColumn { fact, value, by, trust, factColumns };
}

FactsDialog::FactsDialog(Document& document, QWidget* parent) : QDialog(parent), document_(document) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("facts");
    setWindowTitle(tr("What the files say"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    title_ = new QLabel;
    title_->setObjectName("facts-of");
    title_->setWordWrap(true);
    layout->addWidget(title_);
    table_ = new QTableWidget(0, factColumns);
    table_->setObjectName("facts-table");
    table_->setAccessibleName(windowTitle());
    table_->setHorizontalHeaderLabels({tr("Fact"), tr("Value"), tr("Said by"), tr("Trust")});
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(value, QHeaderView::Stretch);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    layout->addWidget(table_);
    auto* const help =
        new QLabel(tr("typed: by you. stated: by an acquisition program or the format. inherited: to be checked, for it is used "
                      "because nothing "
                      "better is there, and it may be of something else. offered: never used unasked; the chips Pixel size and "
                      "Times take it."));
    help->setWordWrap(true);
    layout->addWidget(help);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    copy_ = buttons->addButton(tr("Copy table"), QDialogButtonBox::ActionRole);
    copy_->setObjectName("copy-facts");
    copy_->setToolTip(tr("Copy all lines with tabs between (Ctrl+C)"));
    connect(copy_, &QPushButton::clicked, this, &FactsDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    layout->addWidget(buttons);
    resize(760, 460);
    connect(&document_.offers(), &Offers::factsRead, this, &FactsDialog::fill);
    connect(this, &QObject::destroyed, &document_.offers(), &Offers::leaveFacts);  // where that outlives it
    connect(&document_, &Document::frameChanged, this, &FactsDialog::ask);
    connect(&document_, &Document::choicesChanged, this, &FactsDialog::ask);
    connect(&document_, &Document::opened, this, [this] {
        if (!document_.isOpen()) close();
    });
    ask();
}

void FactsDialog::ask() {
    document_.offers().askFacts(document_.frame().index());
}

void FactsDialog::fill() {
    const int frame = document_.frame().index();
    if (frame < 0 || frame >= document_.frameCount()) return;
    const FrameSource& source = document_.session().series.frames[static_cast<std::size_t>(frame)];
    const QString page = source.page > 0 ? tr(", page %1").arg(source.page) : QString();
    const QString problem = document_.offers().problemOfFacts();
    title_->setText(tr("Frame %1: %2").arg(frame).arg(QString::fromStdString(source.name) + page) +
                    (problem.isEmpty() ? QString() : "\n" + problem));
    const std::vector<FactRow>& facts = document_.offers().facts();
    table_->setRowCount(static_cast<int>(facts.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const FactRow& one = facts[static_cast<std::size_t>(row)];
        for (const auto& [column, words] : {std::pair{fact, translated(one.fact)},
                                            {value, QString::fromStdString(one.value)},
                                            {by, QString::fromStdString(one.by)},
                                            {trust, translated(one.trust)}}) {
            auto* const cell = new QTableWidgetItem(words);
            cell->setToolTip(words);
            table_->setItem(row, column, cell);
        }
    }
    copy_->setEnabled(!facts.empty());
}

void FactsDialog::copy() const {
    QGuiApplication::clipboard()->setText(QString::fromStdString(tabbedText(document_.offers().facts())));
    copy_->setText(tr("Copied"));
}

/// The whole table, though the table widget would copy one cell.
void FactsDialog::keyPressEvent(QKeyEvent* event) {
    if (!event->matches(QKeySequence::Copy)) return QDialog::keyPressEvent(event);
    copy();
    event->accept();
}

void showFacts(Document& document, QWidget* parent) {
    auto* dialog = parent->findChild<FactsDialog*>();
    if (!dialog) dialog = new FactsDialog(document, parent);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

}  // namespace coarsen::window
