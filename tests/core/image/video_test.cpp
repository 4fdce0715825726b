// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/parallel.hpp"
#include "core/image/decode.hpp"
#include "core/image/formats/gif_pictures.hpp"
#include "tests/support/film_writer.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using test::FilmRecipe;
using test::writeFilm;
using testing::ElementsAre;
using testing::HasSubstr;

std::string refusalOf(const fs::path& file, int page = 0) {
    try {
        decode(file, page);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

/// Pixels of a page that differ from what the recipe painted, `scale` times its value.
int wrongPixels(const RawImage& raw, const FilmRecipe& recipe, int page, int scale) {
    int wrong = 0;
    for (int y = 0; y < recipe.height; ++y)
        for (int x = 0; x < recipe.width; ++x)
            wrong += raw.image.at(x, y) != scale * recipe.value(page, x, y);
    return wrong;
}

double meanOf(const Image& image) {
    const auto plane = image.plane<std::uint8_t>();
    return std::accumulate(plane.begin(), plane.end(), 0.0) / static_cast<double>(plane.size());
}

/// Frames of one even grey each, that a lossy film keeps apart.
int evenGrey(int frame, int, int) {
    return 20 + 5 * frame;
}

void cut(const fs::path& file, double share) {
    auto bytes = readWhole(file);
    bytes.resize(static_cast<std::size_t>(share * static_cast<double>(bytes.size())));
    writeWhole(file, bytes);
}

class LosslessFilm : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(LosslessFilm, KeepsGreysOf8And16BitsExactly) {
    const auto [container, pixels] = GetParam();
    const FilmRecipe recipe{.pixels = pixels};
    const bool isWide = recipe.pixels == "gray16le";
    const TemporaryFolder folder;
    const fs::path file = folder / (std::string("film") + container);
    writeFilm(file, recipe);

    const ImageHeader header = imageHeader(file);

    EXPECT_EQ(header.pages, 30);
    EXPECT_EQ(header.width, 64);
    EXPECT_EQ(header.height, 48);
    EXPECT_EQ(header.channels, 1);
    EXPECT_EQ(header.bitsPerSample, isWide ? 16 : 8);
    EXPECT_EQ(header.format, "Video");
    EXPECT_EQ(header.remark, "");
    for (const int page : {0, 29, 13, 12, 11, 0, 1, 28}) {  // to and fro across key frames
        const RawImage raw = decode(file, page);

        EXPECT_EQ(raw.image.channels(), 1);
        EXPECT_EQ(raw.bitsPerSample, header.bitsPerSample);
        EXPECT_EQ(wrongPixels(raw, recipe, page, isWide ? 257 : 1), 0) << page;
    }
}

INSTANTIATE_TEST_SUITE_P(Video, LosslessFilm,
                         testing::Combine(testing::Values(".avi", ".mkv"), testing::Values("gray", "gray16le")),
                         [](const auto& each) {
                             return std::string(std::get<0>(each.param)).substr(1) + "_" + std::get<1>(each.param);
                         });

TEST(Video, KeepsColoursOfALosslessFilm) {
    const FilmRecipe recipe{.pixels = "bgr0", .frames = 3};
    const TemporaryFolder folder;
    writeFilm(folder / "a.mkv", recipe);

    const RawImage raw = decode(folder / "a.mkv", 2);

    ASSERT_EQ(raw.image.channels(), 3);
    EXPECT_EQ(wrongPixels(raw, recipe, 2, 1), 0);
    EXPECT_EQ(raw.image.at(5, 7, 1), recipe.value(2, 5, 7) / 2);
    EXPECT_EQ(raw.image.at(5, 7, 2), 255 - recipe.value(2, 5, 7));
}

TEST(Video, OfAPaletteOfGreysIsGreyFromAnyPageOn) {
    const FilmRecipe recipe{.codec = "rawvideo", .pixels = "pal8", .frames = 20};
    const TemporaryFolder folder;
    writeFilm(folder / "a.avi", recipe);

    for (const int page : {17, 3}) {
        const RawImage raw = decode(folder / "a.avi", page);

        ASSERT_EQ(raw.image.channels(), 1);
        EXPECT_EQ(raw.image.at(5, 7), 255 - recipe.value(page, 5, 7)) << page;
    }
}

struct LossyKind {
    const char *name, *file, *codec, *pixels;
    int keyEvery, between;
};

class LossyFilm : public testing::TestWithParam<LossyKind> {};

TEST_P(LossyFilm, GivesEachPageTheSamePixelsInAnyOrder) {
    const LossyKind& kind = GetParam();
    const FilmRecipe recipe{.codec = kind.codec,
                            .pixels = kind.pixels,
                            .frames = 40,
                            .keyEvery = kind.keyEvery,
                            .between = kind.between,
                            .value = evenGrey};
    const TemporaryFolder folder;
    const fs::path file = folder / kind.file;
    writeFilm(file, recipe);
    ASSERT_EQ(imageHeader(file).pages, 40);

    std::vector<RawImage> inOrder;
    for (int page = 0; page < 40; ++page)
        inOrder.push_back(decode(file, page));

    for (int page = 1; page < 40; ++page)
        EXPECT_NEAR(meanOf(inOrder[static_cast<std::size_t>(page)].image) - meanOf(inOrder[0].image),
                    page * 5 * (recipe.pixels == "yuvj420p" ? 1 : 255.0 / 219), 3)
            << page;
    for (int step = 0, page = 39; step < 40; ++step, page = (page + 17) % 40) {
        const Image image = decode(file, page).image;
        const auto here = image.plane<std::uint8_t>(1),
                   there = inOrder[static_cast<std::size_t>(page)].image.plane<std::uint8_t>(1);
        EXPECT_TRUE(std::ranges::equal(here, there)) << page;
    }
}

INSTANTIATE_TEST_SUITE_P(Video, LossyFilm,
                         testing::Values(LossyKind{"mpeg4_mp4", "a.mp4", "mpeg4", "yuv420p", 12, 0},
                                         LossyKind{"mpeg4_between_mp4", "a.mp4", "mpeg4", "yuv420p", 15, 2},
                                         LossyKind{"mpeg4_between_avi", "a.avi", "mpeg4", "yuv420p", 15, 2},
                                         LossyKind{"mpeg2_between_mkv", "a.mkv", "mpeg2video", "yuv420p", 12, 2},
                                         LossyKind{"mjpeg_mov", "a.mov", "mjpeg", "yuvj420p", 1, 0}),
                         [](const auto& each) { return each.param.name; });

TEST(Video, TellsWhenItsFramesAreShown) {
    const TemporaryFolder folder;
    writeFilm(folder / "even.avi", {.frames = 4});
    writeFilm(folder / "uneven.mkv", {.frames = 4, .timesMs = {100, 140, 1000, 5000}});

    const auto timesOf = [&](const char* name) {
        std::vector<double> times;
        const ImageHeader header = imageHeader(folder / name);
        for (const PlaneFacts& plane : sceneOf(header)->planes)
            times.push_back(plane.times.front().value.seconds);
        return times;
    };
    EXPECT_THAT(timesOf("even.avi"), ElementsAre(0, 0.04, 0.08, 0.12));
    EXPECT_THAT(timesOf("uneven.mkv"),
                ElementsAre(0, testing::DoubleNear(0.04, 1e-9), testing::DoubleNear(0.9, 1e-9), testing::DoubleNear(4.9, 1e-9)));
}

TEST(Video, ThatEndsEarlyGivesItsWholeFramesAndRefusesTheOneThatIsCut) {
    const FilmRecipe recipe{.codec = "rawvideo", .pixels = "pal8", .frames = 20};
    const TemporaryFolder folder;
    const fs::path file = folder / "a.avi";
    writeFilm(file, recipe);
    cut(file, 0.6);

    const ImageHeader header = imageHeader(file);

    ASSERT_GT(header.pages, 8);
    ASSERT_LT(header.pages, 14);
    EXPECT_THAT(header.remark, HasSubstr("The film ends early"));
    EXPECT_EQ(decode(file, header.pages - 2).image.at(5, 7), 255 - recipe.value(header.pages - 2, 5, 7));
    EXPECT_EQ(refusalOf(file, header.pages - 1), "a.avi: the film ends within this frame; copy it again from the camera");
    EXPECT_EQ(refusalOf(file, header.pages), "a.avi: it has no frame " + std::to_string(header.pages) + " (the first is 0)");
}

/// Its header with a table of two colours, two pictures, of which the second has a table, too, and an extension before it; the
/// bytes after which each is whole.
struct TwoPictures {
    std::string bytes = std::string("GIF89a") + std::string("\2\0\2\0\x80\0\0", 7) + std::string(6, '\x2C');
    std::vector<std::size_t> ends;

    TwoPictures() {
        picture(std::string(1, '\0'));
        bytes += std::string("\x21\xF9\4\0\0\0\0\0", 8);
        picture("\x81" + std::string(12, '\x2C'));  // four colours
        bytes += ';';
    }

    void picture(const std::string& flagsAndColours) {
        bytes += ',' + std::string(8, '\0') + flagsAndColours + std::string("\2\2\x2C\x21\1\x3B\0", 7);
        ends.push_back(bytes.size());
    }
};

TEST(GifPictures, AreWholeWhereAllTheirDataAreThere) {
    const TwoPictures film;
    for (std::size_t length = 0; length <= film.bytes.size(); ++length) {
        const TemporaryFolder folder;
        writeWhole(folder / "film.gif", film.bytes.substr(0, length));
        const auto whole = std::ranges::count_if(film.ends, [&](std::size_t end) { return end <= length; });
        EXPECT_EQ(formats::wholeGifPictures(FileReader(folder / "film.gif")), static_cast<std::size_t>(whole)) << length;
    }
}

TEST(Video, WithoutItsListOfFramesIsRefusedInWords) {
    const TemporaryFolder folder;
    writeFilm(folder / "a.mp4", {.codec = "mpeg4", .pixels = "yuv420p"});
    cut(folder / "a.mp4", 0.7);  // the list stands at the end

    EXPECT_THAT(refusalOf(folder / "a.mp4"),
                HasSubstr("a.mp4: its list of frames cannot be read, perhaps as the file ends early"));
    EXPECT_THROW(imageHeader(folder / "a.mp4"), InputError);
}

TEST(Video, CutAnywhereIsReadOrRefusedInWords) {
    const TemporaryFolder folder;
    writeFilm(folder / "whole.avi", {.frames = 3});
    const auto whole = readWhole(folder / "whole.avi");
    for (std::size_t length = 0; length < whole.size(); length += 97) {
        writeWhole(folder / "a.avi", std::span(whole).first(length));
        const std::string refusal = refusalOf(folder / "a.avi");

        EXPECT_TRUE(refusal.empty() || refusal.starts_with("a.avi: ")) << length;
    }
}

/// Writes zeros over a frame of an AVI.
void damage(const fs::path& file, int frame) {
    auto bytes = readWhole(file);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::size_t chunk = text.find("movi");
    for (int i = 0; i <= frame; ++i)
        chunk = text.find("00dc", chunk + 1);
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + chunk + 4, 4);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(chunk) + 8, length, std::byte{0});
    writeWhole(file, bytes);
}

TEST(Video, RefusesDamagedFramesAndThoseThatBuildOnThem) {
    const TemporaryFolder folder;
    const fs::path alone = folder / "alone.avi", chained = folder / "chained.avi";
    writeFilm(alone, {.codec = "mjpeg", .pixels = "yuvj420p", .frames = 20});
    writeFilm(chained, {.codec = "mpeg4", .pixels = "yuv420p", .frames = 20, .keyEvery = 10});
    damage(alone, 5);
    damage(chained, 5);

    for (int page = 0; page < 20; ++page) {
        const auto isRefused = [&](const fs::path& file) {
            return refusalOf(file, page).find(": this frame of the film is damaged") != std::string::npos;
        };
        EXPECT_EQ(isRefused(alone), page == 5) << page;
        EXPECT_EQ(isRefused(chained), page >= 5 && page < 10) << page;
    }
    EXPECT_THAT(refusalOf(chained, 7), HasSubstr("damaged"));  // also when it is the first one asked for
}

TEST(Video, WithoutPicturesSaysSo) {
    const TemporaryFolder folder;
    for (const char* name : {"a.mov", "a.avi", "a.mkv"}) {
        test::writeSound(folder / name);

        EXPECT_EQ(refusalOf(folder / name), std::string(name) + ": there are no moving pictures in it; is it the right file?");
    }
    writeWhole(folder / "b.avi", "frame,time_s\n");
    EXPECT_THAT(refusalOf(folder / "b.avi"), HasSubstr("b.avi: it begins with text"));
}

TEST(Video, IsRecognisedByItsContentAndReadInPieces) {
    const TemporaryFolder folder;
    writeFilm(folder / "film.mkv", {.frames = 2});
    fs::rename(folder / "film.mkv", folder / "film");
    writeWhole(folder / "a.mkv", "no film");

    EXPECT_TRUE(isReadInPieces(folder / "film"));
    EXPECT_EQ(decode(folder / "film", 1).format, "Video");
    const auto read = pictureFile(folder / "film", false);
    EXPECT_TRUE(read->staysInPlace() && read->bytes().empty());
    EXPECT_EQ(decode(*read, folder / "film", 1).format, "Video");
    EXPECT_EQ(imageHeader(*read, folder / "film").pages, 2);
    EXPECT_FALSE(isReadInPieces(folder / "a.mkv"));
    EXPECT_FALSE(isReadInPieces(folder / "missing.avi"));
    for (const char* name : {"a.avi", "b.MP4", "c.mov", "d.mkv"})
        EXPECT_TRUE(hasImageExtension(name)) << name;
}

TEST(Video, ThatHasChangedIsReadAnew) {
    const TemporaryFolder folder;
    writeFilm(folder / "a.avi", {.frames = 5});
    ASSERT_EQ(imageHeader(folder / "a.avi").pages, 5);
    const double before = decode(folder / "a.avi", 4).image.at(0, 0);

    writeFilm(folder / "a.avi", {.frames = 7, .value = [](int, int, int) { return 200; }});

    EXPECT_EQ(imageHeader(folder / "a.avi").pages, 7);
    EXPECT_NE(before, 200);
    EXPECT_EQ(decode(folder / "a.avi", 4).image.at(0, 0), 200);
}

TEST(Video, GivesEveryThreadTheSameFrames) {
    const FilmRecipe recipe{.frames = 40};
    const TemporaryFolder folder;
    writeFilm(folder / "a.mkv", recipe);
    std::atomic<int> wrong = 0;

    parallelFor(40, 4, [&](std::size_t page) {
        wrong += wrongPixels(decode(folder / "a.mkv", static_cast<int>(page)), recipe, static_cast<int>(page), 1);
    });

    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace coarsen
