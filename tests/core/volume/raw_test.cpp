// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using test::MadeFile;
using test::refusal;
using testing::HasSubstr;

VolumeChoice as(const std::string& layout) {
    VolumeChoice choice;
    choice.raw = rawLayoutFromText(layout);
    return choice;
}

TEST(RawLayout, IsWhatItsTextSays) {
    EXPECT_EQ(rawLayoutFromText("256x128x100:u16be:512"), (RawLayout{{256, 128, 100}, SampleType::u16, true, 512}));
    EXPECT_EQ(rawLayoutFromText("2x3x4:f32"), (RawLayout{{2, 3, 4}, SampleType::f32, false, 0}));
    EXPECT_EQ(rawLayoutFromText("2x3x4:s16le"), (RawLayout{{2, 3, 4}, SampleType::s16, false, 0}));
    for (const char* const text :
         {"2x3x4:u8", "2x3x4:s8:1", "2x3x4:u16", "2x3x4:s16be", "2x3x4:u32be:99", "2x3x4:s32", "2x3x4:f64be"})
        EXPECT_EQ(textOf(rawLayoutFromText(text)), text);
    for (const char* const text :
         {"", ":", "2x3x4", "2x3:u8", "2x3x4x5:u8", "0x3x4:u8", "-2x3x4:u8", "2x3x4:", "2x3x4:u9", "2x3x4:u8:", "2x3x4:u8:-1",
          "2x3x4:u8:1:2", "2x3x4::u8", "x2x3x4:u8", "2x3xx4:u8", "2x3x99999999999:u8", "2x3x4:U8", "2x3x4:le"})
        EXPECT_THROW(rawLayoutFromText(text), SettingError) << text;
}

TEST(Raw, IsReadInEveryTypeAndOrder) {
    for (const char* const name : {"u8", "s8", "u16", "s16", "u32", "s32", "f32", "f64"})
        for (const bool isBig : {false, true}) {
            const VolumeChoice choice = as(std::string("2x3x4:") + name + (isBig ? "be" : "le") + ":5");
            const MadeFile made("a.nii",
                                test::joined("\x1f\x8b-id", test::samplesOf(test::countingUp(24), choice.raw->type, isBig)));
            EXPECT_EQ(volumeHeader(made.path(), choice).format, "raw");
            EXPECT_EQ(volumeHeader(made.path(), choice).type, choice.raw->type);
            EXPECT_THAT(test::valuesOf(readVolume(made.path(), choice)),
                        testing::Pointwise(testing::FloatEq(), test::countingUp(24)))
                << name << isBig;
        }
}

TEST(Raw, TheFileMustBeAsLongAsSaid) {
    const MadeFile made("a.raw", test::Bytes(48));
    EXPECT_EQ(refusal(made.path(), as("2x3x4:u16")), "");
    EXPECT_THAT(refusal(made.path(), as("2x3x5:u16")), HasSubstr("its voxels end after 48 of 60 bytes: 12 are missing"));
    EXPECT_THAT(refusal(made.path(), as("2x3x4:u16:2")), HasSubstr("46 of 48 bytes: 2 are missing"));
    EXPECT_THAT(refusal(made.path(), as("2x3x4:u8")), HasSubstr("it is 24 bytes longer than 2x3x4:u8 says"));
    EXPECT_THAT(refusal(made.path(), as("2x3x4:u8:4")), HasSubstr("as its offset: 2x3x4:u8:24"));
    EXPECT_EQ(refusal(made.path(), as("2x3x4:u8:24")), "");
    EXPECT_THAT(refusal(made.path(), as("1x1x48:u8")), HasSubstr("every side of a volume needs at least 2"));
    EXPECT_THAT(refusal(made.path(), as("6x8x1:u8")), HasSubstr("one slice"));
    EXPECT_THAT(refusal(made.path(), as("2000000000x2000000000x2:f64")), HasSubstr("cannot be"));
    EXPECT_THAT(refusal(made.path(), as("2x3x4:u8:9223372036854775807")), HasSubstr("far more than its 48 bytes can hold"));
    VolumeChoice later = as("2x3x4:u16");
    later.time = 1;
    EXPECT_THAT(refusal(made.path(), later), HasSubstr("it has no time 1"));
}

}  // namespace
}  // namespace coarsen
