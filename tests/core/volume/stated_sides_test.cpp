// SPDX-License-Identifier: GPL-3.0-or-later
// What files say of the sides of their voxels, also where no voxel can have them.
#include "core/base/error.hpp"
#include "core/base/physical_size.hpp"
#include "core/image/decode.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/support/dm_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <ostream>
#include <string>
#include <utility>

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
            if (GetParam().isPlain(sides)) continue;
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

/// A picture of 4 x 3 heights, with these lines.
MadeFile gsfWith(const std::string& lines) {
    std::string text = "Gwyddion Simple Field 1.0\nXRes = 4\nYRes = 3\n" + lines;
    text += std::string(4 - text.size() % 4, '\0');
    return MadeFile("a.gsf", joined(text, samplesOf(countingUp(12), SampleType::f32, false)));
}

TEST(StatedSidesOfPictures, ThatNoPixelHasAreNotUsedAndThatIsSaid) {
    for (const double side : impossibleSideNumbers())
        for (const auto& [width, height] : {std::pair(side, side), std::pair(side, 1.0), std::pair(1.0, side)})
            for (const char* const unit : {"XYUnits = um\n", ""}) {
                char lines[200];
                std::snprintf(lines, sizeof lines, "XReal = %.17g\nYReal = %.17g\n%s", width, height, unit);
                const ImageHeader header = imageHeader(gsfWith(lines).path());
                EXPECT_THAT(header.remark, HasSubstr("which cannot be")) << lines;
                EXPECT_THAT(header.remark, HasSubstr("--pixel-size")) << lines;
                EXPECT_THAT(header.facts.sizes, testing::IsEmpty()) << lines;
            }
}

TEST(StatedSidesOfPictures, ThatAreNoNumbersOrOneAloneAreSaidToBeUnread) {
    const auto unread = [](const std::string& lines) { return imageHeader(gsfWith(lines).path()).facts.unread; };

    EXPECT_THAT(unread("XReal = wide\nYReal = 3\nXYUnits = um\n"), testing::ElementsAre("GSF XReal 'wide'", "GSF YReal '3'"));
    EXPECT_THAT(unread("YReal = 3\nXYUnits = um\n"), testing::ElementsAre("GSF YReal '3'"));
    EXPECT_THAT(unread("XReal = 4\nYReal = 3\nXYUnits = um\n"), testing::IsEmpty());
}

TEST(StatedSidesOfStacks, OfPicturesWhoseDepthCannotBeKeepTheirWidthAndHeight) {
    const Bytes samples = samplesOf(countingUp(96), SampleType::u16, false);
    for (const float depth : {0.0F, -1.0F, std::numeric_limits<float>::infinity()}) {
        const MadeFile made("a.dm4",
                            dmOf(4, true, {{4, 2, u"\u00B5m"}, {3, 2, u"\u00B5m"}, {8, depth, u"\u00B5m"}}, 10, samples, 96));
        const ImageHeader header = imageHeader(made.path());
        EXPECT_THAT(header.remark, HasSubstr("which cannot be"));
        ASSERT_EQ(header.facts.sizes.size(), 1U) << depth;
        EXPECT_EQ(header.facts.sizes[0].value.x, 2);
    }
}

TEST(StatedSidesOfStacks, AlongOneAxisAloneAreNotUsedAndThatIsSaid) {
    const Bytes samples = samplesOf(countingUp(12), SampleType::u16, false);
    const MadeFile made("a.dm4", dmOf(4, true, {{4, 2, u"nm"}, {3, 2, u""}}, 10, samples, 12));
    const ImageHeader header = imageHeader(made.path());

    EXPECT_THAT(header.remark, HasSubstr("along one axis alone"));
    EXPECT_THAT(header.facts.sizes, testing::IsEmpty());
}

}  // namespace

}  // namespace coarsen::test
