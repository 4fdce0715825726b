// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/model_card.hpp"

#include "app/window/plots/fit_words.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

/// Where the result's parts come from, and how well the law describes the points; `state`, if any, stands above.
QString explanation(const GrowthData& data, const GrowthFit& fit, const QString& state) {
    const auto tr = [](const char* words) { return ModelCard::tr(words); };
    QStringList lines = {fitConditions(data, fit)};
    const GrowthModel& model = growthModelNamed(fit.model);
    for (const FitParameter& one : shownParameters(data, fit)) {
        const ModelParameter& known = model.parameter(one.name);
        const Unit unit = unitOf(data, known);
        QString line = parameterText(data, model, one);
        if (one.errorShared > 0)
            line +=
                tr(": ± %1 from the points' own errors, ± %2 that neighbouring frames share, because they show the same domains")
                    .arg(significant(one.errorPoints * unit.perBase, 2), significant(one.errorShared * unit.perBase, 2));
        lines << line;
        if (known.isInstant && data.originS() != 0)
            lines << tr("It counts from the same time as the axis. On the series' own clock, on which t₀ is typed, it is %1.")
                         .arg(timeText(one.value + data.originS(), unit));
    }
    if (const QString shift = quenchShiftText(data, fit); !shift.isEmpty()) lines << shift;
    QString quality = r2Text(fit);
    if (fit.chi2Reduced > 0) quality += tr(", χ²ᵣ = %1").arg(significant(fit.chi2Reduced, 3));
    if (std::isfinite(fit.aic)) quality += tr(", AIC = %1").arg(fit.aic, 0, 'f', 1);
    lines << quality;
    if (std::isfinite(fit.misfit.inErrors))
        lines << tr("Residuals: %1 of the points' standard errors (%2), up to %3 % (frame %4)")
                     .arg(significant(fit.misfit.inErrors, 2),
                          data.settings.robust ? tr("1.48 times the median") : tr("root mean square"),
                          significant(100 * fit.misfit.largest, 2))
                     .arg(fit.misfit.frame);
    if (!state.isEmpty()) lines.prepend(state);
    for (QString& line : lines)
        line = line.toHtmlEscaped();
    if (fit.misfit.isSure)
        lines.prepend("<b>" + tr("This law does not describe the points, so its standard errors are too small.") + "</b> " +
                      tr("Try another law, range or weights."));
    return "<qt>" + lines.join("<br>") + "</qt>";  // which wraps
}

constexpr int smallest = 12, smallestDetail = 10;  // px of the letters

QString withoutSpare(QString detail) {
    return detail.replace(" = ", " ").replace(ModelCard::tr("misses points by up to"), ModelCard::tr("off by"));
}

}  // namespace

ModelCard::ModelCard(QString model, QWidget* parent) : QWidget(parent), model_(std::move(model)) {
    const GrowthModel& known = growthModelNamed(model_.toStdString());
    title_ = translated(known.label);
    setAccessibleName(title_);
    setObjectName("model-" + model_);
    setFocusPolicy(Qt::StrongFocus);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setCursor(Qt::PointingHandCursor);
    setFixedHeight(66);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, qOverload<>(&QWidget::update));
}

void ModelCard::show(const GrowthData& data) {
    isChosen_ = data.settings.chosenModel() == model_.toStdString();
    equation_ = equationOf(data, model_.toStdString());
    const GrowthFit* fit = nullptr;
    for (const GrowthFit& one : data.fits)
        if (one.model == model_.toStdString()) fit = &one;
    isFitted_ = fit && fit->isFitted();
    result_ = QStringLiteral("–");
    const bool isAnalysed = fit && std::ranges::any_of(data.points, &GrowthData::Point::isMeasured);
    details_ = {isAnalysed ? translated(fit->reason) : tr("not analysed yet")};
    sentence_.clear();
    if (isFitted_) {
        describe(data, *fit);
        if (fit->model == "line" && showsNoGrowth(data.fits)) {
            details_.prepend(result_ + QStringLiteral("    "));
            result_ = tr("no growth within the error");
        }
        if (data.weakFramesOf(*fit).areAll()) {
            details_.prepend(result_ + QStringLiteral("    "));
            result_ = tr("weak frames only");
        }
        if (!data.isComplete)
            details_ = {tr("%1 points").arg(fit->frames.size()), data.fitsAreEarlier ? tr(" of an earlier recipe")
                                                                 : data.isRunning    ? tr(", refitted as frames arrive")
                                                                                     : tr(" measured so far")};
    }
    const QString detail = details_.join(QString());
    setToolTip(isFitted_ ? explanation(data, *fit, data.isComplete ? QString() : detail) : detail);
    warning_ = isFitted_ && data.isComplete ? misfitWords(*fit) : QString();
    isBest_ = isFitted_ && data.isComplete && hasLowestAic(data.fits, model_.toStdString());
    // Who hears the window hears the law, its result, and what the card warns of.
    QStringList heard = {isFitted_ ? result_ : detail};
    if (!warning_.isEmpty()) heard << warning_;
    if (isBest_) heard << tr("lowest AIC");
    if (isChosen_) heard << tr("chosen");
    setAccessibleName(QStringLiteral("%1: %2").arg(title_, heard.join(", ")));
    updateGeometry();
    update();
}

/// The value that matters most, another beside it, and all of them for the sentence.
void ModelCard::describe(const GrowthData& data, const GrowthFit& fit) {
    const GrowthModel& model = growthModelNamed(fit.model);
    const FitResultWords words = resultOf(data, fit);
    result_ = words.headline;
    details_ = {words.detail};
    const bool tellsAnInstant = std::ranges::any_of(model.parameters, &ModelParameter::isInstant);
    if (tellsAnInstant && data.originS() != 0) details_ << tr(" on this axis");
    if (model.parameters.size() == 1) {
        const FitParameter& only = fit.parameters.front();
        const double perBase = unitOf(data, model.parameters.front()).perBase;
        details_ = {tr("± %1 from points").arg(significant(only.errorPoints * perBase, 2)),
                    tr(", ± %1 shared").arg(significant(only.errorShared * perBase, 2))};
        if (fit.chi2Reduced > 0) details_ << QStringLiteral("    χ²ᵣ ") + number(fit.chi2Reduced, fit.chi2Reduced < 100 ? 2 : 0);
    }
    sentence_ = words.all + tr(" (standard error; %1)").arg(fitConditions(data, fit));
    if (data.fitsAreEarlier) sentence_ += tr(", measured with an earlier recipe");
}

QFont ModelCard::fontOf(int size, bool bold) const {
    QFont one = font();
    one.setPixelSize(size);
    one.setBold(bold);
    return one;
}

QStringList ModelCard::brokenResult() const {
    const qsizetype arrow = result_.indexOf(QStringLiteral(" → ")), error = result_.indexOf(QStringLiteral(" ± "));
    const qsizetype cut = arrow >= 0 ? arrow : error;
    return cut < 0 ? QStringList(result_) : QStringList{result_.left(cut), result_.mid(cut + 1)};
}

/// The room for what must stay whole, in its smallest form; a very long one takes no more than its share.
QSize ModelCard::minimumSizeHint() const {
    constexpr int share = 126;
    int width = 0;
    if (isFitted_) {
        for (const QString& part : brokenResult())
            width = std::max(width, QFontMetrics(fontOf(smallest, isChosen_)).horizontalAdvance(part));
        width = std::max(width, QFontMetrics(fontOf(smallestDetail, false)).horizontalAdvance(withoutSpare(details_.value(0))));
    }
    return {std::min(width + margins, share), height()};
}

std::vector<ModelCard::Line> ModelCard::lines(int width) const {
    const Theme& t = theme();
    const auto fits = [width](const QString& words, const QFont& font) {
        return QFontMetrics(font).horizontalAdvance(words) < width;  // one that just fits is elided
    };
    const auto elided = [width](const QString& words, const QFont& font) {
        return QFontMetrics(font).elidedText(words, Qt::ElideRight, width);
    };
    const QFont titleFont = fontOf(11, isChosen_);
    const QString both = title_ + "    " + equation_;
    const QString title = isChosen_ && fits(both, titleFont) ? both : elided(title_, titleFont);
    std::vector<Line> lines = {{title, titleFont, 0, isChosen_ ? t.accent : t.ink2}};
    const QString best = tr("lowest AIC");
    const QFont bestFont = fontOf(smallestDetail, false);
    constexpr int between = 12;
    if (isBest_ && fits(title, titleFont) &&
        QFontMetrics(titleFont).horizontalAdvance(title) + between + QFontMetrics(bestFont).horizontalAdvance(best) <= width)
        lines.push_back({best, bestFont, 1, t.ink3, true});

    if (!isFitted_) {  // why not, in two lines where one is too short for it
        QStringList rest = details_.join(QString()).split(' ');
        const QFont font = fontOf(11, false);
        QString first = rest.takeFirst();
        while (!rest.isEmpty() && fits(first + " " + rest.front(), font))
            first += " " + rest.takeFirst();
        lines.push_back({elided(first, font), font, 20, t.ink2});
        if (!rest.isEmpty()) lines.push_back({elided(rest.join(' '), font), font, 35, t.ink2});
        return lines;
    }

    constexpr int wide = 270;
    int size = !isChosen_ ? 13 : width < wide ? 17 : 21;
    while (size > smallest && !fits(result_, fontOf(size, isChosen_)))
        --size;
    const QFont resultFont = fontOf(size, isChosen_);
    const QStringList broken = brokenResult();
    const bool isBroken = broken.size() > 1 && !fits(result_, resultFont);
    if (isBroken) {
        lines.push_back({broken.front(), resultFont, 14, t.ink});
        lines.push_back({broken.back(), resultFont, 27, t.ink});
    } else {
        lines.push_back({result_, resultFont, 26 - QFontMetrics(resultFont).height() / 2, t.ink});
    }

    QStringList details = details_;
    if (!warning_.isEmpty()) details = {warning_, QStringLiteral("    ") + details_.join(QString())};
    QFont detailFont = fontOf(11, false);
    while (details.size() > 1 && !fits(details.join(QString()), detailFont))
        details.removeLast();
    QString detail = details.join(QString());
    if (!fits(detail, detailFont)) detailFont = fontOf(smallestDetail, false);
    if (!fits(detail, detailFont)) detail = withoutSpare(detail);
    lines.push_back(
        {elided(detail, detailFont), detailFont, isBroken ? 40 : 38, warning_.isEmpty() || !isChosen_ ? t.ink2 : t.warn});
    return lines;
}

void ModelCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& t = theme();
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(QPen(isChosen_ || hasFocus() ? t.accent : t.line, hasFocus() ? 2 : 1));
    painter.setBrush(isChosen_ ? t.raised : t.panel);
    painter.drawRoundedRect(box, 6, 6);

    const QRect inner = rect().adjusted(12, 7, 12 - margins, -6);
    for (const Line& line : lines(inner.width())) {
        painter.setFont(line.font);
        painter.setPen(line.colour);
        const int height = QFontMetrics(line.font).height();
        painter.drawText(QRect(inner.left(), inner.top() + line.top, inner.width(), height),
                         (line.isAtRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, line.words);
    }
}

void ModelCard::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit chosen(model_);
}

void ModelCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit chosen(model_);
    else
        QWidget::keyPressEvent(event);
}

}  // namespace coarsen::window
