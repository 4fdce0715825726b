// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/device_filter.hpp"
#include "gpu/convolve/multiprocessor.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace coarsen::gpu {

namespace {

constexpr int leastByteTaps = 81;         // below, float32 is as quick
constexpr double byteTolerance = 2.5e-7;  // of the taps' rounding; a quarter of what engines may differ by
constexpr double mostReads = 2;           // pixels read for an answer: from there on a larger block is quicker
constexpr int partOfLargeFilter = 64;     // taps along a side of the parts of a large filter

Tile tileOf(int warps) {
    return {16, 2 * warps, registerTileAnswersAcross, registerTileAnswersDown, registerTileRegisters};
}

/// The filter, or one of the parts that a larger one falls into, as the register tiles take it.
struct Part {
    int x, y;
    ChunkedTaps chunks;
    DeviceBuffer<float> taps;
    int warps;  ///< of a block; 0: it fits none
};

class DirectFilter final : public DeviceFilter {
public:
    DirectFilter(const Filter& filter, const Device& device) : device_(multiprocessorOf(device)), filter_(filter) {
        const int width = filter.width, height = filter.height, side = std::max(width, height) | 1;
        isSmall_ = side <= smallFilterSide && 2 * width * height > side * side;
        if (!isSmall_ && !takeWhole()) takeParts();
        const int count = width * height;
        if (count < leastByteTaps || count > mostByteTaps) return;
        bands_ = BandedTaps::of(filter.taps.data(), width, height, byteTolerance);
        if (bands_.error > byteTolerance || byteBandsBytes(bands_) > device_.sharedBytesPerBlock) bands_ = {};
        bandValues_ = deviceCopy(bands_.values);
    }

    void queue(const FilterTask& task, const Stream& stream) const override {
        if (isSmall_) {
            check(runSmallFilter(task, filter_.taps.data(), filter_.width, filter_.height, stream.get()), "start a convolution");
            return;
        }
        FilterTask part = task;
        for (const Part& each : parts_) {
            part.padded = task.padded + static_cast<std::size_t>(each.y) * static_cast<std::size_t>(task.paddedPitch) + each.x;
            part.paddedWidth = task.paddedWidth - each.x;
            part.paddedHeight = task.paddedHeight - each.y;
            check(addRegisterTiles(part, each.chunks, each.taps.get(), each.warps, stream.get()), "start a convolution");
            part.adds = true;
        }
    }

    bool takesBytes() const override { return !bands_.values.empty(); }
    void queueBytes(const ByteTask& task, const Stream& stream) const override {
        check(runByteBands(task, bands_, bandValues_.get(), stream.get()), "start a convolution");
    }

    std::string variant() const override {
        if (isSmall_) return "constants, 4 x 8 answers a thread";
        const Tile tile = tileOf(parts_.front().warps);
        std::string text = "register tiles of " + std::to_string(tile.width()) + " x " + std::to_string(tile.height());
        if (parts_.size() > 1) text += ", the filter in " + std::to_string(parts_.size()) + " parts";
        return text;
    }

private:
    Part partAt(int x, int y, int width, int height) const {
        Part part{x,
                  y,
                  ChunkedTaps::of(&filter_.taps[static_cast<std::size_t>(y * filter_.width + x)], filter_.width, width, height),
                  {},
                  0};
        part.warps = warpsFor(part.chunks);
        return part;
    }

    /// The smaller block unless its neighbourhood is read too often, and only where the larger one keeps as many threads busy.
    int warpsFor(const ChunkedTaps& chunks) const {
        const auto resident = [&](int warps) {
            return warps * blocksAtOnce(device_, tileOf(warps), registerTileBytes(chunks, warps));
        };
        const auto [few, many] = registerTileWarps;
        if (resident(few) == 0) return 0;
        const bool isReadOften = readsPerAnswer(tileOf(few), chunks.width, chunks.height) > mostReads;
        return isReadOften && 4 * resident(many) >= 3 * resident(few) ? many : few;
    }

    /// Not where it is large: the sum of many products in float32 loses digits that sums of parts keep.
    bool takeWhole() {
        if (std::max(filter_.width, filter_.height) > partOfLargeFilter) return false;
        Part whole = partAt(0, 0, filter_.width, filter_.height);
        if (whole.warps == 0) return false;
        add(std::move(whole));
        return true;
    }
    void takeParts() {
        for (int y = 0; y < filter_.height; y += partOfLargeFilter)
            for (int x = 0; x < filter_.width; x += partOfLargeFilter)
                add(partAt(x, y, std::min(partOfLargeFilter, filter_.width - x),
                           std::min(partOfLargeFilter, filter_.height - y)));
    }
    void add(Part part) {
        part.taps = deviceCopy(part.chunks.values);
        parts_.push_back(std::move(part));
    }

    Multiprocessor device_;
    Filter filter_;
    bool isSmall_ = false;
    std::vector<Part> parts_;
    BandedTaps bands_;
    DeviceBuffer<uint2> bandValues_;
};

}  // namespace

std::unique_ptr<DeviceFilter> directFilter(const ConvolutionShape&, const Filter& filter, const Device& device) {
    return std::make_unique<DirectFilter>(filter, device);
}

}  // namespace coarsen::gpu
