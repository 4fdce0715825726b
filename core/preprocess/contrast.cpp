// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/contrast.hpp"

#include "core/base/numbers.hpp"
#include "core/preprocess/slices.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// Some 50,000 samples are enough for a percentile: every so many, an odd number, so that no column is taken alone.
std::size_t stepBetweenSamples(std::size_t count) {
    return std::max<std::size_t>(1, count / 50000) | 1;
}

GreyRange rangeOf(std::vector<float> sample, double lowPercent, double highPercent) {
    if (sample.empty()) return {};
    const auto percentile = [&](double percent) {
        const auto at = sample.begin() + static_cast<std::ptrdiff_t>(std::clamp(percent, 0.0, 100.0) / 100 *
                                                                     static_cast<double>(sample.size() - 1));
        std::nth_element(sample.begin(), at, sample.end());
        return static_cast<double>(*at);
    };
    const double low = percentile(lowPercent);
    return {low, percentile(highPercent)};
}

/// From 0 at black to 255 at white, in whole numbers.
std::uint8_t byteOf(double value, const GreyRange& range) {
    const double white = range.high > range.low ? 255 / (range.high - range.low) : 0;
    const double stretched = std::round((value - range.low) * white);
    return static_cast<std::uint8_t>(stretched >= 0 ? stretched : 0);  // a masked pixel may be no number
}

}  // namespace

GreyRange greyRange(const Frame& frame, double lowPercent, double highPercent, int channel) {
    const auto valid = frame.mask.pixels();
    const std::size_t step = stepBetweenSamples(frame.image.planeSize());
    std::vector<float> sample;
    frame.image.visit(
        [&](auto pixels) {
            for (std::size_t i = 0; i < pixels.size(); i += step)
                if (valid.empty() || valid[i]) sample.push_back(static_cast<float>(pixels[i]));
        },
        channel);
    return rangeOf(std::move(sample), lowPercent, highPercent);
}

namespace {

/// All channels, each clipped to its own range and made a sample by `sampleOf(value, range)`.
template <typename Sample, typename SampleOf>
Image clippedTo(const Frame& frame, const Contrast& contrast, SampleOf sampleOf) {
    std::vector<Sample> values;
    values.reserve(frame.image.planeSize() * static_cast<std::size_t>(frame.image.channels()));
    for (int channel = 0; channel < frame.image.channels(); ++channel) {
        const GreyRange range = greyRange(frame, contrast.lowPercent, contrast.highPercent, channel);
        frame.image.visit(
            [&](auto pixels) {
                for (const auto pixel : pixels)
                    values.push_back(sampleOf(std::clamp(static_cast<double>(pixel), range.low, range.high), range));
            },
            channel);
    }
    return {frame.image.width(), frame.image.height(), std::move(values), frame.image.channels()};
}

}  // namespace

const Fields<Contrast>& Contrast::fields() {
    static const Fields<Contrast> list = {
        realField("low", &Contrast::lowPercent, 0, 49,
                  {"Black at", "Percentile of the grey values that is shown as black.", "%"}),
        realField("high", &Contrast::highPercent, 51, 100,
                  {"White at", "Percentile of the grey values that is shown as white.", "%"}),
        booleanField("apply", &Contrast::apply,
                     {"Clip the data too", "Measures the clipped image; off, contrast is display only."}),
        newerThanItsRecipe(
            choiceField(
                "scale", &Contrast::scale, {"camera", "8-bit"},
                {"Grey values",
                 "Grey levels of the clipped image: the camera's, or black to white over 0 to 255 in whole numbers, as a picture "
                 "file has them.",
                 "", "apply=true"}),
            "camera"),
    };
    return list;
}

std::string Contrast::summary() const {
    const char* const scaled = apply && scale == ContrastScale::eightBit ? "8 bit, " : "";
    return std::string(apply ? "clipped, " : "display only, ") + scaled + shortest(lowPercent) + " to " + shortest(highPercent) +
           " %";
}

std::vector<Warning> Contrast::warnings(const MeasuredFacts& facts) const {
    if (!(facts.saturatedFraction > 0.01)) return {};
    return {{"contrast.low",
             fixed(100 * facts.saturatedFraction, 1) +
                 " % of the pixels are black or white to the limit of the camera. Clipping widens the scatter of R_max.",
             "", "", ""}};
}

std::size_t Contrast::memory(PictureMemory& picture) const {
    if (!apply) return 0;
    picture.sampleBytes = scale == ContrastScale::eightBit ? 1 : sizeof(float);
    return picture.pixels() * picture.sampleBytes;
}

Frame Contrast::operator()(const Frame& frame) const {
    if (!apply) return frame;
    Frame clipped = frame;
    if (scale == ContrastScale::eightBit) {
        clipped.image = clippedTo<std::uint8_t>(frame, *this, byteOf);
        clipped.bitsPerSample = 8;
    } else {
        clipped.image = clippedTo<float>(frame, *this, [](double value, const GreyRange&) { return static_cast<float>(value); });
    }
    return clipped;
}

Volume Contrast::operator()(const Volume& volume, const VolumeContext&) const {
    if (!apply) return volume;
    const auto voxels = volume.values();
    std::vector<float> sample;
    for (std::size_t i = 0, step = stepBetweenSamples(voxels.size()); i < voxels.size(); i += step)
        if (isVoxelValid(volume, i)) sample.push_back(voxels[i]);
    const GreyRange range = rangeOf(std::move(sample), lowPercent, highPercent);
    std::vector<float> values(voxels.begin(), voxels.end());
    for (float& value : values) {
        const double clipped = std::clamp(static_cast<double>(value), range.low, range.high);
        value = scale == ContrastScale::eightBit ? static_cast<float>(byteOf(clipped, range)) : static_cast<float>(clipped);
    }
    return {volume.size(), volume.spacing(), std::move(values), copiedMask(volume)};
}

}  // namespace coarsen
