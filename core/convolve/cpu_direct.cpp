// SPDX-License-Identifier: GPL-3.0-or-later
// The judge: never made fast.
#include "core/convolve/engines.hpp"

namespace coarsen {

namespace {

class DirectConvolutionPlan final : public ConvolutionPlan {
public:
    DirectConvolutionPlan(const ConvolutionShape& shape, const Filter& filter) : shape_(shape), filter_(filter) {}

    void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop) override {
        const auto stride = static_cast<std::size_t>(shape_.paddedWidth());
        std::size_t at = 0;
        for (int y = 0; y < shape_.height && !stop.stop_requested(); ++y)
            for (int x = 0; x < shape_.width; ++x) {
                double sum = 0;
                for (int j = 0; j < filter_.height; ++j)
                    for (int i = 0; i < filter_.width; ++i)
                        sum += static_cast<double>(
                                   padded[static_cast<std::size_t>(y + j) * stride + static_cast<std::size_t>(x + i)]) *
                               filter_.at(i, j);
                answer[at++] = static_cast<float>(sum);
            }
    }

private:
    ConvolutionShape shape_;
    Filter filter_;
};

class DirectConvolution final : public Described<ConvolutionEngine> {
public:
    DirectConvolution() {
        description_.name = "cpu-direct";
        description_.device = "CPU, 1 thread, plain loops";
        description_.cost = [](const ConvolutionShape&, const Filter& filter) {
            return nanosecondsATap * static_cast<double>(filter.taps.size());
        };
    }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return std::make_unique<DirectConvolutionPlan>(shape, filter);
    }

private:
    static constexpr double nanosecondsATap = 0.75;
};

}  // namespace

std::shared_ptr<const ConvolutionEngine> cpuDirectConvolution() {
    return std::make_shared<DirectConvolution>();
}

}  // namespace coarsen
