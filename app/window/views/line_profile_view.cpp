// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/line_profile_view.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/numbers.hpp"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr double alikeEnough = 0.35;  ///< of the range of both, that each must fill to share an axis

struct Span {
    double low = 0, high = 1;
    double size() const { return high - low; }
};

Span spanOf(const std::vector<double>& values) {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const double value : values)
        if (std::isfinite(value)) span = {std::min(span.low, value), std::max(span.high, value)};
    return span.low <= span.high ? span : Span{};
}

void setRange(QCPAxis* axis, const Span& span) {
    const double margin = span.size() > 0 ? 0.08 * span.size() : std::max(1.0, std::abs(span.low) * 0.05);
    axis->setRange(span.low - margin, span.high + margin);
}

}  // namespace

LineProfileView::LineProfileView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
    setObjectName("line-profile-view");
    setAccessibleName(tr("Line profile"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* const row = new QHBoxLayout;
    row->setContentsMargins(12, 2, 8, 0);
    row->setSpacing(8);
    auto* const title = new QLabel(tr("Line profile"));
    title->setStyleSheet("font-weight: 700;");
    length_ = new QLabel;
    length_->setObjectName("line-length");
    length_->setToolTip(tr("Length of the line"));
    readout_ = new QLabel;
    readout_->setObjectName("line-readout");
    readout_->setProperty("hint", true);
    readout_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    readout_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(title);
    row->addWidget(length_);
    row->addWidget(readout_, 1);
    const auto tool = [&](const QString& name, const QString& key, const QString& words) {
        auto* const button = new QToolButton;
        button->setObjectName(key);
        button->setIcon(icon(name));
        button->setIconSize({15, 15});
        button->setToolTip(words);
        button->setAccessibleName(words);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
        return button;
    };
    connect(tool("copy", "copy-line-profile", tr("Copy the values as tab-separated text")), &QToolButton::clicked, this, [this] {
        QApplication::clipboard()->setText(tabSeparated());
        emit copied();
    });
    connect(tool("close", "close-line-profile", tr("Close the line profile (P or Esc)")), &QToolButton::clicked, this,
            &LineProfileView::closeWanted);
    column->addLayout(row);
    column->addWidget(plot_, 1);

    plot_->setObjectName("line-profile-plot");
    plot_->setAccessibleName(tr("Grey value along the line"));
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    plot_->axisRect()->setMinimumMargins({0, 4, 14, 2});
    graphs_[0] = plot_->addGraph();
    graphs_[1] = plot_->addGraph(plot_->xAxis, plot_->yAxis2);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->yAxis2})
        axis->setLabelPadding(1);
    cursor_ = new QCPItemStraightLine(plot_);
    cursor_->setVisible(false);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &LineProfileView::applyTheme);
    applyTheme();
    showNothing();
}

void LineProfileView::applyTheme() {
    stylePlot(plot_, theme());
    styleAxis(plot_->yAxis2, theme());
    plot_->yAxis2->grid()->setVisible(false);
    cursor_->setPen(pen(theme().accent, 1.2));
    setAxes();
    hover(std::nullopt);
}

void LineProfileView::showNothing() {
    show({}, {});
}

void LineProfileView::show(std::vector<StageProfile> profiles, const Calibration& calibration) {
    profiles_ = std::move(profiles);
    calibration_ = calibration;
    if (!profiles_.empty()) {
        const std::size_t last = profiles_.front().values.value.size() - 1;
        const Unit unit = lengthUnit(calibration.isKnown(), alongUm(last));
        perUm_ = unit.perBase;
        unit_ = unit.name;
        length_->setText(distanceText(alongPx(last), alongUm(last)));
    } else {
        length_->setText(tr("draw a line on the image"));
    }
    setAxes();
    hover(std::nullopt);
}

void LineProfileView::setAxes() {
    const bool isDrawn = !profiles_.empty();
    std::vector<Span> spans;
    for (const StageProfile& profile : profiles_)
        spans.push_back(spanOf(profile.values.value));
    bool sharesAxis = true;
    if (spans.size() == 2) {
        const Span both{std::min(spans[0].low, spans[1].low), std::max(spans[0].high, spans[1].high)};
        sharesAxis = std::min(spans[0].size(), spans[1].size()) >= alikeEnough * both.size();
        if (sharesAxis) spans = {both, both};
    }
    for (std::size_t i = 0; i < 2; ++i) {
        QCPGraph* const graph = graphs_[i];
        graph->data()->clear();
        graph->setVisible(i < profiles_.size());
        if (i >= profiles_.size()) continue;
        const LineProfile& values = profiles_[i].values;
        graph->setValueAxis(i == 1 && !sharesAxis ? plot_->yAxis2 : plot_->yAxis);
        // The other stage of a comparison is a broad pale line behind the shown one, so that two that agree are both seen.
        const bool isOther = profiles_.size() == 2 && i == 0;
        const QColor colour = colourOf(i);
        QColor pale = colour;
        pale.setAlphaF(0.5F);
        graph->setPen(isOther ? pen(pale, 4) : pen(colour, 1.4));
        for (std::size_t sample = 0; sample < values.value.size(); ++sample)
            graph->addData(along(sample), values.value[sample]);
        setRange(graph->valueAxis(), spans[i]);
        graph->setName(profiles_[i].name);
    }
    plot_->xAxis->setLabel(isDrawn ? tr("Along the line (%1)").arg(unit_) : tr("Along the line"));
    plot_->yAxis2->setVisible(isDrawn && !sharesAxis);
    plot_->yAxis2->setTickLabels(!sharesAxis);
    plot_->yAxis->setLabel(sharesAxis ? tr("Grey value") : profiles_.front().name);
    plot_->yAxis2->setLabel(sharesAxis ? QString() : profiles_.back().name);
    plot_->yAxis->setLabelColor(sharesAxis ? theme().ink2 : colourOf(0));
    plot_->yAxis2->setLabelColor(theme().ink);
    if (isDrawn) plot_->xAxis->setRange(0, std::max(1e-12, along(profiles_.front().values.value.size() - 1)));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

QColor LineProfileView::colourOf(std::size_t profile) const {
    return seriesStyle(profiles_.size() == 2 && profile == 0 ? 1 : 0, theme()).colour;
}

double LineProfileView::alongPx(std::size_t sample) const {
    const LineProfile& line = profiles_.front().values;
    return std::hypot(line.x[sample] - line.x[0], line.y[sample] - line.y[0]);
}

double LineProfileView::alongUm(std::size_t sample) const {
    if (!calibration_.isKnown()) return alongPx(sample);
    const LineProfile& line = profiles_.front().values;
    return std::hypot((line.x[sample] - line.x[0]) * calibration_.pixelWidthUm,
                      (line.y[sample] - line.y[0]) * calibration_.pixelHeightUm);
}

double LineProfileView::along(std::size_t sample) const {
    return alongUm(sample) * perUm_;
}

QString LineProfileView::distanceText(double px, double um) const {
    const QString text = number(px, 1) + " px";
    return calibration_.isKnown() ? text + ",  " + significant(um * perUm_, 4) + " " + unit_ : text;
}

void LineProfileView::hover(std::optional<double> distance) {
    cursor_->setVisible(distance.has_value());
    std::optional<double> part;
    QStringList words;
    std::optional<std::size_t> at;
    if (distance) {
        const std::size_t last = profiles_.front().values.value.size() - 1;
        part = std::clamp(*distance / along(last), 0.0, 1.0);
        const auto sample = static_cast<std::size_t>(std::lround(*part * static_cast<double>(last)));
        part = static_cast<double>(sample) / static_cast<double>(last);
        cursor_->point1->setCoords(along(sample), 0);
        cursor_->point2->setCoords(along(sample), 1);
        words << significant(along(sample), 4) + " " + unit_;
        at = sample;
    }
    for (std::size_t i = 0; i < profiles_.size(); ++i)
        words << QStringLiteral("<b style='color:%1'>%2</b>").arg(colourOf(i).name(), profiles_[i].name) +
                     (at ? " " + significant(profiles_[i].values.value[*at], 4) : QString());
    readout_->setText(words.join(QString(4, QChar(0x00A0))));
    emit placeHovered(part);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

QString LineProfileView::tabSeparated() const {
    if (profiles_.empty()) return {};
    const auto digits = [](double value) { return QString::fromStdString(shortest(value)); };
    const bool isKnown = calibration_.isKnown();
    QStringList names = {"distance_px"};
    if (isKnown) names << "distance_um";
    names << "x_px"
          << "y_px";
    for (const StageProfile& profile : profiles_)
        names << profile.name;
    QString text = names.join('\t') + '\n';
    const LineProfile& line = profiles_.front().values;
    for (std::size_t sample = 0; sample < line.value.size(); ++sample) {
        QStringList cells = {digits(alongPx(sample))};
        if (isKnown) cells << digits(alongUm(sample));
        cells << digits(line.x[sample]) << digits(line.y[sample]);
        for (const StageProfile& profile : profiles_)
            cells << (std::isfinite(profile.values.value[sample]) ? digits(profile.values.value[sample]) : QString());
        text += cells.join('\t') + '\n';
    }
    return text;
}

bool LineProfileView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && !profiles_.empty()) {
        if (event->type() == QEvent::MouseMove)
            hover(plot_->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x()));
        if (event->type() == QEvent::Leave) hover(std::nullopt);
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
