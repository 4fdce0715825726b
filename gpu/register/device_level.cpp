// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_level.hpp"

#include "gpu/register/kernels/evaluation.hpp"
#include "gpu/register/kernels/images.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace coarsen::gpu {

namespace {

std::size_t bytesOfNumber(RegistrationPrecision precision) {
    return precision == RegistrationPrecision::half ? sizeof(float) / 2 : sizeof(float);
}

}  // namespace

std::size_t DeviceLevel::bytesOf(const VolumeSize& size, RegistrationPrecision precision) {
    // two displacements and the slope, force and velocity, and room
    return GpuArena::roomOf(size.voxels() * (7 * sizeof(float) + 6 * bytesOfNumber(precision)) + numbersOf(size) * sizeof(float));
}

DeviceLevel::DeviceLevel(std::shared_ptr<GpuArena> place, std::shared_ptr<const DeviceImages> images,
                         const ForceSettings& settings, RegistrationPrecision precision, const LevelRoom& room)
    : place_(std::move(place)),
      images_(std::move(images)),
      size_(images_->size),
      smooth_(settings.sigma, size_),
      ofRegularisation_(room.firstPlace),
      ofGreys_(room.firstPlace + 1),
      ofVelocity_(room.firstPlace + 2),
      ofForce_(room.firstPlace + 3) {
    std::byte* next = room.memory;
    const auto take = [&](std::size_t bytes) { return std::exchange(next, next + bytes); };
    const auto takeFloats = [&] { return reinterpret_cast<float*>(take(size_.voxels() * sizeof(float))); };
    for (FieldPointers* const field : {&accepted_, &tried_})
        for (float*& component : field->along)
            component = takeFloats();
    for (MotionPointers* const motion : {&force_, &velocity_}) {
        motion->isHalf = precision == RegistrationPrecision::half;
        for (void*& component : motion->along)
            component = take(size_.voxels() * bytesOfNumber(precision));
    }
    slope_ = takeFloats();
    room_ = reinterpret_cast<float*>(next);
    const ForceDivisor divisor = divisorOf(settings.term);
    task_ = {images_->pair(),
             settings.form == RegulariserForm::printed,
             static_cast<float>(settings.lambda),
             slope_,
             {0, size_.depth},
             {0, size_.depth},
             {divisor.squares, divisor.constant}};
    if (force_.isHalf) chooseSmoothing(settings.sigma);
    if (settings.sampling == Sampling::linear) readLinearly();
}

void DeviceLevel::chooseSmoothing(double sigma) {
    const VolumeSides sides = sidesOf(size_);
    const auto sharedBytes = static_cast<std::size_t>(place_->device().sharedBytesPerBlock);
    bands_ = bandsOf(sigma);
    if (bands_ && !canSmoothInBands(sides, *bands_, sharedBytes)) bands_.reset();
    if (!bands_ || size_.depth == 1) return;
    nodes_ = nodesOf(sigma, sharedBytes);
    const std::size_t room = (size_.voxels() + numbersOf(size_)) * sizeof(float);
    if (nodes_ && (!canSmoothByNodes(sides, *nodes_) || bytesOfNodes(sides, *nodes_) > room)) nodes_.reset();
}

void DeviceLevel::readLinearly() {
    linearNumbers_ = DeviceBuffer<float>(numbersOf(size_));
    const DeviceBuffer<float> rooms(2 * numbersOf(size_));
    prefilter(images_->fixed, size_, Sampling::linear, linearNumbers_.get(), {rooms.get(), rooms.get() + numbersOf(size_)},
              stream());
    SampledVolume& fixed = task_.pair.fixed;
    fixed.isCubic = false, fixed.numbers = linearNumbers_.get();
    if (fixed.quads) {
        linearQuads_ = DeviceBuffer<Quad>(quadsOf(size_));
        launchQuads(fixed.numbers, fixed.size, linearQuads_.get(), stream().get());
        fixed.quads = linearQuads_.get();
    }
    stream().wait();
}

void DeviceLevel::begin(const Flow& start) {
    const auto load = [&](std::size_t axis) { return HostDeviceCopier::Load(std::span(start.along[axis]), tried_.along[axis]); };
    place_->copier().send(std::array{load(0), load(1), load(2)}, place_->device(), stream(), {});
    copyAccepted();
}

void DeviceLevel::begin(const std::array<float, 3>& everywhere) {
    launchFill(tried_, {everywhere[0], everywhere[1], everywhere[2]}, static_cast<long long>(size_.voxels()), stream().get());
    copyAccepted();
}

void DeviceLevel::begin(const DeviceLevel& coarser) {
    for (std::size_t axis = 0; axis < 3; ++axis) {  // in memory of this level that is not in use yet
        prefilter(coarser.accepted_.along[axis], coarser.size_, Sampling::cubic, room_,
                  {accepted_.along[0], static_cast<float*>(force_.along[0])}, stream());
        launchDouble({sidesOf(coarser.size_), room_, true, nullptr}, sidesOf(size_), tried_.along[axis], stream().get());
    }
    copyAccepted();
}

void DeviceLevel::copyAccepted() {
    check(cudaMemcpyAsync(accepted_.along[0], tried_.along[0], 3 * size_.voxels() * sizeof(float), cudaMemcpyDeviceToDevice,
                          stream().get()),
          "begin a flow");
}

void DeviceLevel::smooth(int axis) {
    if (std::array{size_.width, size_.height, size_.depth}[static_cast<std::size_t>(axis)] == 1) return;
    if (bands_) return launchBands(force_, sidesOf(size_), axis, *bands_, stream().get());
    smooth_.along(axis, {{force_.along[0], force_.along[1], force_.along[2]}, 3, force_.isHalf}, size_, room_, stream());
}

void DeviceLevel::smoothXAndY() {
    if (nodes_) return launchNodes(force_, sidesOf(size_), *nodes_, slope_, place_->sums(ofForce_).kept, stream().get());
    smooth(0);
    smooth(1);
}

void DeviceLevel::smoothZAndCarry() {
    if (nodes_) {
        launchNodesAlongZ(sidesOf(size_), *nodes_, *bands_, slope_, stream().get());
        return launchCarryOfNodes(force_, tried_, sidesOf(size_), *nodes_, slope_, place_->sums(ofForce_).kept, stream().get());
    }
    if (bands_ && canCarryAtOnce(sidesOf(size_), *bands_))
        return launchBandsAndCarry(force_, tried_, sidesOf(size_), {task_.done, task_.done, task_.own}, *bands_,
                                   untoldSums(ofForce_), stream().get());
    smooth(2);
    launchCarry(task_, tried_, force_, untoldSums(ofForce_), stream().get());
}

SumRoom DeviceLevel::untoldSums(std::size_t place) const {
    SumRoom room = place_->sums(place);
    room.answer = nullptr;
    return room;
}

StepTask DeviceLevel::stepTask() const {
    return {accepted_, velocity_, reach_, untoldSums(ofVelocity_).kept};
}

HostSums DeviceLevel::hostSums() const {
    return {{place_->sums(ofRegularisation_), place_->sums(ofVelocity_)}};
}

void DeviceLevel::queue(Part part) {
    switch (part) {
        case Part::energyAndForce:
            if (isAllAtOnce())
                return launchEvaluation(task_, stepTask(), tried_, force_, place_->sums(ofGreys_), hostSums(), stream().get());
            queue(Part::regularisation);
            return queue(Part::force);
        case Part::regularisation:
            if (!isStepping_) return launchRegularisation(task_, tried_, untoldSums(ofRegularisation_), stream().get());
            return launchStepAndRegularisation(task_, stepTask(), tried_, untoldSums(ofRegularisation_), stream().get());
        case Part::force:
            return launchForce(task_, tried_, force_, place_->sums(ofGreys_), hostSums(), stream().get());
        case Part::smoothXAndY:
            return smoothXAndY();
        case Part::smoothZAndCarry:
            return smoothZAndCarry();
    }
}

RegistrationLevel::Evaluation DeviceLevel::evaluate(double leastJ) {
    place_->device().makeCurrent();
    queue(Part::energyAndForce);
    isEvaluated_.record(stream());
    queue(Part::smoothXAndY);
    queue(Part::smoothZAndCarry);
    check(cudaGetLastError(), "register volumes");
    check(cudaEventSynchronize(isEvaluated_.get()), "register volumes");
    const double *const regularisation = place_->answers(ofRegularisation_), *const greys = place_->answers(ofGreys_);
    Evaluation answer{0, regularisation[0] / static_cast<double>(size_.voxels()), regularisation[1],
                      isStepping_ && place_->answers(ofVelocity_)[0] == 0};
    if (answer.jMin < leastJ) return answer;
    const double squares = greys[0], count = greys[1];
    if (count == 0) throwNothingInCommon();
    answer.mismatch = 0.5 * squares / count;
    return answer;
}

void DeviceLevel::accept() {
    std::swap(accepted_, tried_);
    std::swap(velocity_, force_);
    std::swap(ofVelocity_, ofForce_);
    isStepping_ = false;
}

void DeviceLevel::step(double reach) {
    reach_ = reach;
    isStepping_ = true;
}

Flow DeviceLevel::displacement() const {
    auto components =
        place_->fetch(std::array<const float*, 3>{accepted_.along[0], accepted_.along[1], accepted_.along[2]}, size_.voxels());
    Flow u;
    u.size = size_;
    std::ranges::move(components, u.along.begin());
    return u;
}

RegistrationLevel::Found DeviceLevel::found(const std::array<double, 3>& drift) const {
    place_->device().makeCurrent();
    launchJacobian({accepted_, {drift[0], drift[1], drift[2]}, sidesOf(size_)}, room_, place_->sums(ofRegularisation_),
                   stream().get());
    check(cudaGetLastError(), "register volumes");
    auto volumes = place_->fetch(std::array<const float*, 4>{accepted_.along[0], accepted_.along[1], accepted_.along[2], room_},
                                 size_.voxels());
    const auto count = static_cast<double>(size_.voxels());
    const double* const sums = place_->answers(ofRegularisation_);
    const double mean = sums[1] / count, second = std::max(0.0, sums[2] / count - mean * mean),
                 third = sums[3] / count - 3 * mean * sums[2] / count + 2 * mean * mean * mean, sd = std::sqrt(second);
    Found found;
    found.jacobians = {std::move(volumes.back()),
                       {.least = sums[4],
                        .mean = sums[0] / count,
                        .greatest = sums[5],
                        .logMean = mean,
                        .logSd = sd,
                        .logSkew = second > 0 ? third / (second * sd) : 0}};
    found.farthest = std::sqrt(sums[6]);
    volumes.pop_back();
    found.u.size = size_;
    std::ranges::move(volumes, found.u.along.begin());
    return found;
}

}  // namespace coarsen::gpu
