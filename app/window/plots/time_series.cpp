// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/time_series.hpp"

#include "core/analysis/self_similarity.hpp"
#include "core/measure/focus.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

/// A sign behind a number of arg() would be taken for one of its digits.
QString cubeOfRMax() {
    return rMaxText() + QStringLiteral("³");
}

constexpr double none = std::numeric_limits<double>::quiet_NaN();

TimeSeries timeSeriesOver(const GrowthData& data) {
    TimeSeries timeSeries;
    timeSeries.timeLabel = data.timeLabel();
    timeSeries.countsFrames = !data.timesAreSeconds;
    for (const GrowthData::Point& point : data.points)
        timeSeries.time.push_back(data.timeOf(point.result()));
    return timeSeries;
}

bool isShown(const GrowthData::Point& point) {
    return point.isMeasured && !point.isStale && point.result().image.widthPx > 0;
}

QString whyNoDrift(const GrowthData& data) {
    return data.isStabilised ? QObject::tr(
                                   "The drift is not known yet.\nIt is found when the recipe stabilises, before frames "
                                   "are measured.")
                             : QObject::tr("No drift was looked for.\nSwitch on Stabilise or Align in the recipe.");
}

/// The drift of the frames of which it is known: of the survey, or of the rows until there is one.
struct FoundShifts {
    std::vector<Shift> shifts;
    std::vector<ShiftError> errors;
    std::vector<double> behind;  // of volumes
    std::vector<int> frames;
    std::vector<bool> isGuessed;  // one a frame of the series

    explicit FoundShifts(const GrowthData& data) : isGuessed(data.points.size(), false) {
        const Drift* const drift = data.survey && !data.survey->drift.isEmpty() ? &data.survey->drift : nullptr;
        for (std::size_t i = 0; i < data.points.size(); ++i) {
            const bool isFound = drift && i < drift->shifts.size();
            if (!isFound && !isShown(data.points[i])) continue;
            const FrameResult& row = data.points[i].result();
            shifts.push_back(isFound ? drift->shifts[i]
                                     : Shift{row.image.drift.xPx, row.image.drift.yPx, 1, row.image.drift.rotationDeg});
            errors.push_back(
                isFound ? drift->errorOf(i)
                        : ShiftError{row.image.drift.errorXPx, row.image.drift.errorYPx, row.image.drift.rotationErrorDeg});
            const bool isOfVolumes = isFound ? !drift->ofVolumes.empty() : row.image.depthPx > 0;
            if (isOfVolumes) behind.push_back(isFound ? drift->ofVolumes[i].zPx : row.image.drift.zPx);
            frames.push_back(static_cast<int>(i));
            isGuessed[i] = isFound && !drift->isKnown[i];
        }
    }

    /// One a frame, in units of which one is `perUnit` of those that it was found in.
    TimeSeries::Curve curveOf(const QString& name, double Shift::*part, double ShiftError::*error, double perUnit) const {
        TimeSeries::Curve curve{name, std::vector<double>(isGuessed.size(), none), std::vector<double>(isGuessed.size(), none)};
        for (std::size_t i = 0; i < frames.size(); ++i) {
            curve.value[static_cast<std::size_t>(frames[i])] = shifts[i].*part * perUnit;
            curve.error[static_cast<std::size_t>(frames[i])] = errors[i].*error * perUnit;
        }
        return curve;
    }

    void describe(TimeSeries& timeSeries) const {
        timeSeries.isGuessed = isGuessed;
        timeSeries.includesZero = true;
        timeSeries.isPath = true;
        if (std::ranges::find(isGuessed, true) != isGuessed.end())
            timeSeries.note = QObject::tr("hollow: not found, that of the frame before");
    }
};

}  // namespace

QString nameOf(GrowthQuantity quantity) {
    switch (quantity) {
        case GrowthQuantity::length:
            return QObject::tr("length");
        case GrowthQuantity::exponent:
            return QObject::tr("exponent n by start of the fit");
        case GrowthQuantity::ratio:
            return QObject::tr("first zero / %1").arg(rMaxText());
        case GrowthQuantity::drift:
            return QObject::tr("drift");
        case GrowthQuantity::rotation:
            return QObject::tr("rotation");
        case GrowthQuantity::deformation:
            return QObject::tr("deformation");
        case GrowthQuantity::area:
            return QObject::tr("surface by volume, Sᵥ");
        case GrowthQuantity::areaScaling:
            return QObject::tr("Sᵥ·%1: self-similar?").arg(rMaxText());
        case GrowthQuantity::eulerScaling:
            return QObject::tr("χ·%1: self-similar?").arg(cubeOfRMax());
        case GrowthQuantity::focus:
            return QObject::tr("contrast and sharpness: in focus?");
    }
    return {};
}

bool TimeSeries::isEmpty() const {
    return std::ranges::none_of(curves, [](const Curve& curve) {
        return std::ranges::any_of(curve.value, [](double value) { return std::isfinite(value); });
    });
}

TimeSeries exponentTimeSeries(const GrowthData& data) {
    TimeSeries timeSeries = timeSeriesOver(data);
    timeSeries.label = QObject::tr("Exponent n");
    if (data.fitsAreEarlier) {
        timeSeries.empty = QObject::tr("No frame is measured with this recipe yet.\nF5 analyses the series.");
        return timeSeries;
    }
    if (!data.exponents) {
        const bool isMeasured = std::ranges::any_of(data.points, isShown);
        timeSeries.empty = !isMeasured      ? QObject::tr("The series is not analysed yet.\nF5 analyses the series.")
                           : data.isRunning ? QObject::tr("The exponents are found when the frames are measured.")
                                            : QObject::tr("The exponents are being found…");
        return timeSeries;
    }
    timeSeries.empty =
        !data.settings.t0S
            ? QObject::tr("An exponent needs t₀, the time of the quench.")
            : QObject::tr("No exponent can be given: it needs six frames after the quench\nand lengths that give n to ± 0.25.");
    const auto curveOf = [&](const QString& name, const std::vector<ExponentAt>& exponents) {
        TimeSeries::Curve curve{name, std::vector<double>(data.points.size(), none),
                                std::vector<double>(data.points.size(), none)};
        for (const auto& [frame, n, error] : exponents) {
            curve.value[static_cast<std::size_t>(frame)] = n;
            curve.error[static_cast<std::size_t>(frame)] = error;
        }
        return curve;
    };
    timeSeries.curves = {curveOf(QObject::tr("fitted from here on"), data.exponents->byStart)};
    if (!data.exponents->local.empty())
        timeSeries.curves.push_back(curveOf(QObject::tr("local, ± 0.15 decade"), data.exponents->local));
    timeSeries.levels = {{1.0 / 3, "1/3"}, {0.5, "1/2"}, {1, "1"}};
    timeSeries.note = data.settings.toS ? QObject::tr("power law from each frame to the end of the fit range, and local")
                                        : QObject::tr("power law from each frame to the last one, and local");
    const GrowthFit* const fit = data.chosenFit();
    if (data.settings.fromS && fit && !fit->frames.empty()) {
        timeSeries.flagged = {fit->frames.front()};
        timeSeries.flag = QObject::tr("start of the fit range");
    }
    return timeSeries;
}

TimeSeries driftTimeSeries(const GrowthData& data) {
    TimeSeries timeSeries = timeSeriesOver(data);
    timeSeries.empty = whyNoDrift(data);
    if (!data.isStabilised) return timeSeries;
    const FoundShifts found(data);
    const Calibration& calibration = data.calibration;
    const double umAcross = calibration.isKnown() ? calibration.pixelWidthUm : 1,
                 umDown = calibration.isKnown() ? calibration.pixelHeightUm : 1;
    double farthest = 0;
    for (const Shift& shift : found.shifts)
        farthest = std::max({farthest, std::abs(shift.x) * umAcross, std::abs(shift.y) * umDown});
    const Unit unit = lengthUnit(calibration.isKnown(), farthest);
    timeSeries.curves = {found.curveOf(QObject::tr("x, to the right"), &Shift::x, &ShiftError::xPx, umAcross * unit.perBase),
                         found.curveOf(QObject::tr("y, down"), &Shift::y, &ShiftError::yPx, umDown * unit.perBase)};
    if (found.behind.size() == found.frames.size() && !found.behind.empty()) {
        const double umDeep = calibration.isOfVolumes() ? calibration.pixelDepthUm : umAcross;
        TimeSeries::Curve deep{QObject::tr("z, behind"), std::vector<double>(data.points.size(), none), {}};
        for (std::size_t i = 0; i < found.frames.size(); ++i)
            deep.value[static_cast<std::size_t>(found.frames[i])] = found.behind[i] * umDeep * unit.perBase;
        timeSeries.curves.push_back(std::move(deep));
    }
    found.describe(timeSeries);
    for (const int jump : jumpsIn(found.shifts))
        timeSeries.flagged.push_back(found.frames[static_cast<std::size_t>(jump)]);
    timeSeries.flag = QObject::tr("jump");
    timeSeries.label = QObject::tr("Drift since the first frame (%1)").arg(unit.name);
    timeSeries.unit = unit.name;
    return timeSeries;
}

TimeSeries rotationTimeSeries(const GrowthData& data) {
    TimeSeries timeSeries = timeSeriesOver(data);
    timeSeries.empty = data.isStabilised ? QObject::tr("No rotation is known.\nIt is found where Stabilise's motion is rigid.")
                                         : whyNoDrift(data);
    if (!data.isStabilised) return timeSeries;
    const FoundShifts found(data);
    if (std::ranges::all_of(found.shifts, [](const Shift& shift) { return shift.rotationDeg == 0; })) return timeSeries;
    timeSeries.curves = {found.curveOf({}, &Shift::rotationDeg, &ShiftError::rotationDeg, 1)};
    found.describe(timeSeries);
    timeSeries.label = QObject::tr("Rotation since the first frame (°)");
    timeSeries.unit = QStringLiteral("°");
    return timeSeries;
}

TimeSeries deformationTimeSeries(const GrowthData& data) {
    TimeSeries timeSeries = timeSeriesOver(data);
    timeSeries.empty = QObject::tr("No deformation is known.\nIt is measured where Align looks for it; F5 analyses the series.");
    const double umPerPx = data.calibration.isKnown() ? data.calibration.umPerPx() : 1;
    double largest = 0;
    for (const GrowthData::Point& point : data.points)
        if (isShown(point) && point.result().deformation)
            largest = std::max(largest, point.result().deformation->meanPx * umPerPx);
    const Unit unit = lengthUnit(data.calibration.isKnown(), largest);
    TimeSeries::Curve mean{{}, std::vector<double>(data.points.size(), none), std::vector<double>(data.points.size(), none)};
    for (std::size_t i = 0; i < data.points.size(); ++i) {
        if (!isShown(data.points[i]) || !data.points[i].result().deformation) continue;
        const DeformationFacts& facts = *data.points[i].result().deformation;
        mean.value[i] = facts.meanPx * umPerPx * unit.perBase;
        mean.error[i] = facts.expectedErrorPx * umPerPx * unit.perBase;
        if (facts.mayBeOnePeriodOff) timeSeries.flagged.push_back(static_cast<int>(i));
    }
    timeSeries.curves = {std::move(mean)};
    timeSeries.flag = QObject::tr("one period off?");
    timeSeries.note = QObject::tr("bars: error of u from the structure's own change");
    timeSeries.includesZero = true;
    timeSeries.label = QObject::tr("Mean |u| between frames (%1)").arg(unit.name);
    timeSeries.unit = unit.name;
    return timeSeries;
}

TimeSeries ratioTimeSeries(const GrowthData& data) {
    TimeSeries timeSeries = timeSeriesOver(data);
    timeSeries.empty = QObject::tr("No frame has both %1 and a first zero of C1D yet.\nF5 analyses the series.").arg(rMaxText());
    timeSeries.label = QObject::tr("First zero / %1").arg(rMaxText());
    TimeSeries::Curve ratio{{}, std::vector<double>(data.points.size(), none), std::vector<double>(data.points.size(), none)};
    std::vector<FrameResult> rows;
    std::vector<double> logarithms(data.points.size(), none);
    double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
    for (std::size_t i = 0; i < data.points.size(); ++i) {
        const FrameResult& row = data.points[i].result();
        if (!isShown(data.points[i]) || data.points[i].isExcluded || !row.rMax.isFound() || !row.lengths["r_zero"].isFound())
            continue;
        ratio.value[i] = row.lengths["r_zero"].px / row.rMax.px;
        ratio.error[i] =
            ratio.value[i] * std::hypot(row.lengths["r_zero"].errorPx / row.lengths["r_zero"].px, row.rMax.errorPx / row.rMax.px);
        logarithms[i] = std::log(row.rMax.px);
        smallest = std::min(smallest, logarithms[i]);
        largest = std::max(largest, logarithms[i]);
        rows.push_back(row);
    }
    timeSeries.curves = {std::move(ratio)};
    if (const auto trend = zeroToMaximumTrend(rows)) {
        for (const double logarithm : logarithms)
            timeSeries.trend.push_back(trend->first +
                                       (trend->last - trend->first) * (logarithm - smallest) / (largest - smallest));
        timeSeries.note =
            (trend->warning().empty() ? QObject::tr("steady: %1 → %2 as %3 grows")
                                      : QObject::tr("not self-similar, or uneven light is left: %1 → %2 as %3 grows"))
                .arg(number(trend->first, 3), number(trend->last, 3), rMaxText());
    }
    return timeSeries;
}

TimeSeries focusTimeSeries(const GrowthData& data) {
    TimeSeries timeSeries = timeSeriesOver(data);
    timeSeries.label = QObject::tr("Contrast and sharpness (% of the first frame's)");
    timeSeries.empty = QObject::tr("No contrast is known yet, and volumes have none.\nF5 analyses the series.");
    timeSeries.unit = QStringLiteral("%");
    timeSeries.isPath = true;
    timeSeries.includesZero = true;
    TimeSeries::Curve contrast{QObject::tr("contrast"), std::vector<double>(data.points.size(), none), {}};
    TimeSeries::Curve sharpness{QObject::tr("sharpness"), contrast.value, {}};
    double firstContrast = none, firstSharpness = none;
    const auto percentOf = [](double value, double& first) {
        if (!(first > 0)) first = value;
        return 100 * value / first;
    };
    for (std::size_t i = 0; i < data.points.size(); ++i) {
        const FrameResult& row = data.points[i].result();
        if (!isShown(data.points[i]) || data.points[i].isExcluded || row.image.depthPx > 0) continue;
        const Focus focus = focusOf(unpacked(row.profile), row.rMax.px);
        contrast.value[i] = percentOf(focus.contrast, firstContrast);
        sharpness.value[i] = percentOf(focus.sharpness, firstSharpness);
    }
    timeSeries.curves = {std::move(contrast), std::move(sharpness)};
    const GrowthFit* const fit = data.chosenFit();
    if (!fit || !fit->isFitted()) return timeSeries;
    const auto change = data.focusChangeOf(*fit);
    timeSeries.note = change ? translated(focusWords(*change)).replace(": ", ":\n").replace(", ", ",\n")
                             : QObject::tr("no loss of contrast that would move the lengths by more than their errors");
    return timeSeries;
}

namespace {

/// A curve of what the surface of each frame gives.
template <typename Measure>
TimeSeries surfaceTimeSeries(const GrowthData& data, const QString& label, const Measure& measure) {
    TimeSeries timeSeries = timeSeriesOver(data);
    timeSeries.label = label;
    timeSeries.empty = data.measuresSurfaces
                           ? QObject::tr("No surface is measured with this recipe yet.\nF5 analyses the series.")
                           : QObject::tr("No surface is measured.\nSwitch on Surface in the recipe of volumes.");
    TimeSeries::Curve curve{{}, std::vector<double>(data.points.size(), none), std::vector<double>(data.points.size(), none)};
    for (std::size_t i = 0; i < data.points.size(); ++i) {
        const FrameResult& row = data.points[i].result();
        if (!isShown(data.points[i]) || data.points[i].isExcluded || !row.surface) continue;
        const Estimate found = measure(row);
        curve.value[i] = found.value;
        curve.error[i] = found.error;
    }
    timeSeries.curves = {std::move(curve)};
    return timeSeries;
}

}  // namespace

TimeSeries areaTimeSeries(const GrowthData& data) {
    const double perPx = data.calibration.isKnown() ? data.calibration.umPerPx() : 1;
    const QString unit = data.calibration.isKnown() ? QStringLiteral("1/µm") : QStringLiteral("1/px");
    TimeSeries timeSeries =
        surfaceTimeSeries(data, QObject::tr("Sᵥ, surface by volume (%1)").arg(unit), [perPx](const FrameResult& row) {
            const Estimate& area = row.surface->measures.areaPerVolume;
            return Estimate{area.value / perPx, area.error / perPx};
        });
    timeSeries.unit = unit;
    return timeSeries;
}

QString scalingWords(const ScalingTrend& trend) {
    const double whole = std::abs(trend.mean);
    const QString change = QObject::tr("%1 ± %2 % while %3 grows %4 times")
                               .arg(signedPercent(100 * trend.change / whole).remove('%').trimmed(),
                                    number(100 * trend.changeError / whole, 1), rMaxText(), number(trend.growth, 2));
    return (!trend.isDecided() ? QObject::tr("not decided\n%1").arg(change)
            : trend.isConstant()
                ? QObject::tr("constant (less than %2 %)\n%1").arg(change, number(100 * trend.leastChange() / whole, 1))
                : QObject::tr("not constant, so not self-similar\n%1").arg(change));
}

TimeSeries scalingTimeSeries(const GrowthData& data, const ScalingProduct& product) {
    const bool isArea = product.key == scalingProducts().front().key;
    TimeSeries timeSeries = surfaceTimeSeries(
        data, isArea ? QObject::tr("Sᵥ·%1").arg(rMaxText()) : QObject::tr("χ·%1 per volume").arg(cubeOfRMax()), product.of);
    const auto trend = std::ranges::find(data.scaling, product.key, [](const ScalingTrend& one) { return one.product->key; });
    if (trend == data.scaling.end()) {
        const auto known =
            std::ranges::count_if(timeSeries.curves.front().value, [](double value) { return std::isfinite(value); });
        if (known > 0)
            timeSeries.note =
                QObject::tr("no verdict: %1 with a surface and %2,\ntoo few or too alike in size")
                    .arg(counted(static_cast<int>(known), QObject::tr("volume"), QObject::tr("volumes")), rMaxText());
        return timeSeries;
    }
    for (const GrowthData::Point& point : data.points)
        timeSeries.trend.push_back(point.result().rMax.isFound() ? trend->valueAt(point.result().rMax.px) : none);
    timeSeries.note = scalingWords(*trend);
    return timeSeries;
}

TimeSeries timeSeriesOf(GrowthQuantity quantity, const GrowthData& data) {
    switch (quantity) {
        case GrowthQuantity::length:
            return {};
        case GrowthQuantity::exponent:
            return exponentTimeSeries(data);
        case GrowthQuantity::ratio:
            return ratioTimeSeries(data);
        case GrowthQuantity::drift:
            return driftTimeSeries(data);
        case GrowthQuantity::rotation:
            return rotationTimeSeries(data);
        case GrowthQuantity::deformation:
            return deformationTimeSeries(data);
        case GrowthQuantity::area:
            return areaTimeSeries(data);
        case GrowthQuantity::areaScaling:
            return scalingTimeSeries(data, scalingProducts().front());
        case GrowthQuantity::eulerScaling:
            return scalingTimeSeries(data, scalingProducts().back());
        case GrowthQuantity::focus:
            return focusTimeSeries(data);
    }
    return {};
}

}  // namespace coarsen::window
