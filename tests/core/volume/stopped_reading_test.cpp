// SPDX-License-Identifier: GPL-3.0-or-later
// A stop is looked at between the pieces of every format, not only once a file is read.
#include "core/base/files.hpp"
#include "core/export/image_files.hpp"
#include "core/volume/formats/stored_voxels.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/core/volume/zarr_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;

std::stop_token stopped() {
    std::stop_source stop;
    stop.request_stop();
    return stop.get_token();
}

class StoppedReading : public testing::TestWithParam<VolumeWriter> {};

TEST_P(StoppedReading, GivesNothing) {
    const TemporaryFolder folder;
    WrittenVolume volume;
    volume.size = {6, 5, 4};
    volume.values = countingUp(6 * 5 * 4);
    const fs::path file = folder / ("v" + GetParam().ending);
    GetParam().write(file, volume);

    EXPECT_TRUE(readVolume(file, {}, stopped()).isEmpty());
    EXPECT_FALSE(readVolume(file).isEmpty());
}

INSTANTIATE_TEST_SUITE_P(Formats, StoppedReading, testing::ValuesIn(volumeWriters()),
                         [](const auto& writer) { return writer.param.name; });
INSTANTIATE_TEST_SUITE_P(Stacks, StoppedReading, testing::ValuesIn(writersOfStacks()),
                         [](const auto& writer) { return writer.param.name; });

TEST(StoppedReading, OfFoldersGivesNothing) {
    const TemporaryFolder folder;
    const fs::path store = folder / "a.zarr", slices = folder / "slices";
    putFile(store / ".zarray", zarray("[4, 16, 16]", "[2, 16, 16]", "|u1", R"({"id": "zlib", "level": 1})"));
    const Bytes chunk = zlibOf(samplesOf(countingUp(2 * 16 * 16), SampleType::u8, false));
    for (const char* const name : {"0.0.0", "1.0.0"})
        writeWhole(store / name, chunk);
    fs::create_directory(slices);
    for (const int z : {0, 1, 2})
        writeFloatTiff(slices / ("z" + std::to_string(z) + ".tif"),
                       Image(16, 16, std::vector<float>(256, static_cast<float>(z))));

    for (const fs::path& each : {store, slices}) {
        EXPECT_TRUE(readVolume(each, {}, stopped()).isEmpty()) << each;
        EXPECT_EQ(readVolume(each).size().width, 16) << each;
    }
}

/// Planes that ask for a stop once so many were read.
class StoppingPlanes : public volumes::PlaneSource {
public:
    explicit StoppingPlanes(int after) : after_(after) {}
    void read(std::uintmax_t, std::uintmax_t, std::span<std::byte>, const std::stop_token&) const override {
        if (++reads == after_) stop.request_stop();
    }
    mutable int reads = 0;
    mutable std::stop_source stop;

private:
    int after_;
};

TEST(StoppedReading, ReadsNoFurtherPlane) {
    const auto planes = std::make_shared<const StoppingPlanes>(3);
    volumes::StoredVolume stored;
    stored.header.size = {8, 8, 500};
    stored.voxels.file = "planes";
    stored.voxels.planes = planes;

    EXPECT_TRUE(volumes::readStored(stored, planes->stop.get_token()).isEmpty());
    EXPECT_EQ(planes->reads, 3);
}

TEST(StoppedReading, OfOneOfSeveralPackedVolumesKeepsNothingHalfDone) {
    NiftiRecipe recipe;
    recipe.sides = {6, 5, 4, 3};
    recipe.voxels = samplesOf(countingUp(240), SampleType::u8, false);
    recipe.voxels.resize(360, std::byte{9});
    const MadeFile made("a.nii.gz", gzipOf(niftiOf(recipe)));
    fs::last_write_time(made.path(),
                        fs::file_time_type::clock::now() - std::chrono::minutes(1));  // a file that may be remembered
    VolumeChoice second;
    second.time = 1;

    EXPECT_TRUE(readVolume(made.path(), second, stopped()).isEmpty());
    EXPECT_EQ(readVolume(made.path(), second).at(1, 0, 0), 121);
}

TEST(StoppedWriting, LeavesNoFile) {
    const TemporaryFolder folder;
    for (const char* const name : {"a.nii", "a.nii.gz"}) {
        EXPECT_FALSE(writeNifti(folder / name, Volume({4, 3, 2}, {}, std::vector<float>(24, 1)), {}, stopped()));
        EXPECT_FALSE(fs::exists(folder / name));
        EXPECT_TRUE(writeNifti(folder / name, Volume({4, 3, 2}, {}, std::vector<float>(24, 1))));
    }
}

}  // namespace
}  // namespace coarsen::test
