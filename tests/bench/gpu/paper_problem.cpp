// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/paper_bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace coarsen {

double PaperProblem::pairs(std::size_t i) const {
    const int X0 = static_cast<int>(i) % (2 * maxLag + 1) - maxLag, Y0 = static_cast<int>(i) / (2 * maxLag + 1);
    return static_cast<double>(width - std::abs(X0)) * (height - Y0);
}

double PaperProblem::products() const {
    double sum = 0;
    for (std::size_t i = 0; i < judged.values.size(); ++i)
        sum += pairs(i);
    return sum;
}

double PaperProblem::largestError(std::span<const double> sums) const {
    std::vector<double> means(sums.begin(), sums.end());
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i] /= pairs(i);
    return largestErrorOfMeans(means);
}

double PaperProblem::largestErrorOfMeans(std::span<const double> means) const {
    const auto origin = static_cast<std::size_t>(maxLag);
    double largest = 0;
    for (std::size_t i = 0; i < means.size(); ++i)
        largest = std::max(largest, std::abs(means[i] - judged.values[i] / pairs(i)));
    return largest / (judged.values[origin] / pairs(origin));
}

}  // namespace coarsen
