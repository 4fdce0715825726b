// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/model_card.hpp"

#include "app/window/plots/fit_words.hpp"
#include "app/window/theme/words.hpp"

#include <QKeyEvent>
#include <QPainter>

#include <cmath>

namespace coarsen::window {

namespace {

const FitParameter* parameter(const GrowthFit& fit, const char* name) {
    for (const FitParameter& one : fit.parameters)
        if (one.name == name) return &one;
    return nullptr;
}

}  // namespace

ModelCard::ModelCard(QString model, QWidget* parent) : QWidget(parent), model_(std::move(model)) {
    const GrowthModel& known = growthModelNamed(model_.toStdString());
    title_ = translated(known.label);
    setAccessibleName(title_);
    setObjectName("model-" + model_);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setFixedHeight(66);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, qOverload<>(&QWidget::update));
}

void ModelCard::show(const GrowthData& data) {
    isChosen_ = data.settings.model == model_.toStdString();
    equation_ = equationOf(data, model_.toStdString());
    const GrowthFit* fit = nullptr;
    for (const GrowthFit& one : data.fits)
        if (one.model == model_.toStdString()) fit = &one;
    isFitted_ = fit && fit->isFitted();
    result_ = QStringLiteral("–");
    detail_ = fit ? translated(fit->reason) : tr("not analysed yet");
    sentence_.clear();
    if (isFitted_) {
        if (const FitParameter* v = parameter(*fit, "v")) {
            const Unit rate = rateUnit(data, v->value);
            result_ = "v = " + withError(v->value * rate.perBase, v->error * rate.perBase, rate.name);
            if (const FitParameter* R0 = parameter(*fit, "R0")) {
                detail_ = "R₀ = " + withError(R0->value, R0->error, data.calibration.isKnown() ? "µm" : "px");
            } else {
                detail_ = tr("± %1 points, ± %2 shared")
                              .arg(significant(v->errorPoints * rate.perBase, 2), significant(v->errorShared * rate.perBase, 2));
                if (data.settings.weights == FitWeights::error)
                    detail_ += QStringLiteral("    χ²ᵣ ") + number(fit->chi2Reduced, fit->chi2Reduced < 100 ? 2 : 0);
            }
            sentence_ = "v = " + withError(v->value * rate.perBase, v->error * rate.perBase, rate.name);
        } else if (const FitParameter* n = parameter(*fit, "n")) {
            result_ = "n = " + withError(n->value, n->error, {});
            detail_ = tr("± from points only");
            if (const FitParameter* t0 = parameter(*fit, "t0")) {
                const Unit unit = data.timeUnit();
                detail_ = tr("t₀ = ") + withError(t0->value * unit.perBase, t0->error * unit.perBase, unit.name);
            }
            sentence_ = result_;
        } else if (const FitParameter* before = parameter(*fit, "n1")) {
            const FitParameter &after = *parameter(*fit, "n2"), &tc = *parameter(*fit, "tc");
            const Unit unit = data.timeUnit();
            result_ = "n = " + withError(before->value, before->error, {}) + " → " + withError(after.value, after.error, {});
            detail_ = tr("crossover at ") + withError(tc.value * unit.perBase, tc.error * unit.perBase, unit.name);
            sentence_ = result_ + ", " + detail_;
        }
        if (const auto better = isChosen_ ? betterModel(data.fits, fit->model) : std::nullopt)
            detail_ += tr("    %1 fits better (ΔAIC %2)")
                           .arg(translated(growthModelNamed(better->model).label).toLower())
                           .arg(std::lround(better->aicLower));
        if (!data.isComplete) detail_ = tr("%1 points, refitted as frames arrive").arg(fit->frames.size());
        sentence_ += tr(" (%1, %2 frames, standard error)").arg(equation_).arg(fit->frames.size());
    }
    const QString aic = isFitted_ && std::isfinite(fit->aic) ? tr(", AIC = %1").arg(fit->aic, 0, 'f', 1) : QString();
    setToolTip(isFitted_ ? tr("R² = %1%2, %3 frames").arg(fit->r2, 0, 'f', 4).arg(aic).arg(fit->frames.size()) : detail_);
    update();
}

void ModelCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& t = theme();
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(QPen(isChosen_ || hasFocus() ? t.accent : t.line, hasFocus() ? 2 : 1));
    painter.setBrush(isChosen_ ? t.raised : t.panel);
    painter.drawRoundedRect(box, 6, 6);

    const QRect inner = rect().adjusted(12, 7, -8, -6);
    const auto text = [&](const QString& words, int size, bool bold, const QColor& colour, int top, int height) {
        QFont font = painter.font();
        font.setPixelSize(size);
        font.setBold(bold);
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(QRect(inner.left(), top, inner.width(), height), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(font).elidedText(words, Qt::ElideRight, inner.width()));
    };
    text(isChosen_ ? title_ + "    " + equation_ : title_, 11, isChosen_, isChosen_ ? t.accent : t.ink2, inner.top(), 14);
    const auto width = [&](int size) {
        QFont font = painter.font();
        font.setPixelSize(size);
        font.setBold(isChosen_);
        return QFontMetrics(font).horizontalAdvance(result_);
    };
    int size = isChosen_ ? (inner.width() < 270 ? 17 : 21) : 13;
    while (size > 12 && width(size) > inner.width())
        --size;
    text(result_, size, isChosen_, isFitted_ ? t.ink : t.ink3, inner.top() + 15, 22);
    text(detail_, 11, false, t.ink2, inner.top() + 38, 15);
}

void ModelCard::mousePressEvent(QMouseEvent*) {
    emit chosen(model_);
}

void ModelCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit chosen(model_);
    else
        QWidget::keyPressEvent(event);
}

}  // namespace coarsen::window
