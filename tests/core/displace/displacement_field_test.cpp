// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/displacement_field.hpp"

#include "core/base/error.hpp"
#include "core/synth/particles.hpp"
#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace coarsen {
namespace {

using Pair = std::array<Image, 2>;

Pair pairOf(const ParticleSettings& settings) {
    Pair pair;
    particleFrames(settings,
                   [&](int index, const SyntheticFrame& frame) { pair[static_cast<std::size_t>(index)] = frame.image; });
    return pair;
}

ParticleSettings particles(ParticleField field, double noise) {
    ParticleSettings settings;
    settings.width = 400;
    settings.height = 320;
    settings.field = field;
    settings.faults.noise = noise;
    return settings;
}

FieldSettings patchesOf(int px) {
    FieldSettings settings;
    settings.patchPx = px;
    settings.stepPx = px / 2;
    return settings;
}

class DisplacementFieldOf : public testing::TestWithParam<ParticleField> {
protected:
    /// Move that is found less the truth, of each valid patch and axis, over its error.
    struct Rest {
        double px, inErrors;
    };
    static std::vector<Rest> rests(const ParticleSettings& settings, int patchPx) {
        const Pair pair = pairOf(settings);
        const std::vector<PatchMove> field = displacementField({pair[0], {}}, {pair[1], {}}, patchesOf(patchPx));
        std::vector<Rest> found;
        for (const PatchMove& patch : field) {
            if (!patch.isValid) continue;
            const auto [dx, dy] = particleMove(settings, patch.xPx, patch.yPx);
            for (const double rest : {patch.move.x - dx, patch.move.y - dy})
                found.push_back({rest, std::abs(rest) / patch.errorPx});
        }
        EXPECT_GE(found.size(), 2 * 98 * field.size() / 100) << "nearly all are valid";
        return found;
    }
    static double rms(const std::vector<Rest>& rests) {
        double squares = 0;
        for (const Rest& rest : rests)
            squares += rest.px * rest.px;
        return std::sqrt(squares / static_cast<double>(rests.size()));
    }
};

TEST_P(DisplacementFieldOf, ParticlesIsRightWithoutNoise) {
    // A patch says the mean of its flow, which the vortex bends by 5 px within 80 px.
    EXPECT_LT(rms(rests(particles(GetParam(), 0), 32)), GetParam() == ParticleField::vortex ? 0.045 : 0.006);
}

TEST_P(DisplacementFieldOf, ParticlesIsRightWithNoiseAndLostOnes) {
    ParticleSettings settings = particles(GetParam(), 0.3);
    settings.lost = 0.05;
    const std::vector<Rest> found = rests(settings, 32);
    EXPECT_LT(rms(found), GetParam() == ParticleField::vortex ? 0.055 : 0.018);
    const auto within = std::ranges::count_if(found, [](const Rest& rest) { return rest.inErrors < 1; });
    EXPECT_GT(static_cast<double>(within), 0.6 * static_cast<double>(found.size()));
    EXPECT_LT(static_cast<double>(within), 0.78 * static_cast<double>(found.size()));
}

INSTANTIATE_TEST_SUITE_P(Fields, DisplacementFieldOf,
                         testing::Values(ParticleField::uniform, ParticleField::shear, ParticleField::vortex),
                         [](const auto& each) {
                             return each.param == ParticleField::uniform ? "Uniform"
                                    : each.param == ParticleField::shear ? "Shear"
                                                                         : "Vortex";
                         });

TEST(DisplacementField, HasAPatchWhereverAWholeOneFits) {
    const Pair pair = pairOf(particles(ParticleField::uniform, 0));
    const std::vector<PatchMove> field = displacementField({pair[0], {}}, {pair[1], {}}, patchesOf(64));
    ASSERT_EQ(field.size(), 11U * 9U);
    EXPECT_EQ(field[0].xPx, 31.5);
    EXPECT_EQ(field[1].xPx, 63.5);
    EXPECT_EQ(field[11].yPx, 63.5);
    EXPECT_GT(field[40].peakRatio, 2);
}

TEST(DisplacementField, OddSizesLoseNothing) {
    // The first pass looks at pictures of half the size.
    ParticleSettings settings = particles(ParticleField::uniform, 0);
    settings.width = 401;
    settings.height = 289;
    const Pair pair = pairOf(settings);
    const std::vector<PatchMove> field = displacementField({pair[0], {}}, {pair[1], {}}, patchesOf(32));
    EXPECT_EQ(field.size(), 24U * 17U);
    for (const PatchMove& patch : field)
        EXPECT_NEAR(patch.move.y, 2.5, 0.05) << patch.xPx << ' ' << patch.yPx;
}

TEST(DisplacementField, FirstPassFollowsWhatMovesFartherThanItsPatches) {
    ParticleSettings settings = particles(ParticleField::uniform, 0);
    settings.maxDisplacementPx = 24;  // a patch of 32 px follows 10
    const Pair pair = pairOf(settings);
    const auto valid = [&](int passes) {
        FieldSettings patches = patchesOf(32);
        patches.passes = passes;
        const std::vector<PatchMove> field = displacementField({pair[0], {}}, {pair[1], {}}, patches);
        return static_cast<double>(std::ranges::count_if(field,
                                                         [&](const PatchMove& patch) {
                                                             return patch.isValid && std::abs(patch.move.x - 20.785) < 0.2 &&
                                                                    std::abs(patch.move.y - 12) < 0.2;
                                                         })) /
               static_cast<double>(field.size());
    };
    EXPECT_EQ(valid(1), 0);
    EXPECT_GT(valid(3), 0.9) << "but for a rim that has moved out";
}

TEST(DisplacementField, AnyNumberOfThreadsGivesTheSameNumbers) {
    const Pair pair = pairOf(particles(ParticleField::vortex, 0.3));
    FieldSettings one = patchesOf(32), three = one;
    one.threads = 1;
    three.threads = 3;
    const auto a = displacementField({pair[0], {}}, {pair[1], {}}, one),
               b = displacementField({pair[0], {}}, {pair[1], {}}, three);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].move.x, b[i].move.x);
        EXPECT_EQ(a[i].errorPx, b[i].errorPx);
        EXPECT_EQ(a[i].isValid, b[i].isValid);
    }
}

TEST(DisplacementField, WhereParticlesHaveNothingInCommonPatchesAreMarked) {
    ParticleSettings settings = particles(ParticleField::uniform, 0);
    const Pair pair = pairOf(settings);
    settings.seed = 2;
    const Image other = pairOf(settings)[0];
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < 320; ++y)
        for (int x = 0; x < 400; ++x)
            pixels.push_back(static_cast<std::uint8_t>((x < 128 && y < 128 ? other : pair[1]).at(x, y)));
    const std::vector<PatchMove> field =
        displacementField({pair[0], {}}, {Image(400, 320, std::move(pixels)), {}}, patchesOf(32));
    int markedThere = 0, there = 0, markedElsewhere = 0;
    for (const PatchMove& patch : field) {
        const bool isInside = patch.xPx < 104 && patch.yPx < 104;
        there += isInside;
        (isInside ? markedThere : markedElsewhere) += !patch.isValid && (isInside || patch.xPx > 160 || patch.yPx > 160);
    }
    EXPECT_GE(markedThere, there - 2) << "of " << there << ": some fit by chance";
    EXPECT_EQ(markedElsewhere, 0);
}

TEST(DisplacementField, MaskedPixelsDoNotCount) {
    // A bright bar that stands still covers a third of the picture.
    const Pair pair = pairOf(particles(ParticleField::uniform, 0));
    const auto covered = [](const Image& image) {
        std::vector<float> pixels;
        std::vector<std::uint8_t> valid;
        for (int y = 0; y < 320; ++y)
            for (int x = 0; x < 400; ++x) {
                valid.push_back(y < 210);
                pixels.push_back(valid.back() ? static_cast<float>(image.at(x, y)) : 1000 + static_cast<float>(x * y % 7));
            }
        return MaskedImage{Image(400, 320, std::move(pixels)), Mask(400, 320, std::move(valid))};
    };
    const std::vector<PatchMove> field = displacementField(covered(pair[0]), covered(pair[1]), patchesOf(32));
    for (const PatchMove& patch : field) {
        if (patch.yPx > 230) {
            EXPECT_FALSE(patch.move.isKnown()) << patch.xPx << ' ' << patch.yPx;
        } else if (patch.isValid) {
            EXPECT_NEAR(patch.move.x, 4.330, 0.1) << patch.xPx << ' ' << patch.yPx;
        }
    }
    EXPECT_GT(std::ranges::count_if(field, &PatchMove::isValid), 24 * 11);
}

TEST(DisplacementField, NeedsContrastAndPatchesThatFit) {
    const Image flat(100, 80, std::vector<float>(8000, 3));
    EXPECT_TRUE(displacementField({flat, {}}, {flat, {}}, patchesOf(32)).empty());
    EXPECT_THROW(displacementField({flat, {}}, {flat, {}}, patchesOf(81)), SettingError);
    EXPECT_THROW(displacementField({flat, {}}, {flat, {}}, patchesOf(15)), SettingError);
    FieldSettings still = patchesOf(32);
    still.stepPx = -1;
    EXPECT_THROW(displacementField({flat, {}}, {flat, {}}, still), SettingError);
    still = patchesOf(32);
    still.passes = 0;
    EXPECT_THROW(displacementField({flat, {}}, {flat, {}}, still), SettingError);
}

}  // namespace
}  // namespace coarsen
