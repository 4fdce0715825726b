// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_level.hpp"

#include "gpu/device/memory.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace coarsen::gpu {

namespace {

void upload(const std::vector<float>& values, float* to) {
    check(cudaMemcpy(to, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice), "receive a flow");
}

/// Throws OutOfGpuMemory where a level of that size has no room.
const Device& withRoomFor(const VolumeSize& size, const Device& device) {
    constexpr std::size_t volumes = 18;  // four fields, fixed, moved, the slope and what making the fixed one's numbers takes
    device.makeCurrent();
    requireFree(volumes * size.voxels() * sizeof(float), 0, "registration", size);
    return device;
}

}  // namespace

DeviceLevel::DeviceLevel(const RegistrationPair& pair, const ForceSettings& settings, const Flow& start, const Device& device)
    : device_(withRoomFor(pair.size, device)),
      size_(pair.size),
      numbers_(deviceNumbers(pair.fixed, pair.size, settings.sampling, stream_)),
      moved_(deviceCopy(pair.moved)),
      slope_(voxels()),
      fixedValid_(deviceCopy(pair.fixedValid)),
      movedValid_(deviceCopy(pair.movedValid)),
      accepted_(voxels()),
      tried_(voxels()),
      force_(voxels()),
      velocity_(voxels()),
      smooth_(settings.sigma, pair.size),
      parts_(3 * static_cast<std::size_t>(blocksOf(sidesOf(pair.size)))),
      ticket_(deviceCopy(std::vector<unsigned>{0})),
      sums_(9),
      task_{sidesOf(pair.size),
            numbers_.get(),
            moved_.get(),
            fixedValid_.get(),
            movedValid_.get(),
            settings.sampling == Sampling::cubic,
            settings.form == RegulariserForm::printed,
            static_cast<float>(settings.lambda),
            slope_.get(),
            parts_.get(),
            ticket_.get()} {
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const DeviceField* const field : {&accepted_, &tried_})
            upload(start.along[axis], field->pointers().along[axis]);
}

DeviceLevel::~DeviceLevel() {
    cudaStreamSynchronize(stream_.get());  // its memory goes
}

void DeviceLevel::queue(Part part) {
    switch (part) {
        case Part::step:
            return launchStep(task_, accepted_.pointers(), velocity_.pointers(), by_, tried_.pointers(), stream_.get());
        case Part::bend:
            return launchBend(task_, tried_.pointers(), sums_.get() + ofBend, stream_.get());
        case Part::force:
            return launchForce(task_, tried_.pointers(), force_.pointers(), sums_.get() + ofForce, stream_.get());
        case Part::smoothX:
            return smooth_(force_.pointers(), 0, stream_);
        case Part::smoothY:
            return smooth_(force_.pointers(), 1, stream_);
        case Part::smoothZ:
            return smooth_(force_.pointers(), 2, stream_);
        case Part::carry:
            return launchCarry(task_, tried_.pointers(), force_.pointers(), sums_.get() + ofCarry, stream_.get());
    }
}

RegistrationLevel::Evaluation DeviceLevel::evaluate(double leastJ) {
    device_.makeCurrent();
    queue(Part::bend);
    queue(Part::force);
    isEvaluated_.record(stream_);
    for (const Part part : {Part::smoothX, Part::smoothY, Part::smoothZ, Part::carry})
        queue(part);
    check(cudaGetLastError(), "register volumes");
    check(cudaEventSynchronize(isEvaluated_.get()), "register volumes");
    Evaluation answer{0, sums_[ofBend] / static_cast<double>(voxels()), sums_[ofBend + 1]};
    if (answer.jMin < leastJ) return answer;
    const double squares = sums_[ofForce], count = sums_[ofForce + 1];
    if (count == 0) throwNothingInCommon();
    answer.likeness = 0.5 * squares / count;
    return answer;
}

double DeviceLevel::accept() {
    std::swap(accepted_, tried_);
    std::swap(velocity_, force_);
    check(cudaStreamSynchronize(stream_.get()), "register volumes");
    return std::sqrt(sums_[ofCarry + 2]);
}

void DeviceLevel::step(double dt) {
    by_ = static_cast<float>(dt);
    device_.makeCurrent();
    queue(Part::step);
}

Flow DeviceLevel::displacement() const {
    stream_.wait();
    Flow u;
    u.size = size_;
    for (std::size_t axis = 0; axis < 3; ++axis)
        u.along[axis] = hostCopy(accepted_.pointers().along[axis], voxels());
    return u;
}

}  // namespace coarsen::gpu
