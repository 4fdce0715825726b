// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/device_gaussian.hpp"
#include "gpu/register/device_images.hpp"
#include "gpu/register/kernels/registration.hpp"
#include "gpu/register/shared_conveyor.hpp"

#include <array>
#include <memory>

namespace coarsen::gpu {

/// A level on a GPU. While the computer looks at an evaluation's energy the GPU already makes the velocity that it will need if
/// the step is taken, so that only energies are waited for.
class DeviceLevel final : public RegistrationLevel {
public:
    using Memory = DeviceBuffer<float>;
    /// The numbers of `memory` that a level of that size needs.
    static std::size_t memoryFor(const VolumeSize& size);

    /// `images` were queued in that stream. `memory` belongs to this level alone as long as it lives. One of the `begin` has to
    /// come first.
    DeviceLevel(const Device& device, std::shared_ptr<const Stream> stream, std::shared_ptr<const DeviceImages> images,
                const ForceSettings& settings, std::shared_ptr<const Memory> memory, std::shared_ptr<SharedConveyor> conveyor);
    ~DeviceLevel() override;

    void begin(const Flow& start);
    void begin(const std::array<float, 3>& everywhere);
    void begin(const DeviceLevel& coarser);  ///< with what that one accepted

    Evaluation evaluate(double leastJ) override;
    void accept() override;
    void step(double reach) override;
    Flow displacement() const override;
    Found found() const override;

    const FieldPointers& accepted() const { return accepted_; }
    /// What an evaluation and a step consist of, for the benchmark.
    enum class Part { bend, force, smoothX, smoothY, smoothZ, carry };
    void queue(Part part);
    const Stream& stream() const { return *stream_; }

private:
    void copyAccepted();

    Device device_;
    std::shared_ptr<const Stream> stream_;
    std::shared_ptr<const DeviceImages> images_;
    VolumeSize size_;
    std::shared_ptr<const Memory> memory_;
    std::shared_ptr<SharedConveyor> conveyor_;
    FieldPointers accepted_{}, tried_{}, force_{}, velocity_{};
    float *slope_ = nullptr, *room_ = nullptr;
    DeviceGaussian smooth_;
    DevicePrefilter prefilter_;
    DeviceBuffer<float> linearNumbers_;
    SumMemory sums_;
    Event isEvaluated_;
    RegistrationTask task_{};
    double reach_ = 0;
    bool isStepping_ = false;           ///< what is tried is still to be made
    std::size_t ofVelocity_, ofForce_;  ///< where the largest square of each lies
};

}  // namespace coarsen::gpu
