// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/buffer.hpp"
#include "gpu/register/device_gaussian.hpp"
#include "gpu/register/gpu_arena.hpp"
#include "gpu/register/kernels/banded_smoothing.hpp"
#include "gpu/register/kernels/registration.hpp"
#include "gpu/register/slab_room.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace coarsen::gpu {

/// How the force becomes a velocity.
struct SlabSmoothing {
    double sigma;
    std::optional<BandTask> bands;  ///< as the whole level has them
};

/// Part of one GPU in a level that several share. An evaluation is queued in three turns, each on all GPUs before the next:
/// what is asked of a neighbour is then queued already.
class LevelSlab {
public:
    using All = std::vector<std::unique_ptr<LevelSlab>>;

    /// `task` as the whole level has it, but with what this GPU reads.
    LevelSlab(std::shared_ptr<GpuArena> place, const RegistrationTask& task, const LevelArrays& arrays, const Slices& own,
              const VolumeSize& size, const SlabSmoothing& smoothing);

    /// Queues the copying of the displacement, once `from` is there.
    void receive(const FieldPointers& from, const Event& isThere);

    /// The energy, and the force smoothed within the slices.
    void queueEnergy(const All& all);
    /// Queues the exchange of the parts of displacement and force that the neighbours have.
    void queueExchange(const All& all);
    /// The velocity.
    void queueVelocity(const All& all);

    struct Sums {
        double regularisation, jMin, squares, voxels, largestSquare;
    };
    Sums sums() const;  ///< waits for the energy

    void accept();
    void step(double reach);

    /// Queues the copying of the own slices' displacement, in the stream of the GPU that it goes to. Waits for its own.
    void give(const FieldPointers& to, const Stream& stream) const;
    void wait() const { place_->stream().wait(); }
    void rest() const noexcept;

private:
    const Stream& stream() const { return place_->stream(); }
    std::size_t slice() const;
    bool isNear(const LevelSlab& other) const;
    void smoothForce(int axis, const Slices& slices) const;
    MotionPointers force(const Slices& slices) const;
    void copy(const void* from, void* to, const Slices& slices, std::size_t bytesOfNumber, const Stream& stream) const;

    std::shared_ptr<GpuArena> place_;
    VolumeSize size_;
    Slices own_, held_;
    Slices smoothed_, inner_;  ///< slices whose force a velocity is made of; own ones that no neighbour reads
    RegistrationTask ownTask_, steppedTask_;
    LevelArrays arrays_;
    DeviceGaussian smooth_;
    std::optional<BandTask> bands_;
    Stream exchange_;
    Event isEvaluated_, mayBeRead_, hasRead_, isDone_;
    double reach_ = 0;
    bool isStepping_ = false;
    /// Places of sums; of the last two the largest square of each.
    std::size_t ofRegularisation_, ofGreys_, ofVelocity_, ofForce_;
};

}  // namespace coarsen::gpu
