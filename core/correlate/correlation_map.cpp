// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/correlation_map.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace coarsen {

CorrelationMap::CorrelationMap(int maxLag, bool isEven, std::vector<double> values, std::vector<double> pairCounts)
    : maxLag_(maxLag), isEven_(isEven), values_(std::move(values)), pairCounts_(std::move(pairCounts)) {
    [[maybe_unused]] const auto rows = static_cast<std::size_t>(maxLag - minY() + 1);
    assert(values_.size() == rows * static_cast<std::size_t>(2 * maxLag + 1) && pairCounts_.size() == values_.size());
    isDefinedEverywhere_ = std::none_of(values_.begin(), values_.end(), [](double value) { return std::isnan(value); });
}

}  // namespace coarsen
