// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/c3d/device_plan.hpp"

#include "core/base/parallel.hpp"
#include "gpu/c3d/kernels/padded_volumes.hpp"
#include "gpu/correlate/cufft_sums.hpp"
#include "gpu/device/memory.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

namespace coarsen::gpu {

namespace {

std::size_t countOf(const SumsTask& task) {
    return static_cast<std::size_t>(2 * task.reach.x + 1) * static_cast<std::size_t>(2 * task.reach.y + 1) *
           static_cast<std::size_t>(task.reach.z - task.minZ() + 1);
}

int powerOfScale(C3dField field) {
    return field == C3dField::centred ? 1 : field == C3dField::squared ? 2 : 0;
}

Sides sidesOf(const VolumeSize& size) {
    return {size.width, size.height, size.depth};
}

FieldOfVoxels thereOf(C3dField field) {
    return field == C3dField::centred   ? FieldOfVoxels::centred
           : field == C3dField::squared ? FieldOfVoxels::squared
                                        : FieldOfVoxels::valid;
}

}  // namespace

VolumeSize paddedOnDevice(const VolumeSize& box, const LagReach& reach) {
    return {cufftLength(box.width + reach.x), cufftLength(box.height + reach.y), cufftLength(box.depth + reach.z)};
}

DeviceC3dPlan::DeviceC3dPlan(const C3dShape& shape, const Device& device)
    : shape_(shape), device_((device.makeCurrent(), device)) {
    const std::size_t least = shape.size.voxels() * sizeof(float) +
                              CufftVolume::fieldBytes(paddedOnDevice(shape.size, shape.reach), false) +
                              bytesOfHalf(shape.reach) / (sizeof(double) / sizeof(float));
    requireFree(least, 0, "C3D", shape.size);
    values_ = DeviceBuffer<float>(shape.size.voxels());
    copier_.emplace(shape.threads);
}

void DeviceC3dPlan::take(const Volume& volume, const C3dLevel& level, std::stop_token stop) {
    if (volume.size() != shape_.size)
        throw EngineError("gpu-fft", "a volume of another size came than the plan was made for", "make a plan of its size");
    device_.makeCurrent();
    isMasked_ = !volume.isAllValid();
    isCentred_ = level.mean.has_value();
    mean_ = level.mean.value_or(0);
    exponent_ = level.deviation > 0 && std::isfinite(level.deviation) ? std::ilogb(level.deviation) : 0;
    if (isMasked_ && valid_.size() == 0) {
        requireFree(shape_.size.voxels(), 0, "C3D", shape_.size);
        valid_ = DeviceBuffer<std::uint8_t>(shape_.size.voxels());
    }
    copier_->send(std::array{HostDeviceCopier::Load(volume.values(), values_.get()),
                             HostDeviceCopier::Load(volume.valid(), isMasked_ ? valid_.get() : nullptr)},
                  device_, stream_, stop);
}

std::optional<VolumeLagSums> DeviceC3dPlan::ofItself(C3dField a, const VoxelBox& box, const LagReach& reach,
                                                     std::stop_token stop) {
    return run({a, std::nullopt, box, reach}, stop);
}

std::optional<VolumeLagSums> DeviceC3dPlan::ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                                   std::stop_token stop) {
    return run({a, b, box, reach}, stop);
}

std::optional<VolumeLagSums> DeviceC3dPlan::run(const SumsTask& task, std::stop_token stop) {
    if (stop.stop_requested()) return std::nullopt;
    device_.makeCurrent();
    queue(task);
    VolumeLagSums sums = answer(task);
    if (stop.stop_requested()) return std::nullopt;
    return sums;
}

bool DeviceC3dPlan::isDouble(const SumsTask& task) const {
    return !isCentred_ || task.a != C3dField::centred || task.b;
}

double DeviceC3dPlan::factor(const SumsTask& task) const {
    const VolumeSize padded = paddedOnDevice(task.box.size, task.reach);
    const int powers = powerOfScale(task.a) + powerOfScale(task.b.value_or(task.a));
    return std::ldexp(1 / static_cast<double>(padded.voxels()), powers * exponent_);
}

const CufftVolume& DeviceC3dPlan::transformFor(const VolumeSize& padded, bool isDouble) {
    const auto known =
        std::ranges::find_if(prepared_, [&](const Prepared& one) { return one.padded == padded && one.isDouble == isDouble; });
    if (known != prepared_.end()) return known->transform;
    return prepared_.emplace_back(Prepared{padded, isDouble, CufftVolume(padded, isDouble, stream_)}).transform;
}

/// Rooms only grow, and not before all of them fit.
void DeviceC3dPlan::makeRoom(std::initializer_list<std::pair<Bytes*, std::size_t>> rooms) const {
    std::size_t needed = 0, given = 0;
    for (const auto& [room, bytes] : rooms)
        if (bytes > room->size()) needed += bytes, given += room->size();
    if (needed == 0) return;
    requireFree(needed, given, "C3D", shape_.size);
    stream_.wait();  // for whoever still works in one
    for (const auto& [room, bytes] : rooms)
        if (bytes > room->size()) *room = {};
    for (const auto& [room, bytes] : rooms)
        if (bytes > room->size()) *room = Bytes(bytes);
}

void DeviceC3dPlan::queue(const SumsTask& task) {
    const VolumeSize padded = paddedOnDevice(task.box.size, task.reach);
    const bool inDouble = isDouble(task);
    const CufftVolume& transform = transformFor(padded, inDouble);
    const std::size_t field = CufftVolume::fieldBytes(padded, inDouble);
    makeRoom({{&roomA_, field},
              {&roomB_, task.b ? field : 0},
              {&work_, transform.workBytes()},
              {&sums_, countOf(task) * (inDouble ? sizeof(double) : sizeof(float))}});
    transform.useWork(work_.get());
    if (inDouble)
        queueIn<double, double2>(task, padded, transform);
    else
        queueIn<float, float2>(task, padded, transform);
}

template <typename Real>
void DeviceC3dPlan::fill(C3dField field, const VoxelBox& box, const VolumeSize& padded, Bytes& room) {
    const std::size_t first = shape_.size.index(box.x, box.y, box.z);
    const FieldTask task{values_.get() + first,
                         isMasked_ ? valid_.get() + first : nullptr,
                         static_cast<std::size_t>(shape_.size.width),
                         shape_.size.slice(),
                         sidesOf(box.size),
                         sidesOf(padded),
                         thereOf(field),
                         mean_,
                         std::ldexp(1.0, -exponent_)};
    check(padField(task, reinterpret_cast<Real*>(room.get()), stream_.get()), "pad a volume");
}

template <typename Real, typename Complex>
void DeviceC3dPlan::queueIn(const SumsTask& task, const VolumeSize& padded, const CufftVolume& transform) {
    auto* const a = reinterpret_cast<Complex*>(roomA_.get());
    const Complex* b = a;
    fill<Real>(task.a, task.box, padded, roomA_);
    transform.forward(roomA_.get());
    if (task.b) {
        b = reinterpret_cast<const Complex*>(roomB_.get());
        fill<Real>(*task.b, task.box, padded, roomB_);
        transform.forward(roomB_.get());
    }
    const std::size_t size = CufftVolume::fieldBytes(padded, std::is_same_v<Real, double>) / sizeof(Complex);
    check(multiplyByConjugate(a, b, size, stream_.get()), "multiply spectra");
    transform.back(roomA_.get());
    const OffsetsTask offsets{{task.reach.x, task.reach.y, task.reach.z}, sidesOf(padded), task.minZ()};
    check(takeOffsets(offsets, reinterpret_cast<const Real*>(roomA_.get()), reinterpret_cast<Real*>(sums_.get()), stream_.get()),
          "take the answer out");
}

VolumeLagSums DeviceC3dPlan::answer(const SumsTask& task) {
    VolumeLagSums answer = room(task.reach, task.minZ());
    const bool inDouble = isDouble(task);
    const std::size_t bytes = answer.values.size() * (inDouble ? sizeof(double) : sizeof(float));
    if (sumsHere_.size() < bytes) {
        sumsHere_ = {};
        sumsHere_ = PinnedBuffer<std::byte>(bytes);
    }
    check(cudaMemcpyAsync(sumsHere_.get(), sums_.get(), bytes, cudaMemcpyDeviceToHost, stream_.get()), "send its answer");
    stream_.wait();
    const double by = factor(task);
    const auto scaled = [&](const auto* from) {
        constexpr std::size_t piece = std::size_t{1} << 18;
        parallelFor((answer.values.size() + piece - 1) / piece, shape_.threads, [&](std::size_t i) {
            const std::size_t end = std::min(answer.values.size(), (i + 1) * piece);
            for (std::size_t at = i * piece; at < end; ++at)
                answer.values[at] = by * static_cast<double>(from[at]);
        });
    };
    inDouble ? scaled(reinterpret_cast<const double*>(sumsHere_.get())) : scaled(reinterpret_cast<const float*>(sumsHere_.get()));
    return answer;
}

}  // namespace coarsen::gpu
