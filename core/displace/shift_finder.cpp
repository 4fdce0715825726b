// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/shift_finder.hpp"

#include "core/correlate/engines.hpp"
#include "core/displace/map_peak.hpp"
#include "core/displace/refinement.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

struct ShiftFinder::Parts {
    int width, height;
    Correlator correlator;
};

ShiftFinder::ShiftFinder(int width, int height) {
    PlanShape shape;
    shape.width = width;
    shape.height = height;
    shape.maxLag = std::max(1, std::min(width, height) / 3);
    shape.isAutocorrelation = false;
    shape.threads = 1;
    parts_ = std::make_unique<Parts>(Parts{width, height, Correlator(cpuFftEngine(), shape, MeanMode::global, NormMode::count)});
}
ShiftFinder::~ShiftFinder() = default;
ShiftFinder::ShiftFinder(ShiftFinder&&) noexcept = default;

FoundShift ShiftFinder::shiftBetween(const PreparedPicture& here, const PreparedPicture& moved, bool turns,
                                     std::stop_token stop) {
    const auto fits = [&](const PreparedPicture& picture) {
        return picture.image.image.width() == parts_->width && picture.image.image.height() == parts_->height;
    };
    if (!fits(here) || !fits(moved)) return FoundShift::none();
    const MapPeak peak = highestOf(parts_->correlator.crossCorrelation(moved.image, here.image, stop));
    if (stop.stop_requested()) return FoundShift::none();
    RefinementLimits limits;
    limits.turns = turns;
    limits.tellsParts = true;
    limits.threads.stop = std::move(stop);
    return Refinement(here, moved, limits).from({static_cast<double>(peak.X0), static_cast<double>(peak.Y0)});
}

}  // namespace coarsen
