// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/gaussian.hpp"

#include "core/base/parallel.hpp"
#include "core/register/gaussian_loops.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace coarsen {

namespace {

/// A set of lines through the volume: where each begins, from one to the next, and from element to element.
struct LineSet {
    std::size_t sheets, sheetStep;  ///< of lines, for threads to share
    std::size_t lines, lineStep;
    std::size_t length, step;
};

std::vector<LineSet> axesOf(const VolumeSize& size) {
    const auto w = static_cast<std::size_t>(size.width), h = static_cast<std::size_t>(size.height),
               d = static_cast<std::size_t>(size.depth);
    return {{d, w * h, h, w, w, 1}, {d, w * h, w, 1, h, w}, {h, w, w, 1, d, w * h}};
}

using Filter = std::function<void(std::size_t length, float* lines, float* room)>;

void filterSheet(const LineSet& set, float* sheet, const Filter& filter) {
    std::vector<float> lines(set.length * linesAtOnce), room(lines.size());
    for (std::size_t first = 0; first < set.lines; first += linesAtOnce) {
        const std::size_t count = std::min(linesAtOnce, set.lines - first);
        float* const corner = sheet + first * set.lineStep;
        for (std::size_t i = 0; i < set.length; ++i)
            for (std::size_t line = 0; line < count; ++line)
                lines[i * linesAtOnce + line] = corner[i * set.step + line * set.lineStep];
        filter(set.length, lines.data(), room.data());
        for (std::size_t i = 0; i < set.length; ++i)
            for (std::size_t line = 0; line < count; ++line)
                corner[i * set.step + line * set.lineStep] = lines[i * linesAtOnce + line];
    }
}

}  // namespace

GaussianSmoothing::GaussianSmoothing(double sigmaVoxels) : sigma_(sigmaVoxels) {}

void GaussianSmoothing::operator()(std::vector<float>& values, const VolumeSize& size, const Threads& threads) const {
    if (!(sigma_ > 0)) return;
    Filter filter;
    if (sigma_ <= largestSummedSigma)
        filter = [weights = gaussianWeights(sigma_)](std::size_t length, float* lines, float* room) {
            filterBySums(weights, length, lines, room);
        };
    else
        filter = [recursive = RecursiveGaussian(sigma_)](std::size_t length, float* lines, float* room) {
            filterRecursively(recursive, length, lines, room);
        };
    for (const LineSet& set : axesOf(size))
        if (set.length > 1)
            parallelFor(set.sheets, threads,
                        [&](std::size_t sheet) { filterSheet(set, values.data() + sheet * set.sheetStep, filter); });
}

void smoothValid(std::vector<float>& values, const std::vector<std::uint8_t>& valid, const VolumeSize& size, double sigmaVoxels,
                 const Threads& threads) {
    const GaussianSmoothing smooth(sigmaVoxels);
    if (valid.empty()) return smooth(values, size, threads);
    double sum = 0, count = 0;
    std::vector<float> weights(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        weights[i] = valid[i];
        if (valid[i]) sum += static_cast<double>(values[i]), ++count;
    }
    const auto mean = static_cast<float>(count > 0 ? sum / count : 0);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = valid[i] ? values[i] - mean : 0;
    smooth(values, size, threads);
    smooth(weights, size, threads);
    constexpr float least = 1e-3F;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = mean + (weights[i] > least ? values[i] / weights[i] : 0);
}

}  // namespace coarsen
