// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/dust_finding.hpp"

#include "core/image/opencv.hpp"
#include "core/preprocess/dust_limits.hpp"
#include "core/preprocess/float_limits.hpp"
#include "core/preprocess/image_file.hpp"
#include "core/preprocess/ranked_sample.hpp"
#include "core/preprocess/specks.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>
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

double percentileOf(const RankedSample& sample, double percent) {
    return sample.size() == 0 ? 0 : static_cast<double>(sample.at(percentilePlace(percent, sample.size())));
}

/// Numbers that come one by one, of which it is known how many there are at most.
class Gathered {
public:
    explicit Gathered(std::size_t most) : numbers_(most) {}
    void add(float number) { numbers_[count_++] = number; }
    std::span<const float> numbers() const { return std::span(numbers_).first(count_); }

private:
    std::vector<float> numbers_;
    std::size_t count_ = 0;
};

/// From every few of the judged pixels.
GreyTails tailsOf(const Judged& judged) {
    const auto valid = judged.mask.pixels();
    const std::size_t step = judged.sampleStep;
    Gathered greys(judged.frame.image.planeSize() / step + 1);
    judged.frame.image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); i += step)
            if (valid.empty() || valid[i]) greys.add(static_cast<float>(pixels[i]));
    });
    const RankedSample sample(greys.numbers());
    const auto& [lowest, low, high, highest] = dustPercentiles;
    return {percentileOf(sample, lowest), percentileOf(sample, low), percentileOf(sample, high), percentileOf(sample, highest)};
}

/// The size that most second differences at either spacing stay below: along rows and columns, at every few of the judged pixels.
std::array<double, std::size(speckSpacings)> usualSteps(const Judged& judged) {
    const auto valid = judged.mask.pixels();
    const auto width = static_cast<std::size_t>(judged.frame.image.width()),
               height = static_cast<std::size_t>(judged.frame.image.height());
    std::vector<Gathered> sizes(std::size(speckSpacings), Gathered(2 * (width * height / judged.sampleStep + 1)));
    judged.frame.image.visit([&](auto pixels) {
        const auto add = [&](Gathered& to, std::size_t i, std::size_t apart) {
            if (!valid.empty() && !(valid[i] && valid[i + apart] && valid[i + 2 * apart])) return;
            const auto first = static_cast<float>(pixels[i]), second = static_cast<float>(pixels[i + apart]),
                       third = static_cast<float>(pixels[i + 2 * apart]);
            to.add(std::abs(secondDifference(first, second, third)));
        };
        for (std::size_t i = 0, x = 0, y = 0; i < pixels.size(); i += judged.sampleStep, x += judged.sampleStep) {
            for (; x >= width; x -= width)
                ++y;
            for (std::size_t k = 0; k < sizes.size(); ++k) {
                const auto spacing = static_cast<std::size_t>(speckSpacings[k]);
                if (x + 2 * spacing < width) add(sizes[k], i, spacing);
                if (y + 2 * spacing < height) add(sizes[k], i, spacing * width);
            }
        }
    });
    std::array<double, std::size(speckSpacings)> steps{};
    std::ranges::transform(sizes, steps.begin(), [](const Gathered& sample) {
        return percentileOf(RankedSample(sample.numbers()), speckStepPercentile);
    });
    return steps;
}

cv::Mat disc(int radius) {
    return cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * radius + 1, 2 * radius + 1});
}

/// Dust of a frame, which grows by a disc as it is added, as far as the pixels there lie beyond `edge`. Pixels that are as the
/// rest of the picture stay: masking them costs statistics and mends nothing.
class GrownDust {
public:
    GrownDust(const Frame& frame, int growPx) : image_(frame.image), growPx_(growPx), halfWidths_(growthHalfWidths(growPx)) {}

    /// Adds the pixels begin to end - 1 of row y, and what they grow by.
    void add(int y, int begin, int end, FloatLimits edge) {
        if (dust_.empty()) dust_ = cv::Mat::zeros(image_.height(), image_.width(), CV_8U);
        if (growPx_ == 0) {
            std::fill(dust_.ptr(y) + begin, dust_.ptr(y) + end, std::uint8_t{1});
            return;
        }
        image_.visit([&](auto pixels) {
            for (int row = std::max(0, y - growPx_); row <= std::min(image_.height() - 1, y + growPx_); ++row) {
                const int half = halfWidths_[static_cast<std::size_t>(row - y + growPx_)];
                const int first = std::max(0, begin - half), last = std::min(image_.width(), end + half);
                addExcluded(pixels.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(image_.width()) + first,
                            last - first, edge, dust_.ptr(row) + first);
            }
        });
    }

    /// 1 (CV_8U) where dust is; empty when there is none.
    const cv::Mat& dust() const { return dust_; }

private:
    template <typename Pixel>
    static void addExcluded(const Pixel* values, int count, FloatLimits limits, std::uint8_t* isDust) {
        for (int i = 0; i < count; ++i)
            isDust[i] |= limits.exclude(static_cast<float>(values[i]));
    }

    const Image& image_;
    int growPx_;
    std::vector<int> halfWidths_;
    cv::Mat dust_;
};

/// Calls `take(begin, end)` for each run of ones in the row.
template <typename Take>
void forEachRun(std::span<const std::uint8_t> row, Take take) {
    const auto next = [row](int from, int value) {
        const void* const found = std::memchr(row.data() + from, value, row.size() - static_cast<std::size_t>(from));
        return found ? static_cast<int>(static_cast<const std::uint8_t*>(found) - row.data()) : static_cast<int>(row.size());
    };
    const int width = static_cast<int>(row.size());
    for (int begin = next(0, 1), end = 0; begin < width; begin = next(end, 1))
        take(begin, end = next(begin, 0));
}

/// Adds what lies beyond the limits.
void addBeyond(GrownDust& dust, const Frame& frame, const GreyLimits& limits, const GreyLimits& edge) {
    const FloatLimits pattern(limits), soft(edge);
    const auto width = static_cast<std::size_t>(frame.image.width());
    std::vector<std::uint8_t> isDust(width);
    frame.image.visit([&](auto pixels) {
        for (int y = 0; y < frame.image.height(); ++y) {
            markExcluded(pixels.subspan(static_cast<std::size_t>(y) * width, width), pattern, isDust.data());
            forEachRun(isDust, [&](int begin, int end) { dust.add(y, begin, end, soft); });
        }
    });
}

/// 1 where grey values are dust, and about it.
cv::Mat dustOf(const Frame& frame, const GreyLimits& limits, const GreyLimits& edge, int growPx) {
    GrownDust dust(frame, growPx);
    addBeyond(dust, frame, limits, edge);
    return dust.dust();
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

cv::Mat outliers(const Judged& judged, double strength, int growPx) {
    const GreyTails tails = tailsOf(judged);
    return dustOf(judged.frame, tails.limits(strength), tails.edge(strength), growPx);
}

/// Outliers, and what its edge gives away.
cv::Mat specks(const Judged& judged, double strength, int growPx) {
    const Frame& frame = judged.frame;
    const GreyTails tails = tailsOf(judged);
    GrownDust dust(frame, growPx);
    addBeyond(dust, frame, tails.limits(strength), tails.edge(strength));
    const auto [near, far] = usualSteps(judged);
    const SpeckLimits limits = speckLimits(tails.p10, tails.p90, {near, far}, strength);
    const std::vector<std::uint8_t> seeds = speckSeeds(frame, judged.mask, limits);
    const auto width = static_cast<std::size_t>(frame.image.width());
    const FloatLimits edge({limits.low, limits.high});
    for (std::size_t y = 0; y * width < seeds.size(); ++y)
        forEachRun(std::span(seeds).subspan(y * width, width),
                   [&](int begin, int end) { dust.add(static_cast<int>(y), begin, end, edge); });
    return dust.dust();
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
