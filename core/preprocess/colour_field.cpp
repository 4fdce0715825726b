// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/colour_field.hpp"

#include "core/base/error.hpp"
#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace coarsen {

namespace {

constexpr float seenAsGrey = 0.01F;  // of a* and b*; a difference of 1 is just visible

/// IEC 61966-2-1.
float linearOfSrgb(float value) {
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

/// The light of a plane, 0 to 1.
cv::Mat lightOf(const Image& plane, double white, bool isLinear) {
    cv::Mat light(plane.height(), plane.width(), CV_32F);
    plane.visit([&](auto pixels) {
        std::ranges::transform(pixels, light.ptr<float>(), [&](auto pixel) {
            const float part = std::clamp(static_cast<float>(static_cast<double>(pixel) / white), 0.0F, 1.0F);
            return isLinear ? part : linearOfSrgb(part);
        });
    });
    return light;
}

}  // namespace

ColourField colourField(const Frame& frame) {
    const std::string name = "Frame " + std::to_string(frame.index);
    if (!frame.planes.areColours)
        throw InputError("", name + " is a grey picture: it has no colours",
                         "choose channels.use=intensity, image or orientation");
    keepOpenCvOnThisThread();
    std::array<cv::Mat, 3> light;
    for (std::size_t i = 0; i < light.size(); ++i)
        light[i] = lightOf(frame.planes.images[i], frame.planes.white, frame.planes.areLinear);
    cv::Mat colours, lab;
    cv::merge(light, colours);
    cv::cvtColor(colours, lab, cv::COLOR_LRGB2Lab);  // its own sRGB curve is a coarse table

    ColourField field{std::vector<float>(lab.total()), std::vector<float>(lab.total())};
    const auto valid = frame.mask.pixels();
    float strongest = 0;
    for (std::size_t i = 0; i < lab.total(); ++i) {
        const cv::Vec3f& pixel = lab.ptr<cv::Vec3f>()[i];
        field.a[i] = pixel[1];
        field.b[i] = pixel[2];
        if (valid.empty() || valid[i]) strongest = std::max({strongest, std::abs(pixel[1]), std::abs(pixel[2])});
    }
    if (strongest < seenAsGrey) {  // rounding, which would correlate as noise
        std::ranges::fill(field.a, 0.0F);
        std::ranges::fill(field.b, 0.0F);
    }
    return field;
}

}  // namespace coarsen
