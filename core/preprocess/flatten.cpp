// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/flatten.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/preprocess/background.hpp"
#include "core/preprocess/image_file.hpp"
#include "core/preprocess/slices.hpp"
#include "core/preprocess/sum_in_lanes.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr double largestSigmaPx = 2000;

/// Light over a picture: float32 values of one of its rows, which stay until the next is asked for.
using LightRows = std::function<std::span<const float>(int y)>;

LightRows rowsOf(const Image& light) {
    return [light, width = static_cast<std::size_t>(light.width())](int y) {
        return light.plane<float>().subspan(static_cast<std::size_t>(y) * width, width);
    };
}

LightRows rowsOf(PolynomialLight light, int width) {
    return [light = std::move(light), row = std::vector<float>(static_cast<std::size_t>(width))](int y) mutable {
        light.row(y, row);
        return std::span<const float>(row);
    };
}

LightRows polynomialRows(const Image& image, const Mask& judged, int degree) {
    return rowsOf(SeenLight(image, judged).polynomial(degree), image.width());
}

/// The pixels judged: their sum, the sum of their sizes, and how many they are.
struct JudgedSums {
    double pixels = 0, sizes = 0, count = 0;
};

JudgedSums judgedSums(std::span<const float> pixels, std::span<const std::uint8_t> counted) {
    const auto sumOf = [&](auto term) {
        return sumInLanes(pixels.size(), [&](std::size_t i) { return counted.empty() || counted[i] ? term(i) : 0.0; });
    };
    return {sumOf([&](std::size_t i) { return static_cast<double>(pixels[i]); }),
            sumOf([&](std::size_t i) { return std::abs(static_cast<double>(pixels[i])); }),
            sumOf([](std::size_t) { return 1.0; })};
}

template <typename Pixel>
JudgedSums judgedSums(std::span<const Pixel> pixels, std::span<const std::uint8_t> counted) {
    using Part = std::uint32_t;
    const Pixel* const values = pixels.data();
    const std::uint8_t* const isCounted = counted.data();
    if (counted.empty()) {
        const double sum = sumOfWhole<Part>(pixels.size(), [=](std::size_t i) { return values[i]; });
        return {sum, sum, static_cast<double>(pixels.size())};
    }
    const double sum = sumOfWhole<Part>(pixels.size(), [=](std::size_t i) { return isCounted[i] ? values[i] : 0U; });
    return {sum, sum, sumOfWhole<Part>(pixels.size(), [=](std::size_t i) { return isCounted[i]; })};
}

JudgedSums judgedSums(const Image& image, const Mask& judged) {
    return image.visit([&](auto pixels) { return judgedSums(pixels, judged.pixels()); });
}

/// Sum of the light over the pixels judged, in eight lanes by the pixel's index.
double sumOfJudged(const LightRows& background, int width, int height, const Mask& judged) {
    const auto counted = judged.pixels();
    const auto columns = static_cast<std::size_t>(width);
    std::array<double, 8> lanes{};
    std::vector<float> kept(columns);
    for (int y = 0; y < height; ++y) {
        const std::size_t first = static_cast<std::size_t>(y) * columns;
        std::span<const float> light = background(y);
        if (!counted.empty()) {
            for (std::size_t x = 0; x < columns; ++x)
                kept[x] = counted[first + x] ? light[x] : 0;
            light = kept;
        }
        std::size_t x = 0;
        for (; x < columns && (first + x) % lanes.size() != 0; ++x)
            lanes[(first + x) % lanes.size()] += static_cast<double>(light[x]);
        for (; x + lanes.size() <= columns; x += lanes.size())
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                lanes[lane] += static_cast<double>(light[x + lane]);
        for (; x < columns; ++x)
            lanes[(first + x) % lanes.size()] += static_cast<double>(light[x]);
    }
    return std::accumulate(lanes.begin(), lanes.end(), 0.0);
}

/// True where the light can be divided by, since black is 0. Of camera pictures every pixel is above it, and the mean is the
/// pixels' mean size; where much lies below, some other number is black and a division by the background would magnify where that
/// is near 0.
bool isBlackZero(const JudgedSums& judged) {
    constexpr double leastShare = 0.95;
    return judged.pixels >= leastShare * judged.sizes;
}

/// The picture whose rows are made one by one: `make(y, row)` fills them.
template <typename Make>
Image byRows(int width, int height, Make make) {
    std::vector<float> pixels, row(static_cast<std::size_t>(width));
    pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) {
        make(y, row.data());
        pixels.insert(pixels.end(), row.begin(), row.end());
    }
    return {width, height, std::move(pixels)};
}

template <typename Pixel>
void divide(std::span<const Pixel> row, const float* light, float level, float least, float* flat) {
    for (std::size_t x = 0; x < row.size(); ++x)
        flat[x] = static_cast<float>(row[x]) * (level / std::max(light[x], least));
}

template <typename Pixel>
void subtract(std::span<const Pixel> row, const float* light, float level, float* flat) {
    for (std::size_t x = 0; x < row.size(); ++x)
        flat[x] = static_cast<float>(row[x]) - (std::isfinite(light[x]) ? light[x] - level : 0);
}

/// image / background * mean background of the pixels judged. A background near or below 0 (no light there) is held at 5 % of
/// its mean. A black frame stays as it is. Throws InputError when the mean is not above zero by a fiftieth of the pixels' size:
/// such an image has no light to divide by.
Image divided(const Image& image, const LightRows& background, const Mask& judged, const JudgedSums& sums) {
    if (sums.sizes == 0) return image.asFloat();
    const auto width = static_cast<std::size_t>(image.width());
    const double sum = sumOfJudged(background, image.width(), image.height(), judged);
    if (!isEnoughLight(sum, sums.sizes)) throw noLightToDivideBy();
    const auto level = static_cast<float>(sum / sums.count), least = static_cast<float>(leastLight) * level;
    return image.visit([&](auto pixels) {
        return byRows(image.width(), image.height(), [&](int y, float* flat) {
            divide(pixels.subspan(static_cast<std::size_t>(y) * width, width), background(y).data(), level, least, flat);
        });
    });
}

/// Overlay of b by l: 2 b l below one half, 1 - 2 (1 - b)(1 - l) above; l is the inverted blurred copy; half of it over half of
/// b.
Image overlaid(const Image& image, const Image& background, double brightest) {
    const auto blurred = background.plane<float>();
    const auto white = static_cast<float>(brightest);
    return image.visit([&](auto pixels) {
        std::vector<float> mixed(pixels.size());
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            const float b = static_cast<float>(pixels[i]) / white, l = 1 - blurred[i] / white;
            const float overlay = b < 0.5f ? 2 * b * l : 1 - 2 * (1 - b) * (1 - l);
            mixed[i] = white * (0.5f * b + 0.5f * overlay);
        }
        return Image(image.width(), image.height(), std::move(mixed));
    });
}

/// image - background + mean background of the pixels judged.
Image subtracted(const Image& image, const LightRows& background, const Mask& judged) {
    const auto width = static_cast<std::size_t>(image.width());
    const auto counted = judged.pixels();
    double sum = 0, count = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto light = background(y);
        for (std::size_t x = 0; x < width; ++x) {
            if ((!counted.empty() && !counted[static_cast<std::size_t>(y) * width + x]) || !std::isfinite(light[x])) continue;
            sum += static_cast<double>(light[x]);
            ++count;
        }
    }
    const auto level = static_cast<float>(count > 0 ? sum / count : 0);
    return image.visit([&](auto pixels) {
        return byRows(image.width(), image.height(), [&](int y, float* flat) {
            subtract(pixels.subspan(static_cast<std::size_t>(y) * width, width), background(y).data(), level, flat);
        });
    });
}

/// Divided, or where black is not 0 subtracted.
void takeLightOff(Frame& frame, const LightRows& background, const Mask& judged) {
    const JudgedSums sums = judgedSums(frame.image, judged);
    frame.isLightSubtracted = !isBlackZero(sums);
    frame.image =
        frame.isLightSubtracted ? subtracted(frame.image, background, judged) : divided(frame.image, background, judged, sums);
}

/// Light of the degree and kind that the picture shows.
void takeSeenLightOff(Frame& frame, const Mask& judged) {
    const SeenLight seen(frame.image, judged);
    const int degree = seen.degree();
    if (degree == 0) {
        frame.image = frame.image.asFloat();
        return;
    }
    const PolynomialLight light = seen.polynomial(degree);
    const LightRows rows = rowsOf(light, frame.image.width());
    const JudgedSums sums = judgedSums(frame.image, judged);
    frame.isLightSubtracted = !isBlackZero(sums);
    frame.image = !frame.isLightSubtracted && seen.doesMultiply(light) ? divided(frame.image, rows, judged, sums)
                                                                       : subtracted(frame.image, rows, judged);
}

void divideByFiles(Frame& frame, const std::string& flatFile, const std::string& darkFile) {
    const int width = frame.image.width(), height = frame.image.height();
    const auto flat = imageFile("flatten.flat", flatFile, width, height);
    const auto dark = darkFile.empty() ? nullptr : imageFile("flatten.dark", darkFile, width, height);
    const auto bright = flat->plane<float>();
    const auto darkness = [&](std::size_t i) { return dark ? dark->plane<float>()[i] : 0.0F; };
    const auto darknessHere = [&](std::size_t i) { return static_cast<float>(darkness(i) / frame.greyUnit); };
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < bright.size(); ++i)
        if (const float light = bright[i] - darkness(i); light > 0) sum += static_cast<double>(light), ++count;
    if (count == 0)
        throw SettingError("flatten.flat", flatFile + " is nowhere brighter than the dark image", "are the two files swapped?");
    const auto level = static_cast<float>(sum / count);
    std::vector<std::uint8_t> valid(bright.size(), 1);
    const auto before = frame.mask.pixels();
    bool isMasked = !before.empty();
    frame.image = frame.image.visit([&](auto pixels) {
        std::vector<float> divided(pixels.size());
        for (std::size_t i = 0; i < divided.size(); ++i) {
            const float light = bright[i] - darkness(i);
            const bool isLit = light > 0;
            divided[i] = isLit ? (static_cast<float>(pixels[i]) - darknessHere(i)) * (level / light) : 0;
            valid[i] = isLit && (before.empty() || before[i]);
            isMasked |= !isLit;
        }
        return Image(width, height, std::move(divided));
    });
    if (isMasked) frame.mask = Mask(width, height, std::move(valid));
}

/// The value that stands for white: the camera's for whole numbers, the largest pixel for float images.
double whiteOf(const Frame& frame) {
    if (frame.image.holdsWholeNumbers()) return std::pow(2.0, frame.bitsPerSample) - 1;
    const auto pixels = frame.image.plane<float>();
    return pixels.empty() ? 1 : std::max(1e-30f, *std::max_element(pixels.begin(), pixels.end()));
}

}  // namespace

InputError noLightToDivideBy() {
    return {"flatten", "much of this frame lies below zero, so it has no light that it could be divided by",
            "take flatten.method=polynomial or plane, which subtract then, or give images whose black is 0"};
}

const Fields<Flatten>& Flatten::fields() {
    static const Fields<Flatten> list = {
        choiceField("method", &Flatten::method, {"polynomial", "blur", "overlay", "plane", "rolling-ball", "files", "auto"},
                    {"Method",
                     "Divide by a smooth polynomial or a wide blur; the Overlay blend of the paper; subtract a plane or what a "
                     "ball rolls along; divide by a flat field from a file; or automatic: by a polynomial of the degree "
                     "that the light of the picture needs, subtracted where the contrast does not follow the light."}),
        integerField("order", &Flatten::order, 1, 6,
                     {"Order", "Degree of the background polynomial; 2 follows a lamp off centre.", "", "method=polynomial"}),
        realField("sigma", &Flatten::sigmaPx, 1, largestSigmaPx,
                  {"Blur sigma", "Width of the background blur; at least the largest R_max, the same for all frames.", "px",
                   "method=blur|overlay"}),
        realField("radius", &Flatten::radiusPx, 2, 1000,
                  {"Ball radius", "Radius of the rolling ball; larger than what is to stay.", "px", "method=rolling-ball"}),
        fileField("flat", &Flatten::flatFile,
                  {"Flat field", "Image of the light alone, of the frames' size.", "", "method=files"}),
        fileField("dark", &Flatten::darkFile, {"Dark image", "Image without light; empty for none.", "", "method=files"}),
    };
    return list;
}

std::string Flatten::summary() const {
    switch (method) {
        case FlattenMethod::polynomial:
            return "divided by polynomial, order " + std::to_string(order);
        case FlattenMethod::blur:
            return "divided by blur, sigma " + shortest(sigmaPx) + " px";
        case FlattenMethod::overlay:
            return "overlay blend, sigma " + shortest(sigmaPx) + " px";
        case FlattenMethod::plane:
            return "plane subtracted";
        case FlattenMethod::rollingBall:
            return "rolling ball, radius " + shortest(radiusPx) + " px";
        case FlattenMethod::files:
            return "divided by a flat field";
        case FlattenMethod::automatic:
            return "background chosen from the picture";
    }
    return {};
}

std::vector<Warning> Flatten::warnings(const MeasuredFacts& facts) const {
    if (method != FlattenMethod::blur && method != FlattenMethod::overlay) return {};
    const double largest = std::fmax(facts.rMaxPx, facts.largestRMaxPx);  // fmax passes over NaN
    if (!(sigmaPx < largest)) return {};
    const std::string needed = std::to_string(static_cast<int>(std::ceil(largest)));
    std::string text = "Blur sigma is " + fixed(sigmaPx / largest, 2) + " of the largest R_max";
    if (facts.rMaxPx < largest)
        text = "Blur sigma is " + fixed(sigmaPx / facts.rMaxPx, 2) + " R_max here and " + fixed(sigmaPx / largest, 2) +
               " R_max in the largest frame";
    Warning warning{"flatten.sigma", text + ". Below 1 it starts to set R_max itself.", "", "", ""};
    if (std::ceil(largest) <= largestSigmaPx)
        warning.remedyKey = warning.key, warning.remedyValue = needed, warning.remedyLabel = "Use at least " + needed + " px";
    return {warning};
}

std::size_t Flatten::memory(PictureMemory& picture) const {
    const std::size_t judged = picture.isJudgedInPart ? 3 * picture.pixels() : 0;
    const bool isByRows =
        method == FlattenMethod::polynomial || method == FlattenMethod::plane || method == FlattenMethod::automatic;
    const std::size_t answers = (isByRows ? 1 : 2) * picture.pixels() * sizeof(float);  // the answer, and a background
    picture.sampleBytes = sizeof(float);
    picture.isMasked |= method == FlattenMethod::files;
    if (method != FlattenMethod::blur && method != FlattenMethod::overlay) return judged + answers;
    const BlurredBlocks blocks = blurredBlocks(picture.width, picture.height, sigmaPx);
    const int taps = static_cast<int>(blocks.line.size());
    const ConvolverMemory blurring = convolverMemory(blocks.across, blocks.down, {taps, taps}, false);
    const std::size_t sums = static_cast<std::size_t>(blocks.across) * static_cast<std::size_t>(blocks.down) *
                             (2 * sizeof(double) + 2 * sizeof(float));  // of pixels and of valid ones, blurred too
    picture.keptBytes += blurring.kept;
    return judged + std::max(answers, sums + blurring.working);
}

Frame Flatten::operator()(const Frame& frame, const StepContext& context) const {
    Frame flat = frame;
    const Mask judged = validAndKept(frame, context.foreseen);
    switch (method) {
        case FlattenMethod::polynomial:
            takeLightOff(flat, polynomialRows(frame.image, judged, order), judged);
            break;
        case FlattenMethod::blur:
            takeLightOff(flat, rowsOf(blurredBackground(frame.image, judged, sigmaPx, *context.convolvers)), judged);
            break;
        case FlattenMethod::overlay:
            if (!isBlackZero(judgedSums(frame.image, judged))) throw noLightToDivideBy();
            flat.image =
                overlaid(frame.image, blurredBackground(frame.image, judged, sigmaPx, *context.convolvers), whiteOf(frame));
            break;
        case FlattenMethod::plane:
            flat.image = subtracted(frame.image, polynomialRows(frame.image, judged, 1), judged);
            break;
        case FlattenMethod::rollingBall:
            flat.image = subtracted(frame.image,
                                    rowsOf(rollingBallBackground(frame.image, validAndUsers(frame, context.foreseen), radiusPx,
                                                                 whiteOf(frame), context.stop)),
                                    judged);
            break;
        case FlattenMethod::files:
            divideByFiles(flat, flatFile, darkFile);
            break;
        case FlattenMethod::automatic:
            takeSeenLightOff(flat, judged);
            break;
    }
    return flat;
}

Volume Flatten::operator()(const Volume& volume, const VolumeContext& context) const {
    StepContext ofSlices;
    ofSlices.convolvers = context.convolvers;
    ofSlices.stop = context.stop;
    return bySlices(volume, context, [&](const Frame& slice) { return (*this)(slice, ofSlices); });
}

}  // namespace coarsen
