// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/convolve.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/convolve/row_plan.hpp"
#include "core/fourier/fftw.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr double cancelling = 1e-6, leastWeight = 0.5;
constexpr int tallestByBands = bandHeight / 2;  // rows of a filter: of taller ones bands would share too many rows

/// The pixel of a row of `size` that stands at `place` beyond its ends; -1: none does.
int placeIn(int place, int size, Border border) {
    if (place >= 0 && place < size) return place;
    if (border == Border::replicate) return std::clamp(place, 0, size - 1);
    if (border != Border::mirror) return -1;
    const int period = 2 * size;  // further than the image is wide it is turned over again
    const int turned = ((place % period) + period) % period;
    return turned < size ? turned : period - 1 - turned;
}

double scaleOf(const Filter& filter, FilterScale scale) {
    if (scale == FilterScale::none) return 1;
    if (scale == FilterScale::paper) return 1 / static_cast<double>(filter.taps.size());
    const double sum = filter.sum();
    if (std::abs(sum) < cancelling * filter.absoluteSum())
        throw SettingError("scale", "the taps cancel: their sum is 0, by which nothing can be divided", "choose none or paper");
    return 1 / sum;
}

/// No more threads than have enough to do: starting one takes tens of microseconds.
int threadsWorth(const ConvolutionEngine& engine, ConvolutionShape shape, const Filter& filter) {
    constexpr double leastNanoseconds = 200'000;  // of each
    const int threads = threadCount(shape.threads);
    shape.threads = 1;
    const double all = engine.description().cost(shape, filter) * static_cast<double>(shape.answerSize());
    return static_cast<int>(std::clamp(all / leastNanoseconds, 1.0, static_cast<double>(threads)));
}

}  // namespace

const Fields<ConvolutionSettings>& ConvolutionSettings::fields() {
    using S = ConvolutionSettings;
    constexpr double most = std::numeric_limits<double>::max();
    static const Fields<S> list = {
        choiceField("border", &S::border, {"mirror", "replicate", "constant", "valid"},
                    {"Border",
                     "Values beyond the edge: the image turned over (mirror), its last pixel (replicate), one grey level "
                     "(constant), or none, for a smaller image (valid)."}),
        realField("outside", &S::outside, -most, most,
                  {"Outside", "Grey level beyond the edge where the border is constant.", "", "border=constant"}),
        choiceField("scale", &S::scale, {"none", "sum", "paper"},
                    {"Scale",
                     "Factor of the sum of products: 1 (none), 1 / sum of the filter (sum), or 1 / number of its taps (paper)."}),
        booleanField("flip", &S::flips, {"Flip", "Turn the filter over: a convolution in the strict sense, not a correlation."}),
    };
    return list;
}

Filter scaled(const Filter& filter, FilterScale scale) {
    const double factor = scaleOf(filter, scale);
    return factor == 1 ? filter : filter.timesFactor(factor);
}

Convolver::Convolver(const ConvolutionEngineList& engines, std::string_view engine, Filter filter,
                     const ConvolutionSettings& settings, int width, int height, int threads)
    : engines_(engines), settings_(settings), width_(width), height_(height) {
    requireUsable(filter);
    filter_ = scaled(settings.flips ? filter.flipped() : filter, settings.scale);
    const bool isCut = settings.border == Border::valid;
    if (isCut && (filter_.width > width || filter_.height > height))
        throw SettingError("filter",
                           "it is " + std::to_string(filter_.width) + " x " + std::to_string(filter_.height) + ", the image " +
                               std::to_string(width) + " x " + std::to_string(height) + " px: nothing is left without a border",
                           "choose another border, or a smaller filter");
    shape_ = {isCut ? width - filter_.width + 1 : width, isCut ? height - filter_.height + 1 : height, filter_.width,
              filter_.height, threads};
    choice_ = chooseConvolution(engines_, engine, shape_, filter_);
    if (!choice_.engine->description().isGpu) shape_.threads = threadsWorth(*choice_.engine, shape_, filter_);
    plan_ = choice_.engine->plan(shape_, filter_);
}

template <typename Pixel>
std::shared_ptr<float[]> Convolver::sums(ConvolutionPlan& plan, std::span<const Pixel> pixels, float outside,
                                         std::stop_token stop) {
    const bool isCut = settings_.border == Border::valid;
    const int left = isCut ? 0 : (filter_.width - 1) / 2, above = isCut ? 0 : (filter_.height - 1) / 2;
    const auto width = static_cast<std::size_t>(width_), paddedWidth = static_cast<std::size_t>(shape_.paddedWidth());
    const auto fillRow = [&](int y, float* to) {
        const int row = placeIn(y - above, height_, settings_.border);
        if (row < 0) {
            std::fill_n(to, paddedWidth, outside);
            return;
        }
        const Pixel* const from = pixels.data() + static_cast<std::size_t>(row) * width;
        std::copy_n(from, width, to + left);
        const auto fillEnd = [&](int first, int last) {
            for (int x = first; x < last; ++x) {
                const int column = placeIn(x - left, width_, settings_.border);
                to[x] = column < 0 ? outside : static_cast<float>(from[column]);
            }
        };
        fillEnd(0, left);
        fillEnd(left + width_, shape_.paddedWidth());
    };
    auto answer = std::make_shared_for_overwrite<float[]>(shape_.answerSize());
    const auto* const byRows = dynamic_cast<const RowPlan*>(&plan);
    if (byRows && filter_.height <= tallestByBands) {
        forBands(
            shape_.height, shape_.threads,
            [&](int first, int rows) {
                const int needed = rows + filter_.height - 1;
                const std::size_t stride = alignedStride(shape_.paddedWidth());
                const auto band = alignedRoom<float>(static_cast<std::size_t>(needed) * stride);
                for (int y = 0; y < needed; ++y)
                    fillRow(first + y, band.get() + static_cast<std::size_t>(y) * stride);
                byRows->runRows({band.get(), static_cast<std::ptrdiff_t>(stride)}, rows,
                                answer.get() + static_cast<std::size_t>(first) * static_cast<std::size_t>(shape_.width));
            },
            stop);
        return answer;
    }
    padded_.resize(shape_.paddedSize());
    forBands(
        shape_.paddedHeight(), shape_.threads,
        [&](int first, int rows) {
            for (int y = first; y < first + rows; ++y)
                fillRow(y, padded_.data() + static_cast<std::size_t>(y) * paddedWidth);
        },
        stop);
    plan.run(padded_, {answer.get(), shape_.answerSize()}, stop);
    return answer;
}

void Convolver::planForMasks() {
    if (!absolutePlan_) {
        Filter absolute = filter_;
        for (float& tap : absolute.taps)
            tap = std::abs(tap);
        absolutePlan_ = choice_.engine->plan(shape_, absolute);
    }
    if (!fill_ && filter_.hasNegativeTaps()) {
        const Border border = settings_.border == Border::valid ? Border::mirror : settings_.border;
        fill_ = std::make_unique<Convolver>(engines_, "auto", gaussianFilter(std::max(0.5, filter_.width / 2.0)),
                                            ConvolutionSettings{.border = border}, width_, height_, shape_.threads);
    }
}

/// Masked pixels as the Gaussian mean of the valid ones around them.
std::vector<float> Convolver::filled(std::vector<float> pixels, std::span<const std::uint8_t> valid, std::stop_token stop) {
    std::vector<float> kept = pixels, weights(valid.begin(), valid.end());
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (!valid[i]) kept[i] = 0;
    const Convolved values = (*fill_)(Image(width_, height_, std::move(kept)), {}, stop);
    const Convolved weight = (*fill_)(Image(width_, height_, std::move(weights)), {}, stop);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (!valid[i]) {
            const float share = weight.image.plane<float>()[i];
            pixels[i] = share > 0 ? values.image.plane<float>()[i] / share : 0;
        }
    return pixels;
}

Convolved Convolver::operator()(const Image& image, const Mask& mask, std::stop_token stop) {
    if (image.width() != width_ || image.height() != height_)
        throw InputError("", "the image is " + std::to_string(image.width()) + " x " + std::to_string(image.height()) +
                                 " px, not " + std::to_string(width_) + " x " + std::to_string(height_));
    const auto outside = static_cast<float>(settings_.outside);
    const auto imageOf = [this](const std::shared_ptr<float[]>& answer) {
        return Image::over(shape_.width, shape_.height, std::shared_ptr<const float>(answer, answer.get()));
    };
    if (mask.isAllValid())
        return {imageOf(image.visit([&](auto pixels) {
                    return sums(*plan_, std::span<const typename decltype(pixels)::value_type>(pixels), outside, stop);
                })),
                {}};

    const bool hasNegative = filter_.hasNegativeTaps();
    planForMasks();
    const auto valid = mask.pixels();
    std::vector<float> kept = image.visit([](auto pixels) { return std::vector<float>(pixels.begin(), pixels.end()); });
    if (hasNegative) {
        kept = filled(std::move(kept), valid, stop);
    } else {
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (!valid[i]) kept[i] = 0;
    }
    const std::shared_ptr<float[]> answer = sums<float>(*plan_, kept, outside, stop);
    const std::shared_ptr<float[]> weight = sums<std::uint8_t>(*absolutePlan_, valid, 1, stop);
    const double whole = filter_.absoluteSum();
    std::vector<std::uint8_t> isDefined(shape_.answerSize(), 1);
    for (std::size_t i = 0; i < isDefined.size(); ++i) {
        isDefined[i] = weight[i] >= leastWeight * whole;
        if (!isDefined[i])
            answer[i] = 0;
        else if (!hasNegative)
            answer[i] = static_cast<float>(answer[i] * (whole / weight[i]));
    }
    return {imageOf(answer), Mask(shape_.width, shape_.height, std::move(isDefined))};
}

}  // namespace coarsen
