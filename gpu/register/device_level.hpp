// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/device_gaussian.hpp"
#include "gpu/register/device_images.hpp"
#include "gpu/register/gpu_arena.hpp"
#include "gpu/register/kernels/node_smoothing.hpp"
#include "gpu/register/kernels/registration.hpp"
#include "gpu/register/precision.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

namespace coarsen::gpu {

/// Where a level keeps what is its own: `bytesOf` it, and its places for sums from there on. Both are its alone as long as it
/// lives.
struct LevelRoom {
    std::byte* memory;
    std::size_t firstPlace;
};

/// The arrays of a level, for those who share its work.
struct LevelArrays {
    FieldPointers accepted, tried;
    MotionPointers force, velocity;
    float *slope, *room;
    std::size_t firstPlace;  ///< of its places for sums
};

/// A level on a GPU. While the computer looks at an evaluation's energy the GPU already makes the velocity that it will need if
/// the step is taken, so that only energies are waited for.
class DeviceLevel final : public RegistrationLevel {
public:
    static std::size_t bytesOf(const VolumeSize& size, RegistrationPrecision precision);

    /// `images` lie in that arena and were queued there. One of the `begin` has to come first.
    DeviceLevel(std::shared_ptr<GpuArena> place, std::shared_ptr<const DeviceImages> images, const ForceSettings& settings,
                RegistrationPrecision precision, const LevelRoom& room);

    void begin(const Flow& start);
    void begin(const std::array<float, 3>& everywhere);
    void begin(const DeviceLevel& coarser);  ///< with what that one accepted

    Evaluation evaluate(double leastJ) override;
    void accept() override;
    void step(double reach) override;
    Flow displacement() const override;
    Found found(const std::array<double, 3>& drift) const override;

    const FieldPointers& accepted() const { return accepted_; }
    const RegistrationTask& task() const { return task_; }
    const std::optional<BandTask>& bands() const { return bands_; }
    LevelArrays arrays() const { return {accepted_, tried_, force_, velocity_, slope_, room_, ofRegularisation_}; }
    const std::shared_ptr<GpuArena>& place() const { return place_; }
    const VolumeSize& size() const { return size_; }
    /// Parts of an evaluation and of the step after it, for the benchmark; of the first, which follows no step, and where not
    /// all can be done at once, a regularisation and a force.
    enum class Part { energyAndForce, regularisation, force, smoothXAndY, smoothZAndCarry };
    void queue(Part part);
    const Stream& stream() const { return place_->stream(); }

private:
    bool isAllAtOnce() const { return isStepping_ && force_.isHalf && !task_.isPrinted; }
    void copyAccepted();
    void smooth(int axis);
    void smoothXAndY();
    void smoothZAndCarry();
    StepTask stepTask() const;
    HostSums hostSums() const;
    SumRoom untoldSums(std::size_t place) const;  ///< each word to the computer makes a kernel end later
    void chooseSmoothing(double sigma);
    void readLinearly();

    std::shared_ptr<GpuArena> place_;
    std::shared_ptr<const DeviceImages> images_;
    VolumeSize size_;
    FieldPointers accepted_{}, tried_{};
    MotionPointers force_{}, velocity_{};
    float *slope_ = nullptr, *room_ = nullptr;
    DeviceGaussian smooth_;
    std::optional<BandTask> bands_;  ///< by which a field in half precision is smoothed faster
    std::optional<NodeTask> nodes_;  ///< and still faster, in the memory of the slope and of the room
    DeviceBuffer<float> linearNumbers_;
    DeviceBuffer<Quad> linearQuads_;
    Event isEvaluated_;
    RegistrationTask task_{};
    double reach_ = 0;
    bool isStepping_ = false;  ///< the tried displacement is still to be made
    /// Places of sums; of the last two the largest square of each.
    std::size_t ofRegularisation_, ofGreys_, ofVelocity_, ofForce_;
};

}  // namespace coarsen::gpu
