// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/cpu_simd.hpp"

#include "core/base/parallel.hpp"
#include "core/convolve/engines.hpp"
#include "core/convolve/row_plan.hpp"

#include <string>

namespace coarsen {

namespace {

class SimdConvolutionPlan final : public RowPlan {
public:
    SimdConvolutionPlan(const ConvolutionShape& shape, const Filter& filter, const ConvolutionKernelList& kernels)
        : RowPlan(shape), filter_(filter), kernel_(kernelFor(kernels, shape.width, shape.height)) {}

    void runRows(Rows<const float> padded, int rows, float* answer) const override {
        const Taps taps{filter_.taps.data(), filter_.width, filter_.height};
        convolveRows(kernel_, padded, taps, shape().width, rows, {answer, shape().width});
    }

private:
    Filter filter_;
    const ConvolutionKernels* kernel_;
};

class SimdConvolution final : public Described<ConvolutionEngine> {
public:
    explicit SimdConvolution(const ConvolutionKernelList& kernels) : kernels_(kernels) {
        description_.name = "cpu-simd";
        description_.device = "CPU, " + std::to_string(threadCount()) + " threads, " + kernels.kernels[0]->name;
        description_.cost = [](const ConvolutionShape& shape, const Filter&) {
            const double taps = shape.filterHeight == 1
                                    ? nanosecondsARowTap * shape.filterWidth
                                    : nanosecondsATap * (shape.filterHeight + rowsLost) * (shape.filterWidth + columnsLost);
            return (nanosecondsAPixel + taps) / threadCount(shape.threads);
        };
    }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return std::make_unique<SimdConvolutionPlan>(shape, filter, kernels_);
    }

private:
    static constexpr double nanosecondsAPixel = 0.3, nanosecondsARowTap = 0.038, nanosecondsATap = 0.0225;
    static constexpr double rowsLost = 2;       // to source rows that feed only some of a tile's rows
    static constexpr double columnsLost = 0.3;  // to going from one source row to the next
    ConvolutionKernelList kernels_;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuSimdConvolution(const ConvolutionKernelList& kernels) {
    return std::make_shared<SimdConvolution>(kernels);
}

std::shared_ptr<const ConvolutionEngine> cpuSimdConvolution() {
    return cpuSimdConvolution(usableConvolutionKernels());
}

}  // namespace coarsen
