// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.hpp"
#include "core/convolve/engines.hpp"
#include "core/convolve/row_loops.hpp"

#include <algorithm>
#include <string>

namespace coarsen {

namespace {

/// Tiles cover the answer; the last ones of a row or column reach back over their neighbours. A smaller answer than one tile is
/// made larger, from zeros, and cut.
class SimdConvolutionPlan final : public ConvolutionPlan {
public:
    SimdConvolutionPlan(const ConvolutionShape& shape, const Filter& filter) : shape_(shape), roomy_(shape), filter_(filter) {
        roomy_.width = std::max(shape.width, tileColumns);
        roomy_.height = std::max(shape.height, tileRows);
        if (isRoomy()) room_.assign(roomy_.paddedSize(), 0.0F);
    }

    void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop) override {
        const float* from = padded.data();
        if (isRoomy()) {
            for (int y = 0; y < shape_.paddedHeight(); ++y)
                std::ranges::copy(
                    padded.subspan(rowStart(y, shape_.paddedWidth()), static_cast<std::size_t>(shape_.paddedWidth())),
                    room_.begin() + static_cast<std::ptrdiff_t>(rowStart(y, roomy_.paddedWidth())));
            from = room_.data();
        }
        const std::size_t bands = static_cast<std::size_t>((roomy_.height + tileRows - 1) / tileRows);
        parallelFor(
            bands, shape_.threads,
            [&](std::size_t band) {
                const int y = std::min(static_cast<int>(band) * tileRows, roomy_.height - tileRows);
                for (int start = 0; start < roomy_.width; start += tileColumns)
                    convolveAt(from, std::min(start, roomy_.width - tileColumns), y, answer);
            },
            stop);
    }

private:
    bool isRoomy() const { return roomy_.width != shape_.width || roomy_.height != shape_.height; }
    static std::size_t rowStart(int y, int width) { return static_cast<std::size_t>(y) * static_cast<std::size_t>(width); }

    void convolveAt(const float* from, int x, int y, std::span<float> answer) const {
        float tile[tileRows * tileColumns];
        const auto stride = static_cast<std::size_t>(roomy_.paddedWidth());
        convolveTile(from + rowStart(y, roomy_.paddedWidth()) + x, stride, filter_.taps.data(), filter_.width, filter_.height,
                     tile);
        const int columns = std::min(tileColumns, shape_.width - x), rows = std::min(tileRows, shape_.height - y);
        for (int r = 0; r < rows; ++r)
            std::copy_n(tile + r * tileColumns, columns, answer.data() + rowStart(y + r, shape_.width) + x);
    }

    ConvolutionShape shape_, roomy_;
    Filter filter_;
    std::vector<float> room_;
};

class SimdConvolution final : public ConvolutionEngine {
public:
    SimdConvolution() {
        description_.name = "cpu-simd";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads";
        description_.cost = [](const ConvolutionShape& shape, const Filter& filter) {
            return nanosecondsATap * static_cast<double>(filter.taps.size()) / threadCount(shape.threads);
        };
    }
    const ConvolutionEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return std::make_unique<SimdConvolutionPlan>(shape, filter);
    }

private:
    static constexpr double nanosecondsATap = 0.15;
    ConvolutionEngineDescription description_;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuSimdConvolution() {
    return std::make_shared<SimdConvolution>();
}

}  // namespace coarsen
