// SPDX-License-Identifier: GPL-3.0-or-later
// Every bit of what is packed: wrong, it is refused, or decides nothing. Plain voxels, text headers, LZW and what HDF5 says of
// its chunks have no checksum, and a wrong bit there cannot be known.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/packed_places.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Contents that are read of a file.
struct WhatIsRead {
    VolumeHeader header;
    std::vector<float> values;
    std::vector<std::uint8_t> valid;

    bool operator==(const WhatIsRead& other) const {
        return header.size == other.header.size && header.type == other.header.type && header.spacing == other.header.spacing &&
               header.times == other.header.times && header.remark == other.header.remark && values == other.values &&
               valid == other.valid;
    }
};

std::optional<WhatIsRead> readFrom(const fs::path& file, const VolumeChoice& choice = {}) {
    try {
        const Volume volume = readVolume(file, choice);
        return WhatIsRead{volumeHeader(file, choice), valuesOf(volume), {volume.valid().begin(), volume.valid().end()}};
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// Every `every`-th bit of bytes `from` to `to` of `damaged` wrong, one at a time; `read` reads it.
void flips(const fs::path& damaged, std::size_t from, std::size_t to, const std::function<std::optional<WhatIsRead>()>& read,
           std::size_t every = 1) {
    const std::vector<std::byte> whole = readWhole(damaged);
    const std::optional<WhatIsRead> right = read();
    std::size_t tried = 0, refused = 0, silent = 0;
    EXPECT_TRUE(right) << "undamaged it is refused";
    for (std::size_t bit = 8 * from; bit < 8 * std::min(to, whole.size()); bit += every) {
        std::vector<std::byte> bytes = whole;
        bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
        writeWhole(damaged, bytes);
        const std::optional<WhatIsRead> is = read();
        ++tried;
        if (!is) ++refused;
        if (is && !(*is == *right)) {
            ++silent;
            EXPECT_LT(silent, 4u) << "byte " << bit / 8 << " of " << whole.size() << ", bit " << bit % 8;
        }
    }
    writeWhole(damaged, whole);
    EXPECT_EQ(silent, 0u) << "of " << tried << " wrong bits gave other numbers without a word";
    EXPECT_GT(refused, tried / 2);
}

void flipsOfAll(const fs::path& file, const VolumeChoice& choice = {}, std::size_t every = 1) {
    flips(
        file, 0, readWhole(file).size(), [&] { return readFrom(file, choice); }, every);
}

/// Numbers that pack into blocks of different kinds.
std::vector<std::pair<std::string, std::vector<double>>> contents(std::size_t count) {
    std::vector<std::pair<std::string, std::vector<double>>> all{
        {"one grey", std::vector<double>(count, 7)}, {"counting", countingUp(count)}, {"noise", {}}, {"few values", {}}};
    std::uint32_t random = 1;
    for (std::size_t i = 0; i < count; ++i) {
        random = random * 1664525u + 1013904223u;
        all[2].second.push_back(random >> 24);
        all[3].second.push_back(random >> 30);
    }
    return all;
}

NiftiRecipe recipeOf(const std::vector<double>& numbers, std::vector<int> sides) {
    NiftiRecipe recipe;
    recipe.sides = std::move(sides);
    recipe.voxels = samplesOf(numbers, SampleType::u8, false);
    return recipe;
}

TEST(DamagedPacking, OfNiftiIsFoundAtEveryBit) {
    for (const auto& [name, numbers] : contents(6 * 5 * 4)) {
        SCOPED_TRACE(name);
        const MadeFile made("a.nii.gz", gzipOf(niftiOf(recipeOf(numbers, {6, 5, 4}))));
        flipsOfAll(made.path(), {}, name == "few values" ? 1 : 3);
    }
}

TEST(DamagedPacking, OfNiftiIsFoundAtEveryTimeWhicheverIsMeant) {
    const MadeFile made("a.nii.gz", gzipOf(niftiOf(recipeOf(contents(3 * 5 * 4 * 3)[3].second, {3, 5, 4, 3}))));
    for (int time = 0; time < 3; ++time) {
        VolumeChoice choice;
        choice.time = time;
        flipsOfAll(made.path(), choice, 3);
    }
}

TEST(DamagedPacking, OfSeveralMembersIsFoundInEach) {
    const Bytes whole = niftiOf(recipeOf(contents(6 * 5 * 4)[2].second, {6, 5, 4}));
    Bytes packed;
    for (std::size_t from = 0; from < whole.size(); from += 100) {
        const auto begin = whole.begin() + static_cast<std::ptrdiff_t>(from);
        const Bytes member =
            gzipOf(Bytes(begin, begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(100, whole.size() - from))));
        packed.insert(packed.end(), member.begin(), member.end());
    }
    flipsOfAll(MadeFile("a.nii.gz", packed).path());
}

TEST(DamagedPacking, OfVoxelsBesideTheirHeaderIsFound) {
    NiftiRecipe recipe = recipeOf({}, {6, 5, 4});
    recipe.mark = std::string("ni1\0", 4);
    recipe.voxelsAt = 0;
    const Bytes voxels = samplesOf(contents(120)[3].second, SampleType::u8, false);
    const MadeFile pair("a.hdr", niftiOf(recipe));
    pair.beside("a.img.gz", gzipOf(voxels));
    flips(pair.folder() / "a.img.gz", 0, 1 << 20, [&] { return readFrom(pair.path()); });

    const std::string text = "ObjectType = Image\nNDims = 3\nDimSize = 6 5 4\nElementType = MET_UCHAR\nCompressedData = True\n";
    const MadeFile meta("b.mhd", joined(text + "ElementDataFile = b.zraw\n", {}));
    for (const Bytes& packed : {zlibOf(voxels), gzipOf(voxels)}) {
        meta.beside("b.zraw", packed);
        flips(meta.folder() / "b.zraw", 0, 1 << 20, [&] { return readFrom(meta.path()); });
    }
}

TEST(DamagedPacking, OfAPackedHeaderIsFoundAtEveryBit) {
    NiftiRecipe recipe = recipeOf({}, {6, 5, 4});
    recipe.mark = std::string("ni1\0", 4);
    recipe.voxelsAt = 0;
    const MadeFile pair("a.hdr.gz", gzipOf(niftiOf(recipe)));
    pair.beside("a.img", samplesOf(contents(120)[3].second, SampleType::u8, false));
    flipsOfAll(pair.path());
}

TEST(DamagedPacking, OfNrrdIsFoundAtEveryPackedBit) {
    const std::string text = "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 6 5 4\nencoding: gzip\n\n";
    for (const auto& [name, numbers] : contents(6 * 5 * 4)) {
        SCOPED_TRACE(name);
        const Bytes packed = gzipOf(samplesOf(numbers, SampleType::u8, false));
        const MadeFile made("a.nrrd", joined(text, packed));
        flips(made.path(), text.size(), text.size() + packed.size(), [&] { return readFrom(made.path()); });
    }
}

TEST(DamagedPacking, OfMetaImageIsFoundAtEveryPackedBit) {
    const TemporaryFolder folder;
    for (const auto& [name, numbers] : contents(6 * 5 * 4)) {
        SCOPED_TRACE(name);
        WrittenVolume volume;
        volume.size = {6, 5, 4};
        volume.values = numbers;
        const fs::path file = folder / "a.mha";
        volumeWriter("PackedMetaImage").write(file, volume);
        const auto [from, to] = packedPlaces(file).front();
        flips(file, from, to, [&] { return readFrom(file); });
    }
}

TEST(DamagedPacking, OfHdf5IsFoundInItsChunks) {
    for (const char* const format : {"PackedHdf5", "CheckedHdf5"}) {
        SCOPED_TRACE(format);
        const TemporaryFolder folder;
        WrittenVolume volume;
        volume.size = {6, 5, 4};
        volume.values = contents(6 * 5 * 4)[3].second;
        const fs::path file = folder / "a.h5";
        volumeWriter(format).write(file, volume);
        const auto [from, to] = packedPlaces(file).front();
        ASSERT_GT(to, from);
        flips(
            file, from, to, [&] { return readFrom(file); }, 5);  // 5: each is two programs' work
    }
}

TEST(DamagedPacking, OfDeflatedSlicesIsFoundAtEveryBit) {
    const TemporaryFolder folder;
    WrittenVolume volume;
    volume.size = {6, 5, 4};
    volume.values = contents(6 * 5 * 4)[3].second;
    const fs::path file = folder / "a.tif";
    volumeWriter("DeflatedTiff").write(file, volume);
    const auto strips = packedPlaces(file);
    ASSERT_GE(strips.size(), 4u);
    for (const auto& [from, to] : strips)
        flips(file, from, to, [&] { return readFrom(file); });
}

TEST(PackedData, MayBeFilledUpWithZerosAndWithNothingElse) {
    const Bytes packed = gzipOf(niftiOf(recipeOf(countingUp(120), {6, 5, 4})));
    for (const std::size_t zeros : {1, 2, 511, 300'000}) {
        Bytes padded = packed;
        padded.resize(padded.size() + zeros);
        EXPECT_EQ(refusal(MadeFile("a.nii.gz", padded).path()), "") << zeros;
        padded.back() = std::byte{1};
        EXPECT_THAT(refusal(MadeFile("a.nii.gz", padded).path()), HasSubstr("bytes behind the end of its packed data")) << zeros;
    }
    Bytes twice = packed;
    twice.insert(twice.end(), packed.begin(), packed.end());
    EXPECT_THAT(refusal(MadeFile("a.nii.gz", twice).path()), HasSubstr("longer than its header promises"));
    const Bytes nothing = gzipOf({});
    Bytes withNothing = packed;
    withNothing.insert(withNothing.end(), nothing.begin(), nothing.end());
    EXPECT_EQ(refusal(MadeFile("a.nii.gz", withNothing).path()), "");
}

TEST(PackedData, ThatAreLongerOrShorterThanPromisedAreRefused) {
    Bytes whole = niftiOf(recipeOf(countingUp(120), {6, 5, 4}));
    whole.push_back(std::byte{});
    EXPECT_THAT(refusal(MadeFile("a.nii.gz", gzipOf(whole)).path()), HasSubstr("longer than its header promises"));
    whole.resize(whole.size() - 2);
    EXPECT_THAT(refusal(MadeFile("a.nii.gz", gzipOf(whole)).path()), HasSubstr("1 are missing"));
    const Bytes twoOfThreeTimes = gzipOf(niftiOf(recipeOf(countingUp(240), {6, 5, 4, 3})));
    EXPECT_THAT(refusal(MadeFile("a.nii.gz", twoOfThreeTimes).path()), HasSubstr("120 bytes shorter than its header promises"));
    EXPECT_THAT(refusal(MadeFile("a.mha", joined("ObjectType = Image\nNDims = 3\nDimSize = 6 5 4\nElementType = MET_UCHAR\n"
                                                 "CompressedData = True\nElementDataFile = LOCAL\n",
                                                 zlibOf(samplesOf(countingUp(121), SampleType::u8, false))))
                            .path()),
                HasSubstr("longer than its header promises"));
}

}  // namespace
}  // namespace coarsen::test
