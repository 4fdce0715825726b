// SPDX-License-Identifier: GPL-3.0-or-later
// Packed data are read from their start: of many pictures or volumes in one stream each costs little all the same.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <filesystem>

namespace coarsen {
namespace {

namespace fs = std::filesystem;

constexpr int side = 64, count = 300;

/// Numbers that deflate does not take far: of picture `k` the first is k.
test::Bytes noise(int volumes, int depth, int first) {
    test::Bytes bytes;
    std::uint32_t state = 1;
    for (int volume = 0; volume < volumes; ++volume)
        for (int i = 0; i < side * side * depth; ++i) {
            state = state * 1664525 + 1013904223;
            bytes.push_back(static_cast<std::byte>(i == 0 ? volume + first : state >> 28));
        }
    return bytes;
}

std::string nrrdOf(const std::string& sizes, int dimension) {
    return "NRRD0004\ntype: uchar\ndimension: " + std::to_string(dimension) + "\nsizes: " + sizes + "\nencoding: gzip\n\n";
}

/// As if it had lain there for a while.
void settle(const fs::path& file, std::chrono::seconds age) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - age);
}

double secondsOf(const auto& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(PackedParts, ManyPicturesOfOneStreamTakeLittleMoreThanOne) {
    const std::string header = nrrdOf("64 64 " + std::to_string(count), 3);
    const test::MadeFile made("a.nrrd", test::joined(header, test::gzipOf(noise(count, 1, 0))));
    settle(made.path(), std::chrono::seconds(60));

    const double one = secondsOf([&] { EXPECT_EQ(decode(made.path(), 0).image.at(0, 0), 0); });
    const double all = secondsOf([&] {
        for (int page = 0; page < count; ++page)
            ASSERT_EQ(decode(made.path(), page).image.at(0, 0), page % 256) << page;
    });

    EXPECT_LT(all, 0.2 * count * one) << "each unpacked all of the file";
    for (const int page : {count - 1, 7, 150, 0})
        EXPECT_EQ(decode(made.path(), page).image.at(0, 0), page % 256) << "in any order";
}

TEST(PackedParts, VolumesAtTimesAreReadInAnyOrder) {
    test::NiftiRecipe recipe;
    recipe.sides = {side, side, 4, 40};
    recipe.voxels = noise(40, 4, 100);
    const test::MadeFile made("a.nii.gz", test::gzipOf(test::niftiOf(recipe)));
    settle(made.path(), std::chrono::seconds(60));

    for (const int time : {0, 1, 39, 20, 2})
        EXPECT_EQ(readVolume(made.path(), {{}, {}, time}).at(0, 0, 0), static_cast<float>(100 + time)) << time;
}

TEST(PackedParts, AFileThatIsWrittenAnewIsReadAnew) {
    const std::string header = nrrdOf("64 64 2", 3);
    const auto bytes = [&](int first) { return test::joined(header, test::gzipOf(noise(2, 1, first))); };
    for (const int ageS : {60, 0}) {  // known by its time, or too fresh to be known
        const test::MadeFile made("a.nrrd", bytes(1));
        const auto written = fs::file_time_type::clock::now() - std::chrono::seconds(ageS);
        fs::last_write_time(made.path(), written);
        EXPECT_EQ(decode(made.path(), 1).image.at(0, 0), 2);

        made.beside("a.nrrd", bytes(5));
        fs::last_write_time(made.path(), ageS > 0 ? written + std::chrono::seconds(1) : written);

        EXPECT_EQ(decode(made.path(), 1).image.at(0, 0), 6) << ageS;
    }
}

TEST(PackedParts, DamageAnywhereIsRefusedForEachPart) {
    const std::string header = nrrdOf("64 64 9", 3);
    test::Bytes packed = test::gzipOf(noise(9, 1, 0));
    packed[packed.size() - 6] ^= std::byte{1};  // of the checksum
    const test::MadeFile made("a.nrrd", test::joined(header, packed));
    settle(made.path(), std::chrono::seconds(60));

    for (const int page : {0, 8, 0})
        EXPECT_THROW(decode(made.path(), page), InputError) << page;
}

}  // namespace
}  // namespace coarsen
