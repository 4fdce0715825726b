// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/volume_drift.hpp"

#include "core/synth/bicontinuous.hpp"
#include "core/synth/flow_pair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace coarsen {
namespace {

BicontinuousSettings drifting(double kept, double noise, std::uint64_t seed) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = 64;
    settings.wavelengthFromPx = settings.wavelengthToPx = 12;
    settings.law = RingLaw::constant;
    settings.ringWidth = 0.1;
    settings.zoom = true;
    settings.kept = kept;
    settings.frames = 7;
    settings.bits = 16;
    settings.seed = seed;
    settings.faults.driftPx = 9;
    settings.faults.noise = noise;
    return settings;
}

double off(const VolumeShift& found, const SyntheticVolume& from, const SyntheticVolume& to) {
    return std::hypot(found.x - (to.driftX - from.driftX), found.y - (to.driftY - from.driftY),
                      found.z - (to.driftZ - from.driftZ));
}

TEST(VolumeShift, OfTheSamePatternIsFoundToAFiftiethOfAVoxel) {
    const BicontinuousSettings settings = drifting(1, 0, 3);
    const SyntheticVolume first = bicontinuousVolume(settings, 0);
    VolumeShiftFinder finder(settings.size(), 2);
    for (const int index : {1, 2, 3}) {
        const SyntheticVolume moved = bicontinuousVolume(settings, index);
        const VolumeShift shift = finder.between(first.volume, moved.volume);
        EXPECT_LT(off(shift, first, moved), 0.02);
        EXPECT_GT(shift.correlation, 0.99);
        EXPECT_GT(std::hypot(moved.driftX, moved.driftY, moved.driftZ), 1) << "nothing moved";
    }
}

TEST(VolumeShift, OfAChangedPatternWithNoiseIsFoundToTwoFifthsOfAVoxel) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const BicontinuousSettings settings = drifting(0.8, 0.1, seed);
        const SyntheticVolume first = bicontinuousVolume(settings, 0), moved = bicontinuousVolume(settings, 1);
        VolumeShiftFinder finder(settings.size(), 2);
        const VolumeShift shift = finder.between(first.volume, moved.volume);
        EXPECT_LT(off(shift, first, moved), 0.4) << seed;
        EXPECT_NEAR(shift.correlation, 0.79, 0.06);
    }
}

TEST(VolumeShift, OfMaskedVolumesLooksAtTheirCommonVoxels) {
    const BicontinuousSettings settings = drifting(1, 0, 5);
    const SyntheticVolume first = bicontinuousVolume(settings, 0), moved = bicontinuousVolume(settings, 2);
    // Something bright that stays where it is, masked in both.
    const auto spoilt = [&](const Volume& volume) {
        std::vector<float> values(volume.values().begin(), volume.values().end());
        std::vector<std::uint8_t> valid(values.size(), 1);
        for (int z = 20; z < 40; ++z)
            for (int y = 10; y < 50; ++y)
                for (int x = 10; x < 40; ++x) {
                    values[settings.size().index(x, y, z)] = 60000;
                    valid[settings.size().index(x, y, z)] = 0;
                }
        values[0] = std::numeric_limits<float>::quiet_NaN();  // what is masked may be anything
        valid[0] = 0;
        return Volume(settings.size(), {}, std::move(values), std::move(valid));
    };
    VolumeShiftFinder finder(settings.size(), 2);
    const Volume a = spoilt(first.volume), b = spoilt(moved.volume);
    std::vector<std::uint8_t> allButFirst(settings.size().voxels(), 1);
    allButFirst[0] = 0;
    EXPECT_LT(off(finder.between(a, b), first, moved), 0.02);
    EXPECT_GT(off(finder.between(a.withMask(allButFirst), b.withMask(allButFirst)), first, moved), 0.5)
        << "the mask makes no difference";
}

TEST(VolumeShift, OfOneSliceLiesWithinIt) {
    FlowPairSettings made;
    made.size = {96, 80, 1};
    made.maxU = 0;
    made.drift = {5.3, -2.6, 0};
    const FlowPair pair = flowPair(made, 1);
    const VolumeShift shift = VolumeShiftFinder(made.size, 1).between(pair.fixed, pair.moved);
    EXPECT_NEAR(shift.x, 5.3, 0.02);
    EXPECT_NEAR(shift.y, -2.6, 0.02);
    EXPECT_EQ(shift.z, 0);
}

TEST(VolumeShift, IsTheSameWhateverTheContrast) {
    FlowPairSettings made;
    made.size = {48, 40, 44};
    made.maxU = 0;
    made.drift = {7.3, -4.6, 2.25};
    const FlowPair pair = flowPair(made, 1);
    const VolumeShift shift = VolumeShiftFinder(made.size, 1).between(pair.fixed, pair.moved);
    std::vector<float> fainter(pair.moved.values().begin(), pair.moved.values().end());
    for (float& value : fainter)
        value = 0.25F + 0.5F * value;
    const VolumeShift other = VolumeShiftFinder(made.size, 1).between(pair.fixed, Volume(made.size, {}, fainter));
    EXPECT_NEAR(other.x, shift.x, 1e-4);
    EXPECT_NEAR(other.y, shift.y, 1e-4);
    EXPECT_NEAR(other.z, shift.z, 1e-4);
}

TEST(VolumeShift, IsNoneWhereVolumesHaveNothingInCommon) {
    const BicontinuousSettings one = drifting(1, 0, 1), other = drifting(1, 0, 2);
    const Volume volume = bicontinuousVolume(one, 0).volume;
    VolumeShiftFinder finder(one.size(), 2);
    EXPECT_FALSE(finder.between(volume, bicontinuousVolume(other, 0).volume).isFound());
    const Volume blank(one.size(), {}, std::vector<float>(one.size().voxels(), 7.0F));
    EXPECT_FALSE(finder.between(volume, blank).isFound());
    EXPECT_FALSE(finder.between(blank, volume).isFound());
    EXPECT_FALSE(finder.between(volume, Volume({8, 8, 8}, {}, std::vector<float>(512, 1.0F))).isFound());
}

TEST(RefinedShift, StaysWhereItBeganIfItsStepsLeadToLessCorrelation) {
    const auto normalsAt = [](const VolumeShift& at) {
        ShiftNormals normals;
        for (int i = 0; i < 100; ++i) {
            const double slope = i % 2 ? 1 : -1, here = i % 10;
            normals.add({slope, 0, 0, here, 1}, at.x == 0 ? here - 0.8 * slope : -here);
        }
        return normals;
    };
    const VolumeShift shift = refinedShift({0, 0, 0}, normalsAt);
    EXPECT_EQ(shift.x, 0);
    EXPECT_GT(shift.correlation, 0.9);
}

TEST(VolumeDriftFollower, AddsUpAndPassesABlankVolume) {
    const BicontinuousSettings settings = drifting(0.95, 0.1, 4);
    VolumeDriftFollower follower(2);
    const SyntheticVolume first = bicontinuousVolume(settings, 0);
    for (int index = 0; index < settings.frames; ++index) {
        if (index == 3) {
            const Volume blank(settings.size(), {}, std::vector<float>(settings.size().voxels(), 7.0F));
            EXPECT_FALSE(follower.next(blank).isFound());
            continue;
        }
        const SyntheticVolume made = bicontinuousVolume(settings, index);
        EXPECT_LT(off(follower.next(made.volume), first, made), 0.4) << index;
    }
}

TEST(VolumeDriftFollower, GoesOnWhereAnotherHasEnded) {
    BicontinuousSettings settings = drifting(0.9, 0.1, 6);
    settings.width = settings.height = settings.depth = 32;
    settings.wavelengthFromPx = settings.wavelengthToPx = 8;
    settings.faults.driftPx = 3;
    settings.frames = 9;
    std::vector<VolumeDriftFollower::Known> known;
    VolumeDriftFollower whole(2);
    for (int index = 0; index < settings.frames; ++index) {
        const Volume volume = bicontinuousVolume(settings, index).volume;
        const VolumeShift shift = whole.next(volume);
        ASSERT_TRUE(shift.isFound()) << index;
        for (const int ended : {1, 2, 6, 7}) {
            if (ended != index) continue;
            const auto last = known.back(), fifth = known[static_cast<std::size_t>(VolumeDriftFollower::fifthOf(ended))];
            const VolumeShift same = VolumeDriftFollower(1, ended, last, fifth).next(volume);
            EXPECT_EQ(same.x, shift.x) << ended;
            EXPECT_EQ(same.z, shift.z) << ended;
        }
        known.push_back({volume, shift, whole.variance()});
    }
    EXPECT_EQ(VolumeDriftFollower::fifthOf(6), 0);
    EXPECT_EQ(VolumeDriftFollower::fifthOf(7), 5);
}

}  // namespace
}  // namespace coarsen
