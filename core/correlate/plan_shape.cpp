// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/plan_shape.hpp"

#include "core/base/error.hpp"

#include <algorithm>

namespace coarsen {

void checkPossible(const PlanShape& shape) {
    if (shape.width < 1 || shape.height < 1 || shape.channels < 1)
        throw SettingError("image", "it has no pixels", "choose an image or a larger crop");
    if (shape.maxLag >= 0 && shape.maxLag < std::min(shape.width, shape.height)) return;
    throw SettingError("largest offset",
                       std::to_string(shape.maxLag) + " px does not fit into an image of " + std::to_string(shape.width) + " x " +
                           std::to_string(shape.height) + " px",
                       "choose 0 to " + std::to_string(std::min(shape.width, shape.height) - 1) + " px");
}

void checkFits(const PlanShape& shape, const Plane& plane, const std::string& engine) {
    const Image& image = plane.image;
    if (image.width() != shape.width || image.height() != shape.height)
        throw EngineError(engine,
                          "an image of " + std::to_string(image.width()) + " x " + std::to_string(image.height()) +
                              " px came to a plan for " + std::to_string(shape.width) + " x " + std::to_string(shape.height) +
                              " px",
                          "make a plan for each size");
    if (image.channels() != shape.channels || image.type() != shape.type)
        throw EngineError(engine, "an image of other channels or pixel type came than the plan was made for",
                          "make a plan for each kind of image");
    if (!plane.mask.isAllValid() && (plane.mask.width() != shape.width || plane.mask.height() != shape.height))
        throw EngineError(engine, "the mask has another size than the image", "give a mask of the image's size");
    if (!plane.means.empty() && plane.means.size() != static_cast<std::size_t>(shape.channels))
        throw EngineError(engine, "there is not one mean for each channel", "give one mean a channel, or none");
}

double centredSum(std::int64_t ab, std::int64_t a, std::int64_t b, std::int64_t pairs, double meanA, double meanB) {
    const auto wide = [](auto value) { return static_cast<long double>(value); };
    return static_cast<double>(wide(ab) - wide(meanA) * wide(b) - wide(meanB) * wide(a) +
                               wide(meanA) * wide(meanB) * wide(pairs));
}

}  // namespace coarsen
