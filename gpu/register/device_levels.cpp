// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_levels.hpp"

#include "core/register/pyramid.hpp"
#include "core/register/start_shift.hpp"
#include "gpu/device/memory.hpp"
#include "gpu/register/device_greys.hpp"
#include "gpu/register/kernels/images.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace coarsen::gpu {

namespace {

const Device& withRoomFor(const VolumeSize& size, const LevelsSettings& settings, const Device& device) {
    const std::size_t images = settings.presmooth == likenessSigma ? 4 : 7;
    device.makeCurrent();
    requireFree((images * numbersOf(size) * 8 / 7 + DeviceLevel::memoryFor(size) * 9 / 8) * sizeof(float), 0, "registration",
                size);
    return device;
}

}  // namespace

DeviceLevels::DeviceLevels(const Device& device, std::shared_ptr<SharedConveyor> conveyor, const Volume& fixed,
                           const Volume& moved, const LevelsSettings& settings)
    : device_(withRoomFor(fixed.size(), settings, device)),
      settings_(settings),
      conveyor_(std::move(conveyor)),
      stream_(std::make_shared<const Stream>()),
      sums_(fixed.size()) {
    const VolumeSize& size = fixed.size();
    memories_[0] = std::make_shared<const DeviceLevel::Memory>(DeviceLevel::memoryFor(size));
    const auto images = std::make_shared<DeviceImages>();
    images->size = size;
    send(fixed, images->fixed, images->fixedValid);
    send(moved, images->moved, images->movedValid);
    scale(*images);
    if (settings.presmooth != likenessSigma) {
        alike_ = std::make_shared<DeviceImages>();
        alike_->size = size;
        const auto copy = [&](const auto& from, auto& to) {
            to = std::decay_t<decltype(to)>(from.size());
            check(cudaMemcpyAsync(to.get(), from.get(), from.bytes(), cudaMemcpyDeviceToDevice, stream_->get()), "copy a volume");
        };
        copy(images->fixed, alike_->fixed), copy(images->moved, alike_->moved);
        copy(images->fixedValid, alike_->fixedValid), copy(images->movedValid, alike_->movedValid);
        smoothBoth(*alike_, likenessSigma);
        prepare(*alike_);
    }
    smoothBoth(*images, settings.presmooth);
    levels_.push_back(images);
    while (static_cast<int>(levels_.size()) < settings.levels && mayBeHalved(levels_.back()->size))
        levels_.push_back(halved(*levels_.back()));
    for (const Images& each : levels_)
        prepare(*each);
    if (!alike_) alike_ = images;
    if (levels_.size() > 1) memories_[1] = std::make_shared<const DeviceLevel::Memory>(DeviceLevel::memoryFor(levels_[1]->size));
}

DeviceLevels::~DeviceLevels() {
    cudaStreamSynchronize(stream_->get());
}

void DeviceLevels::send(const Volume& volume, DeviceBuffer<float>& values, DeviceBuffer<std::uint8_t>& valid) {
    values = DeviceBuffer<float>(volume.size().voxels());
    conveyor_->send(volume.values().data(), values.get(), values.bytes(), device_, *stream_);
    if (volume.isAllValid()) return;
    valid = DeviceBuffer<std::uint8_t>(volume.size().voxels());
    conveyor_->send(volume.valid().data(), valid.get(), valid.bytes(), device_, *stream_);
}

void DeviceLevels::scale(DeviceImages& images) {
    const auto count = static_cast<long long>(images.size.voxels());
    const ValidValues fixed{images.fixed.get(), images.fixedValid.get(), count},
        moved{images.moved.get(), images.movedValid.get(), count};
    const PhaseMeans means = devicePhaseMeans(fixed, *stream_);
    requireTwoGreys(means, devicePhaseMeans(moved, *stream_));
    launchScale(fixed, means.dark, means.bright, images.fixed.get(), stream_->get());
    launchScale(moved, means.dark, means.bright, images.moved.get(), stream_->get());
}

void DeviceLevels::smooth(float* values, const DeviceBuffer<std::uint8_t>& valid, const VolumeSize& size, double sigma) const {
    const DeviceGaussian gaussian(sigma, size);
    float *const room = memories_[0]->get(), *const weights = room + size.voxels();
    if (valid.size() == 0) return gaussian(values, size, room, *stream_);
    const auto count = static_cast<long long>(size.voxels());
    const ValidValues all{values, valid.get(), count};
    launchMean(all, sidesOf(size), sums_.room(), stream_->get());
    stream_->wait();
    const double sum = sums_.answers()[0], counted = sums_.answers()[1];
    const auto mean = static_cast<float>(counted > 0 ? sum / counted : 0);
    launchCentre(all, mean, values, weights, stream_->get());
    gaussian(values, size, room, *stream_);
    gaussian(weights, size, room, *stream_);
    launchWeigh(values, weights, mean, count, stream_->get());
    stream_->wait();  // before the filter's weights go
}

void DeviceLevels::smoothBoth(DeviceImages& images, double sigma) const {
    if (!(sigma > 0)) return;
    smooth(images.fixed.get(), images.fixedValid, images.size, sigma);
    smooth(images.moved.get(), images.movedValid, images.size, sigma);
    check(cudaGetLastError(), "smooth a volume");
}

DeviceLevels::Images DeviceLevels::halved(const DeviceImages& fine) const {
    const auto coarse = std::make_shared<DeviceImages>();
    coarse->size = halfOf(fine.size);
    float* const smoothed = memories_[0]->get() + 2 * fine.size.voxels();
    const auto half = [&](const DeviceBuffer<float>& from, const DeviceBuffer<std::uint8_t>& valid, DeviceBuffer<float>& to,
                          DeviceBuffer<std::uint8_t>& validTo) {
        check(cudaMemcpyAsync(smoothed, from.get(), from.bytes(), cudaMemcpyDeviceToDevice, stream_->get()), "halve a volume");
        smooth(smoothed, valid, fine.size, sigmaBeforeHalving);
        to = DeviceBuffer<float>(coarse->size.voxels());
        launchHalve(smoothed, sidesOf(fine.size), to.get(), stream_->get());
        if (valid.size() == 0) return;
        validTo = DeviceBuffer<std::uint8_t>(coarse->size.voxels());
        launchHalve(valid.get(), sidesOf(fine.size), validTo.get(), stream_->get());
    };
    half(fine.fixed, fine.fixedValid, coarse->fixed, coarse->fixedValid);
    half(fine.moved, fine.movedValid, coarse->moved, coarse->movedValid);
    return coarse;
}

void DeviceLevels::prepare(DeviceImages& images) const {
    const std::size_t count = numbersOf(images.size);
    images.numbers = DeviceBuffer<float>(count);
    float* const room = memories_[0]->get();
    prefilter_(images.fixed.get(), images.size, Sampling::cubic, images.numbers.get(), {room, room + count}, *stream_);
}

std::array<double, 3> DeviceLevels::drift() const {
    device_.makeCurrent();
    stream_->wait();
    const DeviceImages& coarsest = *levels_.back();
    const auto valid = [](const DeviceBuffer<std::uint8_t>& there) { return hostCopy(there.get(), there.size()); };
    const RegistrationPair here{coarsest.size, hostCopy(coarsest.fixed.get(), coarsest.fixed.size()),
                                hostCopy(coarsest.moved.get(), coarsest.moved.size()), valid(coarsest.fixedValid),
                                valid(coarsest.movedValid)};
    return refinedThroughLevels(
        likeliestShift(here, settings_.threads), levels_.size(), [&](std::size_t level, const std::array<double, 3>& shift) {
            launchShift(levels_[level]->pair(), {shift[0], shift[1], shift[2]}, sums_.room(), stream_->get());
            check(cudaGetLastError(), "find the drift");
            stream_->wait();
            const double* const s = sums_.answers().get();
            return ShiftEquations{{{{s[0], s[1], s[2]}, {s[1], s[3], s[4]}, {s[2], s[4], s[5]}}}, {s[6], s[7], s[8]}};
        });
}

std::unique_ptr<DeviceLevel> DeviceLevels::emptyLevel(std::size_t level, const ForceSettings& force) const {
    return std::make_unique<DeviceLevel>(device_, stream_, levels_[level], force, memories_[level % 2], conveyor_);
}

std::unique_ptr<RegistrationLevel> DeviceLevels::level(std::size_t level, const ForceSettings& force,
                                                       const std::array<double, 3>& displacement) const {
    auto made = emptyLevel(level, force);
    const double per = std::pow(2.0, static_cast<double>(level));
    made->begin({static_cast<float>(displacement[0] / per), static_cast<float>(displacement[1] / per),
                 static_cast<float>(displacement[2] / per)});
    return made;
}

std::unique_ptr<RegistrationLevel> DeviceLevels::finer(const RegistrationLevel& coarser, std::size_t level,
                                                       const ForceSettings& force) const {
    auto made = emptyLevel(level, force);
    made->begin(dynamic_cast<const DeviceLevel&>(coarser));
    return made;
}

double DeviceLevels::likeness(const std::array<double, 3>& displacement) const {
    return likeness(dynamic_cast<const DeviceLevel&>(*level(0, {}, displacement)).accepted());
}

double DeviceLevels::likeness(const RegistrationLevel& finest) const {
    return likeness(dynamic_cast<const DeviceLevel&>(finest).accepted());
}

double DeviceLevels::likeness(const FieldPointers& u) const {
    device_.makeCurrent();
    launchLikeness(alike_->pair(), u, sums_.room(), stream_->get());
    check(cudaGetLastError(), "compare volumes");
    stream_->wait();
    const double* const s = sums_.answers().get();
    const double n = s[0], a = s[1] / n, b = s[2] / n, aa = s[3] / n - a * a, ab = s[4] / n - a * b, bb = s[5] / n - b * b;
    return n > 0 && aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace coarsen::gpu
