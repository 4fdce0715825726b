// SPDX-License-Identifier: GPL-3.0-or-later
// The judge: read it beside the definition in science/definitions.md. It stays the plain loop and is never made fast.
#include "core/correlate/engines.hpp"
#include "core/correlate/plan_shape.hpp"

#include <cstdint>
#include <type_traits>

namespace coarsen {

namespace {

/// Sums over one lag's overlap; whole numbers stay whole (2^28 pixels of 16 bits stay below 2^60).
template <typename Sum>
struct OverlapSums {
    Sum ab = 0, a = 0, b = 0, pairs = 0;
};

template <typename T>
auto overlapSums(const Plane& a, const Plane& b, int channel, int X0, int Y0) {
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;
    const double meanA = meanOf(a, channel), meanB = meanOf(b, channel);
    const auto pixelsA = a.image.plane<T>(channel), pixelsB = b.image.plane<T>(channel);
    const int width = a.image.width(), height = a.image.height();
    const auto at = [width](int x, int y) { return static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x); };

    OverlapSums<Sum> sums;
    for (int y = 0; y < height; ++y) {
        if (y - Y0 < 0 || y - Y0 >= height) continue;
        for (int x = 0; x < width; ++x) {
            if (x - X0 < 0 || x - X0 >= width) continue;
            if (!a.mask.isValid(x, y) || !b.mask.isValid(x - X0, y - Y0)) continue;
            if constexpr (std::is_floating_point_v<T>) {
                sums.ab += (pixelsA[at(x, y)] - meanA) * (pixelsB[at(x - X0, y - Y0)] - meanB);
            } else {
                const Sum valueA = pixelsA[at(x, y)], valueB = pixelsB[at(x - X0, y - Y0)];
                sums.ab += valueA * valueB;
                sums.a += valueA;
                sums.b += valueB;
                sums.pairs += 1;
            }
        }
    }
    return sums;
}

template <typename T>
double lagSum(const Plane& a, const Plane& b, int channel, int X0, int Y0) {
    const auto sums = overlapSums<T>(a, b, channel, X0, Y0);
    if constexpr (std::is_floating_point_v<T>) {
        return sums.ab;
    } else {
        return centredSum(sums.ab, sums.a, sums.b, sums.pairs, meanOf(a, channel), meanOf(b, channel));
    }
}

class CpuDirectPlan final : public CorrelationPlan {
public:
    explicit CpuDirectPlan(const PlanShape& shape) : shape_(shape) {}

    std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
        std::vector<LagSums> answers;
        for (const PlanePair& pair : batch) {
            const Plane& b = shape_.isAutocorrelation ? pair.a : pair.b;
            checkFits(shape_, pair.a, "cpu-direct");
            checkFits(shape_, b, "cpu-direct");
            LagSums sums(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
            for (int Y0 = sums.minY; Y0 <= shape_.maxLag; ++Y0) {
                if (stop.stop_requested()) return answers;
                for (int X0 = -shape_.maxLag; X0 <= shape_.maxLag; ++X0)
                    for (int channel = 0; channel < shape_.channels; ++channel)
                        sums.at(X0, Y0) += term(pair.a, b, channel, X0, Y0);
            }
            answers.push_back(std::move(sums));
        }
        return answers;
    }

    std::string variant() const override {
        return shape_.type == PixelType::f32 ? "plain loops, double" : "plain loops, integers";
    }

private:
    double term(const Plane& a, const Plane& b, int channel, int X0, int Y0) const {
        switch (shape_.type) {
            case PixelType::u8:
                return lagSum<std::uint8_t>(a, b, channel, X0, Y0);
            case PixelType::u16:
                return lagSum<std::uint16_t>(a, b, channel, X0, Y0);
            case PixelType::f32:
                break;
        }
        return lagSum<float>(a, b, channel, X0, Y0);
    }

    PlanShape shape_;
};

constexpr double plainLagsForATransform = 5;  // the judge: nobody takes it for its speed

class CpuDirectEngine final : public Described<CorrelationEngine> {
public:
    CpuDirectEngine() {
        description_.name = "cpu-direct";
        description_.device = "CPU, 1 thread, plain loops";
        description_.exactness = Exactness::always;
        description_.cost = [](const PlanShape& shape) { return lagCount(shape) / plainLagsForATransform; };
    }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        checkPossible(shape);
        return std::make_unique<CpuDirectPlan>(shape);
    }
};

}  // namespace

std::shared_ptr<const CorrelationEngine> cpuDirectEngine() {
    return std::make_shared<CpuDirectEngine>();
}

}  // namespace coarsen
