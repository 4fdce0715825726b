// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAre;

Frame smallFrame(std::vector<float> pixels, std::vector<std::uint8_t> valid = {}) {
    Frame frame;
    frame.image = Image(3, 4, std::move(pixels));
    if (!valid.empty()) frame.mask = Mask(3, 4, std::move(valid));
    return frame;
}

const std::vector<float> grid{0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32};

std::vector<float> pixelsBy(const Lines& lines, const Frame& frame) {
    const Frame after = lines(frame, {});
    const auto pixels = after.image.plane<float>();
    return {pixels.begin(), pixels.end()};
}

TEST(Lines, LeaveThePictureUnlessAsked) {
    EXPECT_FALSE(Lines{}.isActing());
    EXPECT_EQ(pixelsBy({}, smallFrame(grid)), grid);
    Frame camera;
    camera.image = Image(2, 2, std::vector<std::uint8_t>{1, 2, 3, 4});
    EXPECT_TRUE(Lines{}(camera, {}).image.sharesPixelsWith(camera.image));
}

TEST(Lines, GiveEachRowOrColumnTheMeanOfThePicture) {
    EXPECT_THAT(pixelsBy({.means = LineMeans::rows}, smallFrame(grid)),
                ElementsAre(15, 16, 17, 15, 16, 17, 15, 16, 17, 15, 16, 17));
    EXPECT_THAT(pixelsBy({.means = LineMeans::columns}, smallFrame(grid)),
                ElementsAre(1, 1, 1, 11, 11, 11, 21, 21, 21, 31, 31, 31));
    EXPECT_THAT(pixelsBy({.means = LineMeans::both}, smallFrame(grid)), testing::Each(16));
}

TEST(Lines, TakeTheMeanOfValidPixels) {
    std::vector<float> specked = grid;
    specked[1] = 5000;
    const Frame frame = smallFrame(specked, {1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});

    const std::vector<float> even = pixelsBy({.means = LineMeans::rows}, frame);
    EXPECT_FLOAT_EQ(even[0], 191.0F / 11 - 1);  // the picture's mean without the speck
    EXPECT_FLOAT_EQ(even[3], 191.0F / 11 - 1);
    EXPECT_LT(pixelsBy({.cells = LineCells::twoByTwo}, frame)[0], 10);
    EXPECT_LT(pixelsBy({.fieldsKept = LineFields::first}, frame)[4], 22);
}

TEST(Lines, KeepOneFieldOfAnInterlacedPicture) {
    EXPECT_THAT(pixelsBy({.fieldsKept = LineFields::first}, smallFrame({0, 0, 0, 9, 9, 9, 4, 4, 4, 9, 9, 9})),
                ElementsAre(0, 0, 0, 2, 2, 2, 4, 4, 4, 4, 4, 4));
    EXPECT_THAT(pixelsBy({.fieldsKept = LineFields::second}, smallFrame({0, 0, 0, 9, 9, 9, 4, 4, 4, 7, 7, 7})),
                ElementsAre(9, 9, 9, 9, 9, 9, 8, 8, 8, 7, 7, 7));
}

TEST(Lines, AverageCellsOfTwoByTwo) {
    EXPECT_THAT(pixelsBy({.cells = LineCells::twoByTwo}, smallFrame(grid)),
                ElementsAre(5.5F, 6.5F, 6.5F, 15.5F, 16.5F, 16.5F, 25.5F, 26.5F, 26.5F, 25.5F, 26.5F, 26.5F));
}

TEST(Lines, AreOfferedOnlyForTheFaultThatTheyMend) {
    const auto offersFor = [](const Lines& lines, PictureFault fault) { return lines.warnings({.fault = fault}).size(); };

    EXPECT_EQ(offersFor({}, PictureFault::none), 0u);
    EXPECT_EQ(offersFor({}, PictureFault::stripesOfLines), 0u);
    EXPECT_EQ(offersFor({}, PictureFault::rowComb), 1u);
    EXPECT_EQ(offersFor({}, PictureFault::columnComb), 1u);
    EXPECT_EQ(offersFor({}, PictureFault::rowBands), 1u);
    EXPECT_EQ(offersFor({.fieldsKept = LineFields::first}, PictureFault::rowComb), 0u);
    EXPECT_EQ(offersFor({.cells = LineCells::twoByTwo}, PictureFault::columnComb), 0u);
    EXPECT_EQ(offersFor({.means = LineMeans::rows}, PictureFault::rowBands), 0u);
}

}  // namespace
}  // namespace coarsen
