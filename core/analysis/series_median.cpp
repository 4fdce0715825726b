// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/series_median.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t framesAtMost = 31, framesAtLeast = 3;
constexpr std::size_t bytesAtMost = std::size_t{512} << 20;  // of the frames held at once

std::size_t pixelsOf(const ImageHeader& first) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(first.width) * static_cast<std::size_t>(first.height));
}

std::size_t framesHeld(const ImageHeader& first) {
    return std::clamp(bytesAtMost / (pixelsOf(first) * sizeof(float)), framesAtLeast, framesAtMost);
}

/// The frame's values, of mean 0 and standard deviation 1 where it is judged; none without contrast.
std::vector<float> standardised(const GivenFrame& given) {
    const Frame& frame = given.frame;
    const Image image = frame.image.asFloat();
    const std::span<const float> pixels = image.plane<float>();
    const Mask judged = validAndKept(frame, given.context.foreseen);
    const auto valid = judged.pixels();
    double count = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        if (!valid.empty() && !valid[i]) continue;
        count += 1;
        sum += pixels[i];
        squares += static_cast<double>(pixels[i]) * pixels[i];
    }
    const double mean = sum / count, variance = squares / count - mean * mean;
    if (!(variance > 0)) return {};
    std::vector<float> values(pixels.begin(), pixels.end());
    for (float& value : values)
        value = static_cast<float>((value - mean) / std::sqrt(variance));
    return values;
}

/// The step that is on and needs the median; none: end().
std::vector<Step>::const_iterator stepThatNeedsMedian(const Recipe& recipe) {
    return std::ranges::find_if(recipe.steps, [](const Step& step) { return step.surveyNeed().seriesMedian; });
}

/// Unfinished after a stop.
std::vector<float> medianOf(const std::vector<std::vector<float>>& pictures, int threads, const std::stop_token& stop) {
    std::vector<float> median(pictures.front().size());
    constexpr std::size_t blockSize = 1 << 16;
    parallelFor((median.size() + blockSize - 1) / blockSize, threads,
                [&](std::size_t block) {
                    std::vector<float> values(pictures.size());
                    const std::size_t end = std::min(median.size(), (block + 1) * blockSize);
                    for (std::size_t i = block * blockSize; i < end; ++i) {
                        std::ranges::transform(pictures, values.begin(), [i](const auto& picture) { return picture[i]; });
                        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
                        std::ranges::nth_element(values, middle);
                        median[i] = *middle;
                    }
                },
                stop);
    return median;
}

}  // namespace

bool needsSeriesMedian(const Recipe& recipe) {
    return stepThatNeedsMedian(recipe) != recipe.steps.end();
}

std::size_t seriesMedianBytes(const ImageHeader& first) {
    return (framesHeld(first) + 1) * pixelsOf(first) * sizeof(float);
}

Image seriesMedian(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress,
                   std::stop_token stop, const ConvolutionRequest& convolution) {
    if (!needsSeriesMedian(recipe) || series.frames.empty()) return {};
    const std::string step = stepThatNeedsMedian(recipe)->key();
    const std::size_t count = std::min(series.frames.size(), framesHeld(series.first));

    std::vector<std::vector<float>> pictures(count);
    std::vector<std::pair<int, int>> sizes(count);
    std::vector<std::shared_ptr<const SharedFile>> kept(count);  // a stack of pages is read once
    const auto convolvers = std::make_shared<Convolvers>(convolution);
    std::mutex mutex;
    int done = 0;
    parallelFor(
        count, threads,
        [&](std::size_t k) {
            const std::size_t index = k * (series.frames.size() - 1) / std::max<std::size_t>(1, count - 1);
            const FrameSource& source = series.frames[index];
            try {
                if (source.problem.empty()) {
                    const RawImage raw = withoutInfoBar(framePicture(source, false, kept[k]), source, recipe.steps);
                    const GivenFrame given =
                        givenTo(step, rawFrame(raw, static_cast<int>(index), source.timeS), recipe.steps, {}, convolvers);
                    sizes[k] = {given.frame.image.width(), given.frame.image.height()};
                    pictures[k] = standardised(given);
                }
            } catch (const InputError&) {  // the frame says so itself when it is measured
            }
            const std::lock_guard lock(mutex);
            if (progress) progress(++done, static_cast<int>(count));
        },
        stop);
    if (stop.stop_requested()) return {};

    std::pair<int, int> size;
    std::vector<std::vector<float>> alike;
    for (std::size_t k = 0; k < count; ++k) {
        if (pictures[k].empty()) continue;
        if (alike.empty()) size = sizes[k];
        if (sizes[k] == size) alike.push_back(std::move(pictures[k]));
    }
    if (alike.size() < framesAtLeast) return {};
    return Image(size.first, size.second, medianOf(alike, threads, stop));
}

}  // namespace coarsen
