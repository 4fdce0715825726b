// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.hpp"
#include "core/register/differences.hpp"
#include "core/register/engines.hpp"
#include "core/register/flow_quality.hpp"
#include "core/register/gaussian.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace coarsen {

namespace {

class CpuLevel : public RegistrationLevel {
public:
    CpuLevel(const RegistrationPair& pair, const ForceSettings& settings, Flow start)
        : settings_(settings),
          size_(pair.size),
          fixed_(pair.fixed, pair.size, settings.sampling, settings.threads),
          moved_(pair.moved),
          fixedValid_(pair.fixedValid),
          movedValid_(pair.movedValid),
          smooth_(settings.sigma),
          regulariser_(pair.size, settings.form, settings.threads),
          accepted_(start),
          tried_(std::move(start)),
          force_(size_),
          velocity_(size_) {}

    Evaluation evaluate(double leastJ) override {
        const auto [energy, jMin] = regulariser_.energyOf(tried_);
        Evaluation answer{0, energy / static_cast<double>(size_.voxels()), jMin, fastest_ == 0};
        if (jMin < leastJ) return answer;
        answer.mismatch = pullTogether();
        if (settings_.lambda > 0) regulariser_.pull(static_cast<float>(settings_.lambda), tried_, force_);
        return answer;
    }

    void accept() override {
        std::swap(accepted_, tried_);
        std::swap(velocity_, force_);
        for (auto& component : velocity_.along)
            smooth_(component, size_, settings_.threads);
        fastest_ = carryAlong();
    }

    void step(double reach) override {
        const auto by = static_cast<float>(*fastest_ > 0 ? reach / *fastest_ : 0);
        eachSlice([&](std::size_t begin, std::size_t end, int) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float *u = accepted_.along[axis].data(), *w = velocity_.along[axis].data();
                float* const to = tried_.along[axis].data();
                for (std::size_t i = begin; i < end; ++i)
                    to[i] = u[i] + by * w[i];
            }
        });
    }

    Flow displacement() const override { return accepted_; }

    Found found(const std::array<double, 3>& drift) const override {
        Found found{accepted_, {jacobian(accepted_, settings_.threads), {}}, farthestFrom(drift)};
        found.jacobians.statistics = statisticsOf(found.jacobians.everywhere);
        return found;
    }

private:
    template <typename Body>
    void eachSlice(Body body) const {
        parallelFor(static_cast<std::size_t>(size_.depth), settings_.threads,
                    [&](std::size_t z) { body(z * size_.slice(), (z + 1) * size_.slice(), static_cast<int>(z)); });
    }

    bool isFixedValid(float x, float y, float z) const {
        return fixedValid_.empty() || fixedValid_[nearestVoxel(size_, x, y, z)] != 0;
    }

    /// The force of the grey values, divided as the settings say; half their mean square.
    double pullTogether() {
        struct Sum {
            double squares = 0;
            std::size_t voxels = 0;
        };
        const ForceDivisor divisor = divisorOf(settings_.term);
        std::vector<Sum> slices(static_cast<std::size_t>(size_.depth));
        eachSlice([&](std::size_t begin, std::size_t, int z) {
            const auto width = static_cast<std::size_t>(size_.width);
            std::vector<float> px(width), py(width), pz(width), value(width);
            std::vector<std::uint8_t> counts(width);
            Sum sum;
            for (int y = 0; y < size_.height; ++y, begin += width) {
                for (std::size_t x = 0; x < width; ++x) {
                    const std::size_t i = begin + x;
                    px[x] = static_cast<float>(x) - tried_.along[0][i];
                    py[x] = static_cast<float>(y) - tried_.along[1][i];
                    pz[x] = static_cast<float>(z) - tried_.along[2][i];
                    counts[x] = fixed_.contains(px[x], py[x], pz[x]) && (movedValid_.empty() || movedValid_[i] != 0) &&
                                isFixedValid(px[x], py[x], pz[x]);
                    if (!counts[x]) px[x] = py[x] = pz[x] = 0;  // to be read at some place all the same
                }
                float *const fx = &force_.along[0][begin], *const fy = &force_.along[1][begin],
                             *const fz = &force_.along[2][begin];
                fixed_.at({px.data(), py.data(), pz.data(), width}, {value.data(), fx, fy, fz});
                for (std::size_t x = 0; x < width; ++x) {
                    const float difference = value[x] - moved_[begin + x];
                    const float squares = fx[x] * fx[x] + fy[x] * fy[x] + fz[x] * fz[x] + difference * difference;
                    const float scale = counts[x] ? difference / (divisor.squares * squares + divisor.constant) : 0;
                    fx[x] *= scale;
                    fy[x] *= scale;
                    fz[x] *= scale;
                    if (counts[x]) sum.squares += static_cast<double>(difference * difference);
                    sum.voxels += counts[x];
                }
            }
            slices[static_cast<std::size_t>(z)] = sum;
        });
        Sum whole;
        for (const Sum& slice : slices) {
            whole.squares += slice.squares;
            whole.voxels += slice.voxels;
        }
        if (settings_.threads.stop.stop_requested()) return 0;
        if (whole.voxels == 0) throwNothingInCommon();
        return 0.5 * whole.squares / static_cast<double>(whole.voxels);
    }

    double farthestFrom(const std::array<double, 3>& drift) const {
        std::vector<double> largest(static_cast<std::size_t>(size_.depth));
        eachSlice([&](std::size_t begin, std::size_t end, int z) {
            double most = 0;
            for (std::size_t i = begin; i < end; ++i) {
                double square = 0;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const double off = static_cast<double>(accepted_.along[axis][i]) - drift[axis];
                    square += off * off;
                }
                most = std::max(most, square);
            }
            largest[static_cast<std::size_t>(z)] = most;
        });
        return std::sqrt(std::ranges::max(largest));
    }

    /// w = v - v . grad u; the largest |w|.
    double carryAlong() {
        std::vector<float> largest(static_cast<std::size_t>(size_.depth));
        eachSlice([&](std::size_t begin, std::size_t, int z) {
            float most = 0;
            for (int y = 0; y < size_.height; ++y) {
                const RowDifferences<float> ux(accepted_.along[0], size_, y, z), uy(accepted_.along[1], size_, y, z),
                    uz(accepted_.along[2], size_, y, z);
                const std::size_t start = begin + static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width);
                float *__restrict vx = &velocity_.along[0][start], *__restrict vy = &velocity_.along[1][start],
                                 *__restrict vz = &velocity_.along[2][start];
                alongRow<float>(size_.width, [&](std::ptrdiff_t x, std::ptrdiff_t before, std::ptrdiff_t behind, float per) {
                    const float a = vx[x], b = vy[x], c = vz[x];
                    vx[x] = a - (a * ux.x(before, behind, per) + b * ux.y(x) + c * ux.z(x));
                    vy[x] = b - (a * uy.x(before, behind, per) + b * uy.y(x) + c * uy.z(x));
                    vz[x] = c - (a * uz.x(before, behind, per) + b * uz.y(x) + c * uz.z(x));
                });
                for (std::ptrdiff_t x = 0; x < size_.width; ++x)
                    most = std::max(most, vx[x] * vx[x] + vy[x] * vy[x] + vz[x] * vz[x]);
            }
            largest[static_cast<std::size_t>(z)] = most;
        });
        return std::sqrt(static_cast<double>(std::ranges::max(largest)));
    }

    ForceSettings settings_;
    VolumeSize size_;
    InterpolatedVolume fixed_;
    std::vector<float> moved_;
    std::vector<std::uint8_t> fixedValid_, movedValid_;
    GaussianSmoothing smooth_;
    Regulariser<float> regulariser_;
    Flow accepted_, tried_, force_, velocity_;
    std::optional<double> fastest_;  ///< of the velocity
};

class CpuSimdRegistration : public Described<RegistrationEngine> {
public:
    CpuSimdRegistration() { description_ = {"cpu-simd", "CPU, " + std::to_string(threadCount()) + " threads"}; }

    std::unique_ptr<RegistrationLevel> plan(const RegistrationPair& pair, const ForceSettings& settings,
                                            Flow start) const override {
        return std::make_unique<CpuLevel>(pair, settings, std::move(start));
    }
};

}  // namespace

std::shared_ptr<const RegistrationEngine> cpuSimdRegistration() {
    static const auto engine = std::make_shared<const CpuSimdRegistration>();
    return engine;
}

}  // namespace coarsen
