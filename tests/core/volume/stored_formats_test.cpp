// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that store samples plainly behind a header, as pictures and as volumes; their files are made here, byte by byte.
#include "core/image/decode.hpp"
#include "core/series/image_series.hpp"
#include "core/volume_files/volume_files.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/support/dm_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <type_traits>

namespace coarsen {
namespace {

using test::countingUp;
using test::dmOf;
using test::DmWriter;
using test::MadeFile;
using test::samplesOf;
using Writer = test::ByteWriter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pointwise;

/// A message of the InputError that a function throws; "" where it throws none.
template <typename Function>
std::string refusalBy(const Function& function) {
    try {
        function();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

std::vector<double> pixelsOf(const Image& image, int channel = 0) {
    std::vector<double> pixels;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            pixels.push_back(image.at(x, y, channel));
    return pixels;
}

std::vector<std::string> codesOf(const ImageSeries& series) {
    std::vector<std::string> codes;
    for (const Said& said : series.notes)
        codes.push_back(said.code);
    return codes;
}

// --- NumPy

test::Bytes npyOf(const std::string& type, const std::string& shape, const test::Bytes& samples, bool isFortran = false,
                  int version = 1) {
    std::string text =
        "{'descr': '" + type + "', 'fortran_order': " + (isFortran ? "True" : "False") + ", 'shape': " + shape + ", }";
    text += std::string(63 - (text.size() + 10) % 64, ' ') + '\n';
    Writer writer;
    writer.put(std::string_view("\x93NUMPY")).put(static_cast<std::uint8_t>(version)).put(std::uint8_t{0});
    if (version == 1)
        writer.put(static_cast<std::uint16_t>(text.size()));
    else
        writer.put(static_cast<std::uint32_t>(text.size()));
    return writer.put(text).put(samples).bytes();
}

TEST(Npy, ReadsEveryTypeAsAPictureAndAsAVolume) {
    constexpr std::pair<const char*, SampleType> types[] = {
        {"u1", SampleType::u8},  {"i1", SampleType::s8},  {"u2", SampleType::u16}, {"i2", SampleType::s16},
        {"u4", SampleType::u32}, {"i4", SampleType::s32}, {"f4", SampleType::f32}, {"f8", SampleType::f64}};
    for (const auto& [name, type] : types)
        for (const bool isBig : {false, true}) {
            SCOPED_TRACE(std::string(name) + (isBig ? " big" : " little"));
            const auto samples = samplesOf(countingUp(24), type, isBig);
            const std::string descr = (isBig ? ">" : "<") + std::string(name);
            const MadeFile picture("a.npy", npyOf(descr, "(4, 6)", samples, false, isBig ? 2 : 1));
            const RawImage raw = decode(picture.path());
            EXPECT_EQ(raw.image.width(), 6);
            EXPECT_THAT(pixelsOf(raw.image), Pointwise(testing::DoubleEq(), countingUp(24)));
            EXPECT_EQ(imageHeader(picture.path()).bitsPerSample, raw.bitsPerSample == 32 ? bitsOf(type) : raw.bitsPerSample);
            const MadeFile volume("b.npy", npyOf(descr, "(4, 3, 2)", samples));
            EXPECT_EQ(volumeHeader(volume.path()).size, (VolumeSize{2, 3, 4}));
            EXPECT_THAT(test::valuesOf(readVolume(volume.path())), Pointwise(testing::FloatEq(), countingUp(24)));
        }
}

TEST(Npy, ReadsWholeNumbersOf64BitsAndHalves) {
    Writer longs, halves;
    for (const long long number : {1LL, -2LL, 30000000000LL, 4LL})
        longs.put(static_cast<std::int64_t>(number));
    for (const auto bits : std::to_array<std::uint16_t>({0x3c00, 0xc000, 0x7bff, 0x0001}))  // 1, -2, 65504, 2^-24
        halves.put(bits);
    EXPECT_THAT(pixelsOf(decode(MadeFile("a.npy", npyOf("<i8", "(2, 2)", longs.bytes())).path()).image),
                ElementsAre(1, -2, static_cast<double>(3e10F), 4));
    EXPECT_THAT(pixelsOf(decode(MadeFile("a.npy", npyOf("<f2", "(2, 2)", halves.bytes())).path()).image),
                ElementsAre(1, -2, 65504, testing::DoubleEq(0x1p-24)));
}

TEST(Npy, ThreeAxesAreFramesOrWithVolumesSlices) {
    const MadeFile made("a.npy", npyOf("|u1", "(10, 9, 8)", samplesOf(countingUp(720), SampleType::u8, false)));
    const ImageSeries frames = openSeries({made.path()});
    EXPECT_EQ(frames.frames.size(), 10u);
    EXPECT_FALSE(frames.volumes);
    EXPECT_EQ(decode(made.path(), 3).image.at(2, 1), 3 * 72 + 8 + 2 - 0);
    SeriesOpening opening;
    opening.areVolumes = true;
    const ImageSeries volumes = openSeries({made.path()}, opening);
    ASSERT_TRUE(volumes.volumes);
    EXPECT_EQ(volumes.frames.size(), 1u);
    EXPECT_EQ(volumes.volumes->first.size, (VolumeSize{8, 9, 10}));
}

TEST(Npy, FourAxesAreVolumesAtTimes) {
    const MadeFile made("a.npy", npyOf("<u2", "(2, 8, 4, 3)", samplesOf(countingUp(192), SampleType::u16, false)));
    const ImageSeries series = openSeries({made.path()});
    ASSERT_TRUE(series.volumes);
    EXPECT_EQ(series.frames.size(), 2u);
    VolumeChoice second;
    second.time = 1;
    EXPECT_EQ(readVolume(made.path(), second).at(0, 0, 0), 96);
}

TEST(Npy, SidesOfOneCountNothingAndALastAxisOfThreeIsColours) {
    const auto bytes = samplesOf(countingUp(96), SampleType::u8, false);
    EXPECT_EQ(openSeries({MadeFile("a.npy", npyOf("|u1", "(1, 8, 12, 1)", bytes)).path()}).frames.size(), 1u);
    const auto colours = samplesOf(countingUp(192), SampleType::u8, false);
    const MadeFile made("a.npy", npyOf("|u1", "(8, 8, 3)", colours));
    const RawImage raw = decode(made.path());
    EXPECT_EQ(raw.image.channels(), 3);
    EXPECT_EQ(raw.image.at(1, 0, 2), 5);
    EXPECT_EQ(imageHeader(made.path()).pages, 1);
}

TEST(Npy, OfTwoChannelsTheFirstIsMeasuredAndThatIsSaid) {
    const MadeFile made("a.npy", npyOf("|u1", "(9, 8, 2)", samplesOf(countingUp(144), SampleType::u8, false)));
    EXPECT_THAT(codesOf(openSeries({made.path()})), ElementsAre("file.remark"));
    EXPECT_FALSE(decode(made.path()).hasAlpha);
}

TEST(Npy, FortransOrderIsTurnedForAPicture) {
    const MadeFile made("a.npy", npyOf("|u1", "(2, 3)", samplesOf({0, 10, 1, 11, 2, 12}, SampleType::u8, false), true));
    EXPECT_THAT(pixelsOf(decode(made.path()).image), ElementsAre(0, 1, 2, 10, 11, 12));
    EXPECT_THAT(
        refusalBy([] {
            imageHeader(
                MadeFile("a.npy", npyOf("|u1", "(2, 3, 4)", samplesOf(countingUp(24), SampleType::u8, false), true)).path());
        }),
        HasSubstr("ascontiguousarray"));
}

TEST(Npy, WhatIsNoPictureIsRefused) {
    const auto refusal = [](const test::Bytes& bytes) {
        const MadeFile made("a.npy", bytes);
        return refusalBy([&] { decode(made.path()); });
    };
    const test::Bytes four(4);
    EXPECT_THAT(refusal(npyOf("|u1", "(4,)", four)), HasSubstr("its shape is (4)"));
    EXPECT_THAT(refusal(npyOf("|u1", "()", four)), HasSubstr("its shape is ()"));
    EXPECT_THAT(refusal(npyOf("<c8", "(2, 2)", four)), HasSubstr("'<c8'"));
    EXPECT_THAT(refusal(npyOf("<U4", "(2, 2)", four)), HasSubstr("'<U4'"));
    EXPECT_THAT(refusal(npyOf("|u1", "(2, 3)", four)), HasSubstr("4 of 6 bytes"));
    EXPECT_THAT(refusal(npyOf("|u1", "(100000, 100000)", four)), HasSubstr("100000"));
    EXPECT_THAT(refusal(npyOf("|u1", "(-2, 2)", four)), HasSubstr("'-2'"));
    EXPECT_THAT(refusal(npyOf("|u1", "2, 2", four)), HasSubstr("no shape"));
    EXPECT_THAT(refusal(Writer().put(std::string_view("\x93NUMPY\x09\x00\x04\x00", 10)).bytes()), HasSubstr("version 9"));
    EXPECT_THAT(refusal(Writer().put(std::string_view("\x93NUMPY\x01\x00\xff\x00", 10)).bytes()), HasSubstr("ends early"));
}

// --- MRC

struct MrcRecipe {
    std::array<int, 3> sides{4, 3, 1};
    int mode = 2, group = 0, slices = 1, own = 0;
    std::array<float, 3> cell{40, 30, 0};  ///< Å
    std::array<int, 3> axes{1, 2, 3};
    bool isBigEndian = false;
    int imodFlags = -1;  ///< below 0: not IMOD's
    test::Bytes samples{};
};

test::Bytes mrcOf(const MrcRecipe& recipe) {
    Writer writer(recipe.isBigEndian);
    writer.resize(1024);
    for (std::size_t i = 0; i < 3; ++i) {
        writer.at(4 * i, std::int32_t{recipe.sides[i]});
        writer.at(28 + 4 * static_cast<std::size_t>(recipe.axes[i] - 1), std::int32_t{recipe.sides[i]});
        writer.at(40 + 4 * i, recipe.cell[i]);
        writer.at(64 + 4 * i, std::int32_t{recipe.axes[i]});
    }
    writer.at(12, std::int32_t{recipe.mode});
    if (recipe.slices > 1) writer.at(36, std::int32_t{recipe.slices});
    writer.at(88, std::int32_t{recipe.group});
    writer.at(92, std::int32_t{recipe.own});
    for (std::size_t i = 0; i < 4; ++i)
        writer.at(208 + i, "MAP "[i]);
    writer.at(212, recipe.isBigEndian ? std::uint8_t{0x11} : std::uint8_t{0x44});
    if (recipe.imodFlags >= 0) {
        writer.at(152, std::int32_t{1146047817});
        writer.at(156, std::int32_t{recipe.imodFlags});
    }
    writer.resize(1024 + static_cast<std::size_t>(recipe.own));
    return writer.put(recipe.samples).bytes();
}

TEST(Mrc, ReadsEveryModeInBothOrders) {
    constexpr std::pair<int, SampleType> modes[] = {
        {0, SampleType::s8}, {1, SampleType::s16}, {2, SampleType::f32}, {6, SampleType::u16}};
    for (const auto& [mode, type] : modes)
        for (const bool isBig : {false, true}) {
            MrcRecipe recipe{.mode = mode, .own = isBig ? 256 : 0, .isBigEndian = isBig};
            recipe.samples = samplesOf(countingUp(12), type, isBig);
            const MadeFile made("a.mrc", mrcOf(recipe));
            EXPECT_THAT(pixelsOf(decode(made.path()).image), Pointwise(testing::DoubleEq(), countingUp(12))) << mode << isBig;
        }
}

TEST(Mrc, VoxelsAreTheCellOverItsIntervals) {
    MrcRecipe recipe{
        .sides = {4, 3, 10}, .group = 1, .cell = {40, 30, 200}, .samples = samplesOf(countingUp(120), SampleType::f32, false)};
    const Spacing voxel = volumeHeader(MadeFile("a.mrc", mrcOf(recipe)).path()).spacing;
    EXPECT_EQ(voxel, (Spacing{1e-3, 1e-3, 2e-3, true}));
    recipe.axes = {2, 1, 3};  // columns run along y, whose cell is 30 Å over 4 intervals
    const Spacing turned = volumeHeader(MadeFile("a.mrc", mrcOf(recipe)).path()).spacing;
    EXPECT_NEAR(turned.x, 30.0 / 4 * 1e-4, 1e-9);
    EXPECT_NEAR(turned.y, 40.0 / 3 * 1e-4, 1e-9);
}

TEST(Mrc, ASizeThatNobodySaidIsOffered) {
    MrcRecipe recipe{.cell = {4, 3, 1}, .samples = samplesOf(countingUp(12), SampleType::f32, false)};
    const MadeFile ones("a.mrc", mrcOf(recipe));
    const ImageSeries series = openSeries({ones.path()});
    EXPECT_FALSE(series.calibration.isKnown());
    EXPECT_THAT(codesOf(series), ElementsAre("size.default"));
    SeriesOpening fromFile;
    fromFile.sizes = SizeSource::file;
    EXPECT_NEAR(openSeries({ones.path()}, fromFile).calibration.pixelWidthUm, 1e-4, 1e-12);
    recipe.cell = {0, 0, 0};
    EXPECT_THAT(codesOf(openSeries({MadeFile("a.mrc", mrcOf(recipe)).path()})), testing::IsEmpty());
}

TEST(Mrc, ImagesAreFramesAVolumeIsOneAndSeveralAreTimes) {
    MrcRecipe recipe{.sides = {4, 3, 16}, .samples = samplesOf(countingUp(192), SampleType::f32, false)};
    recipe.cell = {40, 30, 160};
    const auto open = [&] { return openSeries({MadeFile("a.mrc", mrcOf(recipe)).path()}); };
    EXPECT_EQ(open().frames.size(), 16u);
    recipe.group = 1;
    EXPECT_EQ(open().frames.size(), 1u);
    EXPECT_TRUE(open().volumes);
    recipe.group = 401, recipe.slices = 8;
    EXPECT_EQ(open().frames.size(), 2u);
}

TEST(Mrc, ImodsBytesHaveNoSignUnlessItSaysSo) {
    MrcRecipe recipe{.mode = 0, .samples = test::Bytes(12, std::byte{0xff})};
    const auto first = [&] { return decode(MadeFile("a.mrc", mrcOf(recipe)).path()).image.at(0, 0); };
    EXPECT_EQ(first(), -1);
    recipe.imodFlags = 0;
    EXPECT_EQ(first(), 255);
    recipe.imodFlags = 1;
    EXPECT_EQ(first(), -1);
}

TEST(Mrc, OfAnyWidthIsNoNifti) {
    for (const int width : {348, 540}) {
        MrcRecipe recipe{.sides = {width, 2, 1}, .cell = {1000, 1000, 0}};
        recipe.samples = samplesOf(countingUp(static_cast<std::size_t>(2 * width)), SampleType::f32, false);
        EXPECT_EQ(imageHeader(MadeFile("a.mrc", mrcOf(recipe)).path()).format, "MRC") << width;
    }
}

TEST(Mrc, OfBefore2000IsToldByItsNumbersInBothOrders) {
    for (const bool isBig : {false, true}) {
        MrcRecipe recipe{.mode = 0, .isBigEndian = isBig, .samples = samplesOf(countingUp(12), SampleType::u8, false)};
        test::Bytes bytes = mrcOf(recipe);
        for (std::size_t i = 208; i < 216; ++i)
            bytes[i] = std::byte{0};
        EXPECT_THAT(pixelsOf(decode(MadeFile("a.mrc", bytes).path()).image), Pointwise(testing::DoubleEq(), countingUp(12)))
            << isBig;
    }
}

TEST(Mrc, StacksOfPicturesNeedNoDepthForTheirSize) {
    MrcRecipe recipe{.sides = {4, 3, 2}, .cell = {40, 30, 0}, .samples = samplesOf(countingUp(24), SampleType::f32, false)};
    EXPECT_NEAR(openSeries({MadeFile("a.mrc", mrcOf(recipe)).path()}).calibration.pixelWidthUm, 1e-3, 1e-12);
}

TEST(Mrc, WhatIsNotReadIsRefused) {
    const auto refusal = [](MrcRecipe recipe) {
        const MadeFile made("a.mrc", mrcOf(recipe));
        return refusalBy([&] { decode(made.path()); });
    };
    const auto samples = samplesOf(countingUp(12), SampleType::f32, false);
    EXPECT_THAT(refusal({.mode = 4, .samples = samples}), HasSubstr("complex"));
    EXPECT_THAT(refusal({.mode = 77, .samples = samples}), HasSubstr("mode 77"));
    EXPECT_THAT(refusal({.sides = {4, 0, 1}, .samples = samples}), HasSubstr("4 x 0 x 1"));
    EXPECT_THAT(refusal({.sides = {4, 4, 1}, .samples = samples}), HasSubstr("48 of 64 bytes"));
    EXPECT_THAT(refusal({.samples = {}}), HasSubstr("0 of 48 bytes"));
}

// --- DigitalMicrograph

TEST(DigitalMicrograph, ReadsTheImageBehindTheThumbnailWithItsSize) {
    for (const int version : {3, 4})
        for (const bool isLittle : {true, false}) {
            SCOPED_TRACE(std::to_string(version) + (isLittle ? " little" : " big"));
            const auto samples = samplesOf(countingUp(12), SampleType::s16, !isLittle);
            const MadeFile made("a.dm3", dmOf(version, isLittle, {{4, 0.5F, u"nm"}, {3, 0.25F, u"nm"}}, 1, samples, 12));
            EXPECT_THAT(pixelsOf(decode(made.path()).image), Pointwise(testing::DoubleEq(), countingUp(12)));
            const ImageSeries series = openSeries({made.path()});
            EXPECT_NEAR(series.calibration.pixelWidthUm, 5e-4, 1e-10);
            EXPECT_NEAR(series.calibration.pixelHeightUm, 2.5e-4, 1e-10);
        }
}

TEST(DigitalMicrograph, TheThirdAxisIsTimesSlicesOrNotTold) {
    const auto samples = samplesOf(countingUp(96), SampleType::s16, false);
    const auto open = [&](const std::u16string& unit, float scale) {
        ImageSeries series = openSeries(
            {MadeFile("a.dm4", dmOf(4, true, {{4, 1, u"\u00B5m"}, {3, 1, u"\u00B5m"}, {8, scale, unit}}, 1, samples, 96))
                 .path()});
        assignTimes(series, {});
        return series;
    };
    const ImageSeries times = open(u"s", 2);
    ASSERT_EQ(times.frames.size(), 8u);
    EXPECT_EQ(times.frames[3].timeS, 6);
    EXPECT_EQ(times.calibration.pixelWidthUm, 1);
    const ImageSeries volume = open(u"nm", 500);
    ASSERT_TRUE(volume.volumes);
    EXPECT_EQ(volume.volumes->first.spacing, (Spacing{1, 1, 0.5, true}));
    const ImageSeries untold = open(u"", 1);
    EXPECT_EQ(untold.frames.size(), 8u);
    EXPECT_EQ(untold.frames[3].timeSource, TimeSource::index);
    EXPECT_EQ(untold.calibration.pixelWidthUm, 1);
}

TEST(DigitalMicrograph, AUnitThatIsNoLengthIsSaid) {
    const auto samples = samplesOf(countingUp(12), SampleType::s16, false);
    const ImageSeries series =
        openSeries({MadeFile("a.dm3", dmOf(3, true, {{4, 1, u"1/nm"}, {3, 1, u"1/nm"}}, 1, samples, 12)).path()});
    EXPECT_FALSE(series.calibration.isKnown());
    EXPECT_THAT(codesOf(series), ElementsAre("fact.unread"));
}

TEST(DigitalMicrograph, ColoursAreBlueGreenRedAndAByteOfNothing) {
    const auto samples = samplesOf({30, 20, 10, 0, 33, 22, 11, 0}, SampleType::u8, false);
    for (const std::int32_t type : {8, 23}) {
        const MadeFile made("a.dm3", dmOf(3, true, {{2, 1, u"nm"}, {1, 1, u"nm"}}, type, samples, 4));
        const RawImage raw = decode(made.path());
        ASSERT_EQ(raw.image.channels(), 3);
        EXPECT_FALSE(raw.hasAlpha);
        EXPECT_EQ(imageHeader(made.path()).channels, 3);
        EXPECT_THAT(pixelsOf(raw.image, 0), ElementsAre(10, 11));
        EXPECT_THAT(pixelsOf(raw.image, 1), ElementsAre(20, 22));
        EXPECT_THAT(pixelsOf(raw.image, 2), ElementsAre(30, 33));
    }
    std::vector<double> voxels;
    for (int i = 0; i < 2 * 2 * 2; ++i)
        voxels.insert(voxels.end(), {i + 100.0, i + 50.0, double(i), 0});
    const MadeFile volume(
        "a.dm3", dmOf(3, true, {{2, 1, u"nm"}, {2, 1, u"nm"}, {2, 1, u"nm"}}, 23, samplesOf(voxels, SampleType::u8, false), 16));
    for (const int channel : {0, 1, 2})
        EXPECT_EQ(readVolume(volume.path(), {{}, {}, 0, channel}).at(1, 0, 1), 50 * channel + 5) << channel;
}

TEST(DigitalMicrograph, LongNamesTakeNoMemory) {
    const DmWriter dm(3);
    Writer out = dm.start();
    dm.count(out, 1);
    dm.group(out, std::string(60000, 'a'), 0);
    EXPECT_THAT(refusalBy([&] { decode(MadeFile("a.dm3", out.bytes()).path()); }), HasSubstr("a name of 60000 bytes"));
}

TEST(DigitalMicrograph, WhatIsCutOrDamagedIsRefused) {
    const auto samples = samplesOf(countingUp(12), SampleType::s16, false);
    const test::Bytes whole = dmOf(3, true, {{4, 1, u"nm"}, {3, 1, u"nm"}}, 1, samples, 12);
    for (std::size_t size = 24; size < whole.size(); size += 7) {
        const MadeFile made("a.dm3", test::Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
        EXPECT_NE(refusalBy([&] { decode(made.path()); }), "") << size;
    }
    const MadeFile complex("a.dm3", dmOf(3, true, {{4, 1, u"nm"}, {3, 1, u"nm"}}, 3, samples, 12));
    EXPECT_THAT(refusalBy([&] { decode(complex.path()); }), HasSubstr("complex"));
}

// --- NRRD

std::string nrrdText(const std::string& fields) {
    return "NRRD0004\n# a comment\n" + fields + "\n";
}

TEST(Nrrd, ReadsVolumesRawAndPackedInsideAndBeside) {
    const auto samples = samplesOf(countingUp(24), SampleType::s16, true);
    const std::string fields =
        "type: short\ndimension: 3\nsizes: 2 3 4\nendian: big\nspacings: 0.5 0.5 2\nspace units: \"um\" \"um\" "
        "\"um\"\nencoding: ";
    for (const std::string encoding : {"raw", "gzip"}) {
        const auto stored = encoding == "gzip" ? test::gzipOf(samples) : samples;
        const MadeFile made("a.nrrd", test::joined(nrrdText(fields + encoding + "\n"), stored));
        EXPECT_EQ(volumeHeader(made.path()).spacing, (Spacing{0.5, 0.5, 2, true}));
        EXPECT_THAT(test::valuesOf(readVolume(made.path())), Pointwise(testing::FloatEq(), countingUp(24))) << encoding;
        const MadeFile header("a.nhdr", test::joined(nrrdText(fields + encoding + "\ndata file: a.raw\n"), {}));
        EXPECT_THAT(test::refusal(header.path()), HasSubstr("a.raw"));
        header.beside("a.raw", stored);
        EXPECT_EQ(readVolume(header.path()).at(1, 2, 3), 23);
    }
}

/// Blanks and signs of percent stand in names, too: a file that lies there is meant.
TEST(DataFiles, HaveAnyName) {
    const auto samples = samplesOf(countingUp(24), SampleType::u8, false);
    for (const std::string name : {"my gel 5.raw", "50% gel.raw", "LISTED.raw", "LIST of gels.raw"}) {
        const MadeFile meta(
            "a.mhd", test::joined("NDims = 3\nDimSize = 2 3 4\nElementType = MET_UCHAR\nElementDataFile = " + name + "\n", {}));
        const MadeFile nrrd("a.nhdr", test::joined(nrrdText("type: uchar\ndimension: 3\nsizes: 2 3 4\nencoding: raw\n"
                                                            "data file: " +
                                                            name + "\n"),
                                                   {}));
        for (const MadeFile* const made : {&meta, &nrrd}) {
            made->beside(name, samples);
            EXPECT_THAT(test::valuesOf(readVolume(made->path())), Pointwise(testing::FloatEq(), countingUp(24))) << name;
        }
    }
    for (const std::string name : {"LIST", "slice%03d.raw 1 10 1"}) {
        const MadeFile meta(
            "a.mhd", test::joined("NDims = 3\nDimSize = 2 3 4\nElementType = MET_UCHAR\nElementDataFile = " + name + "\n", {}));
        EXPECT_THAT(test::refusal(meta.path()), HasSubstr("in several files")) << name;
    }
    const MadeFile absent("a.mhd", test::joined("NDims = 3\nDimSize = 2 3 4\nElementType = MET_UCHAR\n"
                                                "ElementDataFile = my gel 5.raw\n",
                                                {}));
    EXPECT_THAT(test::refusal(absent.path()), HasSubstr("(my gel 5.raw) are not beside it"));
}

TEST(Nrrd, VectorsOfSpaceGiveTheirLengthsInMillimetres) {
    const auto samples = samplesOf(countingUp(24), SampleType::u8, false);
    const auto spacing = [&](const std::string& lines) {
        return volumeHeader(
            MadeFile("a.nrrd",
                     test::joined(nrrdText("type: uchar\ndimension: 3\nsizes: 2 3 4\nencoding: raw\n" + lines), samples))
                .path());
    };
    EXPECT_EQ(spacing("space: left-posterior-superior\nspace directions: (0.003,0.004,0) (0,0.002,0) (0,0,0.001)\n").spacing,
              (Spacing{5, 2, 1, true}));
    EXPECT_TRUE(spacing("space: left-posterior-superior\nspace directions: (1,0,0) (0,1,0) (0,0,1)\n").isDefaultSize);
    EXPECT_FALSE(spacing("spacings: 1 1 3\n").spacing.isInUm);
    EXPECT_EQ(spacing("spacings: 1 1 3\n").spacing.z, 3);
}

TEST(Nrrd, PicturesColoursAndTimes) {
    const MadeFile picture("a.nrrd",
                           test::joined(nrrdText("type: float\ndimension: 2\nsizes: 4 3\nencoding: raw\nendian: little\n"),
                                        samplesOf(countingUp(12), SampleType::f32, false)));
    EXPECT_THAT(pixelsOf(decode(picture.path()).image), Pointwise(testing::DoubleEq(), countingUp(12)));
    const MadeFile colours(
        "a.nrrd", test::joined(nrrdText("type: uchar\ndimension: 3\nsizes: 3 4 2\nkinds: RGB-color space space\nencoding: raw\n"),
                               samplesOf(countingUp(24), SampleType::u8, false)));
    EXPECT_EQ(decode(colours.path()).image.channels(), 3);
    EXPECT_EQ(decode(colours.path()).image.at(1, 0, 2), 5);
    const MadeFile times("a.nrrd", test::joined(nrrdText("type: uchar\ndimension: 4\nsizes: 2 2 8 3\nencoding: raw\n"),
                                                samplesOf(countingUp(96), SampleType::u8, false)));
    EXPECT_EQ(openSeries({times.path()}).frames.size(), 3u);
}

TEST(Nrrd, AnAxisWithoutADirectionHoldsColours) {
    const MadeFile made("a.nrrd", test::joined(nrrdText("type: uchar\ndimension: 3\nsizes: 3 4 2\nspace dimension: 2\n"
                                                        "space directions: none (0.5,0) (0,0.5)\nencoding: raw\n"),
                                               samplesOf(countingUp(24), SampleType::u8, false)));
    EXPECT_EQ(decode(made.path()).image.channels(), 3);
}

TEST(Nrrd, WhatIsNotReadIsRefused) {
    const auto refusal = [](const std::string& fields) {
        const MadeFile made("a.nrrd", test::joined(nrrdText(fields), samplesOf(countingUp(24), SampleType::u8, false)));
        return refusalBy([&] { readVolume(made.path()); });
    };
    const std::string sides = "type: uchar\ndimension: 3\nsizes: 2 3 4\n";
    EXPECT_THAT(refusal(sides + "encoding: bzip2\n"), HasSubstr("'bzip2'"));
    EXPECT_THAT(refusal("type: short\nsizes: 2 3 2\nencoding: raw\n"), HasSubstr("the order of bytes"));
    EXPECT_THAT(refusal("type: block\nsizes: 2 3 4\nencoding: raw\n"), HasSubstr("'block'"));
    EXPECT_THAT(refusal("type: uchar\nencoding: raw\n"), HasSubstr("sizes"));
    EXPECT_THAT(refusal("type: uchar\nsizes: 2 x 4\nencoding: raw\n"), HasSubstr("'x'"));
    EXPECT_THAT(refusal(sides + "encoding: raw\ndata file: ../a.raw\n"), HasSubstr("only a file beside"));
    EXPECT_THAT(refusal(sides + "encoding: raw\ndata file: LIST\n"), HasSubstr("several files"));
    EXPECT_THAT(refusal("type: uchar\nsizes: 2 3 5\nencoding: raw\n"), HasSubstr("24 of 30 bytes"));
}

// --- GSF

test::Bytes gsfOf(const std::string& lines, const test::Bytes& samples) {
    std::string text = "Gwyddion Simple Field 1.0\n" + lines;
    text += std::string(4 - text.size() % 4, '\0');
    return test::joined(text, samples);
}

TEST(Gsf, ReadsHeightsWithTheSizeOfAPixel) {
    const auto samples = samplesOf(countingUp(12), SampleType::f32, false);
    for (const std::string padding : {"", "a", "ab", "abc"}) {
        const MadeFile made(
            "a.gsf", gsfOf("XRes = 4\nYRes = 3\nXReal = 2e-6\nYReal = 3e-06\nXYUnits = m\nTitle = t" + padding + "\n", samples));
        EXPECT_THAT(pixelsOf(decode(made.path()).image), Pointwise(testing::DoubleEq(), countingUp(12)));
        const ImageSeries series = openSeries({made.path()});
        EXPECT_NEAR(series.calibration.pixelWidthUm, 0.5, 1e-12);
        EXPECT_NEAR(series.calibration.pixelHeightUm, 1, 1e-12);
    }
}

TEST(Gsf, WithoutAUnitHasNoSizeAndSaysSo) {
    const auto samples = samplesOf(countingUp(12), SampleType::f32, false);
    const auto codes = [&](const std::string& lines) {
        return codesOf(openSeries({MadeFile("a.gsf", gsfOf("XRes = 4\nYRes = 3\n" + lines, samples)).path()}));
    };
    EXPECT_THAT(codes("XReal = 4\nYReal = 3\n"), ElementsAre("size.no-unit"));
    EXPECT_THAT(codes("XReal = 4\nYReal = 3\nXYUnits = furlong\n"), ElementsAre("fact.unread"));
    EXPECT_THAT(codes(""), testing::IsEmpty());
}

// --- FITS

test::Bytes fitsOf(const std::vector<std::string>& cards, const test::Bytes& samples) {
    std::string text;
    for (const std::string& card : cards)
        text += card + std::string(80 - card.size(), ' ');
    text += "END";
    text += std::string(2880 - text.size() % 2880, ' ');
    test::Bytes bytes = test::joined(text, samples);
    bytes.resize((bytes.size() + 2879) / 2880 * 2880);
    return bytes;
}

const std::string fitsStart = "SIMPLE  =                    T";

TEST(Fits, ReadsPicturesScaledAndMasksWhatIsBlank) {
    const auto samples = samplesOf({0, 1, 2, 3, 4, 5}, SampleType::s16, true);
    const MadeFile made("a.fits", fitsOf({fitsStart, "BITPIX  = 16 / bits", "NAXIS   = 2", "NAXIS1  = 3", "NAXIS2  = 2",
                                          "BZERO   = 3.2768D4", "OBJECT  = 'a / b'"},
                                         samples));
    EXPECT_THAT(pixelsOf(decode(made.path()).image), ElementsAre(32768, 32769, 32770, 32771, 32772, 32773));
    const MadeFile blank(
        "a.fits", fitsOf({fitsStart, "BITPIX  = 16", "NAXIS   = 2", "NAXIS1  = 3", "NAXIS2  = 2", "BLANK   = 4"}, samples));
    EXPECT_THAT(pixelsOf(decode(blank.path()).image), ElementsAre(0, 1, 2, 3, testing::IsNan(), 5));
}

/// The format has no such samples and stores them less half of their range.
TEST(Fits, WholeNumbersFromZeroAreWholeNumbers) {
    const auto made = [](int bits, const std::string& zero, std::vector<double> stored, SampleType type,
                         const std::string& more) {
        stored.resize(8, stored.front());
        return MadeFile("a.fits", fitsOf({fitsStart, "BITPIX  = " + std::to_string(bits), "NAXIS   = 3", "NAXIS1  = 2",
                                          "NAXIS2  = 2", "NAXIS3  = 2", "BZERO   = " + zero, more},
                                         samplesOf(stored, type, true)));
    };
    const auto firstFour = [](const MadeFile& file) {
        std::vector<float> values = test::valuesOf(readVolume(file.path()));
        values.resize(4);
        return values;
    };
    const std::vector<double> ofSixteen{-32768, -1, 0, 32767};
    const MadeFile unsigned16 = made(16, "32768", ofSixteen, SampleType::s16, "COMMENT");
    const RawImage raw = decode(unsigned16.path(), 0);
    EXPECT_EQ(raw.image.type(), PixelType::u16) << "saturation is judged of whole numbers alone";
    EXPECT_EQ(raw.bitsPerSample, 16);
    EXPECT_THAT(pixelsOf(raw.image), ElementsAre(0, 32767, 32768, 65535));
    EXPECT_THAT(firstFour(unsigned16), ElementsAre(0, 32767, 32768, 65535));
    EXPECT_EQ(volumeHeader(unsigned16.path()).type, SampleType::u16);

    const MadeFile blank = made(16, "32768", ofSixteen, SampleType::s16, "BLANK   = -1");
    EXPECT_THAT(pixelsOf(decode(blank.path(), 0).image), ElementsAre(0, testing::IsNan(), 32768, 65535));
    EXPECT_THAT(firstFour(made(8, "-128", {0, 127, 128, 255}, SampleType::u8, "COMMENT")), ElementsAre(-128, -1, 0, 127));
    EXPECT_THAT(firstFour(made(32, "2147483648", {-2147483648.0, -2147483647.0, 0, 2147483392.0}, SampleType::s32, "COMMENT")),
                ElementsAre(0, 1, 2147483648.0F, 4294967040.0F));
    EXPECT_THAT(firstFour(made(16, "32768", ofSixteen, SampleType::s16, "BSCALE  = 2")), ElementsAre(-32768, 32766, 32768, 98302))
        << "not the same thing";
}

TEST(Fits, ThePictureMayStandInAnExtension) {
    test::Bytes bytes = fitsOf({fitsStart, "BITPIX  = 8", "NAXIS   = 0"}, {});
    const test::Bytes more = fitsOf({"XTENSION= 'IMAGE   '", "BITPIX  = -32", "NAXIS   = 3", "NAXIS1  = 2", "NAXIS2  = 2",
                                     "NAXIS3  = 3", "PCOUNT  = 0", "GCOUNT  = 1"},
                                    samplesOf(countingUp(12), SampleType::f32, true));
    bytes.insert(bytes.end(), more.begin(), more.end());
    const MadeFile made("a.fits", bytes);
    EXPECT_EQ(openSeries({made.path()}).frames.size(), 3u);
    EXPECT_THAT(pixelsOf(decode(made.path(), 1).image), ElementsAre(4, 5, 6, 7));
    EXPECT_EQ(readVolume(made.path()).at(1, 0, 2), 9);
}

TEST(Fits, WhatIsNoPictureIsRefused) {
    const auto refusal = [](const test::Bytes& bytes) {
        const MadeFile made("a.fits", bytes);
        return refusalBy([&] { decode(made.path()); });
    };
    EXPECT_THAT(refusal(fitsOf({fitsStart, "BITPIX  = 8", "NAXIS   = 0"}, {})), HasSubstr("no picture"));
    EXPECT_THAT(refusal(fitsOf({fitsStart, "BITPIX  = 7", "NAXIS   = 2", "NAXIS1  = 3", "NAXIS2  = 2"}, {})),
                HasSubstr("7 bits"));
    EXPECT_THAT(refusal(fitsOf({fitsStart, "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 3000", "NAXIS2  = 2"}, {})),
                HasSubstr("of 6000 bytes"));
    EXPECT_THAT(refusal(fitsOf({fitsStart, "BITPIX  = 8", "NAXIS   = 4503599627370496"}, {})),
                HasSubstr("4503599627370496 axes"));
    EXPECT_THAT(refusal(test::joined(fitsStart + std::string(50, ' '), {})), HasSubstr("ends early"));
}

// --- pictures of volumes' formats

TEST(PicturesOfVolumeFormats, AreFrames) {
    const MadeFile meta(
        "a.mha", test::joined("NDims = 2\nDimSize = 4 3\nElementSpacing = 0.5 0.25\nDistanceUnits = um\nElementType = MET_UCHAR\n"
                              "ElementDataFile = LOCAL\n",
                              samplesOf(countingUp(12), SampleType::u8, false)));
    const ImageSeries series = openSeries({meta.path()});
    EXPECT_FALSE(series.volumes);
    EXPECT_EQ(series.calibration.pixelWidthUm, 0.5);
    EXPECT_EQ(series.calibration.pixelHeightUm, 0.25);
    EXPECT_THAT(pixelsOf(decode(meta.path()).image), Pointwise(testing::DoubleEq(), countingUp(12)));

    test::NiftiRecipe recipe;
    recipe.sides = {4, 3};
    recipe.voxels = samplesOf(countingUp(12), SampleType::u8, false);
    const MadeFile nifti("a.nii", test::niftiOf(recipe));
    EXPECT_FALSE(openSeries({nifti.path()}).volumes);
    EXPECT_THAT(pixelsOf(decode(nifti.path()).image), Pointwise(testing::DoubleEq(), countingUp(12)));
    EXPECT_THAT(test::refusal(nifti.path()), HasSubstr("that is a picture"));
}

TEST(PicturesOfVolumeFormats, OnesOfAMillimetreAreOffered) {
    const MadeFile meta(
        "a.mha",
        test::joined("NDims = 2\nDimSize = 4 3\nElementSpacing = 1 1\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n",
                     samplesOf(countingUp(12), SampleType::u8, false)));
    EXPECT_THAT(codesOf(openSeries({meta.path()})), ElementsAre("size.default"));
}

// --- ANALYZE

TEST(Analyze, AHeaderWithoutNiftisMarkIsReadWithItsImage) {
    test::NiftiRecipe recipe;
    recipe.voxels = {};
    test::Bytes header = test::niftiOf(recipe);
    header.resize(348);
    for (std::size_t i = 344; i < 348; ++i)
        header[i] = std::byte{0};
    for (std::size_t i = 108; i < 124; ++i)  // offset, scale and units of NIfTI
        header[i] = std::byte{0};
    header[56] = std::byte{'m'}, header[57] = std::byte{'m'};
    const MadeFile made("a.hdr", header);
    EXPECT_THAT(test::refusal(made.path()), HasSubstr("a.img"));
    made.beside("a.img", samplesOf(countingUp(24), SampleType::u8, false));
    EXPECT_EQ(volumeHeader(made.path()).format, "ANALYZE");
    EXPECT_EQ(volumeHeader(made.path()).spacing, (Spacing{500, 500, 2000, true}));
    EXPECT_THAT(test::valuesOf(readVolume(made.path())), Pointwise(testing::FloatEq(), countingUp(24)));
    EXPECT_TRUE(isVolumeFile(made.path()));
    made.beside("b.hdr", test::joined("AccFrames=1\n", {}));
    EXPECT_FALSE(isVolumeFile(made.folder() / "b.hdr")) << "another program's settings";

    for (const auto& [name, image] : std::map<std::string, std::string>{
             {"c.hdr.gz", "c.img.gz"}, {"d.hdr", "d.img.gz"}, {"e.hdr.gz", "e.img"}, {"F.HDR", "F.IMG"}}) {
        const bool isHeaderPacked = name.ends_with(".gz"), isImagePacked = image.ends_with(".gz");
        const MadeFile pair(name, isHeaderPacked ? test::gzipOf(header) : header);
        const test::Bytes samples = samplesOf(countingUp(24), SampleType::u8, false);
        pair.beside(image, isImagePacked ? test::gzipOf(samples) : samples);
        const ImageSeries series = openSeries({pair.folder().path()});
        ASSERT_TRUE(series.volumes) << name;
        EXPECT_THAT(codesOf(series), testing::IsEmpty()) << name << ": its image is no further file";
        EXPECT_THAT(test::valuesOf(readVolume(pair.path())), Pointwise(testing::FloatEq(), countingUp(24))) << name;
        EXPECT_EQ(inputFiles(pair.path()).size(), 2u) << name << ": both decide what is measured";
    }
    EXPECT_FALSE(isVolumeFile(MadeFile("b.hdr.gz", test::gzipOf(test::joined("AccFrames=1\n", {}))).path()));
}

}  // namespace
}  // namespace coarsen
