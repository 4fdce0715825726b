// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme/plot_style.hpp"

#include <QLocale>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace coarsen::window {

namespace {

/// An axis that counts has no ticks between the numbers.
class WholeTicks {
public:
    bool areWhole = false;

protected:
    WholeTicks() = default;
    ~WholeTicks() = default;
};

/// The next smaller of the steps that QCustomPlot takes: 1, 2, 2.5 or 5 of some power of ten.
double smallerStep(double step) {
    const double power = std::pow(10, std::floor(std::log10(step)));
    for (const double digits : {5.0, 2.5, 2.0, 1.0})
        if (digits * power < step * (1 - 1e-9)) return digits * power;
    return power / 2;
}

/// Ticks with a true minus, where QCustomPlot writes a hyphen, and at least two of them, since one number gives an axis no scale.
class TrueMinusTicker final : public QCPAxisTicker, public WholeTicks {
protected:
    double getTickStep(const QCPRange& range) override {
        const double finest = areWhole ? 1 : range.size() / 10;
        double step = QCPAxisTicker::getTickStep(range);
        while (step > finest && std::floor(range.upper / step) - std::ceil(range.lower / step) < 1)
            step = smallerStep(step);
        return areWhole ? std::max(1.0, std::floor(step)) : step;
    }
    int getSubTickCount(double step) override {
        const int count = QCPAxisTicker::getSubTickCount(step), parts = count + 1;
        return areWhole && std::fmod(step, parts) != 0 ? 0 : count;
    }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        return QCPAxisTicker::getTickLabel(tick, locale, format, precision).replace('-', QChar(0x2212));
    }
};

/// Decades; below two of them the numbers that one reads at a glance: 1, 2, 5 or, closer still, most digits.
class DecadeTicker final : public QCPAxisTickerLog, public WholeTicks {
protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        const double decades = range.lower > 0 ? std::log10(range.upper / range.lower) : 2;
        isShort_ = decades < 2;
        range_ = range;
        if (!isShort_) return wanted(QCPAxisTickerLog::createTickVector(step, range));
        const std::vector<double> digits =
            decades > 0.6 ? std::vector<double>{1, 2, 5} : std::vector<double>{1, 1.5, 2, 3, 4, 5, 6, 8};
        QVector<double> ticks;
        for (double decade = std::pow(10, std::floor(std::log10(range.lower))); decade <= range.upper; decade *= 10)
            for (const double digit : digits)
                ticks << digit * decade;
        return wanted(ticks);
    }
    QVector<double> createSubTickVector(int count, const QVector<double>& ticks) override {
        if (!isShort_) return QCPAxisTickerLog::createSubTickVector(count, ticks);
        QVector<double> whole;
        for (double decade = std::pow(10, std::floor(std::log10(range_.lower))); decade <= range_.upper; decade *= 10)
            for (int digit = 1; digit < 10; ++digit)
                whole << digit * decade;
        return wanted(whole);
    }

private:
    QVector<double> wanted(QVector<double> ticks) const {
        if (areWhole) ticks.removeIf([](double tick) { return std::abs(tick - std::round(tick)) > 1e-6 * tick; });
        return ticks;
    }

    bool isShort_ = false;
    QCPRange range_;
};

}  // namespace

QPen pen(const QColor& colour, double width, Qt::PenStyle style) {
    QPen pen(colour, width, style);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

void styleAxis(QCPAxis* axis, const Theme& t) {
    axis->parentPlot()->setLocale(QLocale::c());  // a figure is the same wherever it is drawn
    axis->setBasePen(pen(t.ink3, 1));
    axis->setTickPen(pen(t.ink3, 1));
    axis->setSubTickPen(pen(t.ink3, 1));
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(4);
    axis->setSubTickLengthIn(0);
    axis->setSubTickLengthOut(2);
    axis->setTickLabelColor(t.ink2);
    axis->setLabelColor(t.ink2);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    axis->setTickLabelFont(font);
    axis->setLabelFont(font);
    axis->setLabelPadding(4);
    axis->setNumberFormat("gb");
    axis->setNumberPrecision(4);
    axis->grid()->setPen(pen(t.grid, 1));
    axis->grid()->setZeroLinePen(pen(t.line, 1));
    axis->grid()->setSubGridVisible(false);
    if (axis->scaleType() == QCPAxis::stLinear && !axis->ticker().dynamicCast<TrueMinusTicker>()) {
        const auto ticker = QSharedPointer<TrueMinusTicker>::create();
        ticker->setTickCount(5);
        axis->setTicker(ticker);
    }
}

void styleAxes(QCPAxisRect* rect, const Theme& t) {
    rect->setBackground(QBrush(t.plot));
    for (QCPAxis* axis : rect->axes())
        styleAxis(axis, t);
}

void stylePlot(QCustomPlot* plot, const Theme& t) {
    plot->setBackground(QBrush(t.plot));
    for (QCPAxisRect* rect : plot->axisRects())
        styleAxes(rect, t);
}

void setTimeRange(QCPAxis* axis, double first, double last) {
    const double from = std::min(0.0, first), margin = std::max(1e-12, 0.03 * (last - from));
    axis->setRange(first < margin ? from - margin : 0, last + margin);
}

void setLogarithmic(QCPAxis* axis, bool logarithmic, const Theme& t) {
    const bool hasTicks = !axis->ticker().dynamicCast<QCPAxisTickerLog>().isNull();
    if (logarithmic == hasTicks && logarithmic == (axis->scaleType() == QCPAxis::stLogarithmic)) return;
    axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setTicker(logarithmic ? QSharedPointer<DecadeTicker>::create() : QSharedPointer<QCPAxisTicker>::create());
    styleAxis(axis, t);
}

void setWholeTicks(QCPAxis* axis, bool areWhole) {
    if (auto* const ticks = dynamic_cast<WholeTicks*>(axis->ticker().data())) ticks->areWhole = areWhole;
}

QCPItemText* addWords(QCustomPlot* plot) {
    auto* const text = new QCPItemText(plot);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    text->setFont(font);
    text->setClipToAxisRect(false);
    return text;
}

QCPColorScale* addColourScale(QCustomPlot* plot) {
    auto* const scale = new QCPColorScale(plot);
    plot->plotLayout()->addElement(0, 1, scale);
    scale->setType(QCPAxis::atRight);
    scale->setBarWidth(10);
    scale->setRangeDrag(false);
    scale->setRangeZoom(false);
    auto* const group = new QCPMarginGroup(plot);
    plot->axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, group);
    scale->setMarginGroup(QCP::msTop | QCP::msBottom, group);
    return scale;
}

SeriesStyle seriesStyle(int index, const Theme& t) {
    // After Okabe and Ito: apart for every common colour blindness; the second round changes the dash too.
    static constexpr std::array<const char*, 5> light = {"#0072B2", "#009E73", "#CC79A7", "#8A6D00", "#7F8893"};
    static constexpr std::array<const char*, 5> night = {"#56B4E9", "#2FC79A", "#E79CC8", "#F0E442", "#8B939E"};
    static constexpr std::array dashes = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine};
    const int colours = static_cast<int>(light.size()) + 1, place = index % colours;
    const auto other = static_cast<std::size_t>(place - 1);
    return {place == 0 ? t.ink : QColor((t.dark ? night : light)[other]),
            dashes[static_cast<std::size_t>(index % colours + index / colours) % dashes.size()]};
}

QColor timeColour(double part, bool dark) {
    static constexpr std::array<const char*, 10> viridis = {"#440154", "#482878", "#3E4989", "#31688E", "#26828E",
                                                            "#1F9E89", "#35B779", "#6DCD59", "#B4DE2C", "#FDE725"};
    constexpr double least = 0.22, greatest = 0.86;
    const double place = (dark ? least + part * (1 - least) : part * greatest) * static_cast<double>(viridis.size() - 1);
    const auto at = std::min(static_cast<std::size_t>(std::max(place, 0.0)), viridis.size() - 2);
    const double rest = std::clamp(place - static_cast<double>(at), 0.0, 1.0);
    const QColor from(viridis[at]), to(viridis[at + 1]);
    const auto mix = [rest](int a, int b) { return static_cast<int>(std::lround(a + rest * (b - a))); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

QCPColorGradient timeGradient(bool dark) {
    constexpr int stops = 16;
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= stops; ++i)
        gradient.setColorStopAt(double(i) / stops, timeColour(double(i) / stops, dark));
    gradient.setColorInterpolation(QCPColorGradient::ciRGB);
    return gradient;
}

QCPColorGradient divergingGradient(bool dark) {
    static constexpr std::array<const char*, 7> light = {"#0B4F3F", "#3E9B7F", "#BFE3D6", "#F6F6F4",
                                                         "#DCCBE6", "#9467B5", "#3F1265"};
    static constexpr std::array<const char*, 7> night = {"#8CE8CA", "#2F9C7B", "#15463A", "#17191D",
                                                         "#3B2B55", "#8D68BC", "#E0C4F8"};
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (std::size_t i = 0; i < light.size(); ++i)
        gradient.setColorStopAt(double(i) / 6, QColor((dark ? night : light)[i]));
    gradient.setColorInterpolation(QCPColorGradient::ciRGB);
    gradient.setLevelCount(350);
    gradient.setNanHandling(QCPColorGradient::nhNanColor);
    QColor undefined = dark ? Theme::night().ink3 : Theme::light().ink3;
    undefined.setAlphaF(0.4f);
    gradient.setNanColor(undefined);
    return gradient;
}

}  // namespace coarsen::window
