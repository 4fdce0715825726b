// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/expected_frames.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {
constexpr std::size_t lastFrames = 10;
}

std::vector<ExpectedFrame> expectedFrames(const GrowthFit& fit, std::span<const double> times, double frameError, int count) {
    std::vector<double> known;
    std::copy_if(times.begin(), times.end(), std::back_inserter(known), [](double time) { return std::isfinite(time); });
    if (!fit.isFitted() || known.size() < 2) return {};
    const double last = known.back();
    known.erase(known.begin(), known.end() - static_cast<std::ptrdiff_t>(std::min(known.size(), lastFrames)));
    std::vector<double> steps;
    for (std::size_t i = 1; i < known.size(); ++i)
        steps.push_back(known[i] - known[i - 1]);
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    if (!(*middle > 0)) return {};

    std::vector<ExpectedFrame> expected;
    for (int i = 1; i <= count; ++i) {
        const double time = last + i * *middle, length = fit.valueAt(time);
        if (std::isfinite(length)) expected.push_back({time, length, std::hypot(fit.standardErrorAt(time), frameError)});
    }
    return expected;
}

}  // namespace coarsen
