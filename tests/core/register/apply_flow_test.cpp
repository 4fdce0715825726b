// SPDX-License-Identifier: GPL-3.0-or-later
// Displacements whose effect and inverse are formulas, put on volumes and places.
#include "core/register/apply_flow.hpp"

#include "core/base/error.hpp"
#include "core/register/flow_inverter.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/core/register/known_flows.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using test::carriedMiddle;
using test::carriedSize;
using test::flowOf;
using test::ShearWave;
using test::Stretch;
using testing::HasSubstr;

/// A smooth pattern, known everywhere.
double pattern(double x, double y, double z) {
    return 100 + 40 * std::sin(0.30 * x + 0.1) * std::cos(0.25 * y) + 20 * std::sin(0.28 * z);
}

template <typename Formula>
Volume volumeOf(Formula value) {
    std::vector<float> values;
    for (int z = 0; z < carriedSize.depth; ++z)
        for (int y = 0; y < carriedSize.height; ++y)
            for (int x = 0; x < carriedSize.width; ++x)
                values.push_back(static_cast<float>(value(double(x), double(y), double(z))));
    return Volume(carriedSize, {}, std::move(values));
}

/// Largest error of a drawn volume against value(x - u(x)), `margin` voxels off the faces of where it comes from.
template <typename Formula>
double largestError(const Volume& drawn, Formula u, double margin) {
    double most = 0;
    for (int z = 0; z < carriedSize.depth; ++z)
        for (int y = 0; y < carriedSize.height; ++y)
            for (int x = 0; x < carriedSize.width; ++x) {
                const auto here = u(double(x), double(y), double(z));
                const double px = x - here[0], py = y - here[1], pz = z - here[2];
                const auto isWithin = [&](double at, int side) { return at >= margin && at <= side - 1 - margin; };
                if (!isWithin(px, carriedSize.width) || !isWithin(py, carriedSize.height) || !isWithin(pz, carriedSize.depth))
                    continue;
                EXPECT_TRUE(drawn.isValid(x, y, z));
                most = std::max(most, std::abs(static_cast<double>(drawn.at(x, y, z)) - pattern(px, py, pz)));
            }
    return most;
}

TEST(ApplyFlow, DrawsGreysFromWhereTheFormulaSays) {
    const Volume volume = volumeOf(pattern);
    const ShearWave shear;
    const Stretch stretch{0.1, carriedMiddle};

    EXPECT_LT(largestError(drawnAlong(volume, flowOf(carriedSize, shear), DrawnBy::cubic, 2), shear, 4), 0.05);
    EXPECT_LT(largestError(drawnAlong(volume, flowOf(carriedSize, stretch), DrawnBy::cubic, 2), stretch, 4), 0.05);
    const double linear = largestError(drawnAlong(volume, flowOf(carriedSize, shear), DrawnBy::linear, 2), shear, 4);
    EXPECT_GT(linear, 0.2);  // a chord lies off the curve by k^2 / 8
    EXPECT_LT(linear, 1.0);
}

TEST(ApplyFlow, MasksWhatComesFromOutside) {
    const Volume volume = volumeOf(pattern);
    const KnownFlow flow = flowOf(carriedSize, [](double, double, double) { return std::array<double, 3>{2.5, 0, 0}; });

    const Volume drawn = drawnAlong(volume, flow, DrawnBy::linear, 1);

    EXPECT_FALSE(drawn.isValid(2, 10, 10));  // from -0.5
    EXPECT_TRUE(drawn.isValid(3, 10, 10));
    EXPECT_NEAR(drawn.at(3, 10, 10), (volume.at(0, 10, 10) + volume.at(1, 10, 10)) / 2, 1e-4);
}

TEST(ApplyFlow, NeverMixesLabels) {
    const Volume labels = volumeOf([](double x, double y, double) { return (x < 17 ? 3 : 250) + (y < 20 ? 0 : 1000); });
    const ShearWave shear{2.9, 2 * M_PI / 24};  // never half a voxel

    const Volume drawn = drawnAlong(labels, flowOf(carriedSize, shear), DrawnBy::nearest, 2);

    std::size_t off = 0, valid = 0;
    for (int z = 0; z < carriedSize.depth; ++z)
        for (int y = 0; y < carriedSize.height; ++y)
            for (int x = 0; x < carriedSize.width; ++x) {
                const double from = x - shear(x, y, z)[0];
                EXPECT_EQ(drawn.isValid(x, y, z), from >= -0.5 && from <= carriedSize.width - 0.5);
                if (!drawn.isValid(x, y, z)) continue;
                ++valid;
                const long nearest = std::clamp(std::lround(from), 0L, long(carriedSize.width) - 1);
                off += drawn.at(x, y, z) != labels.at(static_cast<int>(nearest), y, z);
            }
    EXPECT_EQ(off, 0U);
    EXPECT_GT(valid, carriedSize.voxels() * 9 / 10);
}

TEST(ApplyFlow, LetsNoMaskedVoxelIn) {
    std::vector<std::uint8_t> valid(carriedSize.voxels(), 1);
    const Volume whole = volumeOf(pattern);
    std::vector<float> values(whole.values().begin(), whole.values().end());
    for (int z = 0; z < carriedSize.depth; ++z)
        for (int y = 0; y < carriedSize.height; ++y)
            for (int x = 25; x < carriedSize.width; ++x) {
                valid[carriedSize.index(x, y, z)] = 0;
                values[carriedSize.index(x, y, z)] = 1e6F;
            }
    const Volume masked(carriedSize, {}, std::move(values), std::move(valid));
    const auto u = [](double, double, double) { return std::array<double, 3>{0.5, 0, 0}; };

    for (const DrawnBy by : {DrawnBy::linear, DrawnBy::cubic}) {
        const Volume drawn = drawnAlong(masked, flowOf(carriedSize, u), by, 1);
        EXPECT_TRUE(drawn.isValid(24, 10, 10));   // between 23 and 24
        EXPECT_FALSE(drawn.isValid(25, 10, 10));  // between 24 and 25, which is masked
        EXPECT_NEAR(drawn.at(24, 10, 10), pattern(23.5, 10, 10), 1.0);
    }
}

TEST(FlowInverter, CarriesPlacesWhereTheFormulaSays) {
    const ShearWave shear;
    const Stretch stretch{0.1, carriedMiddle};
    const KnownFlow sheared = flowOf(carriedSize, shear), stretched = flowOf(carriedSize, stretch);
    const FlowBetweenVoxels ofShear(sheared, Sampling::cubic, 1), ofStretch(stretched, Sampling::linear, 1);
    const std::vector<VoxelPlace> places{{20.25, 9.5, 3.75}, {11, 30.1, 20}, {24.6, 18, 31}};

    const auto throughShear = FlowInverter(ofShear, {}, 1)(places), throughStretch = FlowInverter(ofStretch, {}, 1)(places);

    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto [x, y, z] = places[i];
        ASSERT_TRUE(throughShear[i].isFound && throughStretch[i].isFound);
        EXPECT_NEAR(throughShear[i].place[0], x + shear(x, y, z)[0], 4e-3);  // the spline's own error
        EXPECT_NEAR(throughShear[i].place[1], y, 1e-3);
        const auto truth = stretch.inverse(x, y, z);
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(throughStretch[i].place[axis], truth[axis], 2e-3);
        EXPECT_LE(throughStretch[i].residual, 1e-3);
    }
}

TEST(FlowInverter, GoesOnWhereAPlainIterationWouldLeadAway) {
    const Stretch wide{-1.6, carriedMiddle};  // h = 2.6 (x - carriedMiddle): x <- X + u(x) goes 1.6 times as far off each time
    const KnownFlow flow = flowOf(carriedSize, wide);
    const FlowBetweenVoxels between(flow, Sampling::linear, 1);
    const std::vector<VoxelPlace> places{{30, 17.5, 15.5}};

    const auto found = FlowInverter(between, {}, 1)(places);

    ASSERT_TRUE(found[0].isFound) << found[0].residual;
    EXPECT_NEAR(found[0].place[0], wide.inverse(30, 17.5, 15.5)[0], 2e-3);
}

TEST(FlowInverter, FindsNothingOutsideOrWhereItFolds) {
    const KnownFlow along = flowOf(carriedSize, [](double, double, double) { return std::array<double, 3>{4, 0, 0}; });
    const KnownFlow folded = flowOf(carriedSize, [](double x, double, double) {
        return std::array<double, 3>{1.5 * (x - 20), 0, 0};
    });
    const FlowBetweenVoxels ofAlong(along, Sampling::linear, 1), ofFolded(folded, Sampling::linear, 1);

    const auto drifted = FlowInverter(ofAlong, {}, 1)(std::vector<VoxelPlace>{{35, 5, 5}, {36, 5, 5}, {-4, 5, 5}, {-5, 5, 5}});
    EXPECT_TRUE(drifted[0].isFound);
    EXPECT_NEAR(drifted[0].place[0], 39, 1e-3);
    EXPECT_FALSE(drifted[1].isFound);
    EXPECT_TRUE(drifted[2].isFound);  // comes in from outside
    EXPECT_FALSE(drifted[3].isFound);
    EXPECT_FALSE(FlowInverter(ofFolded, {}, 1)(std::vector<VoxelPlace>{{20, 5, 5}})[0].isFound);  // J = -0.5
}

TEST(KnownFlows, AreWrittenAndReadWithTheirMask) {
    TemporaryFolder folder;
    KnownFlow flow = flowOf(carriedSize, ShearWave{}, {0.5, 0.5, 1.5, true});
    flow.header.placement = Placement{{{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}, {3, 4, 5}, 1};
    flow.header.format = "NIfTI";
    flow.valid.assign(carriedSize.voxels(), 1);
    flow.valid[carriedSize.index(4, 5, 6)] = 0;

    writeFlow(folder / "u.nii", flow, "a shear");
    const KnownFlow read = readFlow(folder / "u.nii");

    EXPECT_EQ(read.valid, flow.valid);
    EXPECT_EQ(read.header.spacing, flow.header.spacing);
    EXPECT_EQ(read.header.placement->axes, flow.header.placement->axes);
    EXPECT_EQ(read.header.placement->origin, flow.header.placement->origin);
    EXPECT_EQ(read.u.along[0][carriedSize.index(7, 9, 1)], flow.u.along[0][carriedSize.index(7, 9, 1)]);
    EXPECT_TRUE(std::filesystem::exists(folder / "u_mask.nii"));
    const float beside = read.u.along[0][carriedSize.index(4, 5, 6)];  // filled from its neighbours
    EXPECT_NEAR(beside, ShearWave{}(4, 5, 6)[0], 0.1);
}

TEST(KnownFlows, OfPicturesHaveOneSlice) {
    TemporaryFolder folder;
    const VolumeSize plane{20, 18, 1};
    writeFlow(folder / "u.nii", flowOf(plane, Stretch{0.1, {9.5, 8.5, 0}}), "of pictures");

    const KnownFlow flow = readFlow(folder / "u.nii");
    const FlowBetweenVoxels between(flow, Sampling::linear, 1);
    const auto found = FlowInverter(between, {}, 1)(std::vector<VoxelPlace>{{12, 7, 0}});

    EXPECT_EQ(flow.u.size, plane);
    ASSERT_TRUE(found[0].isFound);
    EXPECT_NEAR(found[0].place[0], (Stretch{0.1, {9.5, 8.5, 0}}.inverse(12, 7, 0)[0]), 2e-3);
}

TEST(KnownFlows, AreNoOtherVolumes) {
    TemporaryFolder folder;
    writeNifti(folder / "grey.nii", volumeOf(pattern));

    try {
        readFlow(folder / "grey.nii");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("grey.nii: it is no displacement: it has 1 channel and 1 time"));
    }
}

}  // namespace
}  // namespace coarsen
