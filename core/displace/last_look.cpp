// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/last_look.hpp"

#include "core/displace/match_rules.hpp"
#include "core/displace/replicates.hpp"

namespace coarsen {

FoundShift foundBy(const LastLook& look) {
    std::vector<Equations> blocks;
    for (const std::array<double, blockSums>& of : look.blocks)
        blocks.push_back({cv::Matx33d(of.data()), {of[9], of[10], of[11]}});
    return lastStep(blocks, look.moments, look.shift, MatchRules::leastCorrelation);
}

}  // namespace coarsen
