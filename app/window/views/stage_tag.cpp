// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/stage_tag.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/preprocess/bleach.hpp"
#include "core/preprocess/steps.hpp"

#include <QMenu>
#include <QPainter>

namespace coarsen::window {

QString stageName(const QString& key) {
    if (key == "raw") return QObject::tr("Raw");
    for (const Step& step : allSteps())
        if (step.key() == key.toStdString()) return translated(step.stageLabel());
    if (const qsizetype dot = key.indexOf('.'); dot > 0)
        return translated(key.mid(dot + 1).toStdString());  // one of its channels
    return key;
}

StageTag::StageTag(const QString& help, QWidget* parent) : QToolButton(parent), help_(help) {
    setToolTip(help);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setPopupMode(QToolButton::InstantPopup);
    auto* const menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &StageTag::fillMenu);
}

void StageTag::show(const StagePictures& stages, const QString& key) {
    stages_ = stages;
    key_ = key;
    setText(stageName(key));
    setAccessibleName(help_ + ": " + text());
    resize(sizeHint());
    QToolButton::show();
}

void StageTag::fillMenu() {
    menu()->clear();
    if (!stages_) return;
    for (const StagePicture& stage : *stages_) {
        if (stage.key == Bleach::key) continue;  // of volumes
        QAction* const action = menu()->addAction(stage.on ? stageName(stage.key) : tr("%1  (off)").arg(stageName(stage.key)),
                                                  this, [this, key = stage.key] { emit stageChosen(key); });
        action->setCheckable(true);
        action->setChecked(stage.key == key_);
        action->setEnabled(stage.on);
    }
}

QFont StageTag::tagFont() const {
    QFont tag = font();
    tag.setPixelSize(11);
    tag.setBold(true);
    return tag;
}

QSize StageTag::sizeHint() const {
    return {QFontMetrics(tagFont()).horizontalAdvance(text()) + 30, 24};
}

void StageTag::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(theme().ring, 2) : QPen(Qt::NoPen));
    painter.setBrush(QColor(15, 17, 20, underMouse() ? 245 : 205));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    painter.setFont(tagFont());
    painter.setPen(Qt::white);
    painter.drawText(rect().adjusted(8, 0, -20, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
    const QPointF chevron(width() - 13, height() / 2.0);
    painter.setPen(QPen(Qt::white, 1.4));
    painter.drawPolyline(QPolygonF{chevron + QPointF(-3.5, -1.5), chevron + QPointF(0, 2), chevron + QPointF(3.5, -1.5)});
}

}  // namespace coarsen::window
