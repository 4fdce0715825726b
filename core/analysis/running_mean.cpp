// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/running_mean.hpp"

#include "core/preprocess/stabilise.hpp"

#include <cstdint>
#include <utility>

namespace coarsen {

namespace {
constexpr float kept = 0.85F;         // of what came before: some seven frames count
constexpr float leastWeight = 0.05F;  // of a pixel that has not been seen for long
}  // namespace

void RunningMean::add(const PreparedPicture& picture, const FoundShift& found) {
    const Shift& shift = found.shift;
    Frame frame;
    frame.image = picture.image.image;
    frame.mask = picture.image.mask;
    StepContext context;
    context.survey.drift = {shift.x, shift.y, shift.rotationDeg};
    const Frame still = Stabilise{}(frame, context);
    const auto pixels = still.image.plane<float>();
    const auto valid = still.mask.pixels();
    width_ = still.image.width();
    height_ = still.image.height();
    sum_.resize(pixels.size());
    weight_.resize(pixels.size());
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const float counts = valid.empty() || valid[i] ? 1 : 0;
        sum_[i] = kept * sum_[i] + counts * pixels[i];
        weight_[i] = kept * weight_[i] + counts;
    }
    count_ = static_cast<double>(kept) * count_ + 1;
    place_.leftPx += (found.leftPx - place_.leftPx) / count_;
    place_.withoutBlock.resize(found.withoutBlock.size());
    for (std::size_t block = 0; block < found.withoutBlock.size(); ++block) {
        Shift& place = place_.withoutBlock[block];
        const Shift& replicate = found.withoutBlock[block];
        place.x += (replicate.x - shift.x - place.x) / count_;
        place.y += (replicate.y - shift.y - place.y) / count_;
        place.rotationDeg += (replicate.rotationDeg - shift.rotationDeg - place.rotationDeg) / count_;
    }
}

PreparedPicture RunningMean::picture() const {
    if (sum_.empty()) return {};
    std::vector<float> mean(sum_.size());
    std::vector<std::uint8_t> valid(sum_.size());
    for (std::size_t i = 0; i < sum_.size(); ++i) {
        valid[i] = weight_[i] > leastWeight;
        mean[i] = valid[i] ? sum_[i] / weight_[i] : 0;
    }
    return smoothed({Image(width_, height_, std::move(mean)), Mask(width_, height_, std::move(valid))});
}

}  // namespace coarsen
