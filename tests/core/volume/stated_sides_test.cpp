// SPDX-License-Identifier: GPL-3.0-or-later
// What files say of the sides of their voxels, also where no voxel can have them.
#include "core/base/error.hpp"
#include "core/base/physical_size.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>

namespace coarsen::test {

namespace {

using testing::HasSubstr;

TEST(SidesOfVoxels, AreFiniteAndWithinOneRange) {
    for (const double um : impossibleSideNumbers()) {
        EXPECT_FALSE(isSide(um)) << um << " is " << (um == -1 ? "negative" : "none");
        EXPECT_FALSE(areSides({0.5, um, 0.5}));
    }
    EXPECT_TRUE(areSides({leastSideUm, leastSideUm, leastSideUm}));
    EXPECT_TRUE(areSides({mostSideUm, mostSideUm, mostSideUm}));
    EXPECT_TRUE(areSides({1, 100, 10}));
    EXPECT_FALSE(areSides({1, 101, 10}));
    EXPECT_FALSE(areSides({1, 1e6}));
    EXPECT_FALSE(areSides({1e6, 1}));
}

class StatedSides : public testing::TestWithParam<VolumeWriter> {
protected:
    const TemporaryFolder folder;

    std::filesystem::path written(const std::array<double, 3>& sides) const {
        WrittenVolume volume;
        volume.size = {4, 3, 5};
        volume.values = countingUp(60);
        volume.sides = sides;
        GetParam().write(folder / ("v" + GetParam().ending), volume);
        return folder / ("v" + GetParam().ending);
    }
    /// The refusal, else what the header says of its sides.
    static std::string sentenceOn(const std::filesystem::path& file) {
        try {
            const VolumeHeader header = volumeHeader(file);
            const Spacing& is = header.spacing;
            EXPECT_TRUE(areSides({is.x, is.y, is.z})) << is.x << ", " << is.y << ", " << is.z;
            EXPECT_EQ(readVolume(file).spacing(), is);
            return header.remark;
        } catch (const InputError& error) {
            return error.what();
        }
    }
};

TEST_P(StatedSides, ThatNoVoxelHasAreNotUsedAndThatIsSaid) {
    for (const double side : impossibleSideNumbers())
        for (const std::array<double, 3>& sides :
             {std::array{side, side, side}, std::array{side, 0.5, 0.5}, std::array{0.5, side, 0.5}, std::array{0.5, 0.5, side}}) {
            SCOPED_TRACE(std::to_string(side) + ": " + std::to_string(sides[0]) + ", " + std::to_string(sides[2]));
            EXPECT_NE(sentenceOn(written(sides)), "");
        }
    for (const std::array<double, 3>& sides :
         {std::array{1.0, 1.0, 1e6}, std::array{1e6, 1.0, 1.0}, std::array{1e-5, 0.5, 1.0}}) {
        const std::string said = sentenceOn(written(sides));
        EXPECT_THAT(said, HasSubstr("which cannot be")) << said;
        EXPECT_THAT(said, HasSubstr("--spacing"));
    }
}

TEST_P(StatedSides, ThatVoxelsHaveAreUsed) {
    for (const std::array<double, 3>& sides : {std::array{0.5, 0.5, 2.0}, std::array{0.0625, 0.0625, 4.0}}) {
        const Spacing is = volumeHeader(written(sides)).spacing;
        EXPECT_NEAR(is.y / is.x, sides[1] / sides[0], 1e-6);
        EXPECT_NEAR(is.z / is.x, sides[2] / sides[0], 1e-6 * sides[2] / sides[0]);
        EXPECT_TRUE(is.isInUm);
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, StatedSides, testing::ValuesIn(volumeWriters()),
                         [](const auto& writer) { return writer.param.name; });
INSTANTIATE_TEST_SUITE_P(Stacks, StatedSides, testing::ValuesIn(writersOfStacks()),
                         [](const auto& writer) { return writer.param.name; });

}  // namespace

}  // namespace coarsen::test
