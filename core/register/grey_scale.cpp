// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/grey_scale.hpp"

#include "core/base/error.hpp"
#include "core/register/engine.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace coarsen {

PhaseMeans phaseMeans(std::span<const float> values, std::span<const std::uint8_t> valid) {
    std::vector<float> greys;
    greys.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (valid.empty() || valid[i]) greys.push_back(values[i]);
    if (greys.empty()) return {};
    const auto percentile = [&](double part) {
        const auto at = greys.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(greys.size() - 1));
        std::ranges::nth_element(greys, at);
        return static_cast<double>(*at);
    };
    const double low = percentile(darkestPart), high = percentile(brightestPart);
    if (!(high > low)) return {low, low};

    constexpr std::size_t bins = 1024;
    std::array<double, bins> counts{}, sums{};
    for (const float grey : greys) {
        const double held = std::clamp(static_cast<double>(grey), low, high);
        const auto bin = std::min(bins - 1, static_cast<std::size_t>((held - low) / (high - low) * bins));
        counts[bin] += 1, sums[bin] += held;
    }
    return phaseMeansOf(counts, sums, low, high);
}

PhaseMeans phaseMeansOf(std::span<const double> counts, std::span<const double> sums, double low, double high) {
    double count = 0, sum = 0;
    for (std::size_t bin = 0; bin < counts.size(); ++bin)
        count += counts[bin], sum += sums[bin];
    PhaseMeans best{low, high};
    double most = -1, darkCount = 0, darkSum = 0;
    for (std::size_t bin = 0; bin + 1 < counts.size(); ++bin) {
        darkCount += counts[bin], darkSum += sums[bin];
        if (darkCount == 0 || darkCount == count) continue;
        const PhaseMeans means{darkSum / darkCount, (sum - darkSum) / (count - darkCount)};
        const double between = darkCount * (count - darkCount) * (means.bright - means.dark) * (means.bright - means.dark);
        if (between > most) most = between, best = means;
    }
    return best;
}

PhaseMeans twoPhases(const PhaseMeans& means) {
    return means.areOne() ? PhaseMeans{0, 1} : means;
}

void requireTwoGreys(const PhaseMeans& fixed, const PhaseMeans& moved) {
    constexpr const char *oneGrey = "its valid voxels have one grey value only",
                         *look = "look at the file, its mask and its type";
    if (fixed.areOne()) throw InputError(fixedVolume, oneGrey, look);
    if (moved.areOne()) throw InputError(movedVolume, oneGrey, look);
}

}  // namespace coarsen
