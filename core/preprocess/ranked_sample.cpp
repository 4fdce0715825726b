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

constexpr int roundBits = 11;
constexpr std::array shifts{21, 10, 0};  // the last round looks at one bit again

std::uint32_t bitsOf(std::uint32_t key, int shift) {
    return (key >> shift) & ((1U << roundBits) - 1);
}

}  // namespace

RankedSample::Counts RankedSample::countsOf(std::span<const std::uint32_t> keys, int shift) {
    Counts counts{};
    for (const std::uint32_t key : keys)
        ++counts[bitsOf(key, shift)];
    return counts;
}

RankedSample::RankedSample(std::span<const float> numbers) : keys_(numbers.size()) {
    std::ranges::transform(numbers, keys_.begin(), keyOf);
    counts_ = countsOf(keys_, shifts.front());
}

float RankedSample::at(std::size_t place) const {
    std::vector<std::uint32_t> alike;
    std::span<const std::uint32_t> keys = keys_;
    for (const int shift : shifts) {
        const Counts counts = shift == shifts.front() ? counts_ : countsOf(keys, shift);
        std::uint32_t bits = 0;
        while (place >= counts[bits])
            place -= counts[bits++];
        alike.resize(std::max(alike.size(), std::size_t{counts[bits]} + 1));  // one more, where what is not alike is written
        std::size_t found = 0;
        for (const std::uint32_t key : keys) {
            alike[found] = key;
            found += bitsOf(key, shift) == bits;
        }
        keys = std::span(alike).first(found);
    }
    return numberOf(keys.front());
}

}  // namespace coarsen
