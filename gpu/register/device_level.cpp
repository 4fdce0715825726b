// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_level.hpp"

#include "gpu/register/kernels/images.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::gpu {

namespace {

constexpr std::size_t ofBend = 0, ofGreys = mostSums;  // where the sums lie

}  // namespace

std::size_t DeviceLevel::memoryFor(const VolumeSize& size) {
    return 13 * size.voxels() + numbersOf(size);  // four fields, the slope, and room
}

DeviceLevel::DeviceLevel(const Device& device, std::shared_ptr<const Stream> stream, std::shared_ptr<const DeviceImages> images,
                         const ForceSettings& settings, std::shared_ptr<const Memory> memory,
                         std::shared_ptr<SharedConveyor> conveyor)
    : device_((device.makeCurrent(), device)),
      stream_(std::move(stream)),
      images_(std::move(images)),
      size_(images_->size),
      memory_(std::move(memory)),
      conveyor_(std::move(conveyor)),
      smooth_(settings.sigma, size_),
      sums_(size_),
      ofVelocity_(2 * mostSums),
      ofForce_(3 * mostSums) {
    float* next = memory_->get();
    const auto take = [&] { return std::exchange(next, next + size_.voxels()); };
    for (FieldPointers* const field : {&accepted_, &tried_, &force_, &velocity_})
        for (float*& component : field->along)
            component = take();
    slope_ = take();
    room_ = next;
    const float* numbers = images_->numbers.get();
    if (settings.sampling == Sampling::linear) {
        linearNumbers_ = DeviceBuffer<float>(numbersOf(size_));
        const DeviceBuffer<float> rooms(2 * numbersOf(size_));
        prefilter_(images_->fixed.get(), size_, settings.sampling, linearNumbers_.get(),
                   {rooms.get(), rooms.get() + numbersOf(size_)}, *stream_);
        stream_->wait();
        numbers = linearNumbers_.get();
    }
    task_ = {images_->pair(numbers, settings.sampling == Sampling::cubic), settings.form == RegulariserForm::printed,
             static_cast<float>(settings.lambda), slope_};
}

DeviceLevel::~DeviceLevel() {
    cudaStreamSynchronize(stream_->get());  // its memory goes to others
}

void DeviceLevel::begin(const Flow& start) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        conveyor_->send(start.along[axis].data(), tried_.along[axis], size_.voxels() * sizeof(float), device_, *stream_);
    copyAccepted();
}

void DeviceLevel::begin(const std::array<float, 3>& everywhere) {
    launchFill(tried_, {everywhere[0], everywhere[1], everywhere[2]}, static_cast<long long>(size_.voxels()), stream_->get());
    copyAccepted();
}

void DeviceLevel::begin(const DeviceLevel& coarser) {
    for (std::size_t axis = 0; axis < 3; ++axis) {  // in memory of this level that is not in use yet
        prefilter_(coarser.accepted_.along[axis], coarser.size_, Sampling::cubic, room_, {force_.along[0], velocity_.along[0]},
                   *stream_);
        launchDouble({sidesOf(coarser.size_), room_, true}, sidesOf(size_), tried_.along[axis], stream_->get());
    }
    copyAccepted();
}

void DeviceLevel::copyAccepted() {
    check(cudaMemcpyAsync(accepted_.along[0], tried_.along[0], 3 * size_.voxels() * sizeof(float), cudaMemcpyDeviceToDevice,
                          stream_->get()),
          "begin a flow");
}

void DeviceLevel::queue(Part part) {
    switch (part) {
        case Part::bend:
            if (!isStepping_) return launchBend(task_, tried_, sums_.room(ofBend), stream_->get());
            return launchStepAndBend(task_, {accepted_, velocity_, reach_, sums_.room(ofVelocity_).kept}, tried_,
                                     sums_.room(ofBend), stream_->get());
        case Part::force:
            return launchForce(task_, tried_, force_, sums_.room(ofGreys), stream_->get());
        case Part::smoothX:
            return smooth_.along(0, force_.along, size_, room_, *stream_);
        case Part::smoothY:
            return smooth_.along(1, force_.along, size_, room_, *stream_);
        case Part::smoothZ:
            return smooth_.along(2, force_.along, size_, room_, *stream_);
        case Part::carry:
            return launchCarry(task_, tried_, force_, sums_.room(ofForce_), stream_->get());
    }
}

RegistrationLevel::Evaluation DeviceLevel::evaluate(double leastJ) {
    device_.makeCurrent();
    queue(Part::bend);
    queue(Part::force);
    isEvaluated_.record(*stream_);
    for (const Part part : {Part::smoothX, Part::smoothY, Part::smoothZ, Part::carry})
        queue(part);
    check(cudaGetLastError(), "register volumes");
    check(cudaEventSynchronize(isEvaluated_.get()), "register volumes");
    const PinnedBuffer<double>& sums = sums_.answers();
    Evaluation answer{0, sums[ofBend] / static_cast<double>(size_.voxels()), sums[ofBend + 1],
                      isStepping_ && sums[ofVelocity_] == 0};
    if (answer.jMin < leastJ) return answer;
    const double squares = sums[ofGreys], count = sums[ofGreys + 1];
    if (count == 0) throwNothingInCommon();
    answer.likeness = 0.5 * squares / count;
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
    auto components = conveyor_->fetch(accepted_.along, size_.voxels(), device_, *stream_);
    Flow u;
    u.size = size_;
    std::ranges::move(components, u.along.begin());
    return u;
}

RegistrationLevel::Found DeviceLevel::found() const {
    device_.makeCurrent();
    launchJacobian(accepted_, sidesOf(size_), room_, sums_.room(), stream_->get());
    check(cudaGetLastError(), "register volumes");
    auto volumes = conveyor_->fetch(std::array{accepted_.along[0], accepted_.along[1], accepted_.along[2], room_}, size_.voxels(),
                                    device_, *stream_);
    const auto count = static_cast<double>(size_.voxels());
    const double* const sums = sums_.answers().get();
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
    volumes.pop_back();
    found.u.size = size_;
    std::ranges::move(volumes, found.u.along.begin());
    return found;
}

}  // namespace coarsen::gpu
