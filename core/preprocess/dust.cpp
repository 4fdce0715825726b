// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/dust.hpp"

#include "core/image/opencv.hpp"
#include "core/preprocess/image_file.hpp"
#include "core/settings/fields.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace coarsen {

namespace {

/// Grey values inside are the picture's; outside is dust.
struct Limits {
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

/// Limits that every grey value lies beyond.
constexpr Limits everything{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

/// Where the picture's own distribution begins to end, on either side.
struct Tails {
    double p2 = 0, p10 = 0, p90 = 0, p98 = 0;

    /// What lies `strength` widths of a tail beyond it is no longer the picture. A distribution with no width at its ends (few
    /// grey levels) still allows for the camera's noise: one part in a hundred of its range.
    Limits limits(double strength) const {
        const double least = leastDustTail * (p98 - p2);
        return {p2 - strength * std::max(p10 - p2, least), p98 + strength * std::max(p98 - p90, least)};
    }
};

/// From every few of the valid pixels that the crop will leave.
Tails tailsOf(const Frame& frame) {
    const Mask judged = validAndKept(frame);
    const auto valid = judged.pixels();
    const std::size_t area = frame.kept.isEmpty()
                                 ? frame.image.planeSize()
                                 : static_cast<std::size_t>(frame.kept.width) * static_cast<std::size_t>(frame.kept.height);
    const std::size_t step = dustSampleStep(area);
    std::vector<float> sample;
    frame.image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); i += step)
            if (valid.empty() || valid[i]) sample.push_back(static_cast<float>(pixels[i]));
    });
    if (sample.empty()) return {};
    const auto percentile = [&](double percent) {
        const auto at = sample.begin() + static_cast<std::ptrdiff_t>(percentilePlace(percent, sample.size()));
        std::nth_element(sample.begin(), at, sample.end());
        return static_cast<double>(*at);
    };
    const auto& [lowest, low, high, highest] = dustPercentiles;
    return {percentile(lowest), percentile(low), percentile(high), percentile(highest)};
}

cv::Mat disc(int radius) {
    return cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * radius + 1, 2 * radius + 1});
}

/// 1 where dust is, grown by a disc as far as the pixels there lie beyond `edge`. Pixels that are as the rest of the picture
/// stay: masking them costs statistics and mends nothing.
cv::Mat dustOf(const Frame& frame, const Limits& limits, const Limits& edge, int growPx) {
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
    if (any && growPx > 0) {
        keepOpenCvOnThisThread();
        cv::dilate(dust, dust, disc(growPx));
        frame.image.visit([&](auto pixels) {
            for (std::size_t i = 0; i < pixels.size(); ++i) {
                const auto value = static_cast<double>(pixels[i]);
                isDust[i] = static_cast<std::uint8_t>(isDust[i] & ((value < edge.low) | (value > edge.high)));
            }
        });
    }
    return any ? dust : cv::Mat();
}

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
/// masked.
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
                if (!dust.data[i]) continue;
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

/// 1 where the file says dust, grown by a disc.
cv::Mat dustFromFile(const Frame& frame, const std::string& file, bool invert, int growPx) {
    const auto mask = imageFile("dust.file", file, frame.image.width(), frame.image.height());
    const auto pixels = mask->plane<float>();
    const float middle = *std::ranges::max_element(pixels) / 2;
    cv::Mat dust(frame.image.height(), frame.image.width(), CV_8U);
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

const Fields<Dust>& Dust::fields() {
    static const Fields<Dust> list = {
        choiceField(
            "find", &Dust::find, {"outliers", "thresholds", "none", "file"},
            {"Find",
             "Grey values beyond the picture's own distribution, nearly black and white ones, none, or a mask from a file."}),
        realField(
            "strength", &Dust::strength, 0.5, 50,
            {"Strength", "How far beyond the picture's distribution dust begins; smaller finds more.", "", "find=outliers"}),
        realField("low", &Dust::lowPercent, 0, 100,
                  {"Black below", "Pixels darker than this part of the camera's range are dust.", "%", "find=thresholds"}),
        realField("high", &Dust::highPercent, 0, 100,
                  {"White above", "Pixels brighter than this part of the camera's range are dust.", "%", "find=thresholds"}),
        integerField("grow", &Dust::growPx, 0, 50,
                     {"Grow", "Specks are enlarged by up to this much to include their soft edge.", "px",
                      "find=outliers|thresholds|file"}),
        choiceField(
            "treat", &Dust::treat, {"mask", "copy", "inpaint"},
            {"Treat",
             "Left out of every pair, filled by a copy of the picture some pixels away (the paper), or smoothly from around.", "",
             "find=outliers|thresholds|file"}),
        integerField("offset", &Dust::offsetPx, 1, 1000,
                     {"Copy from", "How far away the copy that fills a speck is taken.", "px", "treat=copy"}),
        textField("file", &Dust::maskFile,
                  {"Mask file", "Image of the frames' size; its bright pixels are dust.", "", "find=file"}),
        booleanField("invert", &Dust::invert, {"Inverted", "The file's dark pixels are dust instead.", "", "find=file"}),
    };
    return list;
}

std::string Dust::summary() const {
    if (find == DustFinding::none) return "none";
    const char* const found = find == DustFinding::outliers ? "outliers"
                              : find == DustFinding::file   ? "from a file"
                                                            : "thresholds";
    const char* const treated = treat == DustTreatment::mask   ? ", masked"
                                : treat == DustTreatment::copy ? ", filled by a copy"
                                                               : ", filled smoothly";
    return std::string(found) + treated;
}

Frame Dust::operator()(const Frame& frame) const {
    if (find == DustFinding::none) return frame;
    const double white = std::pow(2.0, frame.bitsPerSample) - 1;
    Limits limits{lowPercent / 100 * white, highPercent / 100 * white}, edge = everything;
    if (find == DustFinding::outliers) {
        const Tails tails = tailsOf(frame);
        limits = tails.limits(strength);
        edge = tails.limits(strength / 4);
    }
    const cv::Mat dust =
        find == DustFinding::file ? dustFromFile(frame, maskFile, invert, growPx) : dustOf(frame, limits, edge, growPx);
    Frame clean = frame;
    if (dust.empty()) return clean;
    switch (treat) {
        case DustTreatment::mask:
            maskOut(clean, dust);
            break;
        case DustTreatment::copy:
            fillByCopy(clean, dust, offsetPx);
            break;
        case DustTreatment::inpaint:
            fillSmoothly(clean, dust);
            break;
    }
    return clean;
}

}  // namespace coarsen
