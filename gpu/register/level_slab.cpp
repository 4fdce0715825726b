// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/level_slab.hpp"

#include "gpu/register/gaussian_reach.hpp"
#include "gpu/register/kernels/slabs.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace coarsen::gpu {

namespace {

RegistrationTask through(RegistrationTask task, const Slices& done, const Slices& own) {
    task.done = done, task.own = own;
    return task;
}

std::size_t bytesOfNumber(const MotionPointers& motion) {
    return motion.isHalf ? sizeof(float) / 2 : sizeof(float);
}

/// Slices less so many on the sides where the volume goes on.
Slices innerOf(const Slices& own, int by, const VolumeSize& size) {
    const int begin = own.begin > 0 ? std::min(own.end, own.begin + by) : 0;
    return {begin, own.end < size.depth ? std::max(begin, own.end - by) : own.end};
}

VolumeSize sizeOf(const VolumeSize& whole, const Slices& slices) {
    return {whole.width, whole.height, slices.end - slices.begin};
}

}  // namespace

LevelSlab::LevelSlab(std::shared_ptr<GpuArena> place, const RegistrationTask& task, const LevelArrays& arrays, const Slices& own,
                     const VolumeSize& size, const SlabSmoothing& smoothing)
    : place_((place->device().makeCurrent(), std::move(place))),
      size_(size),
      own_(own),
      held_(widened(own, slicesHeld, size)),
      smoothed_(widened(own, slicesStepped + gaussianReach(smoothing.sigma), size)),
      inner_(innerOf(own, slicesStepped + gaussianReach(smoothing.sigma), size)),
      ownTask_(through(task, own, own)),
      steppedTask_(through(task, widened(own, slicesStepped, size), own)),
      arrays_(arrays),
      smooth_(smoothing.sigma, size),
      bands_(smoothing.bands),
      ofRegularisation_(arrays.firstPlace),
      ofGreys_(arrays.firstPlace + 1),
      ofVelocity_(arrays.firstPlace + 2),
      ofForce_(arrays.firstPlace + 3) {}

std::size_t LevelSlab::slice() const {
    return static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height);
}

bool LevelSlab::isNear(const LevelSlab& other) const {
    const auto meet = [](const Slices& a, const Slices& b) {
        const Slices both = inBoth(a, b);
        return both.begin < both.end;
    };
    return this != &other && (meet(smoothed_, other.own_) || meet(held_, other.own_));
}

void LevelSlab::copy(const void* from, void* to, const Slices& slices, std::size_t bytesOfNumber, const Stream& stream) const {
    if (slices.begin >= slices.end) return;
    const std::size_t bytes = slice() * bytesOfNumber, at = static_cast<std::size_t>(slices.begin) * bytes;
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, static_cast<const std::byte*>(from) + at,
                          static_cast<std::size_t>(slices.end - slices.begin) * bytes, cudaMemcpyDefault, stream.get()),
          "exchange slices with another GPU");
}

void LevelSlab::receive(const FieldPointers& from, const Event& isThere) {
    place_->device().makeCurrent();
    stream().waitFor(isThere);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        copy(from.along[axis], arrays_.tried.along[axis], held_, sizeof(float), stream());
        copy(arrays_.tried.along[axis], arrays_.accepted.along[axis], held_, sizeof(float), stream());
    }
}

void LevelSlab::smoothForce(int axis, const Slices& slices) const {
    if (slices.begin == slices.end || std::array{size_.width, size_.height, size_.depth}[static_cast<std::size_t>(axis)] == 1)
        return;
    const MotionPointers there = force(slices);
    const VolumeSize size = sizeOf(size_, slices);
    if (bands_) return launchBands(there, sidesOf(size), axis, *bands_, stream().get());
    smooth_.along(axis, {{there.along[0], there.along[1], there.along[2]}, 3, there.isHalf}, size, arrays_.room, stream());
}

MotionPointers LevelSlab::force(const Slices& slices) const {
    const std::size_t at = static_cast<std::size_t>(slices.begin) * slice() * bytesOfNumber(arrays_.force);
    MotionPointers there = arrays_.force;
    for (void*& component : there.along)
        component = static_cast<std::byte*>(component) + at;
    return there;
}

void LevelSlab::queueEnergy(const All& all) {
    place_->device().makeCurrent();
    NumbersOfAll squares{{}, 0};
    for (const auto& each : all) {  // before its tried slices may change, too
        if (each.get() != this) stream().waitFor(each->isDone_);
        squares.of[squares.count++] = each->place_->answers(each->ofVelocity_);
    }
    SumRoom ofRegularisation = place_->sums(ofRegularisation_);
    ofRegularisation.answer = nullptr;
    if (isStepping_) {
        double* const largest = place_->sums(ofVelocity_).kept;
        launchLargest(squares, largest, stream().get());
        launchStepAndRegularisation(steppedTask_, {arrays_.accepted, arrays_.velocity, reach_, largest}, arrays_.tried,
                                    ofRegularisation, stream().get());
    } else {
        launchRegularisation(steppedTask_, arrays_.tried, ofRegularisation, stream().get());
    }
    launchForce(ownTask_, arrays_.tried, arrays_.force, place_->sums(ofGreys_),
                {{place_->sums(ofRegularisation_), place_->sums(ofVelocity_)}}, stream().get());
    isEvaluated_.record(stream());
    smoothForce(0, own_);
    smoothForce(1, {own_.begin, inner_.begin});
    smoothForce(1, {inner_.end, own_.end});
    mayBeRead_.record(stream());
    smoothForce(1, inner_);
}

void LevelSlab::queueExchange(const All& all) {
    place_->device().makeCurrent();
    exchange_.waitFor(mayBeRead_);  // until then the own force reads what is replaced here
    PiecesOfAll pieces{{}, 0};
    const auto add = [&](const void* from, void* to, const Slices& slices, std::size_t bytesOfNumber) {
        if (slices.begin == slices.end) return;
        const std::size_t bytes = slice() * bytesOfNumber, at = static_cast<std::size_t>(slices.begin) * bytes;
        pieces.pieces[pieces.count++] = {static_cast<const std::byte*>(from) + at, static_cast<std::byte*>(to) + at,
                                         static_cast<std::size_t>(slices.end - slices.begin) * bytes};
    };
    for (const auto& each : all) {
        if (!isNear(*each)) continue;
        exchange_.waitFor(each->mayBeRead_);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            add(each->arrays_.force.along[axis], arrays_.force.along[axis], inBoth(smoothed_, each->own_),
                bytesOfNumber(arrays_.force));
            add(each->arrays_.tried.along[axis], arrays_.tried.along[axis], inBoth(held_, each->own_), sizeof(float));
        }
    }
    launchPull(pieces, exchange_.get());
    hasRead_.record(exchange_);
}

void LevelSlab::queueVelocity(const All& all) {
    place_->device().makeCurrent();
    for (const auto& each : all)
        if (each.get() == this || isNear(*each)) stream().waitFor(each->hasRead_);
    if (bands_ && canCarryAtOnce(sidesOf(sizeOf(size_, smoothed_)), *bands_)) {
        launchBandsAndCarry(arrays_.force, arrays_.tried, sidesOf(size_), {smoothed_, steppedTask_.done, own_}, *bands_,
                            place_->sums(ofForce_), stream().get());
    } else {
        smoothForce(2, smoothed_);
        launchCarry(steppedTask_, arrays_.tried, arrays_.force, place_->sums(ofForce_), stream().get());
    }
    isDone_.record(stream());
    check(cudaGetLastError(), "register volumes");
}

LevelSlab::Sums LevelSlab::sums() const {
    check(cudaEventSynchronize(isEvaluated_.get()), "register volumes");
    const double *const regularisation = place_->answers(ofRegularisation_), *const greys = place_->answers(ofGreys_);
    return {regularisation[0], regularisation[1], greys[0], greys[1], place_->answers(ofVelocity_)[0]};
}

void LevelSlab::accept() {
    std::swap(arrays_.accepted, arrays_.tried);
    std::swap(arrays_.velocity, arrays_.force);
    std::swap(ofVelocity_, ofForce_);
    isStepping_ = false;
}

void LevelSlab::step(double reach) {
    reach_ = reach;
    isStepping_ = true;
}

void LevelSlab::give(const FieldPointers& to, const Stream& stream) const {
    wait();
    for (std::size_t axis = 0; axis < 3; ++axis)
        copy(arrays_.accepted.along[axis], to.along[axis], own_, sizeof(float), stream);
}

void LevelSlab::rest() const noexcept {
    cudaStreamSynchronize(exchange_.get());
    cudaStreamSynchronize(stream().get());
}

}  // namespace coarsen::gpu
