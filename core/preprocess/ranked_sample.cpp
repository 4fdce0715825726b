// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/ranked_sample.hpp"

#include <algorithm>
#include <bit>

namespace coarsen {

namespace {

constexpr std::uint32_t signBit = 0x80000000U;

/// Whole number whose order is the float's.
std::uint32_t keyOf(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    return bits & signBit ? ~bits : bits | signBit;
}

float numberOf(std::uint32_t key) {
    return std::bit_cast<float>(key & signBit ? key & ~signBit : ~key);
}

}  // namespace

RankedSample::RankedSample(std::span<const float> numbers) : keys_(numbers.size()) {
    std::ranges::transform(numbers, keys_.begin(), keyOf);
    for (const std::uint32_t key : keys_)
        ++counts_[key >> lowBits];
}

float RankedSample::at(std::size_t place) const {
    std::uint32_t highest = 0;
    while (place >= counts_[highest])
        place -= counts_[highest++];
    std::vector<std::uint32_t> alike(counts_[highest] + 1);  // one more, where what is not alike is written
    std::size_t found = 0;
    for (const std::uint32_t key : keys_) {
        alike[found] = key;
        found += key >> lowBits == highest;
    }
    const auto wanted = alike.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(alike.begin(), wanted, alike.end() - 1);
    return numberOf(*wanted);
}

}  // namespace coarsen
