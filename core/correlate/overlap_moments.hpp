// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The sums beside N(X0, Y0) that the mean and norm modes need, all from the engines' one primitive. For correlate.cpp.

#include "core/correlate/engine.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace coarsen {

/// Sums over the pixels of one image that have a valid partner in the other, and the numbers of such pixels.
/// Plans are made when first needed and kept; pair counts are kept while the masks stay the same.
class OverlapMoments {
public:
    OverlapMoments(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& shape);

    /// n(X0, Y0) in whole numbers, rows from Y0 = (autocorrelation ? 0 : -R). Nothing after a stop.
    std::shared_ptr<const LagSums> pairCounts(const Mask& a, const Mask& b, std::stop_token stop);

    /// sum over (x, y) of field(x, y) partner(x - X0, y - Y0), for all Y0 from -R on. Nothing after a stop.
    std::optional<LagSums> sumsOverPartners(const std::vector<double>& field, const Mask& partner, std::stop_token stop);

private:
    std::shared_ptr<const LagSums> rectangleCounts() const;
    std::shared_ptr<const LagSums> maskCounts(const Mask& a, const Mask& b, std::stop_token stop);

    std::shared_ptr<const CorrelationEngine> engine_;
    PlanShape shape_;
    std::unique_ptr<CorrelationPlan> countPlan_, fieldPlan_;
    Mask keptA_, keptB_;
    std::shared_ptr<const LagSums> keptCounts_;
};

}  // namespace coarsen
