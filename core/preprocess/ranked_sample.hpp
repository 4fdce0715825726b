// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coarsen {

/// Sample of numbers that says which would stand at a place if it were sorted. Counts by the numbers' highest bits tell among
/// which few to look. NaN with a sign of plus stands behind infinity.
class RankedSample {
public:
    explicit RankedSample(std::span<const float> numbers);

    std::size_t size() const { return keys_.size(); }

    /// The number at that place, from 0 to size() - 1.
    float at(std::size_t place) const;

private:
    static constexpr int lowBits = 21;

    std::vector<std::uint32_t> keys_;                                       ///< in the order of the numbers, as whole ones
    std::array<std::uint32_t, std::size_t{1} << (32 - lowBits)> counts_{};  ///< of keys by their highest bits
};

}  // namespace coarsen
