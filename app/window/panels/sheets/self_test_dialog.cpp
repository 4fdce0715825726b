// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/self_test_dialog.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace coarsen::window {

namespace {

enum Column { name, quantity, error, allowed, uncorrected, outcome, columns };

QString inUnit(double value, const QString& unit) {
    const QString text = significant(value, 3);
    return unit.isEmpty() ? text : QStringLiteral("%1 %2").arg(text, unit);
}

}  // namespace

SelfTestDialog::SelfTestDialog(Engines engines, QWidget* parent)
    : QDialog(parent),
      engines_(std::move(engines)),
      table_(new QTableWidget(0, columns, this)),
      bar_(new QProgressBar(this)),
      words_(new QLabel(this)),
      quick_(new QPushButton(tr("Quick, under a minute"), this)),
      full_(new QPushButton(tr("Full, some minutes"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
    setObjectName("self-test");
    setWindowTitle(tr("Self-test"));
    resize(1016, 560);

    table_->setAccessibleName(tr("Errors against the truth"));
    table_->setHorizontalHeaderLabels(
        {tr("Case"), tr("What"), tr("Error"), tr("Allowed"), tr("Without correction"), tr("Result")});
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setShowGrid(false);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(24);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setStretchLastSection(true);
    static constexpr int widths[] = {165, 395, 100, 105, 130};
    for (int i = 0; i < outcome; ++i)
        table_->setColumnWidth(i, widths[i]);

    words_->setObjectName("self-test-words");
    words_->setText(
        tr("Makes images and volumes with known answers, measures them, and compares the errors with their tolerances."));
    words_->setWordWrap(true);
    bar_->setTextVisible(false);
    bar_->hide();
    quick_->setObjectName("self-test-quick");
    full_->setObjectName("self-test-full");
    cancel_->setObjectName("self-test-cancel");
    cancel_->setEnabled(false);
    quick_->setDefault(true);

    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(bar_, 1);
    buttons->addStretch();
    buttons->addWidget(cancel_);
    buttons->addWidget(full_);
    buttons->addWidget(quick_);
    auto* const column = new QVBoxLayout(this);
    column->addWidget(words_);
    column->addWidget(table_, 1);
    column->addLayout(buttons);

    connect(quick_, &QPushButton::clicked, this, [this] { start(true); });
    connect(full_, &QPushButton::clicked, this, [this] { start(false); });
    connect(cancel_, &QPushButton::clicked, this, [this] {
        words_->setText(tr("Stopping…"));
        worker_.cancel();
    });
    connect(&worker_, &SelfTestWorker::progressed, this, &SelfTestDialog::showProgress);
    connect(&worker_, &SelfTestWorker::caseFinished, this, &SelfTestDialog::addCase);
    connect(&worker_, &SelfTestWorker::ended, this, &SelfTestDialog::showEnd);
}

void SelfTestDialog::start(bool quick) {
    table_->setRowCount(0);
    passed_ = absent_ = 0;
    clock_.start();
    bar_->setRange(0, 0);
    bar_->show();
    quick_->setEnabled(false);
    full_->setEnabled(false);
    cancel_->setEnabled(true);
    worker_.start(engines_, quick);
}

void SelfTestDialog::showProgress(const SelfTestProgress& progress) {
    bar_->setRange(0, progress.groups);
    bar_->setValue(progress.group);
    words_->setText(translated(progress.doing));
}

void SelfTestDialog::addCase(const SelfTestCase& test) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    passed_ += test.passed;
    const bool isAbsent = !test.absent.empty();
    absent_ += isAbsent;
    const QString unit = QString::fromStdString(test.unit);
    const QStringList texts{QString::fromStdString(test.name),
                            QString::fromStdString(test.quantity).replace("R_max", rMaxText()),
                            isAbsent ? translated(test.absent) : inUnit(test.error, unit),
                            inUnit(test.tolerance, unit),
                            std::isnan(test.uncorrected) ? QString() : inUnit(test.uncorrected, unit),
                            isAbsent      ? tr("not tested")
                            : test.passed ? tr("ok")
                                          : tr("wrong")};
    for (int i = 0; i < columns; ++i) {
        auto* const item = new QTableWidgetItem(texts[i]);
        if (i >= error && i <= uncorrected) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        if (i == outcome) item->setTextAlignment(Qt::AlignCenter);
        if (i == quantity) item->setToolTip(texts[i]);  // where it is too long for its column
        if (i == outcome && test.isWrong()) item->setForeground(theme().error);
        if (isAbsent) item->setForeground(theme().ink3);
        table_->setItem(row, i, item);
    }
    table_->scrollToBottom();
}

void SelfTestDialog::showEnd(bool cancelled, const QString& problem) {
    bar_->hide();
    quick_->setEnabled(true);
    full_->setEnabled(true);
    cancel_->setEnabled(false);
    QString count = tr("%1 of %2 within their tolerance").arg(passed_).arg(table_->rowCount() - absent_);
    if (absent_ > 0) count += tr(", %1 not tested here").arg(absent_);
    count += tr("; %1 s").arg(std::lround(static_cast<double>(clock_.elapsed()) / 1000));
    words_->setText(!problem.isEmpty() ? problem : cancelled ? tr("Cancelled; %1.").arg(count) : count + '.');
    if (!isVisible()) deleteLater();
}

void SelfTestDialog::reject() {
    worker_.cancel();
    hide();
    if (!worker_.isRunning()) deleteLater();
}

}  // namespace coarsen::window
