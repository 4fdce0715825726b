// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/convolve/cpu_simd.hpp"
#include "core/convolve/engines.hpp"
#include "core/convolve/row_plan.hpp"
#include "core/fourier/fftw.hpp"

#include <limits>
#include <memory>
#include <string>

namespace coarsen {

namespace {

/// Columns first, into a band of rows that stays in the cache, then rows.
class SeparablePlan final : public RowPlan {
public:
    SeparablePlan(const ConvolutionShape& shape, SeparatedFilter filter, const ConvolutionKernelList& kernels)
        : RowPlan(shape), filter_(std::move(filter)), kernel_(kernelFor(kernels, shape.width, shape.height)) {}

    void runRows(Rows<const float> padded, int rows, float* answer) const override {
        const int width = shape().paddedWidth();
        const auto stride = static_cast<std::ptrdiff_t>(alignedStride(width));
        const Taps column{filter_.column.data(), 1, shape().filterHeight}, row{filter_.row.data(), shape().filterWidth, 1};
        const auto band = alignedRoom<float>(static_cast<std::size_t>(stride) * static_cast<std::size_t>(rows));
        convolveRows(kernel_, padded, column, width, rows, {band.get(), stride});
        convolveRows(kernel_, {band.get(), stride}, row, shape().width, rows, {answer, shape().width});
    }

private:
    SeparatedFilter filter_;
    const ConvolutionKernels* kernel_;
};

class SeparableConvolution final : public Described<ConvolutionEngine> {
public:
    explicit SeparableConvolution(const ConvolutionKernelList& kernels) : kernels_(kernels) {
        description_.name = "cpu-separable";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads, " + kernels.kernels[0]->name;
        description_.cost = [](const ConvolutionShape& shape, const Filter& filter) {
            if (!separated(filter)) return std::numeric_limits<double>::infinity();
            return (nanosecondsAPixel + nanosecondsARowTap * shape.filterWidth + nanosecondsAColumnTap * shape.filterHeight) /
                   threadCount(shape.threads);
        };
    }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        auto parts = separated(filter);
        if (!parts)
            throw SettingError("engine", "cpu-separable does filters that are a column times a row, and this one is not",
                               "choose auto or another engine");
        return std::make_unique<SeparablePlan>(shape, std::move(*parts), kernels_);
    }

private:
    static constexpr double nanosecondsAPixel = 0.75, nanosecondsARowTap = 0.0385, nanosecondsAColumnTap = 0.034;
    ConvolutionKernelList kernels_;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuSeparableConvolution(const ConvolutionKernelList& kernels) {
    return std::make_shared<SeparableConvolution>(kernels);
}

std::shared_ptr<const ConvolutionEngine> cpuSeparableConvolution() {
    return cpuSeparableConvolution(usableConvolutionKernels());
}

}  // namespace coarsen
