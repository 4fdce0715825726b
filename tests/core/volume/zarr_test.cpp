// SPDX-License-Identifier: GPL-3.0-or-later
// OME-Zarr and plain Zarr arrays: stores made here, file by file.
#include "core/base/folder_file.hpp"
#include "core/image/decode.hpp"
#include "core/series/folders_of_images.hpp"
#include "core/series/volume_series.hpp"
#include "core/series/watch.hpp"
#include "core/volume/formats/chunk_packing.hpp"
#include "core/volume_files/volume_files.hpp"
#include "tests/core/volume/zarr_writer.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using test::putFile;
using test::zarray;
using test::zarrRefusal;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Numbers as the bytes of a chunk, little-endian.
template <typename T>
std::string chunkOf(const std::vector<T>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

/// As many numbers from `first` on.
template <typename T>
std::vector<T> numbersFrom(int first, int count) {
    std::vector<T> numbers;
    for (int i = 0; i < count; ++i)
        numbers.push_back(static_cast<T>(first + i));
    return numbers;
}

/// The attributes of an image of one level, "0", with these axes ("tzyx") and units of them.
std::string multiscales(const std::string& axes, const std::string& scale, const std::string& spaceUnit,
                        const std::string& timeUnit) {
    std::string list;
    for (const char axis : axes) {
        const std::string unit = axis == 'c' ? "" : axis == 't' ? timeUnit : spaceUnit;
        list += (list.empty() ? "" : ", ") + std::string(R"({"name": ")") + axis + "\"" +
                (unit.empty() ? "" : R"(, "unit": ")" + unit + "\"") + "}";
    }
    return R"({"multiscales": [{"version": "0.4", "axes": [)" + list +
           R"(], "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [)" + scale + "]}]}]}]}";
}

std::vector<double> valuesOfPicture(const Image& image) {
    std::vector<double> values;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            values.push_back(image.at(x, y));
    return values;
}

std::vector<std::string> saidOf(const ImageSeries& series) {
    std::vector<std::string> all;
    for (const Said& said : series.notes)
        all.push_back(said.code + ": " + said.text);
    return all;
}

class Zarr : public testing::Test {
protected:
    const TemporaryFolder folder;
    const fs::path store = folder.path() / "gel.ome.zarr";

    /// An image of the given axes whose samples are one after the other in chunks of one plane, counting from 0.
    void makeImage(const std::string& axes, const std::vector<int>& shape, const std::string& scale,
                   const std::string& spaceUnit = "micrometer", const std::string& timeUnit = "minute") const {
        std::string sides, chunks;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            sides += (i > 0 ? ", " : "") + std::to_string(shape[i]);
            chunks += (i > 0 ? ", " : "") + std::to_string(i + 2 < shape.size() ? 1 : shape[i]);
        }
        putFile(store / ".zgroup", R"({"zarr_format": 2})");
        putFile(store / ".zattrs", multiscales(axes, scale, spaceUnit, timeUnit));
        putFile(store / "0/.zarray",
                zarray("[" + sides + "]", "[" + chunks + "]", "<u2", "null", R"(, "dimension_separator": "/")"));
        const int plane = shape[shape.size() - 2] * shape.back();
        std::vector<int> place(shape.size() - 2, 0);
        for (int number = 0;; ++number) {
            fs::path file = store / "0";
            for (const int at : place)
                file /= std::to_string(at);
            putFile(file / "0/0", chunkOf(numbersFrom<std::uint16_t>(number * plane, plane)));
            std::size_t axis = place.size();
            while (axis > 0 && ++place[axis - 1] == shape[axis - 1])
                place[--axis] = 0;
            if (axis == 0) return;
        }
    }

    ImageSeries opened(const SeriesOpening& opening = {}) const {
        ImageSeries series = openSeries({store}, opening);
        assignTimes(series, {});
        return series;
    }
};

TEST_F(Zarr, TimesOfAnImageAreASeriesWithItsIntervalAndSize) {
    makeImage("tyx", {3, 4, 5}, "2, 0.5, 0.25");

    const ImageSeries series = opened();

    ASSERT_EQ(series.frames.size(), 3U);
    EXPECT_EQ(series.first.format, "OME-Zarr");
    EXPECT_DOUBLE_EQ(series.frames[2].timeS, 240);
    EXPECT_DOUBLE_EQ(series.calibration.pixelWidthUm, 0.25);
    EXPECT_DOUBLE_EQ(series.calibration.pixelHeightUm, 0.5);
    EXPECT_EQ(valuesOfPicture(decode(series.frames[1].file, series.frames[1].page).image).front(), 20);
}

TEST_F(Zarr, SlicesAreAVolumeAtEachTimeAndChannelsAreChosen) {
    makeImage("tczyx", {2, 2, 8, 4, 5}, "10, 1, 2, 0.5, 0.25", "micrometer", "second");

    const ImageSeries series = opened();

    ASSERT_EQ(series.frames.size(), 2U);
    ASSERT_TRUE(series.volumes);
    EXPECT_DOUBLE_EQ(series.frames[1].timeS, 10);
    EXPECT_DOUBLE_EQ(series.calibration.pixelDepthUm, 2);
    EXPECT_EQ(readVolume(store, volumeOf(series, series.frames[1])).values()[0], 2 * 8 * 20);
    const ImageSeries second = opened({.channel = 2});
    EXPECT_EQ(readVolume(store, volumeOf(second, second.frames[1])).values()[21], 3 * 8 * 20 + 21);
}

TEST_F(Zarr, FewSlicesAreAVolumeWhereTheUserSaysSo) {
    makeImage("zyx", {3, 4, 5}, "1, 1, 1");

    const ImageSeries series = opened({.areVolumes = true});

    ASSERT_TRUE(series.volumes);
    EXPECT_EQ(series.volumes->first.size, (VolumeSize{5, 4, 3}));
    EXPECT_EQ(readVolume(store).values()[59], 59);
}

TEST_F(Zarr, UnitsThatAreNoneAreSaidAndNotUsed) {
    makeImage("tyx", {2, 4, 5}, "2, 0.5, 0.5", "furlong", "fortnight");

    const ImageSeries series = opened();

    EXPECT_FALSE(series.calibration.isKnown());
    EXPECT_TRUE(countsFrames(series));
    EXPECT_THAT(saidOf(series), Contains(AllOf(HasSubstr("'furlong'"), HasSubstr("'fortnight'"))));
}

TEST_F(Zarr, NumbersWithoutAUnitAreNoSize) {
    makeImage("tyx", {2, 4, 5}, "2, 0.5, 0.5", "", "");

    const ImageSeries series = opened();

    EXPECT_FALSE(series.calibration.isKnown());
    EXPECT_TRUE(countsFrames(series));
    EXPECT_THAT(saidOf(series), Contains(HasSubstr("2 apart, without a unit")));
    EXPECT_THAT(saidOf(series), Contains(HasSubstr("size.no-unit")));
}

TEST_F(Zarr, FinestResolutionIsReadWhereverItStands) {
    makeImage("yx", {4, 6}, "0.5, 0.5");
    putFile(store / "1/.zarray", zarray("[2, 3]", "[2, 3]", "<u2"));
    putFile(store / ".zattrs",
            R"({"multiscales": [{"axes": ["y", "x"], "datasets": [
            {"path": "1", "coordinateTransformations": [{"type": "scale", "scale": [1, 1]}]},
            {"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [0.5, 0.5]}]}]}]})");

    const ImageSeries series = opened();

    EXPECT_EQ(series.first.width, 6);
    EXPECT_THAT(saidOf(series), Contains(HasSubstr("Of its 2 resolutions the finest is read")));
}

TEST_F(Zarr, ChannelsAreCalledAsOmeroCallsThem) {
    makeImage("cyx", {2, 4, 5}, "1, 0.5, 0.5");
    std::string attributes = multiscales("cyx", "1, 0.5, 0.5", "micrometer", "");
    attributes.insert(1, R"("omero": {"channels": [{"label": "DAPI"}, {"label": "GFP"}]}, )");
    putFile(store / ".zattrs", attributes);

    const ImageSeries series = opened();

    EXPECT_EQ(series.frames.size(), 1U);
    EXPECT_THAT(saidOf(series), Contains(HasSubstr("Its channels are called DAPI, GFP.")));
    EXPECT_THAT(series.frames.front().channelPages, ElementsAre(0, 1));
}

TEST_F(Zarr, ChunksWithoutAFileHaveTheFillValueAndAreCounted) {
    putFile(store / ".zarray", R"({"zarr_format": 2, "shape": [4, 4], "chunks": [2, 3], "dtype": ">i2", "compressor": null,
        "fill_value": -7, "filters": [], "order": "F", "dimension_separator": "."})");
    putFile(store / "0.1", std::string("\0\1\0\2\0\3\0\4\0\5\0\6", 12));

    const Image image = decode(store).image;

    // Rows run fastest in its chunks, of which the last column of two lies beyond the picture.
    EXPECT_THAT(valuesOfPicture(image), ElementsAre(-7, -7, -7, 1, -7, -7, -7, 2, -7, -7, -7, -7, -7, -7, -7, -7));
    EXPECT_THAT(imageHeader(store).remark, HasSubstr("3 of 4 files of chunks are not there"));
}

TEST_F(Zarr, FoldersOfChunksAreSeenWhereOldZarrDoesNotSayThem) {
    putFile(store / ".zarray", zarray("[2, 2]", "[2, 2]", "|u1"));
    putFile(store / "0/0", "\1\2\3\4");

    EXPECT_THAT(valuesOfPicture(decode(store).image), ElementsAre(1, 2, 3, 4));
}

TEST_F(Zarr, Version3HasItsOwnNamesOfChunksAndTypes) {
    putFile(store / "zarr.json",
            R"({"zarr_format": 3, "node_type": "group", "attributes": {"ome": {"version": "0.5", "multiscales": [
        {"axes": [{"name": "y", "unit": "nanometer"}, {"name": "x", "unit": "nanometer"}],
         "datasets": [{"path": "s0", "coordinateTransformations": [{"type": "scale", "scale": [200, 100]}]}]}]}}})");
    putFile(store / "s0/zarr.json", R"({"zarr_format": 3, "node_type": "array", "shape": [2, 4], "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}}, "fill_value": "NaN",
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]})");
    putFile(store / "s0/c/0/0", chunkOf<float>({1, 2, 3, 4}));
    putFile(store / "s0/c/0/1", chunkOf<float>({5, 6, 7, 8}));

    EXPECT_THAT(valuesOfPicture(decode(store).image), ElementsAre(1, 2, 5, 6, 3, 4, 7, 8));
    EXPECT_DOUBLE_EQ(opened().calibration.pixelWidthUm, 0.1);
}

/// A shard of 4 chunks of one row each, of which the third is not there; offsets count from the start.
std::string shardOf(bool isIndexFirst, bool hasChecksum) {
    const std::string rows = "\1\2\3\4";
    const std::uint64_t none = ~std::uint64_t{0}, start = isIndexFirst ? 64 + (hasChecksum ? 4 : 0) : 0;
    const std::vector<std::uint64_t> index{start, 2, start + 2, 2, none, none, start, 2};
    std::string text = chunkOf(index);
    if (hasChecksum) text += chunkOf<std::uint32_t>({volumes::crc32c(std::as_bytes(std::span(text)))});
    return isIndexFirst ? text + rows : rows + text;
}

TEST_F(Zarr, ShardsHoldSeveralChunksAndSayWhereTheyLie) {
    const auto make = [&](bool isFirst, bool hasChecksum) {
        putFile(store / "zarr.json",
                std::string(R"({"zarr_format": 3, "node_type": "array", "shape": [4, 2], "data_type": "uint8",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 2]}}, "fill_value": 9,
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [1, 2], "codecs": [{"name": "bytes"}],
                "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}})") +
                    (hasChecksum ? R"(, {"name": "crc32c"})" : "") + R"(], "index_location": ")" + (isFirst ? "start" : "end") +
                    R"("}}]})");
        putFile(store / "c/0/0", shardOf(isFirst, hasChecksum));
    };
    for (const bool isFirst : {false, true})
        for (const bool hasChecksum : {false, true}) {
            make(isFirst, hasChecksum);
            EXPECT_THAT(valuesOfPicture(decode(store).image), ElementsAre(1, 2, 3, 4, 9, 9, 1, 2));
        }

    std::string spoilt = shardOf(true, true);
    spoilt[3] ^= 1;
    putFile(store / "c/0/0", spoilt);
    EXPECT_THAT(zarrRefusal([&] { decode(store); }), HasSubstr("its checksum does not fit"));
}

TEST_F(Zarr, BareArraysAreReadAsThoseOfNumPy) {
    putFile(store / ".zarray", zarray("[3, 2, 2]", "[3, 2, 2]", "|u1"));
    putFile(store / "0.0.0", chunkOf(numbersFrom<std::uint8_t>(0, 12)));

    const ImageSeries series = opened();

    EXPECT_EQ(series.frames.size(), 3U);
    EXPECT_EQ(series.first.format, "Zarr");
    EXPECT_THAT(valuesOfPicture(decode(store, 2).image), ElementsAre(8, 9, 10, 11));
    EXPECT_EQ(opened({.areVolumes = true}).frames.size(), 1U);
}

TEST_F(Zarr, WhatIsNotReadIsRefusedInWords) {
    const std::pair<std::string, std::string> cases[] = {
        {zarray("[4, 4]", "[4, 4]", "<c8"), "of type 'c8'"},
        {zarray("[4, 4]", "[4, 4]", "<u2", R"({"id": "lzma"})"), "packed by 'lzma'"},
        {R"({"zarr_format": 2, "shape": [4, 4], "chunks": [4, 4], "dtype": "<u2", "filters": [{"id": "delta"}]})",
         "the filter 'delta'"},
        {zarray("[4, 4]", "[4]", "<u2"), "its chunks have other axes"},
        {zarray("[4, 0]", "[4, 4]", "<u2"), "it is damaged"},
        {zarray("[4, 4]", "[4, 2147483647]", "<u2"), "more than 2 GB each"},
        {zarray("[4]", "[4]", "<u2"), "a picture has two axes"},
        {"{", "it is damaged"},
    };
    for (const auto& [metadata, words] : cases) {
        putFile(store / ".zarray", metadata);
        EXPECT_THAT(zarrRefusal([&] { imageHeader(store); }), HasSubstr(words)) << metadata;
    }
}

TEST_F(Zarr, ArraysOutsideTheFolderAreNotRead) {
    makeImage("yx", {4, 6}, "1, 1");
    for (const char* const path : {"../elsewhere", "/0", "..", "0/../../x", ""}) {
        putFile(store / ".zattrs",
                R"({"multiscales": [{"axes": ["y", "x"], "datasets": [{"path": ")" + std::string(path) + "\"}]}]}");
        EXPECT_THAT(zarrRefusal([&] { imageHeader(store); }), Not(IsEmpty())) << path;
    }
}

TEST_F(Zarr, GroupsOfSeveralImagesNameThem) {
    for (const char* const name : {"0", "1"}) {
        putFile(store / name / ".zgroup", R"({"zarr_format": 2})");
        putFile(store / name / ".zattrs", multiscales("yx", "1, 1", "micrometer", ""));
        putFile(store / name / "0/.zarray", zarray("[2, 2]", "[2, 2]", "|u1"));
        putFile(store / name / "0/0.0", std::string(4, name[0]));
    }
    putFile(store / ".zgroup", R"({"zarr_format": 2})");
    EXPECT_THAT(zarrRefusal([&] { imageHeader(store); }), AllOf(HasSubstr("(0, 1)"), HasSubstr("gel.ome.zarr/0")));

    putFile(store / ".zattrs", R"({"bioformats2raw.layout": 3})");
    EXPECT_THAT(imageHeader(store).remark, HasSubstr("It holds several images (0, 1); 0 is read."));
    EXPECT_EQ(valuesOfPicture(decode(store / "1").image).front(), '1');

    putFile(store / ".zattrs", R"({"plate": {"wells": []}})");
    EXPECT_THAT(zarrRefusal([&] { imageHeader(store); }), HasSubstr("a plate of several wells"));
}

TEST_F(Zarr, FoldersAreOneInputEachWhereverAPathIsGiven) {
    makeImage("tyx", {3, 4, 5}, "2, 0.5, 0.25");
    fs::copy(store, folder.path() / "other.zarr", fs::copy_options::recursive);

    EXPECT_EQ(openSeries({folder.path()}).frames.size(), 2U);
    EXPECT_EQ(openSeries({fs::path(store.string() + "/")}).frames.size(), 3U);
    const FoldersOfImages found = foldersOfImages(folder.path());
    EXPECT_EQ(found.own.size(), 2U);
    EXPECT_THAT(found.below, IsEmpty());
    EXPECT_THAT(zarrRefusal([&] { requireNoVolumes(folder.path()); }), HasSubstr("are not watched"));
    EXPECT_THAT(whyItCannotGrow(openSeries({folder.path()})), HasSubstr("arrays in folders"));
}

TEST_F(Zarr, BytesOfAllFilesAreWhatItIsKnownBy) {
    makeImage("yx", {4, 5}, "0.5, 0.5");
    const std::string before = inputSha256(store);
    const auto shared = pictureFile(store, false);
    EXPECT_EQ(shared->sha256(), before);
    EXPECT_EQ(shared->size(), inputBytes(store));
    EXPECT_EQ(inputBytes(store), bytesOfFiles(filesBelow(store)));

    putFile(store / "0/0/0", std::string(40, 'x'));

    EXPECT_NE(inputSha256(store), before);
}

TEST_F(Zarr, EmptyFoldersOfThatNameAreNoData) {
    fs::create_directories(store);

    EXPECT_THAT(zarrRefusal([&] { imageHeader(store); }), HasSubstr("it holds no Zarr data"));
}

}  // namespace
}  // namespace coarsen
