// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coarsen {

/// Sample of numbers that says which would stand at a place if it were sorted. Three rounds of counting, each by the next bits of
/// the numbers, tell it. NaN stands beyond infinity, on the side of its sign.
class RankedSample {
public:
    explicit RankedSample(std::span<const float> numbers);

    std::size_t size() const { return keys_.size(); }

    /// The number at that place, from 0 to size() - 1.
    float at(std::size_t place) const;

private:
    using Counts = std::array<std::uint32_t, 2048>;  ///< of keys by the eleven bits of a round

    static Counts countsOf(std::span<const std::uint32_t> keys, int shift);

    std::vector<std::uint32_t> keys_;  ///< the numbers as whole ones in the same order
    Counts counts_;                    ///< of the first round
};

}  // namespace coarsen
