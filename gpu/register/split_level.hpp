// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/device_level.hpp"
#include "gpu/register/level_slab.hpp"

#include <memory>

namespace coarsen::gpu {

/// A level whose slices several GPUs share. The first of them holds the whole of it, too: what was accepted comes together there
/// when it is asked for.
class SplitLevel final : public RegistrationLevel {
public:
    /// `whole` has begun, on the first slab's GPU, whose slab works in its arrays.
    SplitLevel(std::unique_ptr<DeviceLevel> whole, LevelSlab::All slabs);
    ~SplitLevel() override;

    Evaluation evaluate(double leastJ) override;
    void accept() override;
    void step(double reach) override;
    Flow displacement() const override { return gathered().displacement(); }
    Found found(const std::array<double, 3>& drift) const override { return gathered().found(drift); }

    /// On the first GPU, with what was accepted last.
    const DeviceLevel& gathered() const;

private:
    std::unique_ptr<DeviceLevel> whole_;
    LevelSlab::All slabs_;
    Event isBegun_;
    bool isStepping_ = false;
};

}  // namespace coarsen::gpu
