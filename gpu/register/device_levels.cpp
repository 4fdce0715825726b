// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_levels.hpp"

#include "core/displace/shift_search.hpp"
#include "core/register/descent.hpp"
#include "core/register/host_levels.hpp"
#include "core/register/pyramid.hpp"
#include "gpu/register/device_blocks.hpp"
#include "gpu/register/device_greys.hpp"
#include "gpu/register/device_shift.hpp"
#include "gpu/register/kernels/images.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen::gpu {

DeviceLevels::DeviceLevels(std::shared_ptr<GpuArena> place, std::unique_ptr<LevelSharing> sharing,
                           RegistrationPrecision precision, const Volume& fixed, const Volume& moved,
                           const LevelsSettings& settings)
    : place_(std::move(place)),
      sharing_(std::move(sharing)),
      precision_(precision),
      settings_(settings),
      sizes_{fixed.size()},
      isFixedMasked_(!fixed.isAllValid()),
      isMovedMasked_(!moved.isAllValid()),
      moved_(moved) {
    while (static_cast<int>(sizes_.size()) < settings.levels && mayBeHalved(sizes_.back()))
        sizes_.push_back(halfOf(sizes_.back()));
    takeRoom();
    place_->expect(fixed.size().voxels());
    send(fixed, moved);
    phases_ = devicePhaseMeans({valuesOf(ofFixed), valuesOf(ofMoved)}, memories_[0], stream());
    requireTwoGreys(phases_[0], phases_[1]);
    scale(ofFixed, phases_[0]);
    scale(ofMoved, phases_[settings.isMatched ? 1 : 0]);
    makeLevels(ofFixed);
    makeLevels(ofMoved);
    for (const Images& each : levels_)
        prepare(*each);
    if (alike_ != levels_.front()) prepare(*alike_);
}

DeviceLevels::~DeviceLevels() {
    cudaStreamSynchronize(stream().get());
}

void DeviceLevels::takeRoom() {
    const bool isOneMore = settings_.presmooth != correlationSigma;
    const auto bytesOfImages = [&](const VolumeSize& size) {
        return DeviceImages::bytesOf(size, precision_, isFixedMasked_, isMovedMasked_);
    };
    const auto bytesOfMemory = [&](std::size_t which) {
        const std::size_t bytes = which < sizes_.size() ? DeviceLevel::bytesOf(sizes_[which], precision_) : 0;
        return std::max(bytes, GpuArena::roomOf(greyRoom));
    };
    std::size_t bytes = bytesOfMemory(0) + bytesOfMemory(1) + (isOneMore ? bytesOfImages(sizes_.front()) : 0);
    for (const VolumeSize& size : sizes_)
        bytes += bytesOfImages(size);
    const std::size_t voxels = sizes_.front().voxels();
    if (settings_.isMatched) bytes += GpuArena::roomOf(voxels) + GpuArena::roomOf(blockRoom * sizeof(double));
    place_->clear(bytes, sizes_.front());
    for (const std::size_t which : {std::size_t{0}, std::size_t{1}})
        memories_[which] = place_->take<std::byte>(bytesOfMemory(which));
    for (const VolumeSize& size : sizes_)
        levels_.push_back(newImages(size));
    alike_ = isOneMore ? newImages(sizes_.front()) : levels_.front();
    if (settings_.isMatched) {
        counted_ = place_->take<std::uint8_t>(voxels);
        blockSums_ = place_->take<double>(blockRoom);
    }
    std::vector<LevelShape> shapes;
    for (const VolumeSize& size : sizes_)
        shapes.push_back({size, precision_, isFixedMasked_, isMovedMasked_});
    sharing_->makeRoom(shapes);
    place_->device().makeCurrent();
}

DeviceLevels::Images DeviceLevels::newImages(const VolumeSize& size) const {
    return std::make_shared<DeviceImages>(*place_, size, precision_, isFixedMasked_, isMovedMasked_);
}

void DeviceLevels::send(const Volume& fixed, const Volume& moved) {
    const DeviceImages& to = *levels_.front();
    place_->copier().send(
        std::array{HostDeviceCopier::Load(fixed.values(), to.fixed), HostDeviceCopier::Load(moved.values(), to.moved),
                   HostDeviceCopier::Load(fixed.valid(), to.fixedValid), HostDeviceCopier::Load(moved.valid(), to.movedValid)},
        place_->device(), stream(), {});
}

ValidValues DeviceLevels::valuesOf(const Which& which) const {
    const DeviceImages& images = *levels_.front();
    return {images.*which.values, images.*which.valid, static_cast<long long>(images.size.voxels())};
}

void DeviceLevels::scale(const Which& which, const PhaseMeans& phases) const {
    launchScale(valuesOf(which), phases.dark, phases.bright, (*levels_.front()).*which.values, stream().get());
}

void DeviceLevels::takeOut(const SlowBrightness& slow) const {
    launchTakeOut(levels_.front()->moved, slowTask(slow, sizes_.front()), stream().get());
}

void DeviceLevels::makeLevels(const Which& which) const {
    DeviceImages& images = *levels_.front();
    if (alike_ != levels_.front()) {
        const auto copy = [&](const auto* from, auto* to) {
            if (from)
                check(cudaMemcpyAsync(to, from, images.size.voxels() * sizeof *to, cudaMemcpyDeviceToDevice, stream().get()),
                      "copy a volume");
        };
        copy(images.*which.values, (*alike_).*which.values), copy(images.*which.valid, (*alike_).*which.valid);
        smooth(*alike_, which, correlationSigma);
    }
    smooth(images, which, settings_.presmooth);
    for (std::size_t level = 1; level < levels_.size(); ++level)
        halve(*levels_[level - 1], *levels_[level], which);
}

void DeviceLevels::smooth(DeviceImages& images, const Which& which, double sigma) const {
    if (!(sigma > 0)) return;
    float* const values = images.*which.values;
    const std::uint8_t* const valid = images.*which.valid;
    const DeviceGaussian gaussian(sigma, images.size);
    if (!valid) {
        gaussian(values, images.size, room(), stream());
    } else {
        float* const weights = room() + images.size.voxels();
        const auto count = static_cast<long long>(images.size.voxels());
        const double* const sums = centre({values, valid, count}, images.size, values, weights, *place_);
        gaussian(values, images.size, room(), stream());
        gaussian(weights, images.size, room(), stream());
        launchWeigh(values, weights, sums, count, stream().get());
    }
    check(cudaGetLastError(), "smooth a volume");
}

void DeviceLevels::halve(const DeviceImages& fine, DeviceImages& coarse, const Which& which) const {
    const DeviceGaussian gaussian(sigmaBeforeHalving, fine.size);
    const std::size_t voxels = fine.size.voxels();
    const auto roomAt = [&](std::size_t place) { return room() + place * voxels; };
    const auto halveInto = [&](const float* from, float* to) {
        gaussian.halve(from, fine.size, to, {roomAt(0), roomAt(1)}, stream());
    };
    const float* const from = fine.*which.values;
    float* const to = coarse.*which.values;
    const std::uint8_t* const valid = fine.*which.valid;
    if (!valid) return halveInto(from, to);
    const double* const sums = centre({from, valid, static_cast<long long>(voxels)}, fine.size, roomAt(2), roomAt(3), *place_);
    halveInto(roomAt(2), to);
    halveInto(roomAt(3), roomAt(4));
    launchWeigh(to, roomAt(4), sums, static_cast<long long>(coarse.size.voxels()), stream().get());
    launchHalve(valid, sidesOf(fine.size), coarse.*which.valid, stream().get());
}

void DeviceLevels::prepare(DeviceImages& images) const {
    images.prepare({room(), room() + numbersOf(images.size)}, stream());
}

RegistrationPair DeviceLevels::coarsest() const {
    const DeviceImages& images = *levels_.back();
    const std::size_t count = images.size.voxels();
    const auto valid = [&](const std::uint8_t* there) { return hostCopy(there, there ? count : 0); };
    return {images.size, hostCopy(images.fixed, count), hostCopy(images.moved, count), valid(images.fixedValid),
            valid(images.movedValid)};
}

std::array<double, 3> DeviceLevels::drift() const {
    place_->device().makeCurrent();
    stream().wait();
    const auto start = deviceLikeliestShift(*levels_.back(), room(), *place_);
    const VolumeShift shift = shiftThroughLevels(
        start ? *start : likeliestShift(coarsest(), settings_.threads), levels_.size(),
        [&](std::size_t level, const VolumeShift& at) {
            launchShift(levels_[level]->pair(), {at.x, at.y, at.z}, place_->sums(GpuArena::otherPlace), stream().get());
            check(cudaGetLastError(), "find the drift");
            stream().wait();
            ShiftNormals normals;
            static_assert(normals.count == shiftSums);
            std::copy_n(place_->answers(GpuArena::otherPlace), normals.count, normals.sums.begin());
            return normals;
        });
    return {shift.x, shift.y, shift.z};
}

std::unique_ptr<DeviceLevel> DeviceLevels::emptyLevel(std::size_t level, const ForceSettings& force) const {
    const std::size_t turn = level % 2;
    return std::make_unique<DeviceLevel>(place_, levels_[level], force, precision_,
                                         LevelRoom{memories_[turn], turn * GpuArena::placesOfLevel});
}

std::unique_ptr<DeviceLevel> DeviceLevels::levelFrom(std::size_t level, const ForceSettings& force,
                                                     const std::array<double, 3>& displacement) const {
    auto made = emptyLevel(level, force);
    const double per = std::pow(2.0, static_cast<double>(level));
    made->begin({static_cast<float>(displacement[0] / per), static_cast<float>(displacement[1] / per),
                 static_cast<float>(displacement[2] / per)});
    return made;
}

std::unique_ptr<RegistrationLevel> DeviceLevels::level(std::size_t level, const ForceSettings& force,
                                                       const std::array<double, 3>& displacement) const {
    return sharing_->shared(levelFrom(level, force, displacement), level, *levels_[level], force.sigma);
}

std::unique_ptr<RegistrationLevel> DeviceLevels::finer(const RegistrationLevel& coarser, std::size_t level,
                                                       const ForceSettings& force) const {
    auto made = emptyLevel(level, force);
    made->begin(wholeOf(coarser));
    return sharing_->shared(std::move(made), level, *levels_[level], force.sigma);
}

double DeviceLevels::correlation(const std::array<double, 3>& displacement) const {
    compared_ = {displacement, meansOfProducts(*alike_, levelFrom(0, {}, displacement)->accepted())};
    return correlationOf(compared_->means);
}

double DeviceLevels::correlation(const RegistrationLevel& finest) const {
    return correlationOf(meansOfProducts(*alike_, wholeOf(finest).accepted()));
}

double DeviceLevels::correlationOf(const MeansOfProducts& means) {
    const auto [n, meanA, meanB, squareA, product, squareB] = means;
    const double aa = squareA - meanA * meanA, ab = product - meanA * meanB, bb = squareB - meanB * meanB;
    return n > 0 && aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : std::numeric_limits<double>::quiet_NaN();
}

double DeviceLevels::mismatch(const std::array<double, 3>& displacement, const ForceSettings& force) const {
    if (force.sampling != Sampling::cubic) return levelFrom(0, force, displacement)->evaluate(leastJacobian).mismatch;
    const bool isKnown = alike_ == levels_.front() && compared_ && compared_->displacement == displacement;
    const MeansOfProducts means =
        isKnown ? compared_->means : meansOfProducts(*levels_.front(), levelFrom(0, force, displacement)->accepted());
    if (means.voxels == 0) throwNothingInCommon();
    return 0.5 * (means.aa - 2 * means.ab + means.bb);
}

DeviceLevels::MeansOfProducts DeviceLevels::meansOfProducts(const DeviceImages& images, const FieldPointers& u) const {
    place_->device().makeCurrent();
    launchCorrelation(images.pair(), u, place_->sums(GpuArena::otherPlace), stream().get());
    check(cudaGetLastError(), "compare volumes");
    stream().wait();
    const double* const s = place_->answers(GpuArena::otherPlace);
    return {s[0], s[1] / s[0], s[2] / s[0], s[3] / s[0], s[4] / s[0], s[5] / s[0]};
}

std::vector<BlockGreys> DeviceLevels::drawnGreys(const RegistrationLevel& finest, const BlockGrid& grid) {
    const DeviceLevel& whole = wholeOf(finest);
    place_->device().makeCurrent();
    const BlockTask task = blockTask(grid);
    launchDrawnGreys(alike_->pair(), whole.accepted(), task, counted_, blockSums_, stream().get());
    return blocksFrom(blockSums_, task, stream());
}

std::vector<BlockGreys> DeviceLevels::movedGreys(const BlockGrid& grid) const {
    place_->device().makeCurrent();
    const BlockTask task = blockTask(grid);
    launchCountedGreys(alike_->moved, counted_, task, blockSums_, stream().get());
    return blocksFrom(blockSums_, task, stream());
}

PhaseMeans DeviceLevels::undo(const SlowBrightness& slow) {
    place_->device().makeCurrent();
    place_->expect(sizes_.front().voxels());
    place_->copier().send(std::array{HostDeviceCopier::Load(moved_.values(), levels_.front()->moved)}, place_->device(), stream(),
                          {});
    scale(ofMoved, phases_[1]);
    for (const UndoneBrightness& before : undone_) {
        takeOut(before.slow);
        scale(ofMoved, before.phases);
    }
    takeOut(slow);
    const PhaseMeans found = twoPhases(devicePhaseMeans({valuesOf(ofMoved), {}}, memories_[0], stream()).front());
    scale(ofMoved, found);
    undone_.push_back({slow, found});
    makeLevels(ofMoved);
    sharing_->forgetVolumes();
    compared_.reset();
    return found;
}

}  // namespace coarsen::gpu
