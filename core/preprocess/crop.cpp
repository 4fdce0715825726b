// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/crop.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/preprocess/slices.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
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

/// Recipes of earlier versions lack it: without it there are no shapes.
Field<Crop> shapesField() {
    constexpr const char* none = "none";
    FieldDescription description{"shapes",
                                 FieldKind::text,
                                 0,
                                 0,
                                 {},
                                 {},
                                 "Shapes",
                                 "Polygons, ellipses and rectangles outside of which "
                                 "nothing is measured; they add and take away, in every frame or in one.",
                                 ""};
    return newerThanItsRecipe<Crop>(
        {description, [](const Crop& crop) { return FieldValue(crop.shapes.empty() ? std::string(none) : textOf(crop.shapes)); },
         [](Crop& crop, const FieldValue& value) {
             const std::string& text = std::get<std::string>(value);
             crop.shapes = text == none ? Region{} : regionFrom(text, "crop.shapes");
         }},
        none);
}

}  // namespace

const Fields<Crop>& Crop::fields() {
    static const Fields<Crop> list = {
        integerField("x", &Crop::x, 0, 1000000, {"Left", "First column of the rectangle.", "px"}),
        integerField("y", &Crop::y, 0, 1000000, {"Top", "First row of the rectangle.", "px"}),
        integerField("width", &Crop::width, 0, 1000000, {"Width", "0 reaches to the right edge.", "px", "", "whole width"}),
        integerField("height", &Crop::height, 0, 1000000, {"Height", "0 reaches to the lower edge.", "px", "", "whole height"}),
        shapesField(),
        newerThanItsRecipe(integerField("z", &Crop::z, 0, 1000000,
                                        {"First slice", "First slice that is kept of a volume; pictures have none.", "px"}),
                           "0"),
        newerThanItsRecipe(
            integerField("depth", &Crop::depth, 0, 1000000,
                         {"Slices", "Number of slices that are kept of a volume; 0 reaches to the last one.", "px", "", "all"}),
            "0"),
        newerThanItsRecipe(
            booleanField("info_bar", &Crop::infoBar,
                         {"Without info bar",
                          "Leaves out the rows at the bottom that an electron microscope states to be its info bar, of each "
                          "frame its own.",
                          "", ""}),
            "false"),
    };
    return list;
}

std::string Crop::summary() const {
    if (*this == Crop{}) return "whole image";
    const std::string within = shapes.empty() ? "" : shapes.size() == 1 ? "1 shape" : std::to_string(shapes.size()) + " shapes";
    const auto side = [](int length) { return length > 0 ? std::to_string(length) : std::string("rest"); };
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (Crop{x, y, width, height} != Crop{})
        add(side(width) + " x " + side(height) + " px at " + std::to_string(x) + ", " + std::to_string(y));
    if (z > 0 || depth > 0) add(side(depth) + " slices from " + std::to_string(z));
    if (!within.empty()) add(within);
    if (infoBar) add("without info bar");
    return text;
}

std::vector<Warning> Crop::warnings(const MeasuredFacts& facts) const {
    if (!(facts.domains < 25)) return {};  // fewer than five across
    const double across = std::sqrt(facts.domains);
    return {
        {"crop.width",
         fixed(across, 1) + " domains across the image. Expect about \u00b1 " + fixed(100 * 0.11 / across, 0) + " % per frame.",
         "", "", ""}};
}

PixelRect Crop::rectangleIn(int imageWidth, int imageHeight, int frame) const {
    const int right = std::min(width > 0 ? x + width : imageWidth, imageWidth),
              bottom = std::min(height > 0 ? y + height : imageHeight, imageHeight);
    if (shapes.empty()) return {x, y, right - x, bottom - y};
    const auto within = [&](const PixelBox& box) {
        const int left = std::max(x, box.x), top = std::max(y, box.y);
        return PixelRect{left, top, std::min(right, box.x + box.width) - left, std::min(bottom, box.y + box.height) - top};
    };
    if (frame != anyFrame || !differsByFrame(shapes)) return within(boxOf(shapes, imageWidth, imageHeight, frame));
    PixelRect largest{x, y, 0, 0};
    for (const PixelBox& box : boxesOf(shapes, imageWidth, imageHeight)) {
        const PixelRect one = within(box);
        if (one.isEmpty()) continue;
        largest.width = std::max(largest.width, one.width);
        largest.height = std::max(largest.height, one.height);
    }
    return largest;
}

Mask Crop::userMask(int frame, int imageWidth, int imageHeight) const {
    return maskOf(shapes, imageWidth, imageHeight, frame);
}

void Crop::requireShapes(int frame, int imageWidth, int imageHeight, const Mask& inside) const {
    if (!isDrawnFor(frame, shapes))
        throw InputError("crop.shapes", "none of them holds for frame " + std::to_string(frame),
                         "draw one for it, or one for all frames");
    if (shapes.empty() || (!rectangleIn(imageWidth, imageHeight, frame).isEmpty() && std::ranges::count(inside.pixels(), 1) > 0))
        return;
    const std::string reason = "no pixel of the image of " + std::to_string(imageWidth) + " x " + std::to_string(imageHeight) +
                               " px lies in them",
                      remedy = "move them onto the image";
    if (differsByFrame(shapes)) throw InputError("crop.shapes", reason, remedy);
    throw SettingError("crop.shapes", reason, remedy);
}

PixelRect Crop::kept(int frame, int imageWidth, int imageHeight) const {
    return isWhole() ? PixelRect{} : rectangleIn(imageWidth, imageHeight, frame);
}

std::size_t Crop::memory(PictureMemory& picture) const {
    const PixelRect left = kept(anyFrame, picture.width, picture.height);
    picture.isJudgedInPart = false;
    if (left.isEmpty()) return 0;
    if (!shapes.empty()) picture.isMasked = true;
    const std::size_t shapesMask = shapes.empty() ? 0 : 2 * picture.pixels();
    picture.width = left.width;
    picture.height = left.height;
    return picture.pixels() * (sizeof(float) + 1) + shapesMask;
}

Frame Crop::operator()(const Frame& frame) const {
    if (isWhole()) return frame;
    const int imageWidth = frame.image.width(), imageHeight = frame.image.height();
    const PixelRect left = rectangleIn(imageWidth, imageHeight, frame.index);
    const Mask inside = userMask(frame.index, imageWidth, imageHeight);
    requireShapes(frame.index, imageWidth, imageHeight, inside);
    const Mask mask = validInBoth(frame.mask, inside);
    if (left.isEmpty())
        throw SettingError("crop",
                           "it begins at " + std::to_string(x) + ", " + std::to_string(y) + ", outside the image of " +
                               std::to_string(imageWidth) + " x " + std::to_string(imageHeight) + " px",
                           "move it onto the image");
    const int w = left.width, h = left.height;
    Frame part = frame;
    part.image = frame.image.visit([&](auto plane) { return Image(w, h, cut(plane, imageWidth, left.x, left.y, w, h)); });
    if (!mask.isAllValid()) part.mask = Mask(w, h, cut(mask.pixels(), imageWidth, left.x, left.y, w, h));
    part.originX += left.x;
    part.originY += left.y;
    return part;
}

VoxelBox Crop::kept(int frame, const VolumeSize& size) const {
    const PixelRect plane = rectangleIn(size.width, size.height, frame);
    const int first = std::min(z, size.depth), left = size.depth - first;
    return {
        plane.x, plane.y, first, {std::max(0, plane.width), std::max(0, plane.height), depth > 0 ? std::min(depth, left) : left}};
}

Volume Crop::operator()(const Volume& volume, const VolumeContext& context) const {
    const VolumeSize& size = volume.size();
    std::vector<std::uint8_t> mask = copiedMask(volume);
    if (!shapes.empty()) {  // what lies outside of them in every slice is masked
        const Mask inside = userMask(context.frame, size.width, size.height);
        requireShapes(context.frame, size.width, size.height, inside);
        mask.resize(size.voxels(), 1);
        const auto plane = inside.pixels();
        for (std::size_t i = 0; i < mask.size(); ++i)
            if (!plane.empty() && plane[i % size.slice()] == 0) mask[i] = 0;
    }
    const VoxelBox box = kept(context.frame, size);
    if (box.size == size) return shapes.empty() ? volume : volume.withMask(std::move(mask));
    if (box.size.voxels() == 0)
        throw SettingError("crop",
                           "nothing of the volume lies in it (" + std::to_string(size.width) + " × " +
                               std::to_string(size.height) + " × " + std::to_string(size.depth) + " voxels)",
                           "move it into the volume, or make it larger");
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
    values.reserve(box.size.voxels());
    for (int k = 0; k < box.size.depth; ++k)
        for (int j = 0; j < box.size.height; ++j) {
            const std::size_t start = size.index(box.x, box.y + j, box.z + k), length = static_cast<std::size_t>(box.size.width);
            const auto row = volume.values().subspan(start, length);
            values.insert(values.end(), row.begin(), row.end());
            if (mask.empty()) continue;
            const auto part = std::span<const std::uint8_t>(mask).subspan(start, length);
            valid.insert(valid.end(), part.begin(), part.end());
        }
    return {box.size, volume.spacing(), std::move(values), std::move(valid)};
}

}  // namespace coarsen
