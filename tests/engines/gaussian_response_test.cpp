// SPDX-License-Identifier: GPL-3.0-or-later
// What the GPU makes of core's Gaussian before it smooths, which needs no GPU.

#include "core/register/gaussian.hpp"
#include "gpu/register/gaussian_reach.hpp"
#include "gpu/register/node_response.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

TEST(GaussianReach, LeavesHardlyAnyWeightBeyond) {
    for (const double sigma : {0.7, 2.0, 3.0, 3.1, 5.6, 14.0}) {
        const int reach = gpu::gaussianReach(sigma), length = 40 * static_cast<int>(std::ceil(sigma)) + 1, middle = length / 2;
        EXPECT_LE(reach, 4.5 * sigma + 1);
        std::vector<float> all(static_cast<std::size_t>(length)), within;
        for (int i = 0; i < length; ++i)
            all[static_cast<std::size_t>(i)] = i % 3 == 0 ? 1.0F : -0.5F;
        within = all;
        for (int i = 0; i < length; ++i)
            if (std::abs(i - middle) > reach) within[static_cast<std::size_t>(i)] = -all[static_cast<std::size_t>(i)];
        const GaussianSmoothing smooth(sigma);
        smooth(all, {length, 1, 1}, 1), smooth(within, {length, 1, 1}, 1);
        const auto at = static_cast<std::size_t>(middle);
        EXPECT_LE(std::abs(all[at] - within[at]), 4e-4F) << "sigma " << sigma;
    }
    EXPECT_EQ(gpu::gaussianReach(0), 0);
}

/// A cubic B-spline of unit distance between nodes, by its second differences: the cube of what is positive.
double bump(double x) {
    double sum = 0;
    for (const auto& [at, weight] : {std::pair{2, 1}, {1, -4}, {0, 6}, {-1, -4}, {-2, 1}})
        sum += weight * std::pow(std::max(0.0, x + at), 3);
    return sum / 6;
}

double worstOfNodes(double sigma, int every) {
    constexpr int length = 400, least = 100, most = 300;  // so far from the ends that these do not matter
    const std::vector<double> response = gpu::nodeResponse(gpu::gaussianResponse(sigma, 64), every);
    std::mt19937 random(7);
    std::vector<float> line(length);
    for (float& number : line)
        number = random() % 2 ? 1.0F : -1.0F;
    std::vector<float> smooth = line;
    GaussianSmoothing{sigma}(smooth, {length, 1, 1}, 1);
    const auto nodeAt = [&](int node) {
        double sum = 0;
        for (int i = 0; i < length; ++i)
            if (std::abs(i - node * every) <= 64)
                sum += response[static_cast<std::size_t>(std::abs(i - node * every))] *
                       static_cast<double>(line[static_cast<std::size_t>(i)]);
        return sum;
    };
    double worst = 0;
    for (int i = least; i < most; ++i) {
        double drawn = 0;
        for (int node = i / every - 1; node <= i / every + 2; ++node)
            drawn += nodeAt(node) * bump(static_cast<double>(i) / every - node);
        worst = std::max(worst, std::abs(drawn - static_cast<double>(smooth[static_cast<std::size_t>(i)])));
    }
    return worst;
}

TEST(NodeResponse, MakesASplineThatIsTheGaussian) {
    for (const auto& [sigma, every] : {std::pair{2.8, 2}, {5.6, 4}, {6.0, 4}})
        EXPECT_LE(worstOfNodes(sigma, every), 2.2e-3) << "sigma " << sigma << ", every " << every;
    for (const auto& [sigma, every] : {std::pair{4.0, 2}, {5.6, 2}, {8.0, 4}, {11.0, 4}})
        EXPECT_LE(worstOfNodes(sigma, every), 4e-4) << "sigma " << sigma << ", every " << every;
}

TEST(NodeResponse, KeepsWhatIsTheSameEverywhere) {
    const std::vector<double> response = gpu::nodeResponse(gpu::gaussianResponse(6, 64), 4);
    double sum = response[0];
    for (std::size_t i = 1; i < response.size(); ++i)
        sum += 2 * response[i];
    EXPECT_NEAR(sum, 1, 1e-5);
}

}  // namespace
}  // namespace coarsen
