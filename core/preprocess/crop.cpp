// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/crop.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace coarsen {

namespace {
template <typename T>
std::vector<T> cut(std::span<const T> plane, int stride, int x, int y, int width, int height) {
    std::vector<T> part;
    part.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int row = y; row < y + height; ++row) {
        const auto line =
            plane.subspan(static_cast<std::size_t>(row) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(x),
                          static_cast<std::size_t>(width));
        part.insert(part.end(), line.begin(), line.end());
    }
    return part;
}
}  // namespace

const Fields<Crop>& Crop::fields() {
    static const Fields<Crop> list = {
        integerField("x", &Crop::x, 0, 1000000, {"Left", "First column of the rectangle.", "px"}),
        integerField("y", &Crop::y, 0, 1000000, {"Top", "First row of the rectangle.", "px"}),
        integerField("width", &Crop::width, 0, 1000000, {"Width", "0 reaches to the right edge.", "px", "", "whole width"}),
        integerField("height", &Crop::height, 0, 1000000, {"Height", "0 reaches to the lower edge.", "px", "", "whole height"}),
    };
    return list;
}

std::string Crop::summary() const {
    if (*this == Crop{}) return "whole image";
    const auto side = [](int length) { return length > 0 ? std::to_string(length) : std::string("rest"); };
    return side(width) + " x " + side(height) + " px at " + std::to_string(x) + ", " + std::to_string(y);
}

std::vector<Warning> Crop::warnings(const MeasuredFacts& facts) const {
    if (!(facts.domains < 25)) return {};  // fewer than five across
    const double across = std::sqrt(facts.domains);
    return {
        {"crop.width",
         fixed(across, 1) + " domains across the image. Expect about \u00b1 " + fixed(100 * 0.11 / across, 0) + " % per frame.",
         "", "", ""}};
}

PixelRect Crop::rectangleIn(int imageWidth, int imageHeight) const {
    return {x, y, std::min(width > 0 ? width : imageWidth, imageWidth - x),
            std::min(height > 0 ? height : imageHeight, imageHeight - y)};
}

PixelRect Crop::kept(int imageWidth, int imageHeight) const {
    return *this == Crop{} ? PixelRect{} : rectangleIn(imageWidth, imageHeight);
}

std::size_t Crop::memory(PictureMemory& picture) const {
    const PixelRect left = kept(picture.width, picture.height);
    picture.isJudgedInPart = false;
    if (left.isEmpty()) return 0;
    picture.width = left.width;
    picture.height = left.height;
    return picture.pixels() * (sizeof(float) + 1);
}

Frame Crop::operator()(const Frame& frame) const {
    if (*this == Crop{}) return frame;
    const int imageWidth = frame.image.width(), imageHeight = frame.image.height();
    const PixelRect left = rectangleIn(imageWidth, imageHeight);
    if (left.isEmpty())
        throw SettingError("crop",
                           "it begins at " + std::to_string(x) + ", " + std::to_string(y) + ", outside the image of " +
                               std::to_string(imageWidth) + " x " + std::to_string(imageHeight) + " px",
                           "move it onto the image");
    const int w = left.width, h = left.height;
    Frame part = frame;
    part.image = frame.image.visit([&](auto plane) { return Image(w, h, cut(plane, imageWidth, x, y, w, h)); });
    if (!frame.mask.isAllValid()) part.mask = Mask(w, h, cut(frame.mask.pixels(), imageWidth, x, y, w, h));
    part.originX += x;
    part.originY += y;
    return part;
}

}  // namespace coarsen
