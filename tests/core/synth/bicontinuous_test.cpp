// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/bicontinuous.hpp"

#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

namespace coarsen {
namespace {

BicontinuousSettings smallBicontinuous() {
    BicontinuousSettings settings;
    settings.width = 20;
    settings.height = 16;
    settings.depth = 12;
    settings.wavelengthFromPx = 5;
    settings.wavelengthToPx = 8;
    settings.frames = 4;
    return settings;
}

TEST(Bicontinuous, ThinRingHasTheFirstSideMaximumOfSinc) {
    EXPECT_NEAR(bicontinuousRMaxPx(2 * std::numbers::pi, 1e-3), 1.2295, 5e-5);
    const double q0 = 0.7;
    for (const double r : {0.0, 1.0, 5.0, 11.0})
        EXPECT_NEAR(bicontinuousC1d(r, q0, 1e-4), r == 0 ? 1 : std::sin(q0 * r) / (q0 * r), 1e-5);
}

TEST(Bicontinuous, FollowsItsLawAndRepeatsItself) {
    BicontinuousSettings settings = smallBicontinuous();
    settings.law = RingLaw::power;
    settings.exponent = 1.0 / 3;
    const SyntheticVolume first = bicontinuousVolume(settings, 0), last = bicontinuousVolume(settings, 3);
    EXPECT_NEAR(first.rMaxPx, 5 * rMaxOfWavelength, 1e-9);
    EXPECT_NEAR(last.rMaxPx, 8 * rMaxOfWavelength, 1e-9);
    EXPECT_NEAR(std::pow(last.rMaxPx / first.rMaxPx, 3), last.timeS / first.timeS, 1e-9);
    const SyntheticVolume again = bicontinuousVolume(settings, 3);
    EXPECT_TRUE(std::ranges::equal(again.volume.values(), last.volume.values()));
    settings.seed = 2;
    EXPECT_FALSE(std::ranges::equal(bicontinuousVolume(settings, 3).volume.values(), last.volume.values()));
}

TEST(Bicontinuous, KeptIsTheCorrelationFromFrameToFrame) {
    BicontinuousSettings settings = smallBicontinuous();
    settings.width = settings.height = settings.depth = 48;
    settings.law = RingLaw::constant;
    settings.zoom = true;
    settings.kept = 0.8;
    const Volume a = bicontinuousVolume(settings, 0).volume, b = bicontinuousVolume(settings, 2).volume;
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.values().size(); ++i) {
        const double x = static_cast<double>(a.values()[i]) - 127.5, y = static_cast<double>(b.values()[i]) - 127.5;
        ab += x * y, aa += x * x, bb += y * y;
    }
    EXPECT_NEAR(ab / std::sqrt(aa * bb), 0.64, 0.05);
}

TEST(Bicontinuous, WritesPagesThatAreItsSlices) {
    for (const int bits : {8, 16}) {
        const TemporaryFolder folder;
        BicontinuousSettings settings = smallBicontinuous();
        settings.frames = 1;
        settings.bits = bits;
        settings.spacing = {0.5, 0.5, 1.5, true};
        settings.wavelengthFromPx = 6;
        writeBicontinuousSeries(folder.path() / "made", settings);
        const Volume volume = bicontinuousVolume(settings, 0).volume;
        const auto file = folder.path() / "made" / "bicontinuous_0000_t0s.tif";
        ASSERT_TRUE(std::filesystem::exists(file));
        std::ifstream text(file, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(text), {}};
        EXPECT_THAT(bytes, testing::HasSubstr("SizeZ=\"12\""));
        EXPECT_THAT(bytes, testing::HasSubstr("PhysicalSizeZ=\"1.5\""));
        for (const int z : {0, 5, 11}) {
            const Image page = decode(file, z).image;
            ASSERT_EQ(page.width(), 20);
            ASSERT_EQ(page.height(), 16);
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 20; ++x)
                    ASSERT_EQ(page.at(x, y), static_cast<double>(volume.at(x, y, z)));
        }
        std::ifstream table(folder.path() / "made" / "truth.csv");
        std::string head, row;
        std::getline(table, head);
        std::getline(table, row);
        EXPECT_EQ(head, "frame,file,time_s,r_max_px,drift_x_px,drift_y_px,drift_z_px,wavelength_px,r_max_um");
        EXPECT_THAT(row, testing::StartsWith("0,bicontinuous_0000_t0s.tif,0,7.377"));
        EXPECT_THAT(row, testing::HasSubstr(",0,0,0,6,5.3197"));
        EXPECT_THROW(writeBicontinuousSeries(folder.path() / "made", settings), StorageError);
    }
}

}  // namespace
}  // namespace coarsen
