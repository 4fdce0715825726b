// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that look as if they had a length, or another one, are not called good; clean ones are.
#include "core/analysis/frame_measurer.hpp"
#include "core/image/opencv.hpp"
#include "core/selftest/cases.hpp"
#include "core/synth/random_numbers.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

using GreyAt = std::function<double(const Image& ring, int x, int y)>;

struct Misreading {
    const char* name;
    GreyAt greyAt;
};

const std::vector<Misreading>& misreadings() {
    static const std::vector<Misreading> all = {
        {"clean pictures", [](const Image& ring, int x, int y) { return ring.at(x, y); }},
        {"raw pixels of a colour sensor",
         [](const Image& ring, int x, int y) { return ring.at(x, y) * (1 - 0.2 * (x % 2) - 0.2 * (y % 2)); }},
        {"interlaced pictures",
         [](const Image& ring, int x, int y) { return ring.at(std::min(x + 8 * (y % 2), ring.width() - 1), y); }},
        {"pictures with bands",
         [](const Image& ring, int x, int y) { return 0.7 * ring.at(x, y) + 38 + 24 * std::cos(2 * std::numbers::pi * y / 24); }},
        {"pictures with bubbles",
         [](const Image& ring, int x, int y) { return std::hypot(x % 160 - 80, y % 120 - 60) < 25 ? 40 : ring.at(x, y); }},
        {"pictures with an info bar",
         [](const Image& ring, int x, int y) { return y >= ring.height() - 60 ? 10 : ring.at(x, y); }},
    };
    return all;
}

Image changed(const Image& ring, const GreyAt& greyAt) {
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < ring.height(); ++y)
        for (int x = 0; x < ring.width(); ++x)
            pixels.push_back(cv::saturate_cast<std::uint8_t>(greyAt(ring, x, y)));
    return {ring.width(), ring.height(), std::move(pixels)};
}

/// White noise made three times as large.
Image magnifiedNoise(int width, int height, std::uint64_t seed) {
    RandomNumbers random(seed, 3);
    cv::Mat noise(height / 3, width / 3, CV_32F), large;
    for (auto& value : cv::Mat_<float>(noise))
        value = static_cast<float>(128 + 30 * random.normal());
    cv::resize(noise, large, {width, height}, 0, 0, cv::INTER_LANCZOS4);
    std::vector<std::uint8_t> pixels;
    for (const float value : cv::Mat_<float>(large))
        pixels.push_back(cv::saturate_cast<std::uint8_t>(value));
    return {width, height, std::move(pixels)};
}

/// Bright at one place, and darker by 0.11 of a grey level a pixel from there.
Image roundShade(int width, int height, std::uint64_t seed) {
    RandomNumbers random(seed, 4);
    const double x0 = random.uniform(0, 60), y0 = random.uniform(0, 60);
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(cv::saturate_cast<std::uint8_t>(200 - 0.11 * std::hypot(x - x0, y - y0)));
    return {width, height, std::move(pixels)};
}

}  // namespace

void misreadCases(SelfTestRun& run) {
    FrameMeasurer measurer(correctingRecipe(), {.engines = run.engines()}, {});
    const int images = run.isQuick() ? 4 : 20;
    const auto goodOf = [&](const std::function<Image(int image)>& picture) {
        int good = 0;
        for (int i = 0; i < images && !run.stopToken().stop_requested(); ++i) {
            Frame frame;
            frame.image = picture(i);
            good += measurer(std::move(frame), {}, false).measured.rMax.quality == Quality::good ? 1 : 0;
        }
        return good;
    };
    RingSettings settings;
    settings.width = 600, settings.height = 400, settings.law = RingLaw::constant;
    settings.rMaxFromPx = settings.rMaxToPx = 24;
    settings.frames = images;
    const std::string of = " called good, of " + std::to_string(images) + " images";
    for (const Misreading& one : misreadings()) {
        const int good = goodOf([&](int image) { return changed(ringFrame(settings, image).image, one.greyAt); });
        const int right = &one == &misreadings().front() ? images : 0;
        run.report(one.name + of, "", good, right, good - right, 0);
    }
    const int noise = goodOf([&](int image) { return magnifiedNoise(600, 400, 20101128 + static_cast<std::uint64_t>(image)); });
    run.report("magnified noise" + of, "", noise, 0, noise, 0);
    const int shades = goodOf([&](int image) { return roundShade(600, 400, 20101128 + static_cast<std::uint64_t>(image)); });
    run.report("smooth shades in whole levels" + of, "", shades, 0, shades, 0);
}

}  // namespace coarsen
