// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/analyse_control.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

AnalyseControl::AnalyseControl(Document& document, QWidget* parent) : QStackedWidget(parent), document_(document) {
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setFixedHeight(30);
    analyse_ = new QPushButton;
    analyse_->setProperty("primary", true);
    analyse_->setObjectName("analyse");
    upToDate_ = new QPushButton(icon("check"), tr("Up to date  F5"));
    upToDate_->setToolTip(tr("Every frame is measured with this recipe. Shift+F5 measures all again."));
    progress_ = new QWidget;
    progress_->setObjectName("progress");
    auto* const row = new QHBoxLayout(progress_);
    row->setContentsMargins(4, 0, 0, 0);
    row->setSpacing(6);
    auto* const column = new QVBoxLayout;
    column->setSpacing(2);
    count_ = new QLabel;
    count_->setObjectName("progress-count");
    count_->setStyleSheet("font-weight: 600; font-size: 11px;");
    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    column->addWidget(count_);
    column->addWidget(bar_);
    auto* const cancel = new QPushButton(icon("close"), {});
    cancel->setObjectName("cancel");
    cancel->setAccessibleName(tr("Cancel"));
    cancel->setToolTip(tr("Cancel (Esc): results so far are kept"));
    for (QPushButton* button : {analyse_, upToDate_, cancel})
        button->setFocusPolicy(Qt::TabFocus);  // after a click the keys are still the frames'
    row->addLayout(column, 1);
    row->addWidget(cancel);
    addWidget(analyse_);
    addWidget(progress_);
    addWidget(upToDate_);
    connect(analyse_, &QPushButton::clicked, this, [this] { document_.run().analyse(false); });
    connect(upToDate_, &QPushButton::clicked, this, [this] { document_.run().analyse(true); });
    connect(cancel, &QPushButton::clicked, this, [this] { document_.run().cancel(); });
    connect(&document, &Document::runChanged, this, &AnalyseControl::showRun);
    connect(&document, &Document::opened, this, &AnalyseControl::showRun);
    showRun();
}

namespace {

QString wordsOfAnalysis(int frames) {
    return AnalyseControl::tr("Analyse %1  F5").arg(counted(frames, AnalyseControl::tr("frame"), AnalyseControl::tr("frames")));
}

QString wordsOfProgress(int done, int total, double secondsLeft) {
    const QString count = AnalyseControl::tr("%1 of %2").arg(done).arg(total);
    return std::isfinite(secondsLeft) && done > 0 ? AnalyseControl::tr("%1, %2 s left").arg(count).arg(std::ceil(secondsLeft))
                                                  : count;
}

}  // namespace

/// Width of the widest face, whatever it comes to say of what is open.
int AnalyseControl::widestFace() {
    constexpr double longest = 999;  // s
    const int frames = document_.frameCount();
    for (QWidget* part : findChildren<QWidget*>())
        part->ensurePolished();  // also those that were never shown
    const QString words = analyse_->text(), progress = count_->text();
    analyse_->setText(wordsOfAnalysis(frames));
    count_->setText(wordsOfProgress(frames, frames, longest));
    int widest = 0;
    for (int face = 0; face < count(); ++face)
        widest = std::max(widest, widget(face)->sizeHint().width());
    analyse_->setText(words);
    count_->setText(progress);
    return widest;
}

void AnalyseControl::showRun() {
    const auto showProgress = [this](int done, int total, const QString& words) {
        bar_->setRange(0, std::max(1, total));
        bar_->setValue(done);
        count_->setText(words);
        setCurrentWidget(progress_);
    };
    if (document_.run().isRunning()) {
        const RunProgress& progress = document_.run().progress();
        showProgress(progress.done, progress.total, wordsOfProgress(progress.done, progress.total, progress.secondsLeft));
    } else if (document_.run().isSurveying()) {
        const int done = document_.run().surveyed(), total = document_.frameCount();
        showProgress(done, total, tr("Survey %1 of %2").arg(done).arg(total));
    } else if (document_.run().framesToMeasure() > 0 || !document_.isOpen()) {
        analyse_->setText(wordsOfAnalysis(document_.run().framesToMeasure()));
        analyse_->setEnabled(document_.isOpen());
        setCurrentWidget(analyse_);
    } else {
        setCurrentWidget(upToDate_);
    }
    setFixedWidth(widestFace());
}

}  // namespace coarsen::window
