// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace coarsen {

/// Pixels with some structure and a mean far from zero: neighbours are alike, so correlations differ from lag to lag.
inline Image randomImage(int width, int height, PixelType type, int channels = 1, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 1);
    const double scale = type == PixelType::u8 ? 20 : type == PixelType::u16 ? 4000 : 0.4;
    const double mean = type == PixelType::u8 ? 120 : type == PixelType::u16 ? 30000 : 7;
    std::vector<double> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                               static_cast<std::size_t>(channels));
    double carried = 0;
    for (double& value : values) {
        carried = 0.8 * carried + noise(random);
        value = mean + scale * carried;
    }
    const auto limited = [&](double highest) {
        for (double& value : values)
            value = value < 0 ? 0 : value > highest ? highest : value;
    };
    if (type == PixelType::u8) {
        limited(255);
        return Image(width, height, std::vector<std::uint8_t>(values.begin(), values.end()), channels);
    }
    if (type == PixelType::u16) {
        limited(65535);
        return Image(width, height, std::vector<std::uint16_t>(values.begin(), values.end()), channels);
    }
    return Image(width, height, std::vector<float>(values.begin(), values.end()), channels);
}

/// About a fifth of the pixels masked, in blobs and alone.
inline Mask randomMask(int width, int height, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> valid(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1);
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (random() % 12 == 0)
            for (std::size_t k = i; k < valid.size() && k < i + 1 + random() % 5; ++k)
                valid[k] = 0;
    return Mask(width, height, std::move(valid));
}

}  // namespace coarsen
