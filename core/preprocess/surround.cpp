// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/surround.hpp"

#include "core/base/numbers.hpp"
#include "core/image/opencv.hpp"
#include "core/preprocess/featureless_blocks.hpp"
#include "core/settings/fields.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace coarsen {

namespace {

constexpr double blocksACircle = 9;

/// Means over square blocks of valid pixels; the last ones of a row or column may be smaller.
struct BlockMeans {
    int side, width, height;
    std::vector<float> means;  ///< NaN without a valid pixel

    BlockMeans(const Image& picture, const Mask& valid, int theSide)
        : side(theSide), width((picture.width() + side - 1) / side), height((picture.height() + side - 1) / side) {
        std::vector<double> sums(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0), counts(sums.size(), 0);
        const auto isValid = valid.pixels();
        picture.visit([&](auto pixels) {
            std::size_t i = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x, ++i) {
                    if (!isValid.empty() && !isValid[i]) continue;
                    sums[placeOf(x, y)] += static_cast<double>(pixels[i]);
                    ++counts[placeOf(x, y)];
                }
        });
        for (std::size_t i = 0; i < sums.size(); ++i)
            means.push_back(counts[i] > 0 ? static_cast<float>(sums[i] / counts[i]) : std::numeric_limits<float>::quiet_NaN());
    }

    std::size_t placeOf(int x, int y) const {
        return static_cast<std::size_t>(y / side) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x / side);
    }
};

}  // namespace

const Fields<Surround>& Surround::fields() {
    static const Fields<Surround> list = {
        realField("circle", &Surround::circlePx, 0, 10000,
                  {"Circle without pattern",
                   "Diameter of circles; what hardly changes in them is masked: a dark surround, bubbles, an info bar. 1.5 R_max "
                   "of the "
                   "largest structure; 0 masks nothing.",
                   "px", "", "nothing"}),
    };
    return list;
}

std::string Surround::summary() const {
    return isActing() ? "what hardly changes in circles of " + shortest(circlePx) + " px is masked" : "kept";
}

std::vector<Warning> Surround::warnings(const MeasuredFacts& facts) const {
    if (facts.fault != PictureFault::surround) return {};
    const std::string found = "A part of the picture shows no pattern (a surround, a bubble, an info bar), which bends C1D. ";
    const double rMaxPx = std::fmax(facts.rMaxPx, facts.largestRMaxPx), tenth = std::min(facts.width, facts.height) / 10.0;
    const double wanted = rMaxPx > 0 ? std::ceil(circleOfRMax * rMaxPx) : tenth;
    if (isActing() && wanted >= circlePx)
        return {{"surround.circle", found + "Crop to the pattern (crop.shapes), or paint the rest as dust.", "", "", ""}};
    const std::string circle = std::to_string(std::lround(wanted));
    return {
        {"surround.circle", found + "Mask it, or crop to the pattern.", "surround.circle", circle, "Mask what shows no pattern"}};
}

std::size_t Surround::memory(PictureMemory& picture) const {
    if (!isActing()) return 0;
    picture.isMasked = true;
    return 2 * picture.pixels();
}

Frame Surround::operator()(const Frame& frame, const StepContext& context) const {
    if (!isActing()) return frame;
    const BlockMeans blocks(frame.image, validAndUsers(frame, context.foreseen),
                            std::max(1, static_cast<int>(circlePx / blocksACircle)));
    const int circle = static_cast<int>(circlePx / blocks.side) | 1;
    FeaturelessBlocks found = featurelessBlocks(blocks.means, blocks.width, blocks.height, circle);
    if (found.isFeatureless.empty() || found.part == 0) return frame;
    const cv::Mat flat(blocks.height, blocks.width, CV_8U, found.isFeatureless.data());
    cv::Mat grown;
    const int reach = 2 * (circle / 4) + 1;
    cv::dilate(flat, grown, cv::getStructuringElement(cv::MORPH_ELLIPSE, {reach, reach}));
    std::vector<std::uint8_t> valid;
    valid.reserve(frame.image.planeSize());
    for (int y = 0; y < frame.image.height(); ++y)
        for (int x = 0; x < frame.image.width(); ++x)
            valid.push_back(grown.ptr<std::uint8_t>()[blocks.placeOf(x, y)] == 0);
    Frame masked = frame;
    masked.mask = validInBoth(frame.mask, Mask(frame.image.width(), frame.image.height(), std::move(valid)));
    return masked;
}

}  // namespace coarsen
