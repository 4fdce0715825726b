// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/displacement.hpp"

#include "core/displace/refinement.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace coarsen {

namespace {
constexpr double leastPairs = 0.1;       // part of the most: with few, some lag always fits by chance
constexpr double leastHillPx = 3;        // decision on displacements: what counts as another peak
constexpr double leastCompared = 0.005;  // part of the image's pixels
}  // namespace

Shift Displacement::shift() const {
    if (found.shift.isFound()) return found.shift;
    return {static_cast<double>(peak.X0), static_cast<double>(peak.Y0), std::numeric_limits<double>::quiet_NaN()};
}

Displacement displacementBetween(const MaskedImage& a, const MaskedImage& b, int maxLag,
                                 const std::shared_ptr<const CorrelationEngine>& engine, int threads, std::stop_token stop) {
    PlanShape shape;
    shape.width = a.image.width();
    shape.height = a.image.height();
    shape.maxLag = maxLag;
    shape.isAutocorrelation = false;
    shape.type = a.image.type() == b.image.type() ? a.image.type() : PixelType::f32;
    shape.threads = threads;
    Correlator correlator(engine, shape, MeanMode::overlap, NormMode::local);
    Displacement answer;
    answer.map = correlator.crossCorrelation(b, a, stop);
    answer.peak = highestOf(answer.map, leastPairs);
    answer.found = FoundShift::none();
    if (!answer.peak.isFound()) return answer;
    const MapPeak& peak = answer.peak;
    answer.second = secondOf(answer.map, peak, std::max(leastHillPx, halfHeightRadius(answer.map, peak)), leastPairs);
    answer.pairs = answer.map.pairCount(peak.X0, peak.Y0);
    answer.isAtEdge = std::max(std::abs(peak.X0), std::abs(peak.Y0)) == maxLag;
    const PreparedPicture here = preparedPicture(a), moved = preparedPicture(b);
    if (!here.isReadable() || !moved.isReadable()) return answer;
    RefinementLimits limits;
    limits.leastOverlap = leastCompared;
    answer.found = Refinement(here, moved, limits).from({static_cast<double>(peak.X0), static_cast<double>(peak.Y0)});
    return answer;
}

}  // namespace coarsen
