// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/known_length.hpp"

#include "core/base/error.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

TEST(CalibrationFromLine, IsItsLengthOverItsPixels) {
    const Calibration found = calibrationFromLine(-30, 40, 100, {});

    EXPECT_DOUBLE_EQ(found.pixelWidthUm, 2);
    EXPECT_DOUBLE_EQ(found.pixelHeightUm, 2);
    EXPECT_EQ(found.source, "from a line");
}

TEST(CalibrationFromLine, KeepsTheRatioOfOblongPixels) {
    const Calibration before{1, 2, "TIFF"};

    const Calibration found = calibrationFromLine(30, 20, 100, before);  // 30 and 40 widths of a pixel

    EXPECT_DOUBLE_EQ(found.pixelWidthUm, 2);
    EXPECT_DOUBLE_EQ(found.pixelHeightUm, 4);
}

TEST(CalibrationFromLine, GivesTheLineItsLengthBack) {
    const Calibration found = calibrationFromLine(123.4, -56.7, 80.5, {0.3, 0.2, "typed"});

    EXPECT_NEAR(std::hypot(123.4 * found.pixelWidthUm, 56.7 * found.pixelHeightUm), 80.5, 1e-12);
}

TEST(CalibrationFromLine, RefusesNoLineAndNoLength) {
    EXPECT_THROW(calibrationFromLine(0, 0, 10, {}), SettingError);
    EXPECT_THROW(calibrationFromLine(10, 0, 0, {}), SettingError);
    EXPECT_THROW(calibrationFromLine(10, 0, -3, {}), SettingError);
}

}  // namespace
}  // namespace coarsen
