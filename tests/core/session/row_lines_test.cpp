// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/row_lines.hpp"

#include "core/base/parallel.hpp"
#include "tests/core/session/example_rows.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace coarsen {
namespace {

using test::measuredRow;

TEST(RowLinesAhead, AreThoseOfRowsThatKnowAll) {
    RowLinesAhead lines;
    parallelFor(20, 4, [&](std::size_t frame) { lines.make(measuredRow(static_cast<int>(frame))); });
    for (int frame = 0; frame < 20; ++frame) {
        const double correlation = frame == 3 ? std::numeric_limits<double>::quiet_NaN() : 1 / (1.0 + frame);
        EXPECT_EQ(lines.take(measuredRow(frame), correlation), rowLine({measuredRow(frame), correlation})) << frame;
    }
}

TEST(RowLinesAhead, OfARowThatWasNotGivenBeforeAreMadeAtOnce) {
    RowLinesAhead lines;
    EXPECT_EQ(lines.take(measuredRow(2), 0.75), rowLine({measuredRow(2), 0.75}));
}

TEST(RowLinesAhead, TakeNoNameForTheCorrelation) {
    FrameResult row = measuredRow(1);
    row.file = row.message = R"("neighbour_correlation":null)";
    RowLinesAhead lines;
    lines.make(row);
    EXPECT_EQ(lines.take(row, 0.75), rowLine({row, 0.75}));
}

}  // namespace
}  // namespace coarsen
