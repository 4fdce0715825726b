// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/beside_flow.hpp"

#include <cstddef>

namespace coarsen {

FoundShift besideFlow(FoundShift found) {
    if (!(found.partsDifferPx > 0) || found.withoutBlock.empty()) return found;
    constexpr double middle = (shiftBlocksAcross - 1) / 2.0;
    constexpr double squares = shiftBlocks * (shiftBlocksAcross * shiftBlocksAcross - 1) / 12.0;  // of places about the middle
    const auto across = [](int block) { return block % shiftBlocksAcross - middle; };
    const auto down = [](int block) {
        const int row = block / shiftBlocksAcross;
        return row - middle;
    };
    for (double Shift::*const part : {&Shift::x, &Shift::y, &Shift::rotationDeg}) {
        double slopeAcross = 0, slopeDown = 0;
        for (int block = 0; block < shiftBlocks; ++block) {
            const double value = found.withoutBlock[static_cast<std::size_t>(block)].*part;
            slopeAcross += across(block) * value / squares;
            slopeDown += down(block) * value / squares;
        }
        for (int block = 0; block < shiftBlocks; ++block)
            found.withoutBlock[static_cast<std::size_t>(block)].*part -= slopeAcross * across(block) + slopeDown * down(block);
    }
    return found;
}

}  // namespace coarsen
