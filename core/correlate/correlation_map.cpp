// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/correlation_map.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace coarsen {

CorrelationMap::CorrelationMap(int maxLag, bool isEven, std::vector<double> values, std::shared_ptr<const LagSums> pairCounts)
    : maxLag_(maxLag), isEven_(isEven), values_(std::move(values)), pairCounts_(std::move(pairCounts)) {
    [[maybe_unused]] const auto rows = static_cast<std::size_t>(maxLag - minY() + 1);
    assert(values_.size() == rows * static_cast<std::size_t>(2 * maxLag + 1) && pairCounts_->values.size() == values_.size());
    isDefinedEverywhere_ = std::count_if(values_.begin(), values_.end(), [](double value) { return std::isnan(value); }) == 0;
}

CorrelationMap::CorrelationMap(int maxLag, bool isEven, std::vector<double> values, std::vector<double> pairCounts)
    : CorrelationMap(maxLag, isEven, std::move(values), [&] {
          auto counts = std::make_shared<LagSums>();
          counts->maxLag = maxLag;
          counts->minY = isEven ? 0 : -maxLag;
          counts->values = std::move(pairCounts);
          return counts;
      }()) {}

}  // namespace coarsen
