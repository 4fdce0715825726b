// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>

namespace coarsen {

/// Random numbers that are the same on every platform (std::normal_distribution is not): one independent stream a purpose and
/// frame.
///
/// Use:
///
///     RandomNumbers numbers(2010, 3);  // the third stream of that seed
///     const double x = numbers.uniform(), noise = numbers.normal();
class RandomNumbers {
public:
    RandomNumbers(std::uint64_t seed, std::uint64_t stream);
    double uniform();                         ///< in [0, 1)
    double uniform(double low, double high);  ///< in [low, high)
    double normal();                          ///< mean 0, standard deviation 1 (Box-Muller)

private:
    std::mt19937_64 generator_;
    double spare_ = 0;
    bool hasSpare_ = false;
};

}  // namespace coarsen
