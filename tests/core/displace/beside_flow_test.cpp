// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/beside_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

/// Blocks that scatter, and pull outwards by `growth` a block besides.
FoundShift pulled(double growth, double partsDifferPx) {
    FoundShift found = FoundShift::origin();
    found.partsDifferPx = partsDifferPx;
    for (int block = 0; block < shiftBlocks; ++block) {
        const int column = block % shiftBlocksAcross, row = block / shiftBlocksAcross;
        Shift& without = found.withoutBlock[static_cast<std::size_t>(block)];
        without.x = 1 + 0.01 * std::cos(2.1 * block) + growth * (column - 2.5);
        without.y = 2 + 0.01 * std::sin(1.7 * block) + growth * (row - 2.5);
    }
    return found;
}

TEST(BesideFlow, ErrorsAreThoseWithoutTheFlow) {
    const FoundShift still = besideFlow(pulled(0, 1)), growing = besideFlow(pulled(0.3, 1));

    EXPECT_NEAR(growing.error().xPx, still.error().xPx, 1e-12);
    EXPECT_NEAR(growing.error().yPx, still.error().yPx, 1e-12);
    EXPECT_GT(pulled(0.3, 1).error().xPx, 10 * growing.error().xPx);
    EXPECT_NEAR(still.error().xPx, pulled(0, 0).error().xPx, 0.2 * still.error().xPx);
}

TEST(BesideFlow, WherePartsMoveAlikeNothingChanges) {
    const FoundShift found = pulled(0.3, 0);

    EXPECT_EQ(besideFlow(found).error().xPx, found.error().xPx);
    EXPECT_TRUE(std::isnan(besideFlow(FoundShift::none()).error().xPx));
}

}  // namespace
}  // namespace coarsen
