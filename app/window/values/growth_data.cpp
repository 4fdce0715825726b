// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/growth_data.hpp"

#include "core/analysis/run_series.hpp"
#include "core/measure/focus.hpp"
#include "core/measure/lengths.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace coarsen::window {

const GrowthFit* GrowthData::chosenFit() const {
    for (const GrowthFit& fit : fits)
        if (fit.model == settings.chosenModel()) return &fit;
    return nullptr;
}

const GrowthFit* GrowthData::earlierFit() const {
    const GrowthFit* earlier = fitsAreEarlier ? chosenFit() : nullptr;
    if (!fitsAreEarlier && !isComplete)
        for (const GrowthFit& fit : earlierFits)
            if (fit.model == settings.chosenModel()) earlier = &fit;
    return earlier && earlier->isFitted() ? earlier : nullptr;
}

bool GrowthData::isLeftOut(const Point& point) const {
    const GrowthFit* const fit = chosenFit();
    if (!fit || !fit->isFitted() || point.isExcluded || point.isStale) return false;
    const double seconds = point.result().timeS;
    const bool isInRange = seconds >= settings.fromS.value_or(seconds) && seconds <= settings.toS.value_or(seconds);
    return isRunning ? !isInRange : !point.isInFit;  // the fit comes after the frames
}

std::pair<double, double> GrowthData::timesOf(const GrowthFit& fit) const {
    double first = std::numeric_limits<double>::infinity(), last = -first;
    for (const int frame : fit.frames) {
        const double time = timeOf(points[static_cast<std::size_t>(frame)].result());
        first = std::min(first, time);
        last = std::max(last, time);
    }
    return {first, last};
}

WeakFrames GrowthData::weakFramesOf(const GrowthFit& fit) const {
    const LengthEstimator* const fitted = lengthEstimator(settings.length);
    WeakFrames frames{0, fit.frames.size()};
    for (const int frame : fit.frames)
        if ((!fitted || fitted->needsMaximum()) && points[static_cast<std::size_t>(frame)].result().rMax.quality == Quality::weak)
            ++frames.weak;
    return frames;
}

std::optional<FocusChange> GrowthData::focusChangeOf(const GrowthFit& fit) const {
    const LengthEstimator* const fitted = lengthEstimator(settings.length);
    if (fitted && !fitted->needsMaximum()) return std::nullopt;
    std::vector<GrowthPoint> series;
    for (const int frame : fit.frames) {
        const FrameResult& row = points[static_cast<std::size_t>(frame)].result();
        const Focus focus = focusOf(unpacked(row.profile), row.rMax.px);
        GrowthPoint point;
        point.time = row.timeS;
        point.length = grown(row).px;
        point.error = grown(row).errorPx;
        point.contrast = focus.contrast;
        point.waveWidth = focus.width;
        series.push_back(point);
    }
    return focusChange(std::move(series));
}

const LengthScale& GrowthData::grown(const FrameResult& result) const {
    return lengthNamed(result, settings.length);
}

const LengthScale& GrowthData::leading(const FrameResult& result) const {
    const LengthEstimator* const fitted = lengthEstimator(settings.length);
    return fitted && !fitted->needsMaximum() ? grown(result) : result.rMax;
}

QString GrowthData::leadingLabel() const {
    const LengthEstimator* const fitted = lengthEstimator(settings.length);
    return fitted && !fitted->needsMaximum() ? lengthLabel() : rMaxText();
}

QString GrowthData::lengthLabel() const {
    if (settings.length == "r_max") return rMaxText();
    for (const LengthEstimator& length : lengthEstimators())
        if (length.key == settings.length) return translated(length.label);
    return {};
}

QString GrowthData::extentText() const {
    const auto isFresh = [](const Point& point) { return point.isMeasured && !point.isStale; };
    const auto fresh = std::ranges::count_if(points, isFresh), measured = std::ranges::count_if(points, &Point::isMeasured);
    const GrowthFit* const fit = chosenFit();
    if (isComplete && fit && !fit->withoutWeight.empty()) return QString::fromStdString(withoutWeightWords(*fit));
    if (isComplete || measured == 0)
        return QObject::tr("%1 of %2 frames in the fit").arg(fit && fit->isFitted() ? fit->frames.size() : 0).arg(points.size());
    if (measured == fresh) return QObject::tr("%1 of %2 frames measured").arg(fresh).arg(points.size());
    const QString text = QObject::tr("%1 of %2 of this recipe").arg(fresh).arg(points.size());
    return fresh == 0 ? text + QObject::tr(", points of an earlier one") : text;
}

void GrowthData::findUnits() {
    double longest = 0, latest = 0;
    for (const Point& point : points) {
        longest = std::fmax(longest, grown(point.result()).px);
        latest = std::fmax(latest, std::abs(point.result().timeS - originS()));
    }
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1;
    lengthUnit_ = window::lengthUnit(calibration.isKnown(), longest == 0 ? 1 : longest * umPerPx);  // 0: nothing is measured yet
    timeUnit_ = window::timeUnit(timesAreSeconds, latest, chosenTimeUnit);
}

QString GrowthData::timeLabel() const {
    if (!timesAreSeconds) return QObject::tr("Frame number");
    return (hasQuench() ? QObject::tr("Time since quench (%1)") : QObject::tr("Time since first frame (%1)"))
        .arg(timeUnit().name);
}

bool GrowthData::hasDrift() const {
    const auto isMeasured = [](const Point& point) {
        return point.isMeasured && !point.isStale && point.result().image.widthPx > 0;
    };
    return isStabilised && ((survey && !survey->drift.isEmpty()) || std::ranges::any_of(points, isMeasured));
}

double GrowthData::lengthOf(const LengthScale& length) const {
    return length.px * (calibration.isKnown() ? calibration.umPerPx() : 1) * lengthUnit().perBase;
}

double GrowthData::truthOf(int frame) const {
    const auto at = static_cast<std::size_t>(frame);
    LengthScale truth;
    truth.px = at < trueRMaxPx.size() ? trueRMaxPx[at] : std::numeric_limits<double>::quiet_NaN();
    return lengthOf(truth);
}

double GrowthData::errorOf(const LengthScale& length) const {
    return length.errorPx * (calibration.isKnown() ? calibration.umPerPx() : 1) * lengthUnit().perBase;
}

QString GrowthData::doubtText(int frame) const {
    const auto off = std::ranges::find(offNeighbours, frame, &OffNeighbours::frame);
    if (off == offNeighbours.end()) return {};
    const auto text = [this](double length) { return significant(length * lengthUnit().perBase, 3) + " " + lengthUnit().name; };
    if (off->lengthKey == settings.length) return QObject::tr("its neighbours say %1").arg(text(off->expected));
    return (off->length > off->expected ? QObject::tr("R_half %1, its neighbours say %2: blurred?")
                                        : QObject::tr("R_half %1, its neighbours say %2: noisy?"))
        .arg(text(off->length), text(off->expected));
}

double GrowthData::timeOf(const FrameResult& result) const {
    return (result.timeS - originS()) * timeUnit().perBase;
}

}  // namespace coarsen::window
