// SPDX-License-Identifier: GPL-3.0-or-later
// DICOM by coarsen-dicom: files made here, element by element (PS3.5), explicit and little-endian.
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume/dicom_program/dicom_reader.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/support/dicom_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

// libjpeg's header needs <cstdio> before it.
#include <jpeglib.h>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using test::Bytes;
using test::dicomHead;
using test::DicomPicture;
using test::dicomText;
using test::rleOf;
using test::rleSyntax;
using test::withDicomMeta;
using Elements = test::DicomElements;
using test::MadeFile;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Bytes bytesOfText(const std::string& text) {
    Bytes bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

MadeFile dicomFile(const DicomPicture& picture, const std::vector<int>& samples) {
    return MadeFile("gel.dcm", bytesOfText(dicomText(picture, samples)));
}

std::vector<double> dicomPixels(const Image& image) {
    std::vector<double> pixels;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            pixels.push_back(image.at(x, y));
    return pixels;
}

std::string dicomRefusal(const fs::path& file) {
    try {
        decode(file);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

const std::vector<int> eightSamples{0, 1, 2, 3, 4, 5, 6, 7};

TEST(Dicom, SizesThatNoPixelHasAreNotUsedAndThatIsSaid) {
    for (const char* const side : {"0", "-1", "1e-300", "1e300", "1e-20", "1e999", "nan", "inf", "wide"})
        for (const std::string& sides :
             {std::string(side) + "\\" + side, std::string("0.5\\") + side, side + std::string("\\0.5"), std::string(side)}) {
            DicomPicture picture;
            picture.between.put(0x00280030, "DS", sides);
            const ImageHeader header = imageHeader(dicomFile(picture, std::vector<int>(8, 1)).path());

            EXPECT_THAT(header.facts.sizes, testing::IsEmpty()) << sides;
            EXPECT_NE(header.remark, "") << sides;
        }
}

TEST(Dicom, DistancesOfSlicesThatCannotBeAreNotUsedAndThatIsSaid) {
    for (const char* const step : {"1e-300", "1e300", "1e999", "nan", "wide"}) {
        DicomPicture picture;
        picture.width = 2, picture.frames = 2;
        picture.before.put(0x00180088, "DS", step);
        picture.between.put(0x00280030, "DS", "0.5\\0.25");
        const VolumeHeader header = volumeHeader(dicomFile(picture, std::vector<int>(8, 1)).path());

        EXPECT_FALSE(header.spacing.isInUm) << step;
        EXPECT_NE(header.remark, "") << step;
    }
}

TEST(Dicom, PicturesHaveTheirSamplesSizeAndDate) {
    DicomPicture picture;
    picture.before.put(0x00080022, "DA", "20260301").put(0x00080032, "TM", "140500.25");
    picture.between.put(0x00280030, "DS", "0.5\\0.25");
    const MadeFile file = dicomFile(picture, {0, 1, 2, 3, 400, 5, 6, 65535});

    const ImageHeader header = imageHeader(file.path());

    EXPECT_THAT(dicomPixels(decode(file.path()).image), ElementsAre(0, 1, 2, 3, 400, 5, 6, 65535));
    EXPECT_EQ(header.format, "DICOM");
    ASSERT_EQ(header.facts.sizes.size(), 1U);
    EXPECT_DOUBLE_EQ(header.facts.sizes[0].value.x, 250);
    EXPECT_DOUBLE_EQ(header.facts.sizes[0].value.y, 500);
    ASSERT_EQ(header.facts.times.size(), 1U);
    EXPECT_DOUBLE_EQ(header.facts.times[0].value.seconds, 1772373900.25);
    EXPECT_EQ(header.facts.times[0].by, "DICOM AcquisitionDate");
    EXPECT_EQ(header.remark, "");
}

TEST(Dicom, ValuesAreScaledAndPaddingIsMasked) {
    DicomPicture picture;
    picture.hasSign = 1;
    picture.between.whole(0x00280120, -2000, "SS");
    picture.behind.put(0x00281052, "DS", "-1024").put(0x00281053, "DS", "2");
    const MadeFile file = dicomFile(picture, {-2000, 1, 2, 3, 4, 5, 6, -7});

    const Image image = decode(file.path()).image;

    EXPECT_TRUE(std::isnan(image.at(0, 0)));
    EXPECT_EQ(image.at(1, 0), -1022);
    EXPECT_EQ(image.at(3, 1), -1038);
    EXPECT_THAT(imageHeader(file.path()).remark, HasSubstr("times 2, plus -1024"));
}

TEST(Dicom, WhatIsNotUnderstoodIsSaid) {
    DicomPicture picture;
    picture.between.put(0x00280034, "IS", "4\\3");
    picture.behind.items(0x00283000, {Elements()});
    EXPECT_THAT(imageHeader(dicomFile(picture, eightSamples).path()).remark,
                AllOf(HasSubstr("ModalityLUTSequence"), HasSubstr("PixelAspectRatio 4\\3")));
}

TEST(Dicom, SmallSamplesThatAreBrightAreTurnedRound) {
    DicomPicture picture;
    picture.kind = "MONOCHROME1";
    picture.stored = 12;
    const MadeFile file = dicomFile(picture, {0, 1, 2, 3, 4, 5, 6, 4095});

    EXPECT_THAT(dicomPixels(decode(file.path()).image), ElementsAre(4095, 4094, 4093, 4092, 4091, 4090, 4089, 0));
    EXPECT_THAT(imageHeader(file.path()).remark, HasSubstr("MONOCHROME1"));
}

TEST(Dicom, BitsBesideThoseInUseCountForNothing) {
    DicomPicture picture;
    picture.stored = 12;
    EXPECT_THAT(dicomPixels(decode(dicomFile(picture, {0xF001, 1, 2, 3, 4, 5, 6, 0x8007}).path()).image),
                ElementsAre(1, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_EQ(imageHeader(dicomFile(picture, eightSamples).path()).facts.bitsInUse, 12);
    picture.hasSign = 1;
    EXPECT_THAT(dicomPixels(decode(dicomFile(picture, {0x0FFF, 1, 2, 3, 4, 5, 6, 0x0800}).path()).image),
                ElementsAre(-1, 1, 2, 3, 4, 5, 6, -2048));
}

TEST(Dicom, FramesAreTimesSlicesOrNeitherAsTheFileSays) {
    DicomPicture films;
    films.frames = 2;
    films.width = 2;
    films.before.put(0x00181063, "DS", "40");
    films.between.put(0x00280030, "DS", "0.5\\0.25");
    const MadeFile film = dicomFile(films, eightSamples);
    ImageSeries series = openSeries({film.path()});
    assignTimes(series, {});
    ASSERT_EQ(series.frames.size(), 2U);
    EXPECT_DOUBLE_EQ(series.frames[1].timeS, 0.04);
    EXPECT_DOUBLE_EQ(series.calibration.pixelWidthUm, 250);
    EXPECT_THAT(dicomPixels(decode(film.path(), 1).image), ElementsAre(4, 5, 6, 7));

    DicomPicture doses;
    doses.frames = 2;
    doses.width = 2;
    doses.between.put(0x00280030, "DS", "0.5\\0.25");
    const MadeFile untold = dicomFile(doses, eightSamples);
    EXPECT_DOUBLE_EQ(openSeries({untold.path()}).calibration.pixelHeightUm, 500);
    EXPECT_FALSE(volumeHeader(untold.path()).spacing.isInUm);

    doses.between = Elements().put(0x00280030, "DS", "0.5\\0.5");
    EXPECT_DOUBLE_EQ(openSeries({dicomFile(doses, eightSamples).path()}).calibration.pixelWidthUm, 500);

    doses.between = Elements().put(0x00280030, "DS", "0.5\\0.25");
    doses.behind.put(0x3004000C, "DS", "0\\3");
    const VolumeHeader header = volumeHeader(dicomFile(doses, eightSamples).path());
    EXPECT_EQ(header.size, (VolumeSize{2, 2, 2}));
    EXPECT_EQ(header.spacing, (Spacing{250, 500, 3000, true}));
}

/// An enhanced file of two frames, of which the second lies `distance` mm before the first.
DicomPicture enhanced(double distance, const std::string& slopeOfSecond = "1") {
    DicomPicture picture;
    picture.frames = 2;
    picture.width = 2;
    const auto frame = [](double z, const std::string& slope) {
        Elements position, values, all;
        position.put(0x00200032, "DS", "0\\0\\" + std::to_string(z));
        values.put(0x00281052, "DS", "0").put(0x00281053, "DS", slope);
        return all.items(0x00209113, {position}).items(0x00289145, {values});
    };
    Elements measures, directions, shared;
    measures.put(0x00180050, "DS", "9").put(0x00280030, "DS", "0.5\\0.25");
    directions.put(0x00200037, "DS", "1\\0\\0\\0\\1\\0");
    shared.items(0x00209116, {directions}).items(0x00289110, {measures});
    picture.behind.items(0x52009229, {shared}).items(0x52009230, {frame(10, "1"), frame(10 - distance, slopeOfSecond)});
    return picture;
}

TEST(Dicom, GroupsOfFramesSayWhereTheyLie) {
    const VolumeHeader header = volumeHeader(dicomFile(enhanced(2.5), eightSamples).path());

    EXPECT_EQ(header.spacing, (Spacing{250, 500, 2500, true}));
    ASSERT_TRUE(header.placement);
    EXPECT_DOUBLE_EQ(header.placement->origin[2], 10);
    EXPECT_THAT(dicomRefusal(dicomFile(enhanced(2.5, "3"), eightSamples).path()), HasSubstr("scaled each in their own way"));
}

std::string packedFile(const std::vector<std::string>& fragments) {
    DicomPicture picture;
    picture.width = 2, picture.bits = picture.stored = 8;
    picture.frames = static_cast<int>(fragments.size());
    picture.syntax = rleSyntax;
    return test::packedDicom(picture, fragments);
}

TEST(Dicom, PackedFramesAreUnpackedOneByOne) {
    const std::string file = packedFile({rleOf("\1\2\3\4"), rleOf("\5\6\7\10")});
    const MadeFile whole("gel.dcm", bytesOfText(file));
    EXPECT_THAT(dicomPixels(decode(whole.path(), 0).image), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(dicomPixels(decode(whole.path(), 1).image), ElementsAre(5, 6, 7, 8));

    const MadeFile cut("gel.dcm", bytesOfText(file.substr(0, file.size() - 20)));
    EXPECT_THAT(dicomRefusal(cut.path()), HasSubstr("it is damaged"));
    const MadeFile broken("gel.dcm", bytesOfText(packedFile({std::string(70, '\xFF')})));
    EXPECT_THAT(dicomRefusal(broken.path()), HasSubstr("it is damaged"));
}

TEST(Dicom, PixelsThatEndEarlyAreRefused) {
    const std::string file = dicomText({}, eightSamples);
    for (const std::size_t missing : {1, 5, 15}) {
        const MadeFile cut("gel.dcm", bytesOfText(file.substr(0, file.size() - missing)));
        EXPECT_THAT(dicomRefusal(cut.path()), HasSubstr("it is damaged")) << missing;
    }
}

std::vector<double> dicomChannel(const Image& image, int channel) {
    std::vector<double> pixels;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            pixels.push_back(image.at(x, y, channel));
    return pixels;
}

/// Red, green, blue and a grey of four pixels, and the same as luminance and differences (PS3.3, C.7.6.3.1.2).
const std::vector<std::array<double, 3>> fourColours{{200, 30, 60}, {10, 220, 90}, {40, 50, 250}, {128, 128, 128}};

std::array<double, 3> asYbr(const std::array<double, 3>& rgb) {
    const auto [r, g, b] = rgb;
    return {0.2990 * r + 0.5870 * g + 0.1140 * b, -0.1687 * r - 0.3313 * g + 0.5000 * b + 128,
            0.5000 * r - 0.4187 * g - 0.0813 * b + 128};
}

DicomPicture colourPicture(const std::string& kind, int planar = 0) {
    DicomPicture picture;
    picture.width = 2;
    picture.kind = kind;
    picture.bits = picture.stored = 8;
    picture.colours = 3;
    picture.planar = planar;
    return picture;
}

void expectColours(const Image& image, const std::vector<std::array<double, 3>>& colours, double tolerance) {
    ASSERT_EQ(image.channels(), 3);
    for (int channel = 0; channel < 3; ++channel) {
        std::vector<double> wanted;
        for (const auto& colour : colours)
            wanted.push_back(colour[static_cast<std::size_t>(channel)]);
        EXPECT_THAT(dicomChannel(image, channel), testing::Pointwise(testing::DoubleNear(tolerance), wanted)) << channel;
    }
}

constexpr double roundedTwice = 2;  // to whole luminances and differences, and back

TEST(Dicom, LuminanceAndDifferencesAreColours) {
    std::vector<int> mixed, apart;
    for (const auto& colour : fourColours)
        for (const double value : asYbr(colour))
            mixed.push_back(static_cast<int>(std::lround(value)));
    for (std::size_t plane = 0; plane < 3; ++plane)
        for (std::size_t pixel = 0; pixel < 4; ++pixel)
            apart.push_back(mixed[3 * pixel + plane]);
    expectColours(decode(dicomFile(colourPicture("YBR_FULL"), mixed).path()).image, fourColours, roundedTwice);
    expectColours(decode(dicomFile(colourPicture("YBR_FULL", 1), apart).path()).image, fourColours, roundedTwice);
}

TEST(Dicom, TwoPixelsMayShareTheirDifferencesOfColour) {
    const auto whole = [](double value) { return static_cast<int>(std::lround(value)); };
    const auto [bright, cb, cr] = asYbr(fourColours[0]);
    std::vector<int> samples;
    for (int pair = 0; pair < 2; ++pair)
        samples.insert(samples.end(), {whole(bright) - 20 * pair, whole(bright) + 10, whole(cb), whole(cr)});
    const auto shifted = [&](double by) {
        return std::array<double, 3>{fourColours[0][0] + by, fourColours[0][1] + by, fourColours[0][2] + by};
    };
    const Image image = decode(dicomFile(colourPicture("YBR_FULL_422"), samples).path()).image;
    expectColours(image, {shifted(0), shifted(10), shifted(-20), shifted(10)}, roundedTwice);

    DicomPicture odd = colourPicture("YBR_FULL_422");
    odd.width = 1;
    EXPECT_THAT(dicomRefusal(dicomFile(odd, samples).path()), HasSubstr("an odd number of pixels"));
}

/// The left half of each frame is dark red, or what `shift` makes of it; flat parts survive JPEG.
std::string jpegFrame(int shift) {
    constexpr int side = 32;
    std::vector<unsigned char> pixels;
    for (int i = 0; i < side * side; ++i)
        for (const int value : i % side < side / 2 ? std::array{200 - shift, 30, 60} : std::array{10, 220 - shift, 90})
            pixels.push_back(static_cast<unsigned char>(value));
    jpeg_compress_struct codec{};
    jpeg_error_mgr errors{};
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&codec, &bytes, &size);
    codec.image_width = codec.image_height = side;
    codec.input_components = 3;
    codec.in_color_space = JCS_RGB;
    jpeg_set_defaults(&codec);  // luminance and differences, these at half the size
    jpeg_set_quality(&codec, 100, TRUE);
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < codec.image_height) {
        unsigned char* row = pixels.data() + codec.next_scanline * side * 3;
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
    std::string text(reinterpret_cast<const char*>(bytes), size);
    jpeg_destroy_compress(&codec);
    std::free(bytes);
    return text.size() % 2 == 0 ? text : text + '\0';
}

TEST(Dicom, LuminanceAndDifferencesInJpegAreColours) {
    for (const char* const kind : {"YBR_FULL", "YBR_FULL_422"}) {
        DicomPicture picture = colourPicture(kind);
        picture.width = picture.height = 32;
        picture.frames = 2;
        picture.syntax = test::jpegSyntax;
        const std::string file = test::packedDicom(picture, {jpegFrame(0), jpegFrame(50)});
        const MadeFile made("gel.dcm", bytesOfText(file));
        for (const int frame : {0, 1}) {
            const Image image = decode(made.path(), frame).image;
            ASSERT_EQ(image.channels(), 3);
            for (int channel = 0; channel < 3; ++channel) {
                const std::array left{200 - 50 * frame, 30, 60}, right{10, 220 - 50 * frame, 90};
                EXPECT_NEAR(image.at(4, 9, channel), left[static_cast<std::size_t>(channel)], 4) << kind << frame;
                EXPECT_NEAR(image.at(27, 20, channel), right[static_cast<std::size_t>(channel)], 4) << kind << frame;
            }
        }
        const MadeFile cut("gel.dcm", bytesOfText(test::packedDicom(picture, {jpegFrame(0).substr(0, 500), jpegFrame(50)})));
        EXPECT_THAT(dicomRefusal(cut.path()), HasSubstr("its samples cannot be unpacked"));
        const MadeFile parts("gel.dcm", bytesOfText(test::packedDicom(picture, {jpegFrame(0), jpegFrame(50), jpegFrame(0)})));
        EXPECT_THAT(dicomRefusal(parts.path()), HasSubstr("its frames lie in 3 packed parts"));
    }
}

TEST(Dicom, ColoursOf16BitsAreReadWhereTheyAreNotPacked) {
    DicomPicture picture = colourPicture("RGB");
    picture.bits = picture.stored = 16;
    std::vector<int> mixed, apart(12);
    for (std::size_t pixel = 0; pixel < 4; ++pixel)
        for (std::size_t colour = 0; colour < 3; ++colour) {
            mixed.push_back(static_cast<int>(1000 * pixel + 257 * colour + 5));
            apart[4 * colour + pixel] = mixed.back();
        }
    for (const int planar : {0, 1}) {
        picture.planar = planar;
        const Image image = decode(dicomFile(picture, planar == 1 ? apart : mixed).path()).image;
        expectColours(image, {{5, 262, 519}, {1005, 1262, 1519}, {2005, 2262, 2519}, {3005, 3262, 3519}}, 0);
    }
    picture.syntax = rleSyntax;
    EXPECT_THAT(dicomRefusal(MadeFile("gel.dcm", bytesOfText(test::packedDicom(picture, {rleOf(std::string(24, 'a'))}))).path()),
                AllOf(HasSubstr("RGB, of 16 bits"), HasSubstr("dcm2niix")));
}

/// Elements of a palette of three entries, from index 2 on; grey where `areAlike`.
Elements paletteElements(int bits, const std::vector<std::string>& entries) {
    Elements all;
    for (std::uint32_t colour = 0; colour < 3; ++colour)
        all.words(0x00281101 + colour, {3, 2, bits});
    for (std::uint32_t colour = 0; colour < 3; ++colour)
        all.put(0x00281201 + colour, "OW", entries[colour]);
    return all;
}

TEST(Dicom, IndicesAreTheColoursOfTheirPalette) {
    DicomPicture picture;
    picture.kind = "PALETTE COLOR";
    picture.bits = picture.stored = 8;
    picture.width = 4, picture.height = 1;
    const std::vector<int> indices{0, 2, 3, 9};  // below, the first, the second, beyond
    const auto text = [](std::initializer_list<int> bytes) {
        std::string all;
        for (const int byte : bytes)
            all += static_cast<char>(byte);
        return all;
    };
    picture.behind = paletteElements(8, {text({10, 20, 30, 0}), text({40, 50, 60, 0}), text({70, 80, 90, 0})});
    expectColours(decode(dicomFile(picture, indices).path()).image, {{10, 40, 70}, {10, 40, 70}, {20, 50, 80}, {30, 60, 90}}, 0);

    const std::string wide = text({1, 2, 3, 4, 5, 6}), other = text({0, 1, 0, 2, 0, 3});
    picture.behind = paletteElements(16, {wide, other, wide});
    expectColours(decode(dicomFile(picture, indices).path()).image,
                  {{513, 256, 513}, {513, 256, 513}, {1027, 512, 1027}, {1541, 768, 1541}}, 0);

    picture.behind = paletteElements(8, {text({7, 0, 8, 0, 9, 0}), text({7, 0, 8, 0, 9, 0}), text({7, 0, 8, 0, 9, 0})});
    const Image grey = decode(dicomFile(picture, indices).path()).image;
    EXPECT_EQ(grey.channels(), 1) << "all its colours are greys";
    EXPECT_THAT(dicomPixels(grey), ElementsAre(7, 7, 8, 9));

    picture.behind = paletteElements(8, {text({1, 2}), text({1, 2}), text({1, 2})});
    EXPECT_THAT(dicomRefusal(dicomFile(picture, indices).path()), HasSubstr("its palette is shorter than it says"));
}

TEST(Dicom, MasksOfOneBitAreZerosAndOnes) {
    DicomPicture picture;
    picture.width = 3, picture.height = 3, picture.frames = 2;
    picture.bits = picture.stored = 1;
    // 18 bits of two frames without a gap, the lowest of each byte first.
    const MadeFile file = dicomFile(picture, {0b10100101, 0b00000110, 0b11});
    EXPECT_THAT(dicomPixels(decode(file.path(), 0).image), ElementsAre(1, 0, 1, 0, 0, 1, 0, 1, 0));
    EXPECT_THAT(dicomPixels(decode(file.path(), 1).image), ElementsAre(1, 1, 0, 0, 0, 0, 0, 1, 1));
    EXPECT_THAT(dicomRefusal(dicomFile(picture, {0b10100101}).path()), HasSubstr("it ends before its samples do"));

    picture.behind.items(0x00620002, {Elements(), Elements()});
    EXPECT_THAT(dicomRefusal(dicomFile(picture, {0b10100101, 0b00000110, 0b11}).path()), HasSubstr("it holds 2 segments"));
}

TEST(Dicom, NumbersOf32BitsAreReadInEitherOrder) {
    DicomPicture picture;
    picture.bits = picture.stored = 32;
    const std::vector<int> samples{0, 1, 70000, 16909060, 5, 2000000000, 7, 8};
    for (const char* const syntax : {test::plainSyntax, test::bigEndianSyntax}) {
        picture.syntax = syntax;
        EXPECT_THAT(dicomPixels(decode(dicomFile(picture, samples).path()).image),
                    ElementsAre(0, 1, 70000, static_cast<float>(16909060), 5, 2000000000, 7, 8))
            << syntax;
    }
    picture.bits = picture.stored = 16;
    EXPECT_THAT(dicomPixels(decode(dicomFile(picture, eightSamples).path()).image), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Dicom, OtherPicturesAreRefusedInWords) {
    DicomPicture palette;
    palette.kind = "PALETTE COLOR";
    EXPECT_THAT(dicomRefusal(dicomFile(palette, eightSamples).path()),
                AllOf(HasSubstr("a palette that is not there, or is segmented"), HasSubstr("dcm2niix")));
    DicomPicture partial;
    partial.kind = "YBR_PARTIAL_422";
    partial.colours = 3;
    EXPECT_THAT(dicomRefusal(dicomFile(partial, eightSamples).path()),
                AllOf(HasSubstr("YBR_PARTIAL_422"), HasSubstr("dcm2niix")));
    DicomPicture reports;
    const MadeFile report("report.dcm", bytesOfText(withDicomMeta(reports, Elements().put(0x00080060, "CS", "SR").text())));
    EXPECT_THAT(dicomRefusal(report.path()), HasSubstr("a DICOM file without a picture"));
    const MadeFile bare("bare.dcm", bytesOfText(std::string(128, '\0') + "DICM" + std::string(300, 'x')));
    EXPECT_THAT(dicomRefusal(bare.path()), HasSubstr("it is damaged"));
}

class DicomFolder : public testing::Test {
protected:
    /// Slices called 0, 1, 2 … that lie at these places along z.
    void make(const std::vector<double>& places, const std::string& directions = "1\\0\\0\\0\\1\\0") const {
        for (std::size_t i = 0; i < places.size(); ++i)
            add(std::to_string(i), places[i], directions, static_cast<int>(i));
    }
    void add(const std::string& name, double place, const std::string& directions, int value) const {
        DicomPicture picture;
        picture.before.put(0x00200032, "DS", "5\\6\\" + std::to_string(place)).put(0x00200037, "DS", directions);
        picture.between.put(0x00280030, "DS", "0.5\\0.25");
        writeWhole(folder.path() / (name + ".dcm"), bytesOfText(dicomText(picture, std::vector<int>(8, value))));
    }
    std::string refusal() const { return test::refusal(folder.path()); }

    const TemporaryFolder folder;
};

TEST_F(DicomFolder, SlicesAreInTheOrderOfTheirPlaces) {
    make({7.5, 2.5, 5});

    const Volume volume = readVolume(folder.path());

    EXPECT_EQ(volume.size(), (VolumeSize{4, 2, 3}));
    EXPECT_EQ(volume.spacing(), (Spacing{250, 500, 2500, true}));
    EXPECT_EQ(volume.values()[0], 1);
    EXPECT_EQ(volume.values()[8], 2);
    EXPECT_EQ(volume.values()[16], 0);
    EXPECT_DOUBLE_EQ(volumeHeader(folder.path()).placement->origin[2], 2.5);
}

TEST_F(DicomFolder, SlicesWithoutAnEndingAreFoundAndOfferedAsAVolume) {
    const std::vector<std::string> names{"IM000003", "1.2.840.113619.7", "12", "4"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        add("a", 2.5 * static_cast<double>(i), "1\\0\\0\\0\\1\\0", static_cast<int>(i));
        fs::rename(folder / "a.dcm", folder / names[i]);
    }
    writeWhole(folder / "README", std::string("what was measured"));

    const ImageSeries frames = openSeries({folder.path()});
    EXPECT_EQ(frames.frames.size(), 4U);
    const auto offer = std::ranges::find(frames.notes, "pages.slices-as-frames", &Said::code);
    ASSERT_NE(offer, frames.notes.end());
    EXPECT_EQ(offer->flag, "--volumes");
    EXPECT_THAT(offer->text, HasSubstr("Its 4 files state that they are slices of one volume"));

    SeriesOpening asVolume;
    asVolume.areVolumes = true;
    const ImageSeries volume = openSeries({folder.path()}, asVolume);
    ASSERT_TRUE(volume.volumes);
    EXPECT_EQ(volume.volumes->first.size, (VolumeSize{4, 2, 4}));
    EXPECT_EQ(volume.volumes->first.spacing, (Spacing{250, 500, 2500, true}));
}

TEST_F(DicomFolder, PicturesOfOnePlaceAreNotOfferedAsAVolume) {
    make({1, 1, 1, 1});
    EXPECT_EQ(std::ranges::count(openSeries({folder.path()}).notes, "pages.slices-as-frames", &Said::code), 0);
}

TEST_F(DicomFolder, SlicesThatAreMissingDoubledOrTurnedAreRefused) {
    make({0, 1, 2, 4});
    EXPECT_THAT(refusal(), AllOf(HasSubstr("not equally far apart"), HasSubstr("2.dcm and 3.dcm by 2 mm")));
    make({0, 1, 1, 2});
    EXPECT_THAT(refusal(), AllOf(HasSubstr("two of its slices lie in one place"), HasSubstr("1.dcm")));
    make({0, 1, 2, 3});
    add("9", 4, "1\\0\\0\\0\\0\\1", 4);
    EXPECT_THAT(refusal(), AllOf(HasSubstr("turned differently"), HasSubstr("9.dcm")));
}

TEST(Dicom, AnswersThatCannotBeAreRefused) {
    dicom::Answer good;
    good.seam = dicom::seamVersion;
    good.verdict = dicom::Verdict::read;
    good.width = good.height = 4;
    good.frames = 1;
    const auto refusalTo = [](const dicom::Answer& answer) -> std::string {
        std::span<const std::byte> left = std::as_bytes(std::span(&answer, 1));
        const auto next = [&](std::span<std::byte> to) {
            if (left.size() < to.size()) return false;
            std::memcpy(to.data(), left.data(), to.size());
            left = left.subspan(to.size());
            return true;
        };
        try {
            return dicom::describedBy(next, "coarsen-dicom", "a.dcm", 4096) ? "" : "nothing";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    EXPECT_EQ(refusalTo(good), "");
    const auto with = [&](const auto& change) {
        dicom::Answer answer = good;
        change(answer);
        return refusalTo(answer);
    };
    EXPECT_THAT(with([](auto& answer) { answer.seam = 1; }), HasSubstr("another version"));
    EXPECT_THAT(with([](auto& answer) { answer.type = 6; }), HasSubstr("cannot be"));
    EXPECT_THAT(with([](auto& answer) { answer.colours = 2; }), HasSubstr("cannot be"));
    EXPECT_THAT(with([](auto& answer) { answer.frames = 0; }), HasSubstr("cannot be"));
    EXPECT_THAT(with([](auto& answer) { answer.slope = std::numeric_limits<double>::quiet_NaN(); }), HasSubstr("cannot be"));
    EXPECT_THAT(with([](auto& answer) { answer.verdict = static_cast<dicom::Verdict>(99); }), HasSubstr("cannot be"));
    EXPECT_THAT(with([](auto& answer) { answer.width = 1 << 30; }), HasSubstr("a.dcm"));
}

}  // namespace
}  // namespace coarsen
