// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/lag_sums.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace coarsen {

/// The problem of Lu et al. (2010), Figs 6, 7 and 9: C2D of one 8-bit image for all offsets up to R.
struct PaperProblem {
    int width = 0, height = 0, maxLag = 0;
    std::vector<std::uint8_t> pixels;  ///< row by row
    LagSums judged;                    ///< the half plane's sums, exact

    /// Multiply-adds of the half plane that C2D needs.
    double products() const;

    /// How far the mean product of a pair lies off at most, over the true one at no offset. `sums`: like LagSums, from X0 = -R,
    /// Y0 = 0 on; the first rows of it are enough.
    double largestError(std::span<const double> sums) const;
    /// The same of mean products.
    double largestErrorOfMeans(std::span<const double> means) const;

private:
    double pairs(std::size_t i) const;
};

/// One way to solve it.
struct PaperTiming {
    std::string device;  ///< "CPU, 2 threads", "NVIDIA H200"
    std::string engine;  ///< "cpu-fft", "Listing 1, as meant"
    double ms = 0;       ///< median, from an image in the computer's memory to its sums there
    double maxError = 0;
};

namespace gpu {

/// The paper's kernels on the first GPU: Listing 1 in the arithmetic that is printed (whole numbers of 100 times a row's mean
/// product, H - R + 2 rows, R offsets down; where its arrays of 800 + 514 pixels suffice), as it is meant, as the earlier version
/// with a second kernel, and their first kernel, a thread for each offset, from a texture and from global memory. Each for at
/// least `seconds`. Does nothing without a GPU. Throws EngineError, also when an answer is wrong.
void benchmarkPaper(const PaperProblem& problem, double seconds, const std::function<void(const PaperTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
