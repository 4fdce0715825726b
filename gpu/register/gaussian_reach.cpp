// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/gaussian_reach.hpp"

#include "core/register/gaussian_loops.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen::gpu {

namespace {

constexpr double leastWeight = 2e-4;

}  // namespace

std::vector<float> gaussianResponse(double sigma, std::size_t reach) {
    std::vector<float> response;
    if (sigma <= largestSummedSigma) {
        response = gaussianWeights(sigma);
        response.resize(reach + 1);
        return response;
    }
    const std::size_t middle = 2 * reach, length = 2 * middle + 1;  // so long that the ends do not matter
    std::vector<float> lines(length * linesAtOnce), room(lines.size());
    lines[middle * linesAtOnce] = 1;
    filterRecursively(RecursiveGaussian(sigma), length, lines.data(), room.data());
    for (std::size_t i = 0; i <= reach; ++i)
        response.push_back(lines[(middle + i) * linesAtOnce]);
    return response;
}

int gaussianReach(double sigma) {
    if (!(sigma > 0)) return 0;
    auto reach = static_cast<std::size_t>(std::ceil(16 * sigma));
    const std::vector<float> weights = gaussianResponse(sigma, reach);
    double beyond = 0;
    for (; reach > 0; --reach) {
        beyond += 2 * std::abs(static_cast<double>(weights[reach]));
        if (beyond >= leastWeight) break;
    }
    return static_cast<int>(reach);
}

}  // namespace coarsen::gpu
