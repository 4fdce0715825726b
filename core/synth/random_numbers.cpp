// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/random_numbers.hpp"

#include <cmath>
#include <numbers>

namespace coarsen {

RandomNumbers::RandomNumbers(std::uint64_t seed, std::uint64_t stream) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                           static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
    generator_.seed(sequence);
}

double RandomNumbers::uniform() {
    return static_cast<double>(generator_() >> 11) * 0x1p-53;
}

double RandomNumbers::uniform(double low, double high) {
    return low + (high - low) * uniform();
}

double RandomNumbers::normal() {
    if (hasSpare_) {
        hasSpare_ = false;
        return spare_;
    }
    const double radius = std::sqrt(-2 * std::log(1 - uniform())), angle = 2 * std::numbers::pi * uniform();
    spare_ = radius * std::sin(angle);
    hasSpare_ = true;
    return radius * std::cos(angle);
}

}  // namespace coarsen
