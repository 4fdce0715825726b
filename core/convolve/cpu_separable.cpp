// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/convolve/engines.hpp"
#include "core/convolve/row_loops.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace coarsen {

namespace {

/// Columns first, into a band of rows that stays in the cache, then rows.
class SeparablePlan final : public ConvolutionPlan {
public:
    SeparablePlan(const ConvolutionShape& shape, SeparatedFilter filter) : shape_(shape), filter_(std::move(filter)) {}

    void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop) override {
        const auto paddedWidth = static_cast<std::size_t>(shape_.paddedWidth()), width = static_cast<std::size_t>(shape_.width);
        const auto height = static_cast<std::size_t>(shape_.height);
        parallelFor((height + bandRows - 1) / bandRows, shape_.threads,
                    [&](std::size_t band) {
                        std::vector<float> row(paddedWidth);
                        for (std::size_t y = band * bandRows; y < std::min(height, (band + 1) * bandRows); ++y) {
                            convolveColumns(padded.data() + y * paddedWidth, paddedWidth, filter_.column.data(),
                                            static_cast<int>(filter_.column.size()), paddedWidth, row.data());
                            convolveRow(row.data(), filter_.row.data(), static_cast<int>(filter_.row.size()), width,
                                        answer.data() + y * width);
                        }
                    },
                    stop);
    }

private:
    static constexpr std::size_t bandRows = 16;
    ConvolutionShape shape_;
    SeparatedFilter filter_;
};

class SeparableConvolution final : public ConvolutionEngine {
public:
    SeparableConvolution() {
        description_.name = "cpu-separable";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads";
        description_.cost = [](const ConvolutionShape& shape, const Filter& filter) {
            return separated(filter) ? (nanosecondsARow + nanosecondsATap * (shape.filterWidth + shape.filterHeight)) /
                                           threadCount(shape.threads)
                                     : std::numeric_limits<double>::infinity();
        };
    }
    const ConvolutionEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        auto parts = separated(filter);
        if (!parts)
            throw SettingError("engine", "cpu-separable does filters that are a column times a row, and this one is not",
                               "choose auto or another engine");
        return std::make_unique<SeparablePlan>(shape, std::move(*parts));
    }

private:
    static constexpr double nanosecondsATap = 0.1, nanosecondsARow = 0.4;  // the latter whatever the filter
    ConvolutionEngineDescription description_;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuSeparableConvolution() {
    return std::make_shared<SeparableConvolution>();
}

}  // namespace coarsen
