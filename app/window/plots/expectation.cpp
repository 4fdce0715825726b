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

/// How far a frame lies from the fit, in its unit: what the last frames know of their own error in the median, or how far they
/// lie from it where that is more.
double usualDistance(const GrowthData& data, const GrowthFit& fit) {
    const double unit = data.calibration.isKnown() ? data.calibration.umPerPx() : 1;
    std::vector<double> errors;
    double squares = 0;
    for (auto point = data.points.rbegin(); point != data.points.rend() && errors.size() < framesAsked; ++point) {
        if (!point->isInFit) continue;
        const LengthScale& length = data.grown(point->result());
        errors.push_back(length.errorPx > 0 ? length.errorPx * unit : 0);
        squares += std::pow(length.px * unit - fit.valueAt(point->result().timeS), 2);
    }
    if (errors.empty()) return 0;
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return std::fmax(*middle, std::sqrt(squares / static_cast<double>(errors.size())));
}

}  // namespace

QString expectationText(const GrowthData& data) {
    const GrowthFit* const fit = data.chosenFit();
    if (!fit) return {};
    std::vector<double> times;
    for (const GrowthData::Point& point : data.points)
        times.push_back(point.result().timeS);
    const auto expected = expectedFrames(*fit, times, usualDistance(data, *fit), framesShown);
    if (expected.empty()) return {};
    const Unit length = data.lengthUnit();
    const auto words = [&](const ExpectedFrame& frame) {
        return withError(frame.length * length.perBase, frame.error * length.perBase, length.name);
    };
    const QString when = data.timesAreSeconds ? timeText(expected.front().time - data.originS(), data.timeUnit())
                                              : QObject::tr("number %1").arg(expected.front().time);
    QString text = QObject::tr("Next frame at %1: %2 %3 expected").arg(when, data.lengthLabel(), words(expected.front()));
    for (std::size_t i = 1; i < expected.size(); ++i)
        text += (i == 1 ? QObject::tr(", then ") : QStringLiteral(", ")) + words(expected[i]);
    return text;
}

}  // namespace coarsen::window
