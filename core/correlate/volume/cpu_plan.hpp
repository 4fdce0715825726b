// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/engine.hpp"

#include <utility>

namespace coarsen {

/// Base of the CPU's plans: they read the volume where it is.
class CpuC3dPlan : public C3dPlan {
public:
    explicit CpuC3dPlan(const C3dShape& shape) : shape_(shape) {}
    const C3dShape& shape() const noexcept final { return shape_; }
    void take(const Volume& volume, const C3dLevel& level, std::stop_token stop) final;

protected:
    FieldRows rows(C3dField field, const VoxelBox& box) const;

private:
    C3dShape shape_;
    const Volume* volume_ = nullptr;
    double mean_ = 0;
};

template <typename Plan>
class CpuC3dEngine final : public Described<C3dEngine> {
public:
    explicit CpuC3dEngine(C3dEngineDescription description) { description_ = std::move(description); }
    std::unique_ptr<C3dPlan> plan(const C3dShape& shape) const override { return std::make_unique<Plan>(shape); }
};

}  // namespace coarsen
