// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace coarsen {

/// So many lines are filtered side by side: element i of line l is at [i * linesAtOnce + l].
inline constexpr std::size_t linesAtOnce = 16;

/// Deriche's filter of fourth order as two sections of second order side by side, which float32 bears; each direction begins as
/// if its first value had been there for ever.
struct RecursiveGaussian {
    explicit RecursiveGaussian(double sigma);

    struct Section {
        float onward0, onward1;      ///< weights of x[i] and x[i - 1]
        float backward1, backward2;  ///< of x[i + 1] and x[i + 2]
        float last1, last2;          ///< of the two answers before
        float onwardSum, backwardSum;
    };
    std::array<Section, 2> sections;
};

/// In place; `room` is as large as the lines.
void filterRecursively(const RecursiveGaussian& filter, std::size_t length, float* lines, float* room);

/// Up to it a Gaussian is summed, above it recursive.
inline constexpr double largestSummedSigma = 3;

/// Weights of the middle and of one side, cut at 4 sigma.
std::vector<float> gaussianWeights(double sigma);

/// `weights` are those of the middle and of one side.
void filterBySums(const std::vector<float>& weights, std::size_t length, float* lines, float* room);

}  // namespace coarsen
