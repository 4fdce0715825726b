// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame/brush_bar.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/step_of.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr int usualRadius = 8, smallestRadius = 1, largestRadius = 200;

const std::vector<Stroke>& strokesOf(const Recipe& recipe) {
    static const std::vector<Stroke> none;
    const Step* const step = recipe.step(Dust::key);
    const Dust* const dust = step ? step->as<Dust>() : nullptr;
    return dust ? dust->strokes : none;
}

}  // namespace

BrushBar::BrushBar(Document& document, ImageView& view, QWidget* parent) : QWidget(parent), document_(document), view_(view) {
    setObjectName("brush-bar");
    setFixedHeight(34);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(4);
    const auto tool = [&](const QString& iconName, const QString& words, const QString& help) {
        auto* const button = new QToolButton;
        if (!iconName.isEmpty()) button->setIcon(icon(iconName));
        button->setIconSize({16, 16});
        button->setText(words);
        button->setToolTip(help);
        button->setAccessibleName(help);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
        return button;
    };
    const auto group = [this](QToolButton* first, QToolButton* second) {
        auto* const both = new QButtonGroup(this);
        both->addButton(first);
        both->addButton(second);
        first->setChecked(true);
    };
    brush_ = tool("brush", {}, tr("Paint dust (B); Alt takes it out"));
    eraser_ = tool("eraser", {}, tr("Take dust out (E); Alt paints it"));
    group(brush_, eraser_);
    row->addSpacing(8);
    size_ = new QSlider(Qt::Horizontal);
    size_->setRange(smallestRadius, largestRadius);
    size_->setValue(usualRadius);
    size_->setFixedWidth(80);
    size_->setFocusPolicy(Qt::TabFocus);
    size_->setAccessibleName(tr("Radius of the brush in pixels"));
    size_->setToolTip(tr("Radius of the brush: [ and ]"));
    sizeText_ = new QLabel;
    sizeText_->setMinimumWidth(44);
    row->addWidget(size_);
    row->addWidget(sizeText_);
    row->addSpacing(8);
    everyFrame_ = tool({}, tr("All frames"), tr("Strokes hold for every frame: for dust on the sensor"));
    thisFrame_ = tool({}, tr("This frame"), tr("Strokes hold for this frame alone: for specks that float by"));
    for (QToolButton* button : {everyFrame_, thisFrame_})
        button->setProperty("segment", true);
    group(everyFrame_, thisFrame_);
    row->addStretch();
    clear_ = tool({}, tr("Clear"), {});
    clear_->setCheckable(false);
    auto* const done = new QPushButton(tr("Done"));
    done->setToolTip(tr("Stop painting (Esc)"));
    done->setFocusPolicy(Qt::TabFocus);
    row->addWidget(done);
    hide();

    connect(size_, &QSlider::valueChanged, this, &BrushBar::showBrush);
    for (QToolButton* button : {brush_, eraser_})
        connect(button, &QToolButton::clicked, this, &BrushBar::showBrush);
    connect(clear_, &QToolButton::clicked, this, [this] { document_.changes().setStrokes({}, tr("clearing the painted dust")); });
    connect(done, &QPushButton::clicked, this, &BrushBar::stop);
    connect(&view, &ImageView::strokePainted, this, [this](const QPolygonF& path, bool isDust) {
        Stroke stroke;
        stroke.frame = thisFrame_->isChecked() ? document_.frame().index() : Stroke::everyFrame;
        stroke.isDust = isDust;
        stroke.radiusPx = size_->value();
        for (const QPointF& point : path)
            stroke.path.push_back({std::round(point.x() * 10) / 10, std::round(point.y() * 10) / 10});
        std::vector<Stroke> strokes = strokesOf(document_.recipe());
        strokes.push_back(std::move(stroke));
        document_.changes().setStrokes(std::move(strokes), isDust ? tr("painting dust") : tr("erasing dust"));
    });
    connect(&document, &Document::choicesChanged, this, &BrushBar::showStrokes);
    connect(&document, &Document::opened, this, &BrushBar::stop);
}

void BrushBar::paint(bool isDust) {
    (isDust ? brush_ : eraser_)->setChecked(true);
    if (!isVisible()) {
        show();
        emit begun();
    }
    showBrush();
    showStrokes();
}

void BrushBar::stop() {
    if (!isVisible()) return;
    hide();
    view_.setBrush(std::nullopt);
    emit ended();
}

void BrushBar::resizeBrush(int by) {
    const double factor = std::pow(7.0 / 6, by);
    const int now = size_->value(), wanted = static_cast<int>(std::lround(now * factor));
    size_->setValue(wanted == now ? now + (by > 0 ? 1 : -1) : wanted);
}

void BrushBar::showBrush() {
    sizeText_->setText(tr("%1 px").arg(size_->value()));
    if (isVisible()) view_.setBrush(Brush{brush_->isChecked(), static_cast<double>(size_->value())});
}

void BrushBar::showStrokes() {
    const int strokes = static_cast<int>(strokesOf(document_.recipe()).size());
    clear_->setEnabled(strokes > 0);
    clear_->setToolTip(tr("Undo %1").arg(counted(strokes, tr("stroke"), tr("strokes"))));
    clear_->setAccessibleName(clear_->toolTip());
}

}  // namespace coarsen::window
