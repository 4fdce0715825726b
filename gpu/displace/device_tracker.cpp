// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/displace/device_tracker.hpp"

#include "core/base/error.hpp"
#include "core/displace/last_look.hpp"
#include "core/displace/match_rules.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

namespace coarsen::gpu {

namespace {

constexpr double fewestPairs = 32, smallestPairShare = 0.01;  // science/definitions.md
constexpr double mostProducts = 1e10;                         // of coarse pixels, at all lags: with more a transform is quicker

static_assert(trackBlocksAcross == shiftBlocksAcross);

std::size_t pixelBytes(PixelType type) {
    return type == PixelType::u8 ? 1 : type == PixelType::u16 ? 2 : 4;
}

TrackedPixels tracked(PixelType type) {
    return type == PixelType::u8 ? TrackedPixels::u8 : type == PixelType::u16 ? TrackedPixels::u16 : TrackedPixels::f32;
}

SmoothingWeights smoothingWeights() {
    SmoothingWeights weights{};
    double of[2 * smoothReach + 1], sum = 0;
    for (int i = 0; i <= 2 * smoothReach; ++i)
        sum += of[i] = std::exp(-(i - smoothReach) * (i - smoothReach) / (2 * MatchRules::smoothingPx * MatchRules::smoothingPx));
    for (int i = 0; i <= 2 * smoothReach; ++i)
        weights.of[i] = static_cast<float>(of[i] / sum);
    return weights;
}

int blocksAtOnce(PixelType type, const Device& device) {
    int each = 0;
    check(trackBlocksAtOnce(tracked(type), &each), "say how much it can do at once");
    if (each == 0) throw EngineError("GPU", "its multiprocessors are too small to follow pictures", "choose a CPU engine");
    return device.multiprocessors;  // one each: more of them wait longer for each other than they gain
}

template <typename T>
T* allocated(DeviceBuffer<T>& buffer, std::size_t size) {
    buffer = DeviceBuffer<T>(size);
    return buffer.get();
}

}  // namespace

DeviceTracker::DeviceTracker(const PlanShape& shape, TrackReference reference, const Device& device)
    : shape_(shape),
      device_(device),
      made_(madeOn(device)),
      grid_(trackGrid(shape.width, shape.height, blocksAtOnce(shape.type, device))),
      answer_(1) {
    const auto count = [](int number) { return static_cast<std::size_t>(number); };
    const std::size_t pixels = count(shape.width) * count(shape.height), bytes = pixels * pixelBytes(shape.type);
    const TrackSizes sizes{shape.width, shape.height, MatchRules::coarse(shape.maxLag), grid_};
    const auto grid = count(grid_);
    here_ = PinnedBuffer<std::byte>(bytes);
    task_.pixels = allocated(pixels_, bytes);
    task_.type = tracked(shape.type);
    task_.width = shape.width;
    task_.height = shape.height;
    task_.coarseLag = sizes.coarseLag;
    task_.fewestPairs = std::max(fewestPairs, smallestPairShare * sizes.coarsePixels());
    task_.keepsFirst = reference == TrackReference::first;
    task_.tileHeight = sizes.tileHeight();
    task_.bands = sizes.bands();
    task_.looks = sizes.looks();
    task_.sampleEvery = sizes.sampleEvery();
    task_.weights = smoothingWeights();
    task_.memory = allocated(memory_, 1);
    for (int slot = 0; slot < 2; ++slot) {
        task_.smooth[slot] = allocated(smooth_[slot], pixels);
        task_.coarse[slot] = allocated(coarse_[slot], count(sizes.coarsePixels()));
    }
    task_.coarseFacts = allocated(coarseFacts_, 3 * grid);
    task_.lagSums = allocated(lagSums_, count(sizes.lags()) * count(sizes.bands()));
    task_.drawn = allocated(drawn_, count(sizes.roundPixels()));
    task_.samples = allocated(samples_, count(sizes.roundPixels() / sizes.sampleEvery() + 1));
    task_.momentSums = allocated(momentSums_, 6 * grid);
    task_.stepSums = allocated(stepSums_, 5 * grid);
    task_.lookSums = allocated(lookSums_, count(trackBlocks) * count(sizes.looks()) * sumsOfTrackBlock);
    task_.ticket = allocated(ticket_, 1);
    void* answer = nullptr;
    check(cudaHostGetDevicePointer(&answer, answer_.get(), 0), "write into the computer's memory");
    task_.answer = static_cast<TrackAnswer*>(answer);

    check(cudaMemsetAsync(ticket_.get(), 0, ticket_.bytes(), stream_.get()), "prepare its work");
    warmUp();
    forget();
    stream_.wait();
}

/// Follows a picture of two grey levels. A kernel's first start loads its code, and a GPU that had nothing to do runs at a sixth
/// of its clock for the next tenth of a second: no frame should wait for either.
void DeviceTracker::warmUp() {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds longEnough{200};
    forget();
    std::memset(here_.get(), 0, here_.size());
    std::memset(here_.get() + here_.size() / 4, 1, here_.size() / 2);
    for (const auto end = Clock::now() + longEnough; Clock::now() < end;) {
        start();
        wait();
    }
}

/// The next picture is the first one.
void DeviceTracker::forget() {
    check(cudaMemsetAsync(memory_.get(), 0, memory_.bytes(), stream_.get()), "prepare its work");
}

void DeviceTracker::take(const Image& picture) {
    picture.visit([&](auto pixels) { std::memcpy(here_.get(), pixels.data(), pixels.size_bytes()); });
}

void DeviceTracker::start() const {
    device_.makeCurrent();
    check(cudaMemcpyAsync(pixels_.get(), here_.get(), here_.size(), cudaMemcpyHostToDevice, stream_.get()), "receive a picture");
    check(launchTrack(task_, grid_, stream_.get()), "start to follow a picture");
}

void DeviceTracker::wait() const {
    stream_.wait();
}

FoundShift DeviceTracker::found() const {
    switch (answer().outcome) {
        case TrackOutcome::first:
            return FoundShift::origin();
        case TrackOutcome::noContrast:
        case TrackOutcome::nothingAlike:
            return FoundShift::none();
        case TrackOutcome::look:
            break;
    }
    LastLook look;
    look.shift = {answer().x, answer().y};
    const double* of = answer().sums;
    for (auto& block : look.blocks) {
        block[0] = of[0], block[1] = of[1], block[3] = of[2], block[4] = of[3], block[9] = of[4], block[10] = of[5];
        look.moments.add({of[6], of[7], of[8], of[9], of[10], of[11]});
        of += sumsOfTrackBlock;
    }
    return foundBy(look);
}

FoundShift DeviceTracker::next(const MaskedImage& picture) {
    take(picture.image);
    start();
    wait();
    return found();
}

bool canFollow(const PlanShape& shape) {
    if (shape.channels != 1 || std::min(shape.width, shape.height) < MatchRules::shortestSidePx) return false;
    const double pixels = static_cast<double>(shape.width) * shape.height, lags = 2.0 * MatchRules::coarse(shape.maxLag) + 1;
    const double coarse = static_cast<double>(MatchRules::coarse(shape.width)) * MatchRules::coarse(shape.height);
    return pixels < std::numeric_limits<int>::max() / 4 && lags * lags * coarse <= mostProducts;
}

}  // namespace coarsen::gpu
