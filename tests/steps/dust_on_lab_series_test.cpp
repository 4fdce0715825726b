// SPDX-License-Identifier: GPL-3.0-or-later
// Automatic dust against the known specks of spinodal-sim-lab. Only where COARSEN_DATA names the folder of the large data sets.
#include "core/image/decode.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/steps.hpp"
#include "tests/support/large_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace coarsen {
namespace {

namespace fs = std::filesystem;

struct Pixel {
    int x, y;
};

/// The specks of a mask file (above 127 is dust), each as its pixels.
std::vector<std::vector<Pixel>> specksOf(const Image& mask) {
    std::vector<bool> seen(mask.planeSize());
    std::vector<std::vector<Pixel>> specks;
    const auto visit = [&](int x, int y, std::vector<Pixel>& speck) {
        if (x < 0 || y < 0 || x >= mask.width() || y >= mask.height() || mask.at(x, y) <= 127) return;
        const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(mask.width()) + static_cast<std::size_t>(x);
        if (seen[i]) return;
        seen[i] = true;
        speck.push_back({x, y});
    };
    for (int y = 0; y < mask.height(); ++y) {
        for (int x = 0; x < mask.width(); ++x) {
            std::vector<Pixel> speck;
            visit(x, y, speck);
            for (std::size_t k = 0; k < speck.size(); ++k) {
                const Pixel at = speck[k];
                visit(at.x + 1, at.y, speck);
                visit(at.x - 1, at.y, speck);
                visit(at.x, at.y + 1, speck);
                visit(at.x, at.y - 1, speck);
            }
            if (!speck.empty()) specks.push_back(std::move(speck));
        }
    }
    return specks;
}

class LabSeries : public testing::TestWithParam<fs::path> {};

TEST_P(LabSeries, ShowsThreeInFourOfItsSpecksAndLittleElse) {
    const fs::path folder = GetParam();
    const Image truth = decode(folder / "dust_mask.png").image;
    const auto specks = specksOf(truth);
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder / "frames"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    ASSERT_GE(files.size(), 60u);

    for (std::size_t index = 0; index < files.size(); index += 10) {
        const Frame found = finalFrame(rawFrame(decode(files[index]), 0, 0), allSteps());

        int hit = 0, falsely = 0, dusty = 0, hitPixels = 0;
        for (const auto& speck : specks) {
            const auto masked =
                std::count_if(speck.begin(), speck.end(), [&](Pixel at) { return !found.mask.isValid(at.x, at.y); });
            hit += 2 * masked >= static_cast<int>(speck.size());
            hitPixels += static_cast<int>(masked);
            dusty += static_cast<int>(speck.size());
        }
        for (int y = 0; y < truth.height(); ++y)
            for (int x = 0; x < truth.width(); ++x)
                falsely += truth.at(x, y) <= 127 && !found.mask.isValid(x, y);
        const auto area = static_cast<double>(truth.planeSize());
        EXPECT_GE(hit, 0.75 * static_cast<double>(specks.size())) << files[index].filename();
        EXPECT_GE(hitPixels, 0.75 * dusty) << files[index].filename();  // the rest is as grey as the picture
        EXPECT_LE(falsely, 0.0005 * area) << files[index].filename();
        RecordProperty("specks_" + std::to_string(index), std::to_string(hit) + "/" + std::to_string(specks.size()));
    }
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(LabSeries);
INSTANTIATE_TEST_SUITE_P(Data, LabSeries, testing::ValuesIn(largeData("spinodal-sim-lab")),
                         [](const auto&) { return "SpinodalSimLab"; });

}  // namespace
}  // namespace coarsen
