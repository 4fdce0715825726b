// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/expectation.hpp"

#include "core/growth/expected_frames.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr int framesShown = 3;
constexpr std::size_t framesAsked = 5;

/// The median of what the last frames of the fit know of their own error, in the fit's unit.
double usualError(const GrowthData& data) {
    std::vector<double> errors;
    for (auto point = data.points.rbegin(); point != data.points.rend() && errors.size() < framesAsked; ++point)
        if (const double error = data.grown(point->result).errorPx; point->isInFit && error > 0) errors.push_back(error);
    if (errors.empty()) return 0;
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return *middle * (data.calibration.isKnown() ? data.calibration.umPerPx() : 1);
}

}  // namespace

QString expectationText(const GrowthData& data) {
    const GrowthFit* const fit = data.chosenFit();
    if (!fit) return {};
    std::vector<double> times;
    for (const GrowthData::Point& point : data.points)
        times.push_back(point.result.timeS);
    const auto expected = expectedFrames(*fit, times, usualError(data), framesShown);
    if (expected.empty()) return {};
    const Unit length = data.lengthUnit();
    const auto words = [&](const ExpectedFrame& frame) {
        return withError(frame.length * length.perBase, frame.error * length.perBase, length.name);
    };
    const QString when = data.timesAreSeconds ? timeText(expected.front().time - data.settings.t0S, data.timeUnit())
                                              : QObject::tr("number %1").arg(expected.front().time);
    QString text = QObject::tr("Next frame at %1: %2 %3 expected").arg(when, data.lengthLabel(), words(expected.front()));
    for (std::size_t i = 1; i < expected.size(); ++i)
        text += (i == 1 ? QObject::tr(", then ") : QStringLiteral(", ")) + words(expected[i]);
    return text;
}

}  // namespace coarsen::window
