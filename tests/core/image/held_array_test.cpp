// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/held_array.hpp"

#include "core/base/error.hpp"
#include "core/base/sha256.hpp"
#include "core/image/decode.hpp"
#include "core/volume_files/read_volume.hpp"
#include "core/volume_files/volume_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using testing::ElementsAre;

template <typename T>
class Given final : public HeldArray {
public:
    Given(ArrayFacts facts, std::vector<T> all) : HeldArray(std::move(facts)), all_(std::move(all)) {}
    SharedBytes values() const override { return {nullptr, std::as_bytes(std::span(all_))}; }

private:
    std::vector<T> all_;
};

TEST(HeldArray, IsReadAsAFileIs) {
    const ArrayFile file(std::make_shared<Given<std::uint16_t>>(ArrayFacts{"uint16", {2, 3}, false},
                                                                std::vector<std::uint16_t>{1, 2, 3, 4, 5, 65535}),
                         "array-0000");

    const RawImage picture = decode(file.path()), shared = decode(*pictureFile(file.path(), true), file.path());

    EXPECT_THAT(picture.image.plane<std::uint16_t>(), ElementsAre(1, 2, 3, 4, 5, 65535));
    EXPECT_TRUE(shared.image.hasSamePixelsAs(picture.image));
    EXPECT_EQ(picture.bitsPerSample, 16);
    EXPECT_FALSE(picture.isLinear);
    EXPECT_EQ(imageHeader(file.path()).width, 3);
    EXPECT_EQ(imageHeader(file.path()).height, 2);
    EXPECT_EQ(inputBytes(file.path()), 12U);
    EXPECT_EQ(inputSha256(file.path()), sha256(heldArray(file.path())->values().bytes));
    EXPECT_EQ(file.path().filename(), "array-0000");
    EXPECT_FALSE(isReadInPieces(file.path()));
}

TEST(HeldArray, HasItsChannelsAsPlanes) {
    const ArrayFacts facts{"uint8", {1, 2, 3}, false};
    const ArrayFile file(std::make_shared<Given<std::uint8_t>>(facts, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}), "colours");

    const Image image = decode(file.path()).image;

    EXPECT_EQ(image.channels(), 3);
    EXPECT_THAT(image.plane<std::uint8_t>(0), ElementsAre(1, 4));
    EXPECT_THAT(image.plane<std::uint8_t>(2), ElementsAre(3, 6));
}

TEST(HeldArray, MayBeAVolumeWithHoles) {
    const ArrayFacts facts{"float32", {2, 1, 2}, true};
    const ArrayFile file(std::make_shared<Given<float>>(facts, std::vector<float>{1, std::nanf(""), 3, 4}), "volume");

    const Volume volume = readVolume(file.path());

    EXPECT_EQ(volume.size(), (VolumeSize{2, 1, 2}));
    EXPECT_EQ(volumeHeader(file.path()).size, volume.size());
    EXPECT_FALSE(volume.isValid(1, 0, 0));
    EXPECT_TRUE(volume.isValid(0, 0, 1));
    EXPECT_EQ(volume.at(0, 0, 1), 3);
}

TEST(HeldArray, IsGoneWithItsFile) {
    std::filesystem::path path;
    {
        const ArrayFile file(
            std::make_shared<Given<std::uint8_t>>(ArrayFacts{"uint8", {1, 1}, false}, std::vector<std::uint8_t>{7}),
            "array-0000");
        path = file.path();
        EXPECT_NO_THROW(decode(path));
    }
    EXPECT_TRUE(isArrayPath(path));
    EXPECT_THROW(decode(path), InputError);
    EXPECT_THROW(imageHeader(path), InputError);
    EXPECT_THROW(inputSha256(path), InputError);
    EXPECT_THROW(readVolume(path), InputError);
    EXPECT_EQ(heldArray("/some/picture.png"), nullptr);
}

TEST(HeldArray, OfAnotherLengthThanWasSaidIsRefused) {
    const ArrayFile file(std::make_shared<Given<std::uint8_t>>(ArrayFacts{"uint8", {2, 2}, false}, std::vector<std::uint8_t>{7}),
                         "short");
    EXPECT_THROW(decode(file.path()), InputError);
}

TEST(HeldArray, IsAFrameBySomeTypesAndShapes) {
    EXPECT_TRUE((ArrayFacts{"uint8", {2, 2}, false}.isFrame()));
    EXPECT_TRUE((ArrayFacts{"uint8", {2, 2, 4}, false}.isFrame()));
    EXPECT_TRUE((ArrayFacts{"float32", {9, 2, 2}, true}.isFrame()));
    EXPECT_FALSE((ArrayFacts{"uint8", {2, 2, 5}, false}.isFrame()));
    EXPECT_FALSE((ArrayFacts{"uint8", {2}, false}.isFrame()));
    EXPECT_FALSE((ArrayFacts{"uint8", {2, 0}, false}.isFrame()));
    EXPECT_FALSE((ArrayFacts{"int8", {2, 2}, false}.isFrame()));
}

}  // namespace
}  // namespace coarsen
