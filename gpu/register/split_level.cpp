// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/split_level.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::gpu {

SplitLevel::SplitLevel(std::unique_ptr<DeviceLevel> whole, LevelSlab::All slabs)
    : whole_((whole->place()->device().makeCurrent(), std::move(whole))), slabs_(std::move(slabs)) {
    isBegun_.record(whole_->stream());
    for (std::size_t i = 1; i < slabs_.size(); ++i)
        slabs_[i]->receive(whole_->accepted(), isBegun_);
    whole_->place()->device().makeCurrent();
}

SplitLevel::~SplitLevel() {
    for (const auto& slab : slabs_)  // which read each other's memory
        slab->rest();
}

RegistrationLevel::Evaluation SplitLevel::evaluate(double leastJ) {
    for (const auto turn : {&LevelSlab::queueEnergy, &LevelSlab::queueExchange, &LevelSlab::queueVelocity})
        for (const auto& slab : slabs_)
            (*slab.*turn)(slabs_);
    whole_->place()->device().makeCurrent();
    LevelSlab::Sums all = slabs_.front()->sums();
    for (std::size_t i = 1; i < slabs_.size(); ++i) {
        const LevelSlab::Sums sums = slabs_[i]->sums();
        all.regularisation += sums.regularisation, all.squares += sums.squares, all.voxels += sums.voxels;
        all.jMin = std::min(all.jMin, sums.jMin), all.largestSquare = std::max(all.largestSquare, sums.largestSquare);
    }
    Evaluation answer{0, all.regularisation / static_cast<double>(whole_->size().voxels()), all.jMin,
                      isStepping_ && all.largestSquare == 0};
    if (answer.jMin < leastJ) return answer;
    if (all.voxels == 0) throwNothingInCommon();
    answer.mismatch = 0.5 * all.squares / all.voxels;
    return answer;
}

void SplitLevel::accept() {
    whole_->accept();
    for (const auto& slab : slabs_)
        slab->accept();
    isStepping_ = false;
}

void SplitLevel::step(double reach) {
    for (const auto& slab : slabs_)
        slab->step(reach);
    isStepping_ = true;
}

const DeviceLevel& SplitLevel::gathered() const {
    whole_->place()->device().makeCurrent();
    for (std::size_t i = 1; i < slabs_.size(); ++i)
        slabs_[i]->give(whole_->accepted(), whole_->stream());
    return *whole_;
}

}  // namespace coarsen::gpu
