// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/volume/volume_correlation.hpp"

#include "core/correlate/volume/engines.hpp"
#include "core/correlate/volume/lag_transform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace coarsen {
namespace {

Volume randomVolume(const VolumeSize& size, bool isMasked, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::vector<float> values(size.voxels());
    for (float& value : values)
        value = static_cast<float>(random() % 256);
    std::vector<std::uint8_t> valid;
    for (std::size_t i = 0; isMasked && i < size.voxels(); ++i)
        valid.push_back(random() % 4 > 0);
    return {size, {}, std::move(values), std::move(valid)};
}

struct ModeCase {
    MeanMode mean;
    NormMode norm;
    bool isMasked;
};

/// Definitions of science/definitions.md, written down once more without a transform or a shortcut.
double definedValue(const Volume& volume, const ModeCase& mode, int X, int Y, int Z, double& n) {
    const VolumeSize& size = volume.size();
    double sum = 0, valid = 0;
    const auto forEachValid = [&](auto body) {
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    if (volume.isValid(x, y, z)) body(x, y, z);
    };
    forEachValid([&](int x, int y, int z) { sum += static_cast<double>(volume.at(x, y, z)), ++valid; });
    const double mean = mode.mean == MeanMode::none ? 0 : sum / valid;
    double energy = 0;
    forEachValid([&](int x, int y, int z) { energy += std::pow(static_cast<double>(volume.at(x, y, z)) - mean, 2); });

    double sumA = 0, sumB = 0, squaresA = 0, squaresB = 0, products = 0;
    n = 0;
    forEachValid([&](int x, int y, int z) {
        const int px = x - X, py = y - Y, pz = z - Z;
        if (px < 0 || py < 0 || pz < 0 || px >= size.width || py >= size.height || pz >= size.depth) return;
        if (!volume.isValid(px, py, pz)) return;
        const double a = static_cast<double>(volume.at(x, y, z)) - mean, b = static_cast<double>(volume.at(px, py, pz)) - mean;
        ++n;
        sumA += a, sumB += b, squaresA += a * a, squaresB += b * b, products += a * b;
    });
    if (mode.mean == MeanMode::overlap) {
        products -= sumA * sumB / n;
        squaresA -= sumA * sumA / n;
        squaresB -= sumB * sumB / n;
    }
    switch (mode.norm) {
        case NormMode::energy:
            return products / energy;
        case NormMode::count:
            return products / n / (energy / valid);
        case NormMode::local:
            return products / std::sqrt(squaresA * squaresB);
    }
    return 0;
}

class CorrelationModes : public testing::TestWithParam<ModeCase> {};

TEST_P(CorrelationModes, AreTheirDefinition) {
    const VolumeSize size{13, 10, 9};
    const Volume volume = randomVolume(size, GetParam().isMasked);
    const LagReach reach{5, 4, 4};
    VolumeCorrelator correlator(cpuFftC3d()->plan({size, reach, 2}), GetParam().mean, GetParam().norm);
    const auto c3d = correlator(volume, statisticsOf(volume));
    ASSERT_TRUE(c3d);
    int defined = 0;
    for (int Z = 0; Z <= reach.z; ++Z)
        for (int Y = -reach.y; Y <= reach.y; ++Y)
            for (int X = -reach.x; X <= reach.x; ++X) {
                double n = 0;
                const double truth = definedValue(volume, GetParam(), X, Y, Z, n);
                EXPECT_EQ(c3d->pairs->at(X, Y, Z), n);
                if (n < 32) {
                    EXPECT_TRUE(std::isnan(c3d->value.at(X, Y, Z)));
                    continue;
                }
                EXPECT_NEAR(c3d->value.at(X, Y, Z), truth, 1e-11) << X << ' ' << Y << ' ' << Z;
                ++defined;
            }
    EXPECT_GT(defined, 300);
    EXPECT_NEAR(c3d->value.at(0, 0, 0), 1, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(
    Every, CorrelationModes,
    testing::Values(ModeCase{MeanMode::global, NormMode::count, false}, ModeCase{MeanMode::global, NormMode::count, true},
                    ModeCase{MeanMode::global, NormMode::energy, true}, ModeCase{MeanMode::none, NormMode::energy, false},
                    ModeCase{MeanMode::none, NormMode::count, true}, ModeCase{MeanMode::overlap, NormMode::local, false},
                    ModeCase{MeanMode::overlap, NormMode::local, true}, ModeCase{MeanMode::overlap, NormMode::count, true},
                    ModeCase{MeanMode::none, NormMode::local, true}));

TEST(LagTransform, IsTheDirectSumsOfAMaskedVolume) {
    const VolumeSize size{24, 24, 24};
    const Volume volume = randomVolume(size, true);
    const LagReach reach{8, 8, 8};
    const double mean = statisticsOf(volume).mean;
    LagTransform transform(size, reach, 2);
    for (const FieldRows& field : {centredRows(volume, mean, wholeOf(size)), validRows(volume, wholeOf(size))}) {
        const VolumeLagSums truth = directLagSums(size, reach, field, field);
        const auto sums = transform.ofItself(field);
        ASSERT_TRUE(sums);
        const double whole = truth.at(0, 0, 0);
        for (int Z = 0; Z <= reach.z; ++Z)
            for (int Y = -reach.y; Y <= reach.y; ++Y)
                for (int X = -reach.x; X <= reach.x; ++X)
                    ASSERT_NEAR(sums->at(X, Y, Z), truth.at(X, Y, Z), 1e-10 * whole);
    }
}

/// Odd, even and lopsided sizes, reaches from 1 to the size less 1.
TEST(LagTransform, OfTwoFieldsIsTheDirectSums) {
    const std::vector<std::pair<VolumeSize, LagReach>> cases{
        {{9, 12, 7}, {3, 5, 2}}, {{8, 8, 8}, {7, 7, 7}}, {{31, 4, 5}, {10, 1, 4}}, {{5, 6, 40}, {2, 3, 19}}};
    for (const auto& [size, reach] : cases) {
        const Volume first = randomVolume(size, true, 3), second = randomVolume(size, false, 4);
        const FieldRows a = centredRows(first, 100, wholeOf(size)), b = centredRows(second, 128, wholeOf(size));
        const VolumeLagSums truth = directLagSums(size, reach, a, b);
        LagTransform transform(size, reach, 2);
        const auto sums = transform.ofBoth(a, b);
        ASSERT_TRUE(sums);
        EXPECT_EQ(sums->minZ, -reach.z);
        double largest = 0, off = 0;
        for (std::size_t i = 0; i < truth.values.size(); ++i) {
            largest = std::max(largest, std::abs(truth.values[i]));
            off = std::max(off, std::abs(truth.values[i] - sums->values[i]));
        }
        EXPECT_LT(off, 1e-12 * largest);
    }
}

TEST(LagTransform, ReadsABoxOfAVolume) {
    const Volume volume = randomVolume({12, 10, 14}, true);
    const VoxelBox box{3, 2, 5, {6, 7, 8}};
    const LagReach reach{2, 3, 3};
    LagTransform transform(box.size, reach, 1);
    const auto sums = transform.ofItself(centredRows(volume, 10, box));
    ASSERT_TRUE(sums);
    double truth = 0;
    for (int z = 5; z < 13; ++z)
        for (int y = 2; y < 9; ++y)
            for (int x = 3; x < 9; ++x) {
                const int px = x - 1, py = y + 2, pz = z - 3;
                if (px < 3 || py >= 9 || pz < 5 || !volume.isValid(x, y, z) || !volume.isValid(px, py, pz)) continue;
                truth += (static_cast<double>(volume.at(x, y, z)) - 10) * (static_cast<double>(volume.at(px, py, pz)) - 10);
            }
    EXPECT_NEAR(sums->at(1, -2, 3), truth, 1e-6);
}

TEST(LagTransform, AnswersNothingAfterAStop) {
    const Volume volume = randomVolume({8, 8, 8}, false);
    std::stop_source stop;
    stop.request_stop();
    LagTransform transform(volume.size(), {2, 2, 2}, 2);
    const FieldRows rows = centredRows(volume, 0, wholeOf(volume.size()));
    EXPECT_FALSE(transform.ofItself(rows, stop.get_token()));
    EXPECT_FALSE(transform.ofBoth(rows, rows, stop.get_token()));
}

}  // namespace
}  // namespace coarsen
