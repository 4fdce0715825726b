// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/profile_plot.hpp"

#include "app/window/plots/free_place.hpp"
#include "app/window/plots/length_words.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"
#include "core/measure/level_crossing.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

QCPItemText* label(QCustomPlot* plot, int size, bool bold) {
    auto* const text = new QCPItemText(plot);
    QFont font = QApplication::font();
    font.setPixelSize(size);
    font.setBold(bold);
    text->setFont(font);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    text->setTextAlignment(Qt::AlignLeft);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->setPadding({0, 0, 0, 0});
    return text;
}

constexpr double faintest = 1e-3;  // on a logarithmic axis

/// The words in lines of at most this many px.
QString wrapped(const QString& text, const QFont& font, double width) {
    const QFontMetrics metrics(font);
    QString lines, line;
    for (const QString& word : text.split(' ')) {
        const QString longer = line.isEmpty() ? word : line + " " + word;
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        lines += line + "\n";
        line = word;
    }
    return lines + line;
}

}  // namespace

ProfilePlot::ProfilePlot(QCustomPlot* plot, const Theme& theme) : plot_(plot), terms_(plot) {
    low_ = plot->addGraph();
    high_ = plot->addGraph();
    curve_ = plot->addGraph();
    direction_ = plot->addGraph();
    directionMark_ = plot->addGraph();
    zeroMark_ = plot->addGraph();
    minMark_ = plot->addGraph();
    maxMark_ = plot->addGraph();
    otherMarks_ = plot->addGraph();
    high_->setChannelFillGraph(low_);
    for (QCPGraph* mark : {directionMark_, zeroMark_, minMark_, maxMark_, otherMarks_})
        mark->setLineStyle(QCPGraph::lsNone);
    maxLine_ = new QCPItemStraightLine(plot);
    maxText_ = label(plot, 12, true);
    minText_ = label(plot, 11, false);
    message_ = label(plot, 12, false);
    directionText_ = label(plot, 11, false);
    directionText_->position->setType(QCPItemPosition::ptAbsolute);
    corner_ = label(plot, 11, false);
    corner_->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    corner_->position->setCoords(0.985, 0.98);
    plot->addLayer("hover", plot->layer("overlay"), QCustomPlot::limBelow);
    hoverLayer_ = plot->layer("hover");
    hoverLayer_->setMode(QCPLayer::lmBuffered);
    hover_ = new QCPItemStraightLine(plot);
    hover_->setLayer(hoverLayer_);
    hover_->setVisible(false);
    plot->yAxis->setLabel("C1D");
    applyTheme(theme);
    clear();
    laidOut_ = QObject::connect(plot, &QCustomPlot::afterLayout, plot, [this] { placeWords(); });
}

ProfilePlot::~ProfilePlot() {
    QObject::disconnect(laidOut_);
}

void ProfilePlot::applyTheme(const Theme& t) {
    theme_ = &t;
    stylePlot(plot_, t);
    QColor band = t.ink;
    band.setAlphaF(t.dark ? 0.19f : 0.13f);
    low_->setPen(Qt::NoPen);
    high_->setPen(Qt::NoPen);
    high_->setBrush(band);
    curve_->setPen(pen(t.ink, 1.8));
    direction_->setPen(pen(t.ink3, 1.5, Qt::DashLine));
    directionMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.ink3, 1.5), t.plot, 8));
    directionText_->setColor(t.ink3);
    corner_->setColor(t.ink2);
    QColor ground = t.plot;
    ground.setAlphaF(0.8f);
    for (QCPItemText* text : {message_, directionText_, corner_})
        text->setBrush(ground);
    zeroMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, t.ink2, t.plot, 9));
    minMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangleInverted, t.ink2, t.plot, 9));
    maxMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, t.plot, t.rmax, 9.5));
    otherMarks_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.rmax, 1.2), t.plot, 6));
    maxLine_->setPen(pen(t.rmax, 1.6));
    hover_->setPen(pen(t.ink3, 1));
    maxText_->setColor(t.rmax);
    minText_->setColor(t.ink2);
    message_->setColor(t.ink2);
}

void ProfilePlot::markLength(QCPGraph* marker, const LengthScale& length) {
    marker->data()->clear();
    if (length.isFound()) marker->addData(length.px / pxPerUnit_, length.c1d);
}

void ProfilePlot::markOthers(const std::vector<LengthScale>& others) {
    otherMarks_->data()->clear();
    for (const LengthScale& maximum : others)
        otherMarks_->addData(maximum.px / pxPerUnit_, maximum.c1d);
}

QString ProfilePlot::withUnit(const LengthScale& length) const {
    return withError(length.px / pxPerUnit_, length.errorPx / pxPerUnit_, unit_);
}

void ProfilePlot::show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration,
                       const ProfileLook& look) {
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1, last = profile.r.back();
    const Unit unit = lengthUnit(calibration.isKnown(), last * umPerPx);
    unit_ = unit.name;
    pxPerUnit_ = 1 / (umPerPx * unit.perBase);
    Extent extent = showCurve(profile, lengths);
    const Extent other = showDirection(look.direction.get());
    const auto [lowest, highest] = terms_.show(look.terms.get(), look.term, pxPerUnit_, *theme_);
    extent = {std::min({extent.lowest, other.lowest, lowest}), std::max({extent.highest, other.highest, highest})};
    setAxes(profile, look.axes, extent);
    markLength(zeroMark_, lengths.rZero);
    markLength(minMark_, lengths.rMin);
    markLength(maxMark_, lengths.rMax.isFound() ? lengths.rMax : lengths.alone);
    markOthers(lengths.others);
    showWords(lengths, calibration, look.isNarrow);
    corner_->setVisible(!look.corner.isEmpty());
    corner_->setText(look.corner);
    plot_->yAxis->setLabel(look.isOfVolume ? QObject::tr("C1D, spherical average") : QStringLiteral("C1D"));
}

ProfilePlot::Extent ProfilePlot::showCurve(const RadialProfile& profile, const ProfileLengths& lengths) {
    QVector<double> r, value, low, high;
    Extent extent;
    const double peakEnds = lengths.rZero.isFound() ? lengths.rZero.px : profile.r.back() / 10;
    for (std::size_t i = 0; i < profile.size(); ++i) {
        if (std::isnan(profile.value[i])) continue;
        const double error = i < profile.error.size() && std::isfinite(profile.error[i]) ? profile.error[i] : 0;
        r.push_back(profile.r[i] / pxPerUnit_);
        value.push_back(profile.value[i]);
        low.push_back(profile.value[i] - 2 * error);
        high.push_back(profile.value[i] + 2 * error);
        extent.lowest = std::min(extent.lowest, low.back());
        if (profile.r[i] > peakEnds) extent.highest = std::max(extent.highest, high.back());
    }
    curve_->setData(r, value, true);
    low_->data()->clear();
    high_->data()->clear();
    if (!profile.error.empty()) {
        low_->setData(r, low, true);
        high_->setData(r, high, true);
    }
    return extent;
}

ProfilePlot::Extent ProfilePlot::showDirection(const DirectionCurve* curve) {
    direction_->data()->clear();
    directionMark_->data()->clear();
    directionText_->setVisible(curve);
    Extent extent;
    if (!curve) return extent;
    const Sector& read = curve->read;
    const double zero = firstCrossing(read.profile, 0), peakEnds = std::isnan(zero) ? 0 : zero;
    for (std::size_t i = 0; i < read.profile.size(); ++i) {
        const double value = read.profile.value[i];
        direction_->addData(read.profile.r[i] / pxPerUnit_, value);
        extent.lowest = std::fmin(extent.lowest, value);
        if (read.profile.r[i] > peakEnds) extent.highest = std::fmax(extent.highest, value);
    }
    QString words = QStringLiteral("– – ") + nameOf(curve->direction);
    if (read.rMax.isFound()) {
        directionMark_->addData(read.rMax.px / pxPerUnit_, read.rMax.c1d);
        words += QStringLiteral("  %1 %2 %3").arg(rMaxText(), significant(read.rMax.px / pxPerUnit_, 3), unit_);
    }
    directionText_->setText(words);
    return extent;
}

void ProfilePlot::setAxes(const RadialProfile& profile, ProfileAxes axes, const Extent& extent) {
    setLogarithmic(plot_->xAxis, axes != ProfileAxes::linear, *theme_);
    setLogarithmic(plot_->yAxis, axes == ProfileAxes::logLog, *theme_);
    plot_->xAxis->setLabel(QStringLiteral("R (%1)").arg(unit_));
    const double last = profile.r.back() / pxPerUnit_;
    plot_->xAxis->setRange(axes == ProfileAxes::linear ? 0 : 1 / pxPerUnit_, last);
    // On linear axes the central peak runs out of the picture: what lies beyond it is what one looks at.
    const double top = std::max({2.6 * extent.highest, -1.4 * extent.lowest, 0.1});
    if (axes == ProfileAxes::logLog)
        plot_->yAxis->setRange(faintest, 1.5);
    else if (axes == ProfileAxes::logRadius)
        plot_->yAxis->setRange(std::min(1.15 * extent.lowest, -0.1), 1.05);
    else
        plot_->yAxis->setRange(std::min(1.15 * extent.lowest, -0.25 * top), std::min(top, 1.05));
}

void ProfilePlot::showWords(const ProfileLengths& lengths, const Calibration& calibration, bool isNarrow) {
    const bool found = lengths.rMax.isFound();
    maxLine_->setVisible(found);
    maxLine_->point1->setCoords(lengths.rMax.px / pxPerUnit_, 0.1);
    maxLine_->point2->setCoords(lengths.rMax.px / pxPerUnit_, 1);
    maxText_->setVisible(found);
    minText_->setVisible(found);
    message_->setVisible(!found);
    directionText_->position->setParentAnchor((found ? minText_ : message_)->bottomLeft);
    directionText_->position->setCoords(0, 1);
    if (!found && lengths.alone.isFound()) {
        message_->setText(lengths.aloneName + " " + withUnit(lengths.alone));
        return;
    }
    if (!found) {
        const QString why = translated(lengths.rMax.message).replace("R_max", rMaxText());
        message_->setText(wrapped(withLengthsInUnits(why, calibration), message_->font(), 0.86 * plot_->axisRect()->width()));
        return;
    }
    maxText_->setText(rMaxText() + " " + withUnit(lengths.rMax));
    QString text;
    if (lengths.rMin.isFound())
        text += QStringLiteral("▽ %1 %2").arg(isNarrow ? QObject::tr("min") : QObject::tr("minimum"), withUnit(lengths.rMin));
    if (lengths.rZero.isFound()) {
        text += QStringLiteral("\n◇ %1 %2").arg(QObject::tr("zero"), withUnit(lengths.rZero));
        if (!isNarrow) text += QStringLiteral(" = %1 %2").arg(lengths.rZero.px / lengths.rMax.px, 0, 'f', 3).arg(rMaxText());
    }
    minText_->setText(text.trimmed());
}

std::vector<QPolygonF> ProfilePlot::drawnLines() const {
    std::vector<QPolygonF> lines;
    const auto addLine = [&lines](const QCPGraph* graph) {
        QPolygonF line;
        for (const QCPGraphData& point : *graph->data())
            line << graph->coordsToPixels(point.key, point.value);
        lines.push_back(line);
    };
    for (const QCPGraph* graph : {curve_, low_, high_, direction_})
        addLine(graph);
    for (const QCPGraph* graph : terms_.curves())
        addLine(graph);
    constexpr double reach = 6;
    for (const QCPGraph* graph : {directionMark_, zeroMark_, minMark_, maxMark_, otherMarks_}) {
        for (const QCPGraphData& point : *graph->data()) {
            const QPointF centre = graph->coordsToPixels(point.key, point.value);
            lines.emplace_back(QRectF(centre - QPointF(reach, reach), centre + QPointF(reach, reach)));
        }
    }
    if (maxLine_->visible()) {
        const double x = maxLine_->point1->pixelPosition().x();
        const QRect inside = plot_->axisRect()->rect();
        lines.push_back(QPolygonF() << QPointF(x, inside.top()) << QPointF(x, inside.bottom()));
    }
    if (corner_->visible()) lines.emplace_back(QRectF(corner_->topLeft->pixelPosition(), corner_->bottomRight->pixelPosition()));
    return lines;
}

/// Beside the marker where nothing is drawn, else at an edge; on a ground where all places are taken.
void ProfilePlot::placeWords() {
    terms_.fitLegend();
    std::vector<QCPItemText*> block;
    for (QCPItemText* text : {maxText_, minText_, message_, directionText_})
        if (text->visible()) block.push_back(text);
    const QRectF inside = plot_->axisRect()->rect();
    if (block.empty() || inside.width() < 1 || inside.height() < 1) return;
    constexpr double beside = 8, margin = 1, between = 1, top = 0.03;
    const auto sizeOf = [](const QCPItemText* text) {
        return QFontMetrics(text->font()).boundingRect({}, Qt::TextDontClip | Qt::AlignLeft, text->text()).size();
    };
    QSizeF size;
    for (const QCPItemText* text : block) {
        const QSizeF one = sizeOf(text);
        size = {std::max(size.width(), one.width()), size.height() + one.height() + between};
    }
    const double marker = maxLine_->visible() ? maxLine_->point1->pixelPosition().x() : inside.center().x();
    const double left = inside.left() + margin, right = inside.right() - margin - size.width();
    std::vector<QPointF> corners;
    for (const double y : {inside.top() + top * inside.height(), inside.bottom() - margin - size.height()}) {
        for (const double x : {marker + beside, marker - beside - size.width(), right})
            if (x >= left && x <= right) corners.emplace_back(x, y);
        corners.emplace_back(left, y);
    }
    const auto lines = drawnLines();
    const QPointF place = freePlace(size, corners, lines);
    QBrush ground = Qt::NoBrush;
    if (coveredLength({place, size}, lines) > 0) ground = corner_->brush();
    double y = place.y();
    for (QCPItemText* text : block) {
        text->setBrush(text == directionText_ ? corner_->brush() : ground);
        if (text == directionText_) continue;  // hangs below the others
        text->position->setCoords((place.x() - inside.left()) / inside.width(), (y - inside.top()) / inside.height());
        y += sizeOf(text).height() + between;
    }
}

void ProfilePlot::clear() {
    terms_.show(nullptr, std::nullopt, pxPerUnit_, *theme_);
    for (int i = 0; i < plot_->graphCount(); ++i)
        plot_->graph(i)->data()->clear();
    for (QCPItemText* text : {maxText_, minText_, message_, directionText_, corner_})
        text->setVisible(false);
    maxLine_->setVisible(false);
    hover_->setVisible(false);
}

void ProfilePlot::setHoveredRadius(std::optional<double> px) {
    hover_->setVisible(px && !curve_->data()->isEmpty());
    if (px) {
        hover_->point1->setCoords(*px / pxPerUnit_, 0.1);  // above 0: the axis may be logarithmic
        hover_->point2->setCoords(*px / pxPerUnit_, 1);
    }
    if (plot_->isVisible()) hoverLayer_->replot();
}

}  // namespace coarsen::window
