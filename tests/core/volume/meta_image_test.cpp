// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using test::MadeFile;
using test::refusal;
using testing::HasSubstr;

const std::string start = "ObjectType = Image\nNDims = 3\nBinaryData = True\nDimSize = 2 3 4\n";
const std::string local = "ElementDataFile = LOCAL\n";

test::Bytes counting(SampleType type = SampleType::u8, bool isBigEndian = false) {
    return test::samplesOf(test::countingUp(24), type, isBigEndian);
}

std::string refusalOf(const std::string& header, const test::Bytes& voxels = counting()) {
    return refusal(MadeFile("a.mha", test::joined(header, voxels)).path());
}

TEST(MetaImage, ReadsEveryTypeInBothOrdersPackedOrNot) {
    constexpr std::pair<const char*, SampleType> types[] = {{"MET_UCHAR", SampleType::u8},   {"MET_CHAR", SampleType::s8},
                                                            {"MET_USHORT", SampleType::u16}, {"MET_SHORT", SampleType::s16},
                                                            {"MET_UINT", SampleType::u32},   {"MET_INT", SampleType::s32},
                                                            {"MET_FLOAT", SampleType::f32},  {"MET_DOUBLE", SampleType::f64}};
    for (const auto& [name, type] : types)
        for (const bool isBig : {false, true})
            for (const bool isPacked : {false, true}) {
                const auto voxels = counting(type, isBig);
                const std::string header =
                    start + "ElementSpacing = 0.001 0.001 0.003\nBinaryDataByteOrderMSB = " + (isBig ? "True" : "False") +
                    "\nCompressedData = " + (isPacked ? "True" : "False") + "\nElementType = " + name + "\n" + local;
                const MadeFile made("a.mha", test::joined(header, isPacked ? test::zlibOf(voxels) : voxels));
                const VolumeHeader found = volumeHeader(made.path());
                EXPECT_EQ(found.type, type);
                EXPECT_EQ(found.format, "MetaImage");
                EXPECT_EQ(found.spacing, (Spacing{1, 1, 3, true}));
                EXPECT_THAT(test::valuesOf(readVolume(made.path())), testing::Pointwise(testing::FloatEq(), test::countingUp(24)))
                    << name << isBig << isPacked;
            }
}

TEST(MetaImage, VoxelsMayStandInAFileBeside) {
    const std::string header = start + "ElementType = MET_UCHAR\nHeaderSize = ";
    const MadeFile made("a.mhd", test::joined(header + "3\nElementDataFile = a.raw\r\n", {}));
    EXPECT_THAT(refusal(made.path()), HasSubstr("its voxels (a.raw) are not beside it"));
    made.beside("a.raw", test::joined("abc", counting()));
    EXPECT_EQ(readVolume(made.path()).at(1, 2, 3), 23);
    made.beside("a.mhd", test::joined(header + "-1\nElementDataFile = ./a.raw\n", {}));
    EXPECT_EQ(readVolume(made.path()).at(1, 2, 3), 23);
    made.beside("a.raw", counting());
    EXPECT_EQ(readVolume(made.path()).at(1, 2, 3), 23);
    for (const char* const name : {"../a.raw", "/etc/passwd", "folder/a.raw", ".."})
        EXPECT_THAT(refusalOf(start + "ElementType = MET_UCHAR\nElementDataFile = " + name + "\n"),
                    HasSubstr("only a file beside the header is read"))
            << name;
    for (const char* const name : {"LIST", "a%03d.raw 1 4 1"})
        EXPECT_THAT(refusalOf(start + "ElementType = MET_UCHAR\nElementDataFile = " + name + "\n"),
                    HasSubstr("its voxels are in several files"))
            << name;
}

TEST(MetaImage, TimesAndChannelsAreReadOneByOne) {
    const std::string header = "NDims = 4\nDimSize = 2 2 2 3\nElementNumberOfChannels = 2\nElementType = MET_USHORT\n" + local;
    const MadeFile made("a.mha", test::joined(header, test::samplesOf(test::countingUp(48), SampleType::u16, false)));
    EXPECT_EQ(volumeHeader(made.path()).times, 3);
    EXPECT_EQ(volumeHeader(made.path()).channels, 2);
    VolumeChoice choice;
    for (choice.time = 0; choice.time < 3; ++choice.time)
        for (choice.channel = 0; choice.channel < 2; ++choice.channel)
            EXPECT_EQ(readVolume(made.path(), choice).at(1, 0, 0), 16 * choice.time + 2 + choice.channel);
}

TEST(MetaImage, TurnedAxesAndMissingSizesAreSaid) {
    const std::string type = "ElementType = MET_UCHAR\n";
    const auto remark = [&](const std::string& lines) {
        return volumeHeader(MadeFile("a.mha", test::joined(start + lines + type + local, counting())).path()).remark;
    };
    EXPECT_EQ(remark("ElementSpacing = 1 1 1\nTransformMatrix = -1 0 0 0 1 0 0 0 1\n"), "");
    EXPECT_EQ(
        remark("TransformMatrix = 0 1 0 1 0 0 0 0 1\n"),
        "It does not state the size of a voxel. Its header turns the axes: x, y and z are those in which the voxels are stored.");
}

TEST(MetaImage, HeadersAreNotBelieved) {
    const std::string type = "ElementType = MET_UCHAR\n";
    EXPECT_THAT(refusalOf(start + type, {}), HasSubstr("(ElementDataFile)"));
    EXPECT_THAT(refusalOf(start + local), HasSubstr("of type ''"));
    EXPECT_THAT(refusalOf(start + "ElementType = MET_LONG\n" + local),
                HasSubstr("of type 'MET_LONG', which Coarsen does not read"));
    EXPECT_THAT(refusalOf("ObjectType = Mesh\n" + local), HasSubstr("it holds a 'Mesh', not an image"));
    EXPECT_THAT(refusalOf("NDims = 7\n" + local), HasSubstr("declares 7 axes"));
    EXPECT_THAT(refusalOf("NDims = 3\n" + type + local), HasSubstr("lacks the line DimSize"));
    EXPECT_THAT(refusalOf("NDims = 3\nDimSize = 2 3\n" + type + local), HasSubstr("has 2 of 3 numbers"));
    EXPECT_THAT(refusalOf("NDims = 3\nDimSize = 2 x 3\n" + type + local), HasSubstr("'x' in its line DimSize is no number"));
    EXPECT_THAT(refusalOf("NDims = 3\nDimSize = 2 1.5 3\n" + type + local), HasSubstr("holds no sizes"));
    EXPECT_THAT(refusalOf("NDims = 3\nDimSize = 1e300 2 3\n" + type + local), HasSubstr("holds no sizes"));
    EXPECT_THAT(refusalOf("NDims = 2\nDimSize = 4 6\n" + type + local), HasSubstr("one slice"));
    EXPECT_THAT(refusalOf("NDims = 3\nDimSize = 1000 1000 4000\n" + type + local), HasSubstr("3999999976 are missing"));
    EXPECT_THAT(refusalOf("NDims = 3\nDimSize = 1000 1000 4000\nCompressedData = True\n" + type + local),
                HasSubstr("far more than its"));
    EXPECT_THAT(refusalOf("NDims = 3\nBinaryData = False\nDimSize = 2 3 4\n" + type + local), HasSubstr("written as text"));
    EXPECT_THAT(refusalOf("NDims = 3\nnonsense\n" + local), HasSubstr("no \"Key = Value\""));
    EXPECT_THAT(refusalOf(start + type + "HeaderSize = -2\n" + local), HasSubstr("begin at byte -2"));
    EXPECT_THAT(refusalOf(start + type + "ElementNumberOfChannels = 0\n" + local), HasSubstr("0 channels"));
    auto packed = test::zlibOf(counting());
    packed.resize(packed.size() - 6);
    EXPECT_THAT(refusalOf(start + type + "CompressedData = True\n" + local, packed), HasSubstr("missing"));
}

}  // namespace
}  // namespace coarsen
