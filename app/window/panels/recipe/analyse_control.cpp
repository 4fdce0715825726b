// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/analyse_control.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

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
    auto* const progress = new QWidget;
    progress->setObjectName("progress");
    auto* const row = new QHBoxLayout(progress);
    row->setContentsMargins(8, 0, 0, 0);
    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    bar_->setFixedWidth(90);
    count_ = new QLabel;
    count_->setStyleSheet("font-weight: 600;");
    left_ = new QLabel;
    auto* const cancel = new QPushButton(icon("close"), tr("Cancel  Esc"));
    cancel->setObjectName("cancel");
    for (QPushButton* button : {analyse_, upToDate_, cancel})
        button->setFocusPolicy(Qt::TabFocus);  // after a click the keys are still the frames'
    row->addWidget(bar_);
    row->addWidget(count_);
    row->addWidget(left_);
    row->addWidget(cancel);
    addWidget(analyse_);
    addWidget(progress);
    addWidget(upToDate_);
    connect(analyse_, &QPushButton::clicked, this, [this] { document_.run().analyse(false); });
    connect(upToDate_, &QPushButton::clicked, this, [this] { document_.run().analyse(true); });
    connect(cancel, &QPushButton::clicked, this, [this] { document_.run().cancel(); });
    connect(&document, &Document::runChanged, this, &AnalyseControl::showRun);
    connect(&document, &Document::opened, this, &AnalyseControl::showRun);
    showRun();
}

void AnalyseControl::showRun() {
    if (document_.run().isRunning()) {
        const RunProgress& progress = document_.run().progress();
        bar_->setRange(0, std::max(1, progress.total));
        bar_->setValue(progress.done);
        count_->setText(tr("%1 of %2").arg(progress.done).arg(progress.total));
        left_->setText(std::isfinite(progress.secondsLeft) && progress.done > 0
                           ? tr("%1 s left").arg(std::ceil(progress.secondsLeft))
                           : QString());
        setCurrentIndex(1);
    } else if (document_.run().isSurveying()) {
        bar_->setRange(0, std::max(1, document_.frameCount()));
        bar_->setValue(document_.run().surveyed());
        count_->setText(tr("Survey %1 of %2").arg(document_.run().surveyed()).arg(document_.frameCount()));
        left_->clear();
        setCurrentIndex(1);
    } else if (document_.run().framesToMeasure() > 0 || !document_.isOpen()) {
        analyse_->setText(tr("Analyse %1  F5").arg(counted(document_.run().framesToMeasure(), tr("frame"), tr("frames"))));
        analyse_->setEnabled(document_.isOpen());
        setCurrentIndex(0);
    } else {
        setCurrentIndex(2);
    }
    setFixedWidth(currentWidget()->sizeHint().width());  // a stack is else as wide as its widest face
}

}  // namespace coarsen::window
