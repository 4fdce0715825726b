// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/focus_change.hpp"

#include "core/base/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace coarsen {

namespace {

// tests/studies/results/trust.txt
constexpr double leastLost = 0.06;
constexpr double widest = 0.25;  // beyond, the formula of a ring foretells three times what Furukawa's spectra do

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace

std::optional<FocusChange> focusChange(std::vector<GrowthPoint> fitted) {
    std::erase_if(
        fitted, [](const GrowthPoint& point) { return !(point.contrast > 0) || !(point.waveWidth >= 0) || !(point.length > 0); });
    if (fitted.size() < 4) return std::nullopt;
    std::ranges::sort(fitted, {}, &GrowthPoint::time);
    const std::size_t part = std::max<std::size_t>(1, fitted.size() / 5);
    const auto meanLog = [&](std::size_t first, double GrowthPoint::*value) {
        double sum = 0;
        for (std::size_t i = first; i < first + part; ++i)
            sum += std::log(fitted[i].*value);
        return sum / static_cast<double>(part);
    };
    const auto change = [&](double GrowthPoint::*value) { return meanLog(fitted.size() - part, value) - meanLog(0, value); };
    std::vector<double> widths, errors;
    for (const GrowthPoint& point : fitted) {
        widths.push_back(point.waveWidth);
        if (point.error > 0) errors.push_back(point.error / point.length);
    }
    const double width = std::min(medianOf(widths), widest), lost = -change(&GrowthPoint::contrast);
    const FocusChange found{1 - std::exp(-lost), 4 * width * width * lost, change(&GrowthPoint::length)};
    if (found.contrastLost < leastLost || (!errors.empty() && found.tooLong < medianOf(errors))) return std::nullopt;
    return found;
}

std::optional<FocusChange> focusChange(const GrowthSeries& series, const GrowthFit& fit) {
    std::vector<GrowthPoint> fitted;
    for (const GrowthPoint& point : series.points)
        if (std::ranges::find(fit.frames, point.frame) != fit.frames.end()) fitted.push_back(point);
    return focusChange(std::move(fitted));
}

std::string focusWords(const FocusChange& change) {
    const auto percent = [](double part) { return roundedToError(100 * part, 30 * part).value + " %"; };
    const std::string ofGrowth = change.growth <= 0 ? ", which do not grow"
                                 : change.tooLong >= change.growth
                                     ? ", as much as they grow"
                                     : ", " + percent(change.tooLong / change.growth) + " of their growth";
    return "The pattern loses " + percent(change.contrastLost) +
           " of its contrast over the fit: if that is blur, the last lengths are up to " + percent(change.tooLong) + " too long" +
           ofGrowth;
}

}  // namespace coarsen
