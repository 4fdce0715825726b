// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace coarsen {
namespace {

using test::MadeFile;
using test::NiftiRecipe;
using test::refusal;
using test::valuesOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::pair<int, SampleType> datatypes[] = {{2, SampleType::u8},   {256, SampleType::s8},  {512, SampleType::u16},
                                                    {4, SampleType::s16},  {768, SampleType::u32}, {8, SampleType::s32},
                                                    {16, SampleType::f32}, {64, SampleType::f64}};

/// 2 x 3 x 4 voxels from 0 to 23.
NiftiRecipe countingRecipe() {
    NiftiRecipe recipe;
    recipe.voxels = test::samplesOf(test::countingUp(24), SampleType::u8, false);
    return recipe;
}

/// A message for the file that the recipe makes.
std::string refusalOf(const NiftiRecipe& recipe, const VolumeChoice& choice = {}) {
    return refusal(MadeFile("a.nii", test::niftiOf(recipe)).path(), choice);
}

TEST(Nifti, ReadsEveryTypeInBothVersionsAndOrdersPackedOrNot) {
    for (const int version : {1, 2})
        for (const bool isBig : {false, true})
            for (const auto& [code, type] : datatypes)
                for (const bool isPacked : {false, true}) {
                    SCOPED_TRACE(testing::Message() << "version " << version << " type " << code << (isBig ? " big" : " little"));
                    const bool isSigned = type != SampleType::u8 && type != SampleType::u16 && type != SampleType::u32;
                    std::vector<double> numbers = test::countingUp(24);
                    numbers[5] = isSigned ? -100 : 200;
                    numbers[6] = type == SampleType::u16 ? 65535 : 7;
                    NiftiRecipe recipe;
                    recipe.version = version;
                    recipe.isBigEndian = isBig;
                    recipe.datatype = code;
                    recipe.voxels = test::samplesOf(numbers, type, isBig);
                    const auto bytes = test::niftiOf(recipe);
                    const MadeFile made("a", isPacked ? test::gzipOf(bytes) : bytes);
                    const VolumeHeader header = volumeHeader(made.path());
                    EXPECT_EQ(header.size, (VolumeSize{2, 3, 4}));
                    EXPECT_EQ(header.type, type);
                    EXPECT_EQ(header.format, "NIfTI");
                    EXPECT_EQ(header.spacing, (Spacing{0.5, 0.5, 2, true}));
                    EXPECT_EQ(header.remark, "");
                    EXPECT_THAT(valuesOf(readVolume(made.path())), testing::Pointwise(testing::FloatEq(), numbers));
                }
}

TEST(Nifti, SpacingIsInMicrometresWhereAUnitIsStated) {
    NiftiRecipe recipe = countingRecipe();
    const auto spacing = [&](int units, double step) {
        recipe.units = units;
        recipe.steps = {step, step, 2 * step, 1, 1};
        return volumeHeader(MadeFile("a.nii", test::niftiOf(recipe)).path()).spacing;
    };
    EXPECT_EQ(spacing(2, 2.732), (Spacing{2732, 2732, 5464, true}));
    EXPECT_EQ(spacing(1, 0.25), (Spacing{250000, 250000, 500000, true}));
    EXPECT_EQ(spacing(3, -0.1), (Spacing{0.1, 0.1, 0.2, true})) << "a sign turns an axis, not its length";
    EXPECT_EQ(spacing(0, 3), (Spacing{3, 3, 6, false}));
    EXPECT_EQ(spacing(2, 0), Spacing{});
    EXPECT_EQ(spacing(2, std::nan("")), Spacing{});
    recipe.steps = {0, 0, 0, 0, 0};
    EXPECT_THAT(volumeHeader(MadeFile("a.nii", test::niftiOf(recipe)).path()).remark, HasSubstr("does not state the size"));
}

TEST(Nifti, SlopeAndInterceptAreApplied) {
    NiftiRecipe recipe = countingRecipe();
    recipe.slope = 0.5;
    recipe.intercept = -3;
    const MadeFile made("a.nii", test::niftiOf(recipe));
    EXPECT_EQ(readVolume(made.path()).at(1, 2, 3), 0.5F * 23 - 3);
    EXPECT_EQ(volumeHeader(made.path()).remark, "Its values are scaled as its header says: times 0.5, plus -3.");
    recipe.slope = 0;  // NIfTI: no scaling
    EXPECT_EQ(readVolume(MadeFile("a.nii", test::niftiOf(recipe)).path()).at(1, 2, 3), 23);
    recipe.slope = std::nan("");
    EXPECT_EQ(readVolume(MadeFile("a.nii", test::niftiOf(recipe)).path()).at(1, 2, 3), 23);
}

TEST(Nifti, TurnedAxesAreReadAsStoredAndSaid) {
    NiftiRecipe recipe = countingRecipe();
    recipe.sform = 1;
    recipe.axes = {{{-0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 2}}};
    const auto remark = [&] { return volumeHeader(MadeFile("a.nii", test::niftiOf(recipe)).path()).remark; };
    EXPECT_EQ(remark(), "") << "a flip keeps the axes";
    recipe.axes = {{{0, 0.5, 0}, {0.5, 0, 0}, {0, 0, 2}}};
    EXPECT_EQ(remark(), "Its header turns the axes: x, y and z are those in which the voxels are stored.");
    const Volume volume = readVolume(MadeFile("a.nii", test::niftiOf(recipe)).path());
    EXPECT_EQ(volume.at(1, 0, 0), 1);
    EXPECT_EQ(volume.spacing(), (Spacing{0.5, 0.5, 2, true}));

    recipe.sform = 0;
    EXPECT_EQ(remark(), "") << "the matrix counts only where its code says so";
    recipe.qform = 1;
    EXPECT_EQ(remark(), "");
    recipe.quaternion = {0, 0, std::sin(0.1)};  // 11 degrees about z
    EXPECT_THAT(remark(), HasSubstr("turns the axes"));
    recipe.quaternion = {0, 0, 1};  // half a turn: two flips
    EXPECT_EQ(remark(), "");
}

TEST(Nifti, TimesAndChannelsAreReadOneByOne) {
    NiftiRecipe recipe;
    recipe.sides = {2, 2, 2, 3, 2};
    recipe.steps = {1, 1, 1, 250, 1};
    recipe.units = 3 + 16;
    recipe.voxels = test::samplesOf(test::countingUp(48), SampleType::u8, false);
    for (const bool isPacked : {false, true}) {
        const auto bytes = test::niftiOf(recipe);
        const MadeFile made("u.nii", isPacked ? test::gzipOf(bytes) : bytes);
        const VolumeHeader header = volumeHeader(made.path());
        EXPECT_EQ(header.times, 3);
        EXPECT_EQ(header.channels, 2);
        EXPECT_EQ(header.intervalS, 0.25);
        VolumeChoice choice;
        for (choice.channel = 0; choice.channel < 2; ++choice.channel)
            for (choice.time = 0; choice.time < 3; ++choice.time)
                EXPECT_EQ(readVolume(made.path(), choice).at(0, 0, 0), 8 * (choice.time + 3 * choice.channel));
        choice = {};
        choice.time = 3;
        EXPECT_THAT(refusal(made.path(), choice), HasSubstr("it has no time 3 (the first is 0, the last 2)"));
        choice.time = -1;
        EXPECT_THAT(refusal(made.path(), choice), HasSubstr("it has no time -1"));
        choice.time = 0;
        choice.channel = 2;
        EXPECT_THROW(volumeHeader(made.path(), choice), InputError);
    }
}

TEST(Nifti, WhatIsNoNumberIsMasked) {
    std::vector<double> numbers = test::countingUp(24);
    numbers[3] = std::nan("");
    numbers[4] = std::numeric_limits<double>::infinity();
    numbers[5] = 1e300;  // infinite as a 32-bit number
    NiftiRecipe recipe;
    recipe.datatype = 64;
    recipe.voxels = test::samplesOf(numbers, SampleType::f64, false);
    const Volume volume = readVolume(MadeFile("a.nii", test::niftiOf(recipe)).path());
    ASSERT_EQ(volume.valid().size(), 24U);
    for (std::size_t i = 0; i < 24; ++i) {
        EXPECT_EQ(volume.valid()[i], i >= 3 && i <= 5 ? 0 : 1);
        EXPECT_TRUE(std::isfinite(volume.values()[i]));
    }
    recipe.voxels = test::samplesOf(std::vector<double>(24, std::nan("")), SampleType::f64, false);
    EXPECT_THAT(refusalOf(recipe),
                HasSubstr("none of its 24 voxels is a number that can be measured: they are NaN, infinite or beyond 3e38"));
}

TEST(Nifti, AllEqualIsAVolumeAllTheSame) {
    NiftiRecipe recipe;
    recipe.voxels = test::Bytes(24, std::byte{7});
    EXPECT_THAT(valuesOf(readVolume(MadeFile("a.nii", test::niftiOf(recipe)).path())), testing::Each(7.0F));
}

TEST(Nifti, APairIsReadFromItsTwoFiles) {
    NiftiRecipe recipe;
    recipe.mark = "ni1";
    recipe.voxelsAt = 0;
    const auto voxels = test::samplesOf(test::countingUp(24), SampleType::u8, false);
    const MadeFile made("a.hdr", test::niftiOf(recipe));
    EXPECT_THAT(refusal(made.path()), HasSubstr("its voxels (a.img) are not beside it"));
    made.beside("a.img.gz", test::gzipOf(voxels));
    EXPECT_EQ(readVolume(made.path()).at(1, 2, 3), 23);
    made.beside("a.img", test::samplesOf(std::vector<double>(24, 9), SampleType::u8, false));
    EXPECT_EQ(readVolume(made.path()).at(1, 2, 3), 9);
    made.beside("a.img", test::Bytes(23));
    EXPECT_THAT(refusal(made.path()), HasSubstr("a.img: its voxels end after 23 of 24 bytes: 1 are missing"));
}

TEST(Nifti, SeveralPackedPartsAreOneFile) {
    const auto bytes = test::niftiOf(countingRecipe());
    const test::Bytes start(bytes.begin(), bytes.begin() + 360), rest(bytes.begin() + 360, bytes.end());
    auto packed = test::gzipOf(start);
    const auto more = test::gzipOf(rest);
    packed.insert(packed.end(), more.begin(), more.end());
    EXPECT_EQ(readVolume(MadeFile("a.nii.gz", packed).path()).at(1, 2, 3), 23);
}

TEST(Nifti, FlatVolumesAreRefusedInWords) {
    NiftiRecipe recipe = countingRecipe();
    recipe.sides = {4, 6, 1};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("it has one slice (4 x 6 x 1 voxels): that is a picture, not a volume"));
    recipe.sides = {4, 6};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("one slice"));
    recipe.sides = {1, 1, 24};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("it has 1 x 1 x 24 voxels, and every side of a volume needs at least 2"));
}

TEST(Nifti, HeadersAreNotBelieved) {
    NiftiRecipe recipe = countingRecipe();
    recipe.sides = {1000, 1000, 4000};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("its voxels end after 24 of 4000000000 bytes: 3999999976 are missing"));
    EXPECT_THAT(refusal(MadeFile("a.nii.gz", test::gzipOf(test::niftiOf(recipe))).path()),
                HasSubstr("promises 1000 x 1000 x 4000 voxels, far more than its"));
    recipe.sides = {2, -3, 4};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("declares 2 x -3 x 4 voxels"));
    recipe.sides = {2, 3, 4, 0};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("0 times"));
    recipe.sides = {2, 3, 4, 1, 1, 2};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("more axes than space, time and channel"));
    recipe.sides = {2, 3, 4, 1, 1, 1, 1, 1};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("declares 8 axes"));
    recipe = countingRecipe();
    recipe.version = 2;
    recipe.sides = {2147483647, 2147483647, 2147483647};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("which cannot be"));
    recipe.sides = {1 << 13, 1 << 13, 1 << 14, 1 << 24, 1 << 24};
    EXPECT_THAT(refusalOf(recipe), HasSubstr("far more than its"));
    recipe = countingRecipe();
    for (const double at : {0.0, 347.0, -5e8, 1e30, std::nan("")}) {
        recipe.voxelsAt = at == -5e8 ? -0.0 : at;
        EXPECT_THAT(refusalOf(recipe), HasSubstr("it is damaged (its voxels begin at byte")) << at;
    }
    recipe.voxelsAt = 1e6;
    EXPECT_THAT(refusalOf(recipe), HasSubstr("24 are missing"));
}

TEST(Nifti, WhatIsNotReadIsSaid) {
    NiftiRecipe recipe = countingRecipe();
    recipe.datatype = 128;
    EXPECT_THAT(refusalOf(recipe), HasSubstr("its voxels are colours (RGB), which Coarsen does not read"));
    recipe.datatype = 32;
    EXPECT_THAT(refusalOf(recipe), HasSubstr("complex numbers"));
    recipe.datatype = 77;
    EXPECT_THAT(refusalOf(recipe), HasSubstr("datatype 77, which NIfTI does not know"));
    recipe = countingRecipe();
    recipe.mark = "abc";
    EXPECT_THAT(refusalOf(recipe), HasSubstr("its header lacks the mark of NIfTI"));
}

TEST(Nifti, CutFilesAreRefused) {
    auto bytes = test::niftiOf(countingRecipe());
    auto packed = test::gzipOf(bytes);
    const auto message = [](test::Bytes some, std::size_t count) {
        some.resize(count);
        return refusal(MadeFile("a.nii", some).path());
    };
    EXPECT_THAT(message(bytes, 200), HasSubstr("it ends after 200 of its header's 348 bytes"));
    EXPECT_THAT(message(bytes, bytes.size() - 4), HasSubstr("end after 20 of 24 bytes: 4 are missing"));
    for (std::size_t count = 2; count < packed.size(); ++count)
        EXPECT_NE(message(packed, count), "") << count;
    EXPECT_THAT(message(packed, packed.size() - 4), HasSubstr("it ends before the checksum of its packed data"));
    packed[packed.size() - 6] ^= std::byte{1};
    EXPECT_THAT(message(packed, packed.size()), HasSubstr("it is damaged (its packed data are broken"));
}

TEST(Nifti, WhatMemoryDoesNotAllowIsSaid) {
    NiftiRecipe recipe;
    recipe.sides = {100, 100, 100};
    recipe.voxels = test::Bytes(1000000);
    const MadeFile made("a.nii.gz", test::gzipOf(test::niftiOf(recipe)));
    const test::LittleMemory little(std::size_t{5} << 20);
    EXPECT_EQ(volumeHeader(made.path()).size, (VolumeSize{100, 100, 100})) << "what it needs can be asked beforehand";
    EXPECT_THAT(refusal(made.path()), HasSubstr("reading its 100 x 100 x 100 voxels takes 6 MB of memory, and 5 MB may be used"));
    EXPECT_THAT(refusal(made.path()), HasSubstr("--memory"));
}

}  // namespace
}  // namespace coarsen
