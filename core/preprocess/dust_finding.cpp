// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/dust_finding.hpp"

#include "core/image/opencv.hpp"
#include "core/preprocess/dust_limits.hpp"
#include "core/preprocess/image_file.hpp"
#include "core/preprocess/specks.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace coarsen {

namespace {

/// Limits that every grey value lies beyond.
constexpr GreyLimits everything{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

/// A picture whose dust is looked for, and the pixels that it is judged by.
struct Judged {
    Judged(const Frame& theFrame, const Foreseen& foreseen)
        : frame(theFrame),
          mask(validAndKept(theFrame, foreseen)),
          sampleStep(dustSampleStep(foreseen.kept.isEmpty() ? theFrame.image.planeSize()
                                                            : static_cast<std::size_t>(foreseen.kept.width) *
                                                                  static_cast<std::size_t>(foreseen.kept.height))) {}
    const Frame& frame;
    Mask mask;
    std::size_t sampleStep;  ///< every how many-th pixel tells of all
};

double percentileOf(std::vector<float>& sample, double percent) {
    if (sample.empty()) return 0;
    const auto at = sample.begin() + static_cast<std::ptrdiff_t>(percentilePlace(percent, sample.size()));
    std::nth_element(sample.begin(), at, sample.end());
    return static_cast<double>(*at);
}

/// From every few of the judged pixels.
GreyTails tailsOf(const Judged& judged) {
    const auto valid = judged.mask.pixels();
    const std::size_t step = judged.sampleStep;
    std::vector<float> sample;
    judged.frame.image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); i += step)
            if (valid.empty() || valid[i]) sample.push_back(static_cast<float>(pixels[i]));
    });
    const auto& [lowest, low, high, highest] = dustPercentiles;
    return {percentileOf(sample, lowest), percentileOf(sample, low), percentileOf(sample, high), percentileOf(sample, highest)};
}

/// The size that most second differences at this spacing stay below: along rows and columns, at every few of the judged pixels.
double usualStep(const Judged& judged, int spacing) {
    const auto valid = judged.mask.pixels();
    const int width = judged.frame.image.width(), height = judged.frame.image.height();
    const std::size_t step = judged.sampleStep;
    std::vector<float> sizes;
    judged.frame.image.visit([&](auto pixels) {
        const auto add = [&](std::size_t i, std::size_t apart) {
            if (!valid.empty() && !(valid[i] && valid[i + apart] && valid[i + 2 * apart])) return;
            const auto first = static_cast<float>(pixels[i]), second = static_cast<float>(pixels[i + apart]),
                       third = static_cast<float>(pixels[i + 2 * apart]);
            sizes.push_back(std::abs(secondDifference(first, second, third)));
        };
        for (std::size_t i = 0; i < pixels.size(); i += step) {
            const int x = static_cast<int>(i % static_cast<std::size_t>(width)),
                      y = static_cast<int>(i / static_cast<std::size_t>(width));
            if (x + 2 * spacing < width) add(i, static_cast<std::size_t>(spacing));
            if (y + 2 * spacing < height) add(i, static_cast<std::size_t>(spacing) * static_cast<std::size_t>(width));
        }
    });
    return percentileOf(sizes, speckStepPercentile);
}

cv::Mat disc(int radius) {
    return cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * radius + 1, 2 * radius + 1});
}

/// Grown by a disc as far as the pixels there lie beyond `edge`. Pixels that are as the rest of the picture stay: masking them
/// costs statistics and mends nothing.
void grow(cv::Mat& dust, const Frame& frame, const GreyLimits& edge, int growPx) {
    keepOpenCvOnThisThread();
    cv::dilate(dust, dust, disc(growPx));
    std::uint8_t* const isDust = dust.data;
    frame.image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const auto value = static_cast<double>(pixels[i]);
            isDust[i] = static_cast<std::uint8_t>(isDust[i] & ((value < edge.low) | (value > edge.high)));
        }
    });
}

/// 1 where grey values are dust, and about it.
cv::Mat dustOf(const Frame& frame, const GreyLimits& limits, const GreyLimits& edge, int growPx) {
    cv::Mat dust(frame.image.height(), frame.image.width(), CV_8U);
    std::uint8_t* const isDust =
        dust.data;  // its own copy: a byte written could be the Mat's pointer, for all the compiler knows
    unsigned any = 0;
    frame.image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const auto value = static_cast<double>(pixels[i]);
            const unsigned found = (value < limits.low) | (value > limits.high);
            isDust[i] = static_cast<std::uint8_t>(found);
            any |= found;
        }
    });
    if (any && growPx > 0) grow(dust, frame, edge, growPx);
    return any ? dust : cv::Mat();
}

/// 1 where the file says dust, grown by a disc.
cv::Mat dustFromFile(int width, int height, const std::string& file, bool invert, int growPx) {
    const auto mask = imageFile("dust.file", file, width, height);
    const auto pixels = mask->plane<float>();
    const float middle = *std::ranges::max_element(pixels) / 2;
    cv::Mat dust(height, width, CV_8U);
    unsigned any = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const bool isDust = (pixels[i] > middle) != invert;
        dust.data[i] = isDust;
        any |= isDust;
    }
    if (!any) return {};
    if (growPx > 0) {
        keepOpenCvOnThisThread();
        cv::dilate(dust, dust, disc(growPx));
    }
    return dust;
}

cv::Mat outliers(const Frame& frame, const GreyTails& tails, double strength, int growPx) {
    return dustOf(frame, tails.limits(strength), tails.edge(strength), growPx);
}

cv::Mat outliers(const Judged& judged, double strength, int growPx) {
    return outliers(judged.frame, tailsOf(judged), strength, growPx);
}

/// Outliers, and what its edge gives away.
cv::Mat specks(const Judged& judged, double strength, int growPx) {
    const Frame& frame = judged.frame;
    const GreyTails tails = tailsOf(judged);
    cv::Mat dust = outliers(frame, tails, strength, growPx);
    const double steps[] = {usualStep(judged, speckSpacings[0]), usualStep(judged, speckSpacings[1])};
    const SpeckLimits limits = speckLimits(tails.p10, tails.p90, steps, strength);
    std::vector<std::uint8_t> seeds = speckSeeds(frame, judged.mask, limits);
    if (seeds.empty()) return dust;
    cv::Mat sharp = cv::Mat(frame.image.height(), frame.image.width(), CV_8U, seeds.data()).clone();
    if (growPx > 0) grow(sharp, frame, {limits.low, limits.high}, growPx);
    if (!dust.empty()) cv::bitwise_or(sharp, dust, sharp);
    return sharp;
}

/// Dust that stands still in all frames while the pattern moves: outliers of the series' median.
cv::Mat stillOutliers(const Frame& frame, const StepContext& context, double strength, int growPx) {
    const Image& median = context.survey.seriesMedian;
    if (median.width() != frame.image.width() || median.height() != frame.image.height()) return {};
    Frame still = frame;
    still.image = median;
    return outliers(Judged(still, context.foreseen), strength, growPx);
}

/// With the strokes over it; empty where no dust is left.
cv::Mat painted(cv::Mat dust, int frame, int width, int height, const std::vector<Stroke>& strokes) {
    if (!arePaintedOn(frame, strokes)) return dust;
    keepOpenCvOnThisThread();
    if (dust.empty()) dust = cv::Mat::zeros(height, width, CV_8U);
    paint(dust, strokes, frame);
    return cv::countNonZero(dust) > 0 ? dust : cv::Mat();
}

cv::Mat foundByItself(const Frame& frame, const StepContext& context, const Dust& settings) {
    switch (settings.find) {
        case DustFinding::specks:
            return specks(Judged(frame, context.foreseen), settings.strength, settings.growPx);
        case DustFinding::outliers:
            return outliers(Judged(frame, context.foreseen), settings.strength, settings.growPx);
        case DustFinding::still:
            return stillOutliers(frame, context, settings.strength, settings.growPx);
        case DustFinding::thresholds: {
            const double white = (std::pow(2.0, frame.bitsPerSample) - 1) / frame.greyUnit;
            const GreyLimits limits{settings.lowPercent / 100 * white, settings.highPercent / 100 * white};
            return dustOf(frame, limits, everything, settings.growPx);
        }
        case DustFinding::file:
            return dustFromFile(frame.image.width(), frame.image.height(), settings.maskFile, settings.invert, settings.growPx);
        case DustFinding::none:
            break;
    }
    return {};
}

}  // namespace

std::size_t dustSampleStep(std::size_t area) {
    return std::max<std::size_t>(1, area / 100000) | 1;  // odd, so that no column is favoured
}

std::size_t percentilePlace(double percent, std::size_t count) {
    return static_cast<std::size_t>(percent / 100 * static_cast<double>(count - 1));
}

std::vector<int> growthHalfWidths(int growPx) {
    const cv::Mat shape = disc(growPx);
    std::vector<int> widths;
    for (int row = 0; row < shape.rows; ++row)
        widths.push_back((cv::countNonZero(shape.row(row)) - 1) / 2);
    return widths;
}

cv::Mat foundDust(const Frame& frame, const StepContext& context, const Dust& settings) {
    return painted(foundByItself(frame, context, settings), frame.index, frame.image.width(), frame.image.height(),
                   settings.strokes);
}

cv::Mat usersDust(int frame, int width, int height, const Dust& settings) {
    const cv::Mat dust = settings.find == DustFinding::file
                             ? dustFromFile(width, height, settings.maskFile, settings.invert, settings.growPx)
                             : cv::Mat();
    return painted(dust, frame, width, height, settings.strokes);
}

}  // namespace coarsen
