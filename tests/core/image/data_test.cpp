// SPDX-License-Identifier: GPL-3.0-or-later
// Every picture of the folder that the environment variable COARSEN_DATA names; without it there are no such tests.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "tests/support/large_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The picture files below some of the data's folders; none without the data.
std::vector<fs::path> picturesIn(const std::vector<std::string>& sets) {
    std::vector<fs::path> files;
    for (const std::string& set : sets)
        for (const fs::path& folder : largeData(set))
            for (const auto& entry : fs::recursive_directory_iterator(folder)) {
                const std::string name = entry.path().filename().string();
                const bool isText =
                    name.starts_with("README") || name == "COPYRIGHT" || name == "LICENSE" || name.ends_with(".txt");
                if (entry.is_regular_file() && !isText) files.push_back(entry.path());
            }
    std::sort(files.begin(), files.end());
    return files;
}

std::string testName(const testing::TestParamInfo<fs::path>& info) {
    std::string name = fs::relative(info.param, largeData().front()).string();
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name + "_" + std::to_string(info.index);
}

/// One picture as its file promises it, or the words in which it is refused.
struct Outcome {
    std::optional<RawImage> raw;
    std::string refusal;
};
Outcome outcomeOf(const fs::path& file) {
    try {
        return {decode(file), {}};
    } catch (const InputError& error) {
        return {std::nullopt, error.what()};
    }
}

class AnyPicture : public testing::TestWithParam<fs::path> {};

TEST_P(AnyPicture, IsDecodedAsItsHeaderSaysOrRefusedInWordsThatNameIt) {
    const Outcome outcome = outcomeOf(GetParam());

    if (outcome.raw) {
        const ImageHeader header = imageHeader(GetParam());
        EXPECT_EQ(outcome.raw->image.width(), header.width);
        EXPECT_EQ(outcome.raw->image.height(), header.height);
        EXPECT_EQ(outcome.raw->image.channels(), header.channels);
        EXPECT_EQ(outcome.raw->bitsPerSample, header.bitsPerSample);
        EXPECT_EQ(outcome.raw->format, header.format);
    } else {
        EXPECT_THAT(outcome.refusal, StartsWith(displayName(GetParam()) + ": "));
        EXPECT_THAT(outcome.refusal, HasSubstr("; "));
    }
    RecordProperty("outcome", outcome.raw ? "decoded" : outcome.refusal);
}

INSTANTIATE_TEST_SUITE_P(Data, AnyPicture,
                         testing::ValuesIn(picturesIn({"pngsuite", "formats-tiff", "exif-orientation", "grey-stills",
                                                       "colour-photos", "multipage", "camera-raw", "hostile", "piv-pairs"})),
                         testName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AnyPicture);

class LegalPicture : public testing::TestWithParam<fs::path> {};

TEST_P(LegalPicture, IsDecoded) {
    EXPECT_EQ(outcomeOf(GetParam()).refusal, "");
}

std::vector<fs::path> legalPictures() {
    std::vector<fs::path> files = picturesIn(
        {"pngsuite", "formats-tiff", "exif-orientation", "grey-stills", "colour-photos", "multipage", "camera-raw", "piv-pairs"});
    // libtiff undoes no differences between samples of odd widths: those files are refused in words.
    std::erase_if(files, [](const fs::path& file) {
        const std::string name = file.filename().string();
        const bool isWhole = name.find("-8b-") != std::string::npos;
        return name.find("hpredict") != std::string::npos && !isWhole;
    });
    return files;
}

INSTANTIATE_TEST_SUITE_P(Data, LegalPicture, testing::ValuesIn(legalPictures()), testName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LegalPicture);

/// Groups of pictures that hold the same pixels.
using Group = std::pair<std::string, std::vector<fs::path>>;

std::string checksum(const testing::TestParamInfo<Group>& info) {
    return info.param.first;
}

std::vector<Group> sameChecksums() {
    std::map<std::string, std::vector<fs::path>> groups;
    for (const fs::path& file : picturesIn({"formats-tiff"})) {
        const std::string stem = file.stem().string();
        if (stem.starts_with("seq-")) groups[stem.substr(stem.rfind('-') + 1)].push_back(file);
    }
    std::vector<Group> several;
    for (const auto& [name, files] : groups)
        if (files.size() > 1) several.emplace_back(name, files);
    return several;
}

std::vector<double> valuesOf(const Image& image) {
    std::vector<double> values;
    for (int channel = 0; channel < image.channels(); ++channel)
        image.visit([&](auto plane) { values.insert(values.end(), plane.begin(), plane.end()); }, channel);
    return values;
}

class SamePixels : public testing::TestWithParam<Group> {};

TEST_P(SamePixels, ComeOutOfEveryWayToStoreThem) {
    std::vector<double> first;
    for (const fs::path& file : GetParam().second) {
        const Outcome outcome = outcomeOf(file);
        if (!outcome.raw) {
            EXPECT_THAT(outcome.refusal, HasSubstr("which Coarsen does not read"));
            continue;
        }
        const auto values = valuesOf(outcome.raw->image);
        if (first.empty()) first = values;
        EXPECT_EQ(values, first) << file;
    }
    EXPECT_THAT(first, Not(testing::IsEmpty()));
}

INSTANTIATE_TEST_SUITE_P(Data, SamePixels, testing::ValuesIn(sameChecksums()), checksum);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SamePixels);

class Orientation : public testing::TestWithParam<fs::path> {};

TEST_P(Orientation, LooksTheSameUprightWhateverItsTagSays) {
    const Image reference = decode(GetParam().parent_path() / "Landscape_1.jpg").image;
    const Image image = decode(GetParam()).image;

    ASSERT_EQ(image.width(), 1800);
    ASSERT_EQ(image.height(), 1200);
    double difference = 0;
    const auto a = reference.plane<std::uint8_t>(1), b = image.plane<std::uint8_t>(1);
    for (std::size_t i = 0; i < a.size(); ++i)
        difference += std::abs(a[i] - b[i]);
    EXPECT_LT(difference / static_cast<double>(a.size()), 12);  // each file was compressed, and numbered, by itself
}

INSTANTIATE_TEST_SUITE_P(Data, Orientation, testing::ValuesIn(picturesIn({"exif-orientation"})), testName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Orientation);

}  // namespace
}  // namespace coarsen
