// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/gaussian_reach.hpp"

#include "core/register/gaussian_loops.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen::gpu {

namespace {

constexpr double leastWeight = 2e-4;

/// What the recursion makes of a 1, from its place on.
std::vector<float> recursiveWeights(double sigma) {
    const auto side = static_cast<std::size_t>(std::ceil(16 * sigma)), length = 2 * side + 1;
    std::vector<float> lines(length * linesAtOnce), room(lines.size()), weights;
    lines[side * linesAtOnce] = 1;
    filterRecursively(RecursiveGaussian(sigma), length, lines.data(), room.data());
    for (std::size_t i = side; i < length; ++i)
        weights.push_back(lines[i * linesAtOnce]);
    return weights;
}

}  // namespace

int gaussianReach(double sigma) {
    if (!(sigma > 0)) return 0;
    const std::vector<float> weights = sigma > largestSummedSigma ? recursiveWeights(sigma) : gaussianWeights(sigma);
    double beyond = 0;
    std::size_t reach = weights.size() - 1;
    for (; reach > 0; --reach) {
        beyond += 2 * std::abs(static_cast<double>(weights[reach]));
        if (beyond >= leastWeight) break;
    }
    return static_cast<int>(reach);
}

}  // namespace coarsen::gpu
