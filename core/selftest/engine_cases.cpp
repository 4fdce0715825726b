// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/correlate.hpp"
#include "core/selftest/cases.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

void engineCases(SelfTestRun& run) {
    RingSettings settings = growingRing(run);
    settings.width = 160, settings.height = 120, settings.rMaxFromPx = settings.rMaxToPx = 12;
    const MaskedImage image{ringFrame(settings, 0).image, {}};
    constexpr int maxLag = 40;
    const auto& judge = run.engines().correlation.front();
    const CorrelationMap truth = correlate(image, {}, MeanMode::global, NormMode::count, maxLag, judge);
    for (const auto& engine : run.engines().correlation) {
        if (engine == judge || !engine->description().unavailable.empty()) continue;
        const CorrelationMap map = correlate(image, {}, MeanMode::global, NormMode::count, maxLag, engine);
        double worst = 0;
        for (std::size_t i = 0; i < map.values().size(); ++i)
            worst = std::max(worst, std::abs(map.values()[i] - truth.values()[i]));
        run.report(engine->description().name + ", largest difference from " + judge->description().name, "", worst, 0, worst,
                   engine->description().isExactFor(image.image.type()) ? 1e-10 : 1e-5);
    }
}

}  // namespace coarsen
