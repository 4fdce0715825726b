// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/dust_treatment.hpp"

#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

void maskOut(Frame& frame, const cv::Mat& dust) {
    std::vector<std::uint8_t> valid(frame.image.planeSize());
    const auto before = frame.mask.pixels();
    const std::uint8_t* const isDust = dust.data;
    std::uint8_t* const isValid = valid.data();
    for (std::size_t i = 0; i < valid.size(); ++i)
        isValid[i] = !isDust[i];
    for (std::size_t i = 0; i < before.size(); ++i)
        isValid[i] &= before[i];
    frame.mask = Mask(frame.image.width(), frame.image.height(), std::move(valid));
}

/// Each dusty pixel takes the value of the first clean one at `offset` px right, left, below or above; where none is, it is
/// masked. What was masked before stays so.
void fillByCopy(Frame& frame, const cv::Mat& dust, int offset) {
    const int width = frame.image.width(), height = frame.image.height();
    std::vector<std::uint8_t> valid(frame.image.planeSize(), 1);
    bool anyLeft = false;
    const auto before = frame.mask.pixels();
    frame.image.visit([&](auto pixels) {
        std::vector filled(pixels.begin(), pixels.end());
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const auto at = [width](int column, int row) {
                    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
                };
                const std::size_t i = at(x, y);
                valid[i] = before.empty() || before[i];
                if (!dust.data[i] || !valid[i]) continue;
                valid[i] = 0;
                for (const auto& [dx, dy] : {std::pair{offset, 0}, {-offset, 0}, {0, offset}, {0, -offset}}) {
                    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
                    const std::size_t from = at(x + dx, y + dy);
                    if (dust.data[from] || (!before.empty() && !before[from])) continue;
                    filled[i] = pixels[from];
                    valid[i] = 1;
                    break;
                }
                anyLeft |= !valid[i];
            }
        }
        frame.image = Image(width, height, std::move(filled));
    });
    if (anyLeft || !before.empty()) frame.mask = Mask(width, height, std::move(valid));
}

/// Dusty pixels get the mean of the clean ones around them: of 2 x 2 pixels where there are any, else of 4 x 4, and so on (the
/// push-pull of Gortler et al. 1996), smoothed between the levels.
void fillSmoothly(Frame& frame, const cv::Mat& dust) {
    keepOpenCvOnThisThread();
    const Image image = frame.image.asFloat();
    cv::Mat clean, sum = viewOf(image).clone();
    cv::Mat(dust == 0).convertTo(clean, CV_32F, 1.0 / 255);
    if (const auto before = frame.mask.pixels(); !before.empty())
        for (std::size_t i = 0; i < before.size(); ++i)
            if (!before[i]) clean.ptr<float>()[i] = 0;
    sum = sum.mul(clean);
    std::vector<cv::Mat> sums{sum}, counts{clean};
    while (cv::countNonZero(counts.back()) < static_cast<int>(counts.back().total()) &&
           std::min(sums.back().rows, sums.back().cols) > 1) {
        const cv::Size half((sums.back().cols + 1) / 2, (sums.back().rows + 1) / 2);
        cv::Mat smallSum, smallCount;
        cv::resize(sums.back(), smallSum, half, 0, 0, cv::INTER_AREA);
        cv::resize(counts.back(), smallCount, half, 0, 0, cv::INTER_AREA);
        sums.push_back(smallSum);
        counts.push_back(smallCount);
    }
    cv::Mat filled = sums.back() / cv::max(counts.back(), 1e-6F);
    for (std::size_t level = sums.size() - 1; level-- > 0;) {
        cv::Mat coarse;
        cv::resize(filled, coarse, sums[level].size(), 0, 0, cv::INTER_LINEAR);
        const cv::Mat own = sums[level] / cv::max(counts[level], 1e-6F), part = cv::min(counts[level], 1.0F);
        filled = own.mul(part) + coarse.mul(1 - part);
    }
    std::vector<float> pixels(image.plane<float>().begin(), image.plane<float>().end());
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (dust.data[i]) pixels[i] = filled.ptr<float>()[i];
    frame.image = Image(image.width(), image.height(), std::move(pixels));
}

}  // namespace

Frame withoutDust(const Frame& frame, const cv::Mat& dust, const Dust& settings) {
    Frame clean = frame;
    switch (settings.treat) {
        case DustTreatment::mask:
            maskOut(clean, dust);
            break;
        case DustTreatment::copy:
            fillByCopy(clean, dust, settings.offsetPx);
            break;
        case DustTreatment::inpaint:
            fillSmoothly(clean, dust);
            break;
    }
    return clean;
}

}  // namespace coarsen
