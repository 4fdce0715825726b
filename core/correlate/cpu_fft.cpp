// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/correlate/engines.hpp"
#include "core/correlate/plan_shape.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <utility>

namespace coarsen {

namespace {

std::mutex plannerMutex;  // FFTW's planner is not thread-safe

struct FreePlan {
    void operator()(fftwf_plan plan) const {
        const std::lock_guard lock(plannerMutex);
        fftwf_destroy_plan(plan);
    }
};
using FftwPlan = std::unique_ptr<std::remove_pointer_t<fftwf_plan>, FreePlan>;

struct FreeFloats {
    void operator()(float* floats) const { fftwf_free(floats); }
};
using Floats = std::unique_ptr<float, FreeFloats>;

/// The smallest size >= `atLeast` without prime factors above 7.
int goodSize(int atLeast) {
    for (int size = atLeast;; ++size) {
        int rest = size;
        for (const int prime : {2, 3, 5, 7})
            while (rest % prime == 0)
                rest /= prime;
        if (rest == 1) return size;
    }
}

class CpuFftPlan final : public CorrelationPlan {
public:
    explicit CpuFftPlan(const PlanShape& shape)
        : shape_(shape),
          paddedWidth_(goodSize(std::max(2, shape.width + shape.maxLag))),
          paddedHeight_(goodSize(shape.height + shape.maxLag)),
          rowFloats_(2 * (static_cast<std::size_t>(paddedWidth_) / 2 + 1)),
          floats_(rowFloats_ * static_cast<std::size_t>(paddedHeight_)) {
        for (Floats* buffer : {&a_, &b_, &product_}) {
            if (buffer == &b_ && shape.isAutocorrelation) continue;
            buffer->reset(fftwf_alloc_real(floats_));
            if (!*buffer) throw EngineError("cpu-fft", "there is not enough memory for the padded image", "use a smaller crop");
        }
        const std::lock_guard lock(plannerMutex);
        forward_.reset(fftwf_plan_dft_r2c_2d(paddedHeight_, paddedWidth_, a_.get(), complex(a_.get()), FFTW_ESTIMATE));
        inverse_.reset(
            fftwf_plan_dft_c2r_2d(paddedHeight_, paddedWidth_, complex(product_.get()), product_.get(), FFTW_ESTIMATE));
        if (!forward_ || !inverse_) throw EngineError("cpu-fft", "FFTW makes no plan for this size", "use another engine");
    }

    std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
        std::vector<LagSums> answers;
        for (const PlanePair& pair : batch) {
            checkFits(shape_, pair.a, "cpu-fft");
            if (!shape_.isAutocorrelation) checkFits(shape_, pair.b, "cpu-fft");
            std::fill_n(product_.get(), floats_, 0.0F);
            for (int channel = 0; channel < shape_.channels; ++channel) {
                if (stop.stop_requested()) return answers;
                transform(pair.a, channel, a_.get());
                if (!shape_.isAutocorrelation) transform(pair.b, channel, b_.get());
                addProduct(a_.get(), shape_.isAutocorrelation ? a_.get() : b_.get());
            }
            fftwf_execute(inverse_.get());
            answers.push_back(lagSums());
        }
        return answers;
    }

    std::string variant() const override {
        return "fftw float32, " + std::to_string(paddedWidth_) + " x " + std::to_string(paddedHeight_);
    }

private:
    static fftwf_complex* complex(float* floats) { return reinterpret_cast<fftwf_complex*>(floats); }

    void transform(const Plane& plane, int channel, float* padded) const {
        std::fill_n(padded, floats_, 0.0F);
        const double mean = meanOf(plane, channel);
        const auto high = static_cast<float>(mean), low = static_cast<float>(mean - static_cast<double>(high));
        const auto valid = plane.mask.pixels();
        plane.image.visit(
            [&](const auto& pixels) {
                std::size_t i = 0;
                for (int y = 0; y < shape_.height; ++y)
                    for (int x = 0; x < shape_.width; ++x, ++i)
                        padded[static_cast<std::size_t>(y) * rowFloats_ + static_cast<std::size_t>(x)] =
                            valid.empty() || valid[i] ? static_cast<float>(pixels[i]) - high - low : 0;
            },
            channel);
        fftwf_execute_dft_r2c(forward_.get(), padded, complex(padded));
    }

    /// product += A conj(B)
    void addProduct(const float* a, const float* b) {
        float* product = product_.get();
        for (std::size_t i = 0; i < floats_; i += 2) {
            product[i] += a[i] * b[i] + a[i + 1] * b[i + 1];
            product[i + 1] += a[i + 1] * b[i] - a[i] * b[i + 1];
        }
    }

    LagSums lagSums() const {
        LagSums sums(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
        const double scale = 1.0 / (static_cast<double>(paddedWidth_) * paddedHeight_);
        for (int Y0 = sums.minY; Y0 <= sums.maxLag; ++Y0) {
            const float* row = product_.get() + static_cast<std::size_t>(Y0 < 0 ? Y0 + paddedHeight_ : Y0) * rowFloats_;
            for (int X0 = -sums.maxLag; X0 <= sums.maxLag; ++X0)
                sums.at(X0, Y0) = scale * static_cast<double>(row[X0 < 0 ? X0 + paddedWidth_ : X0]);
        }
        return sums;
    }

    PlanShape shape_;
    int paddedWidth_, paddedHeight_;
    std::size_t rowFloats_, floats_;
    Floats a_, b_, product_;
    FftwPlan forward_, inverse_;
};

class CpuFftEngine final : public CorrelationEngine {
public:
    CpuFftEngine() {
        description_.name = "cpu-fft";
        description_.device = "CPU";
    }
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        checkPossible(shape);
        return std::make_unique<CpuFftPlan>(shape);
    }

private:
    EngineDescription description_;
};

}  // namespace

std::shared_ptr<const CorrelationEngine> cpuFftEngine() {
    return std::make_shared<CpuFftEngine>();
}

}  // namespace coarsen
