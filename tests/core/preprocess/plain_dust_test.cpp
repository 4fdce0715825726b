// SPDX-License-Identifier: GPL-3.0-or-later
// Dust finds just the pixels that its definition says (PlainDust): every size of picture, kind of number, mask and setting.
#include "tests/core/preprocess/plain_dust.hpp"

#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace coarsen {
namespace {

/// One of 0 to count - 1.
int anyOf(int count, std::mt19937& random) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
}

enum class Kind { noise, waves, levels, constant };

/// Waves with discs that are as bright or as dark as it gets, sharp or soft; noise; few grey levels; one level.
std::vector<double> greys(Kind kind, int width, int height, std::mt19937& random) {
    std::normal_distribution<double> noise(0, 1);
    std::vector<double> values;
    const double length = 5 + anyOf(40, random), roughness = 0.05 * anyOf(3, random);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            values.push_back(kind == Kind::noise   ? 0.3 * noise(random)
                             : kind == Kind::waves ? 0.4 * std::sin(x / length) * std::cos(y / length) + roughness * noise(random)
                             : kind == Kind::levels ? 0.25 * (anyOf(3, random) - 1)
                                                    : 0.2);
    const int specks = kind == Kind::constant ? 0 : anyOf(6, random) + width * height / 1000;
    for (int speck = 0; speck < specks; ++speck) {
        const double cx = anyOf(width, random), cy = anyOf(height, random), radius = 1 + anyOf(5, random),
                     softness = anyOf(3, random), grey = (2 * anyOf(2, random) - 1) * (0.6 + 0.2 * anyOf(3, random));
        const int left = std::max(0, static_cast<int>(cx - radius)), top = std::max(0, static_cast<int>(cy - radius));
        for (int y = top; y <= std::min(height - 1, static_cast<int>(cy + radius)); ++y)
            for (int x = left; x <= std::min(width - 1, static_cast<int>(cx + radius)); ++x) {
                const double part = std::clamp((radius - std::hypot(x - cx, y - cy)) / (softness + 0.01), 0.0, 1.0);
                double& value = values[static_cast<std::size_t>(y * width + x)];
                value += part * (grey - value);
            }
    }
    return values;
}

Frame frameOf(const std::vector<double>& values, int width, int height, PixelType type) {
    const auto scaled = [&](double offset, double scale, double most) {
        std::vector<double> all;
        for (const double value : values)
            all.push_back(std::clamp(offset + scale * value, type == PixelType::f32 ? -most : 0.0, most));
        return all;
    };
    Frame frame;
    if (type == PixelType::u8) {
        const auto all = scaled(128, 120, 255);
        frame.image = Image(width, height, std::vector<std::uint8_t>(all.begin(), all.end()));
    } else if (type == PixelType::u16) {
        const auto all = scaled(30000, 31000, 65535);
        frame.image = Image(width, height, std::vector<std::uint16_t>(all.begin(), all.end()));
        frame.bitsPerSample = 16;
    } else {
        const auto all = scaled(0.5, 3, 1e6);
        frame.image = Image(width, height, std::vector<float>(all.begin(), all.end()));
    }
    return frame;
}

void expectPlainDust(const Frame& frame, const StepContext& context, const Dust& dust, const std::string& what) {
    const Frame clean = dust(frame, context);
    const PlainDust plain(frame, context.foreseen, dust);
    for (int y = 0; y < frame.image.height(); ++y)
        for (int x = 0; x < frame.image.width(); ++x)
            ASSERT_EQ(clean.mask.isValid(x, y), frame.mask.isValid(x, y) && !plain.isDust(x, y))
                << what << " at " << x << ", " << y;
}

TEST(Dust, IsEveryPixelThatItsDefinitionSays) {
    std::mt19937 random(770);
    for (int width = 1; width <= 200; ++width)
        for (const DustFinding find : {DustFinding::specks, DustFinding::outliers, DustFinding::thresholds}) {
            const int height = 1 + anyOf(40, random);
            const auto kind = anyOf(8, random) < 5 ? Kind::waves : static_cast<Kind>(anyOf(4, random));
            const auto type = static_cast<PixelType>(anyOf(3, random));
            Frame frame = frameOf(greys(kind, width, height, random), width, height, type);
            if (anyOf(4, random) == 0) frame.mask = randomMask(width, height, static_cast<unsigned>(random()));
            StepContext context;
            if (anyOf(4, random) == 0) context.foreseen.kept = {width / 4, height / 4, 1 + width / 2, 1 + height / 2};
            const Dust dust{.find = find, .strength = 0.5 + 0.5 * anyOf(8, random), .growPx = anyOf(5, random)};

            expectPlainDust(frame, context, dust,
                            std::to_string(width) + " x " + std::to_string(height) + ", kind " +
                                std::to_string(static_cast<int>(kind)) + ", type " + std::to_string(static_cast<int>(type)) +
                                ", find " + std::to_string(static_cast<int>(find)));
            if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(Dust, OfALargePictureIsEveryPixelThatItsDefinitionSays) {
    std::mt19937 random(771);
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32, PixelType::f32})
        for (const double strength : {0.5, 2.5})
            expectPlainDust(frameOf(greys(Kind::waves, 401, 303, random), 401, 303, type), {},
                            Dust{.find = DustFinding::specks, .strength = strength, .growPx = 3}, "large");
}

}  // namespace
}  // namespace coarsen
