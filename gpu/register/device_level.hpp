// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/device_smoothing.hpp"
#include "gpu/register/kernels/registration.hpp"

#include <cstdint>

namespace coarsen::gpu {

/// A vector at every voxel.
class DeviceField {
public:
    explicit DeviceField(std::size_t voxels) : voxels_(voxels), numbers_(3 * voxels) {}
    FieldPointers pointers() const { return {{numbers_.get(), numbers_.get() + voxels_, numbers_.get() + 2 * voxels_}}; }

private:
    std::size_t voxels_;
    DeviceBuffer<float> numbers_;
};

/// A level on a GPU. While the computer looks at an evaluation's energy the GPU already makes the velocity that it will need if
/// the step is taken, so that each evaluation and each velocity is waited for once.
class DeviceLevel final : public RegistrationLevel {
public:
    DeviceLevel(const RegistrationPair& pair, const ForceSettings& settings, const Flow& start, const Device& device);
    ~DeviceLevel() override;

    Evaluation evaluate(double leastJ) override;
    double accept() override;
    void step(double dt) override;
    Flow displacement() const override;

    /// What an evaluation and a step consist of, for the benchmark.
    enum class Part { step, bend, force, smoothX, smoothY, smoothZ, carry };
    void queue(Part part);
    const Stream& stream() const { return stream_; }

private:
    enum Sums { ofBend = 0, ofForce = 3, ofCarry = 6 };  ///< three numbers each

    std::size_t voxels() const { return size_.voxels(); }
    void queueVelocity();

    Device device_;
    Stream stream_;
    VolumeSize size_;
    DeviceBuffer<float> numbers_, moved_, slope_;
    DeviceBuffer<std::uint8_t> fixedValid_, movedValid_;
    DeviceField accepted_, tried_, force_, velocity_;
    DeviceSmoothing smooth_;
    DeviceBuffer<double> parts_;
    DeviceBuffer<unsigned> ticket_;
    PinnedBuffer<double> sums_;  ///< which the kernels write themselves
    Event isEvaluated_;
    RegistrationTask task_;
    float by_ = 0;
};

}  // namespace coarsen::gpu
