// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/camera_faults.hpp"

#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace coarsen {

namespace {

// Streams of random numbers: what belongs to the camera is the same in every frame, noise is not.
constexpr std::uint64_t lightStream = 1, dustStream = 2, driftStream = 3, noiseStream = 1u << 20;

/// Light falls smoothly away from a spot near the middle: 1 there, 1 - light at the darkest corner.
std::vector<double> illumination(const SynthSettings& settings) {
    RandomNumbers random(settings.seed, lightStream);
    const double brightX = random.uniform(0.25, 0.75), brightY = random.uniform(0.25, 0.75);
    const double farthest = std::hypot(std::max(brightX, 1 - brightX), std::max(brightY, 1 - brightY));
    std::vector<double> light;
    light.reserve(static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height));
    for (int y = 0; y < settings.height; ++y) {
        for (int x = 0; x < settings.width; ++x) {
            const double distance =
                std::hypot((x + 0.5) / settings.width - brightX, (y + 0.5) / settings.height - brightY) / farthest;
            light.push_back(1 - settings.faults.light * distance * distance);
        }
    }
    return light;
}

/// Specks fixed to the sensor, black or white discs of 1.5 to 6 px.
void addDust(std::vector<double>& grey, const SynthSettings& settings) {
    RandomNumbers random(settings.seed, dustStream);
    for (int speck = 0; speck < settings.faults.dust; ++speck) {
        const double centreX = random.uniform(0, settings.width), centreY = random.uniform(0, settings.height);
        const double radius = random.uniform(1.5, 6), value = random.uniform() < 0.5 ? 0.0 : 1.0;
        const int top = std::max(0, static_cast<int>(centreY - radius)),
                  bottom = std::min(settings.height - 1, static_cast<int>(centreY + radius));
        const int left = std::max(0, static_cast<int>(centreX - radius)),
                  right = std::min(settings.width - 1, static_cast<int>(centreX + radius));
        for (int y = top; y <= bottom; ++y)
            for (int x = left; x <= right; ++x)
                if (std::hypot(x - centreX, y - centreY) <= radius)
                    grey[static_cast<std::size_t>(y) * static_cast<std::size_t>(settings.width) + static_cast<std::size_t>(x)] =
                        value;
    }
}

template <typename Sample>
Image quantised(const std::vector<double>& grey, const SynthSettings& settings) {
    const double brightest = std::pow(2.0, settings.bits) - 1;
    std::vector<Sample> samples(grey.size());
    std::transform(grey.begin(), grey.end(), samples.begin(),
                   [&](double value) { return static_cast<Sample>(std::lround(std::clamp(value, 0.0, 1.0) * brightest)); });
    return {settings.width, settings.height, std::move(samples)};
}

}  // namespace

Image photographed(const std::vector<double>& pattern, const SynthSettings& settings, int index) {
    constexpr double middle = 0.5, contrast = 0.12;
    const std::vector<double> light =
        settings.faults.light > 0 ? illumination(settings) : std::vector<double>(pattern.size(), 1.0);
    std::vector<double> grey(pattern.size());
    for (std::size_t i = 0; i < grey.size(); ++i)
        grey[i] = (middle + contrast * pattern[i]) * light[i];
    addDust(grey, settings);
    if (settings.faults.noise > 0) {
        RandomNumbers random(settings.seed, noiseStream + static_cast<std::uint64_t>(index));
        for (double& value : grey)
            value += contrast * settings.faults.noise * random.normal();
    }
    return settings.bits == 16 ? quantised<std::uint16_t>(grey, settings) : quantised<std::uint8_t>(grey, settings);
}

std::pair<double, double> driftOf(const SynthSettings& settings, int index) {
    RandomNumbers random(settings.seed, driftStream);
    const double phaseX = random.uniform(0, 2 * std::numbers::pi), phaseY = random.uniform(0, 2 * std::numbers::pi);
    const double angle = 2 * std::numbers::pi * index / std::max(1, settings.frames);
    return {settings.faults.driftPx / 2 * (std::sin(angle + phaseX) - std::sin(phaseX)),
            settings.faults.driftPx / 2 * (std::sin(angle + phaseY) - std::sin(phaseY))};
}

}  // namespace coarsen
