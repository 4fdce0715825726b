// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame_header.hpp"

#include "app/window/theme/icons.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace coarsen::window {

FrameHeader::FrameHeader(Document& document, ImageView& view, QWidget* parent)
    : QWidget(parent), document_(document), view_(view) {
    setFixedHeight(34);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(4);
    title_ = new QLabel;
    title_->setStyleSheet("font-weight: 700;");
    time_ = new QLabel;
    time_->setProperty("hint", true);
    time_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(title_);
    row->addWidget(time_, 1);

    auto* const group = new QButtonGroup(this);
    const auto segment = [&](const QString& key) {
        auto* const button = new QToolButton;
        button->setText(stageName(key));
        button->setCheckable(true);
        button->setProperty("segment", true);
        button->setProperty("stage", key);
        button->setObjectName("stage-" + key);
        button->setFocusPolicy(Qt::TabFocus);
        group->addButton(button);
        connect(button, &QToolButton::clicked, this, [this, key] { chooseStageNamed(key); });
        stages_.push_back(button);
        row->addWidget(button);
    };
    segment("raw");
    for (const Step& step : document.recipe().steps)
        segment(QString::fromStdString(step.key()));
    stages_.back()->setChecked(true);
    row->addSpacing(8);
    const auto tool = [&](const QString& name, const QString& words, bool on) {
        auto* const button = new QToolButton;
        button->setIcon(icon(name));
        button->setIconSize({16, 16});
        button->setToolTip(words);
        button->setAccessibleName(words);
        button->setCheckable(true);
        button->setChecked(on);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
        return button;
    };
    wipe_ = tool("wipe", tr("Wipe between raw and this stage (W)"), true);
    side_ = tool("side", tr("Raw and this stage side by side (S)"), false);
    dust_ = tool("mask", tr("Show what is masked (M)"), true);
    gauge_ = tool("gauge", tr("Show the gauge, a circle of radius R_max (R)"), true);
    auto* const fit = tool("fit", tr("Fit the frame into the view (F)"), false);
    fit->setCheckable(false);
    connect(wipe_, &QToolButton::clicked, this,
            [this](bool on) { setCompare(on ? ImageView::Compare::wipe : ImageView::Compare::single); });
    connect(side_, &QToolButton::clicked, this,
            [this](bool on) { setCompare(on ? ImageView::Compare::side : ImageView::Compare::single); });
    connect(dust_, &QToolButton::toggled, &view, &ImageView::setDustShown);
    connect(gauge_, &QToolButton::toggled, &view, &ImageView::setGaugeShown);
    connect(fit, &QToolButton::clicked, &view, &ImageView::fit);
    connect(&document, &Document::frameChanged, this, &FrameHeader::showFrame);
    connect(&document, &Document::choicesChanged, this, &FrameHeader::showFrame);
    setCompare(ImageView::Compare::wipe);
    showFrame();
}

void FrameHeader::chooseStage(int number) {
    if (number >= 0 && number < static_cast<int>(stages_.size()))
        chooseStageNamed(stages_[static_cast<std::size_t>(number)]->property("stage").toString());
}

void FrameHeader::chooseStageNamed(const QString& key) {
    for (QToolButton* button : stages_)
        button->setChecked(button->property("stage").toString() == key);
    view_.setStage(key);
}

void FrameHeader::setCompare(ImageView::Compare compare) {
    wipe_->setChecked(compare == ImageView::Compare::wipe);
    side_->setChecked(compare == ImageView::Compare::side);
    view_.setCompare(compare);
}

void FrameHeader::toggleWipe() {
    wipe_->click();
}
void FrameHeader::toggleSide() {
    side_->click();
}
void FrameHeader::toggleDust() {
    dust_->toggle();
}
void FrameHeader::toggleGauge() {
    gauge_->toggle();
}

void FrameHeader::showDust() {
    setCompare(ImageView::Compare::single);
    chooseStageNamed("dust");
    dust_->setChecked(true);
}

void FrameHeader::showFrame() {
    if (!document_.isOpen() || document_.currentFrame() < 0) return;
    title_->setText(tr("Frame %1").arg(document_.currentFrame()));
    const double time =
        document_.session().series.frames[static_cast<std::size_t>(document_.currentFrame())].timeS - document_.recipe().fit.t0S;
    time_->setText(document_.timesAreSeconds() ? timeText(time, document_.growth()->timeUnit()) +
                                                     (document_.recipe().fit.t0S != 0 ? tr(" since quench") : QString())
                                               : QString());
    for (QToolButton* button : stages_) {
        const Step* const step = document_.recipe().step(button->property("stage").toString().toStdString());
        button->setEnabled(!step || step->isOn());
        if (step && step->key() == "stabilise") button->setVisible(step->isOn());  // off by default: room for the others
    }
}

}  // namespace coarsen::window
