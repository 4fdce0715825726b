// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/preprocess/blurred_light_stage.hpp"

#include "core/preprocess/background.hpp"

#include <vector>

namespace coarsen::gpu {

BlurredLightStage::BlurredLightStage(const GreyPlane& raw, const Rectangle& judged, const Flatten& settings, double white,
                                     float* flat) {
    const BlurredBlocks blur = blurredBlocks(raw.width, raw.height, settings.sigmaPx);
    std::vector<float> line = blur.line;
    taps_ = separableTapCount(static_cast<int>(line.size()));
    LightBlocks& blocks = task_.blocks;
    blocks = {blur.side, blur.across, blur.down, static_cast<int>(line.size()) / 2, 0, nullptr, nullptr, nullptr};
    blocks.pitch = (blur.across + 2 * blocks.reach + 3) / 4 * 4;
    line.resize(static_cast<std::size_t>(taps_));
    line_ = deviceCopy(line);
    padded_ = DeviceBuffer<float>(areaOf(blocks.pitch, blur.down + 2 * blocks.reach));
    light_ = DeviceBuffer<float>(areaOf(blur.across, blur.down));
    counts_ = DeviceBuffer<float>(light_.size());
    partial_ = DeviceBuffer<double>(static_cast<std::size_t>(blurredLightPartials()));
    ticket_ = deviceCopy(std::vector<unsigned>{0});
    blocks.padded = padded_.get();
    blocks.light = light_.get();
    blocks.counts = counts_.get();
    task_.raw = raw;
    task_.judged = judged;
    task_.partial = partial_.get();
    task_.ticket = ticket_.get();
    task_.white = settings.method == FlattenMethod::overlay ? static_cast<float>(white) : 0;
    task_.flat = flat;

    const Stream stream;  // the counts are the same for every frame
    check(launchLightBlocks(task_, true, stream.get()), "count an image's blocks");
    queueBlur(stream, counts_.get());
    stream.wait();
}

void BlurredLightStage::queueBlur(const Stream& stream, float* blurred) const {
    const LightBlocks& blocks = task_.blocks;
    const FilterTask filter{padded_.get(),
                            blocks.pitch,
                            blocks.across + 2 * blocks.reach,
                            blocks.down + 2 * blocks.reach,
                            blurred,
                            blocks.across,
                            blocks.across,
                            blocks.down,
                            false};
    check(runSeparable({filter, line_.get(), line_.get(), taps_, taps_}, stream.get()), "blur an image");
}

void BlurredLightStage::queue(const Stream& stream) const {
    check(launchLightBlocks(task_, false, stream.get()), "flatten an image");
    queueBlur(stream, light_.get());
    check(launchBlurredLight(task_, stream.get()), "flatten an image");
}

}  // namespace coarsen::gpu
