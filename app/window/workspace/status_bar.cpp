// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/status_bar.hpp"

#include "app/window/panels/notices/status_line.hpp"
#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/sheets/popovers.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/restyle.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QThread>
#include <QToolButton>

#include <algorithm>
#include <fstream>
#include <unistd.h>

namespace coarsen::window {

namespace {

/// Resident memory of this process in MB.
double residentMb() {
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

QToolButton* quietButton() {
    auto* const button = new QToolButton;
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({13, 13});
    button->setFixedHeight(22);
    return button;
}

}  // namespace

StatusBar::StatusBar(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    setFixedHeight(24);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(14);
    cursor_ = hintLabel();
    memory_ = hintLabel();
    notices_ = quietButton();
    notices_->setObjectName("notices");
    notices_->setToolTip(tr("All notices, with what can be done"));
    engine_ = quietButton();
    engine_->setIcon(icon("chip"));
    engine_->setAccessibleName(tr("Engine"));
    said_ = new StatusLine;
    row->addWidget(cursor_);
    row->addWidget(said_);
    row->addStretch();
    row->addWidget(notices_);
    row->addWidget(memory_);
    row->addWidget(engine_);
    connect(engine_, &QToolButton::clicked, this, &StatusBar::askEngine);
    connect(notices_, &QToolButton::clicked, this, &StatusBar::askNotices);
    connect(&document_, &Document::said, said_, &StatusLine::say);
    connect(&document_, &Document::sessionSaved, said_, [this](const QString& file) { said_->say(tr("Saved %1").arg(file)); });
    connect(&document_, &Document::opened, this, &StatusBar::clearWords);
    connect(&document_, &Document::previewChanged, this, &StatusBar::showRun);
    connect(&document_, &Document::runChanged, this, &StatusBar::showRun);
    connect(&document_, &Document::openFailed, this, &StatusBar::showRun);
    connect(&document_, &Document::noticeRaised, this, &StatusBar::showRun);
    connect(&document_, &Document::noticeRetracted, this, &StatusBar::showRun);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &StatusBar::showRun);
    connect(&memoryTimer_, &QTimer::timeout, this, [this] {
        memory_->setText(
            tr("%1 of %2 GB").arg(residentMb() / 1024, 0, 'f', 1).arg(document_.run().machine().memoryMb / 1024.0, 0, 'f', 1));
    });
    memoryTimer_.start(1000);
    showRun();
}

const QWidget* StatusBar::noticesPlace() const {
    return notices_;
}

void StatusBar::showCursor(const QString& readout) {
    cursor_->setText(readout);
}

void StatusBar::askNotices() {
    showNoticesPopover(document_, notices_, [this](const Notice& notice, Remedy remedy) { emit remedyWanted(notice, remedy); });
}

void StatusBar::askEngine() {
    showEnginePopover(document_, engine_);
}

/// They spoke of what was open before.
void StatusBar::clearWords() {
    cursor_->clear();
    said_->clear();
}

void StatusBar::showRun() {
    showEngine();
    showNotices();
}

void StatusBar::showEngine() {
    const auto& preview = document_.frame().preview();
    if (!preview || preview->engine.empty()) {
        engine_->setText(tr("CPU, %1").arg(counted(QThread::idealThreadCount(), tr("thread"), tr("threads"))));
        engine_->setAccessibleName(tr("Engine: %1").arg(engine_->text()));
        return;
    }
    QString device;
    for (const auto& engine : document_.run().machine().engines.correlation)
        if (engine->description().name == preview->engine) device = QString::fromStdString(engine->description().device);
    engine_->setText(QStringLiteral("%1, %2, %3 ms a frame")
                         .arg(QString::fromStdString(preview->engine), device)
                         .arg(preview->measureMs, 0, 'f', preview->measureMs < 10 ? 1 : 0));
    engine_->setToolTip(QString::fromStdString(preview->engineReason));
    engine_->setAccessibleName(tr("Engine: %1").arg(engine_->text()));
}

void StatusBar::showNotices() {
    const std::vector<Notice>& list = document_.notices().list();
    const int count = static_cast<int>(list.size());
    notices_->setVisible(count > 0);
    notices_->setText(counted(count, tr("notice"), tr("notices")));
    const auto has = [&list](Notice::Kind kind) { return std::ranges::count(list, kind, &Notice::kind) > 0; };
    const bool isQuiet = !has(Notice::Kind::failure) && !has(Notice::Kind::warning);
    restyle(notices_, QStringLiteral("QToolButton { color: %1; font-weight: %2; }")
                          .arg((isQuiet                      ? theme().ink2
                                : has(Notice::Kind::failure) ? theme().error
                                                             : theme().warn)
                                   .name())
                          .arg(isQuiet ? 400 : 600));
}

}  // namespace coarsen::window
