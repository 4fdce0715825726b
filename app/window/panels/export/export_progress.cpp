// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export/export_progress.hpp"

#include "app/window/theme/theme.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace coarsen::window {

namespace {
constexpr int topBar = 50, stripWidth = 380;
}

ExportProgress::ExportProgress(QWidget* parent) : QFrame(parent) {
    setObjectName("export-progress");
    setAccessibleName(tr("Export under way"));
    setFixedWidth(stripWidth);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 8, 8, 8);
    words_ = new QLabel;
    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    bar_->setFixedHeight(6);
    auto* const cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName("export-cancel");
    layout->addWidget(words_);
    layout->addWidget(bar_, 1);
    layout->addWidget(cancel);
    connect(cancel, &QPushButton::clicked, this, &ExportProgress::cancelWanted);
    hide();
}

void ExportProgress::show(const QString& doing, int done, int total) {
    words_->setText(total > 1 ? tr("%1, %2 of %3").arg(doing).arg(done).arg(total) : doing);
    bar_->setRange(0, total);
    bar_->setValue(done);
    if (isVisible()) return;
    setStyleSheet(QStringLiteral("#export-progress { background: %1; border: 1px solid %2; border-radius: 8px; } "
                                 "QProgressBar { background: %3; border: none; border-radius: 3px; } "
                                 "QProgressBar::chunk { background: %4; border-radius: 3px; }")
                      .arg(theme().raised.name(), theme().line.name(), theme().accentSoft.name(), theme().accent.name()));
    adjustSize();
    move(parentWidget()->width() - stripWidth - 12, topBar);
    QWidget::show();
    raise();
}

}  // namespace coarsen::window
