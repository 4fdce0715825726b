// SPDX-License-Identifier: GPL-3.0-or-later
// DICOM by coarsen-dicom: files made here, element by element (PS3.5), explicit and little-endian.
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume/dicom_program/dicom_reader.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using test::Bytes;
using test::MadeFile;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Elements one after the other.
class Elements {
public:
    Elements& put(std::uint32_t tag, const std::string& kind, std::string value) {
        if (value.size() % 2 == 1) value += kind == "UI" || kind == "OB" ? '\0' : ' ';
        const bool isLong = kind == "OB" || kind == "OW" || kind == "SQ" || kind == "UN";
        number<std::uint16_t>(tag >> 16);
        number<std::uint16_t>(tag);
        text_ += kind;
        if (isLong) number<std::uint16_t>(0);
        if (isLong)
            number<std::uint32_t>(value.size());
        else
            number<std::uint16_t>(value.size());
        text_ += value;
        return *this;
    }
    Elements& whole(std::uint32_t tag, int value, const std::string& kind = "US") {
        const auto bits = static_cast<std::uint16_t>(value);
        return put(tag, kind, std::string{static_cast<char>(bits), static_cast<char>(bits >> 8)});
    }
    /// A sequence of these items.
    Elements& items(std::uint32_t tag, const std::vector<Elements>& all) {
        Elements inner;
        for (const Elements& one : all) {
            inner.number<std::uint16_t>(0xFFFE);
            inner.number<std::uint16_t>(0xE000);
            inner.number<std::uint32_t>(one.text_.size());
            inner.text_ += one.text_;
        }
        return put(tag, "SQ", inner.text_);
    }
    /// Pixel data that are packed, a fragment for each frame.
    Elements& packed(const std::vector<std::string>& fragments) {
        text_ += std::string("\xE0\x7F\x10\0OB\0\0\xFF\xFF\xFF\xFF\xFE\xFF\0\xE0\0\0\0\0", 20);
        for (const std::string& one : fragments) {
            text_ += std::string("\xFE\xFF\0\xE0", 4);
            number<std::uint32_t>(one.size());
            text_ += one;
        }
        text_ += std::string("\xFE\xFF\xDD\xE0\0\0\0\0", 8);
        return *this;
    }
    const std::string& text() const { return text_; }

private:
    template <typename T>
    void number(std::size_t value) {
        for (std::size_t i = 0; i < sizeof(T); ++i)
            text_ += static_cast<char>(value >> 8 * i);
    }

    std::string text_;
};

constexpr const char* plainSyntax = "1.2.840.10008.1.2.1";
constexpr const char* rleSyntax = "1.2.840.10008.1.2.5";

/// Elements of a file of pixels, besides what a test adds; elements stand in the order of their tags.
struct DicomPicture {
    int width = 4, height = 2, bits = 16, stored = 16, hasSign = 0;
    std::string kind = "MONOCHROME2", syntax = plainSyntax;
    Elements before = {}, between = {}, behind = {};  ///< of groups up to 0020, of 0028 from 0030 on, of later ones
    int frames = 1;
};

Elements headOf(const DicomPicture& picture) {
    Elements all = picture.before;
    all.whole(0x00280002, 1).put(0x00280004, "CS", picture.kind);
    if (picture.frames > 1) all.put(0x00280008, "IS", std::to_string(picture.frames));
    all.whole(0x00280010, picture.height).whole(0x00280011, picture.width);
    return all;
}

std::string withMeta(const DicomPicture& picture, const std::string& dataSet) {
    Elements meta;
    meta.put(0x00020010, "UI", picture.syntax);
    std::string length(4, '\0');
    length[0] = static_cast<char>(meta.text().size());
    Elements all;
    all.put(0x00020000, "UL", length);
    return std::string(128, '\0') + "DICM" + all.text() + meta.text() + dataSet;
}

std::string dicomText(const DicomPicture& picture, const std::vector<int>& samples) {
    std::string pixels;
    for (const int sample : samples) {
        pixels += static_cast<char>(sample);
        if (picture.bits == 16) pixels += static_cast<char>(sample >> 8);
    }
    Elements rest;
    rest.whole(0x00280100, picture.bits).whole(0x00280101, picture.stored).whole(0x00280102, picture.stored - 1);
    rest.whole(0x00280103, picture.hasSign);
    Elements data;
    data.put(0x7FE00010, "OW", pixels);
    return withMeta(picture, headOf(picture).text() + picture.between.text() + rest.text() + picture.behind.text() + data.text());
}

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

/// A row of RLE (PS3.5, annex G) of one segment: `pixels` as they are.
std::string rleOf(const std::string& pixels) {
    std::string text(64, '\0');
    text[0] = 1;
    text[4] = 64;
    text += static_cast<char>(pixels.size() - 1) + pixels;
    return text.size() % 2 == 0 ? text : text + '\0';
}

std::string packedFile(const std::vector<std::string>& fragments) {
    DicomPicture picture;
    picture.width = 2;
    picture.frames = static_cast<int>(fragments.size());
    picture.syntax = rleSyntax;
    Elements rest;
    rest.whole(0x00280100, 8).whole(0x00280101, 8).whole(0x00280102, 7).whole(0x00280103, 0).packed(fragments);
    return withMeta(picture, headOf(picture).text() + rest.text());
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

TEST(Dicom, OtherPicturesAreRefusedInWords) {
    DicomPicture palette;
    palette.kind = "PALETTE COLOR";
    EXPECT_THAT(dicomRefusal(dicomFile(palette, eightSamples).path()), AllOf(HasSubstr("PALETTE COLOR"), HasSubstr("dcm2niix")));
    DicomPicture reports;
    const MadeFile report("report.dcm", bytesOfText(withMeta(reports, Elements().put(0x00080060, "CS", "SR").text())));
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
