// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/samples/samples_panel.hpp"

#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/sample_list.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int panelWidth = 178;
}

SamplesPanel::SamplesPanel(Document& document, QWidget* parent) : QWidget(parent), document_(document), list_(new SampleList) {
    setFixedWidth(panelWidth);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 8, 6);
    column->setSpacing(4);
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(2, 0, 0, 0);
    auto* const title = hintLabel(tr("Samples"));
    auto* const add = new QToolButton;
    add->setText(QStringLiteral("+"));
    add->setObjectName("sample-add");
    add->setToolTip(tr("Add series: folders of images, or of such folders"));
    add->setAccessibleName(tr("Add series"));
    add->setFocusPolicy(Qt::TabFocus);
    head->addWidget(title);
    head->addStretch();
    head->addWidget(add);
    auto* const manual = manualButton("samples#several-samples-in-the-window");
    manual->setFixedWidth(18);
    head->addWidget(manual);
    column->addLayout(head);
    column->addWidget(list_, 1);

    measure_ = new QPushButton;
    measure_->setObjectName("samples-measure");
    measure_->setToolTip(tr("Series that were never measured take the recipe of the series shown, the others have their own"));
    measure_->setFocusPolicy(Qt::TabFocus);
    column->addWidget(measure_);
    underWay_ = new QWidget;
    underWay_->setObjectName("samples-progress");
    auto* const rows = new QVBoxLayout(underWay_);
    rows->setContentsMargins({});
    rows->setSpacing(4);
    name_ = hintLabel();
    name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    cancel_ = new QPushButton(icon("close"), tr("Cancel"));
    cancel_->setObjectName("samples-cancel");
    cancel_->setToolTip(tr("Results so far are kept"));
    cancel_->setFocusPolicy(Qt::TabFocus);
    rows->addWidget(name_);
    rows->addWidget(bar_);
    rows->addWidget(cancel_);
    column->addWidget(underWay_);

    connect(add, &QToolButton::clicked, this, &SamplesPanel::addWanted);
    connect(measure_, &QPushButton::clicked, this, [this] {
        document_.run().analyse(false);
        document_.samples().measure();
    });
    connect(cancel_, &QPushButton::clicked, this, [this] { document_.samples().cancel(); });
    connect(&document.samples(), &Samples::progressed, this, &SamplesPanel::showProgress);
}

void SamplesPanel::show(const std::shared_ptr<const SamplesData>& data) {
    list_->show(data);
    measure_->setText(data ? tr("Measure %1").arg(counted(data->toMeasure, tr("series"), tr("series"))) : QString());
    showProgress();
}

void SamplesPanel::showProgress() {
    const Samples& samples = document_.samples();
    const bool isMeasuring = samples.isMeasuring();
    underWay_->setVisible(isMeasuring);
    measure_->setVisible(!isMeasuring && samples.data() && samples.data()->toMeasure > 0);
    if (!isMeasuring) return;
    const Samples::Progress progress = samples.progress();
    bar_->setRange(0, std::max(1, progress.total));
    bar_->setValue(progress.done);
    name_->setText(tr("%1 of %2 frames").arg(progress.done).arg(progress.total));
    name_->setToolTip(tr("Now: %1").arg(progress.name));
}

}  // namespace coarsen::window
