// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/convolvers.hpp"

#include "core/base/error.hpp"
#include "core/convolve/fft_tiling.hpp"

#include <algorithm>
#include <chrono>
#include <complex>
#include <iterator>
#include <utility>

namespace coarsen {

namespace {
constexpr std::size_t mostIdle = 4;  // filters of one recipe, at the sizes that a preview goes to and fro between
}

Convolvers::Convolvers(ConvolutionRequest request) : request_(std::move(request)) {}

Convolvers::Kept Convolvers::taken(const Filter& filter, const ConvolutionSettings& settings, int width, int height) {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find_if(idle_, [&](const Kept& one) {
        return one.width == width && one.height == height && one.settings == settings && one.filter == filter;
    });
    if (known == idle_.end()) return {filter, settings, width, height, nullptr};
    Kept kept = std::move(*known);
    idle_.erase(known);
    return kept;
}

void Convolvers::putBack(Kept kept) {
    const std::lock_guard lock(mutex_);
    idle_.push_front(std::move(kept));
    if (idle_.size() > mostIdle) idle_.pop_back();
}

/// True where a CPU engine is left to try; `failed`: what was asked for when one failed.
bool Convolvers::isLeftToTheCpu(const ConvolutionRequest& failed, const std::string& why) {
    const auto isGpu = [](const auto& engine) { return engine->description().isGpu; };
    if (std::ranges::none_of(failed.engines, isGpu)) return false;
    const std::lock_guard lock(mutex_);
    std::erase_if(request_.engines, isGpu);
    request_.name = "auto";
    idle_.clear();
    trouble_ = why;
    return !request_.engines.empty();
}

Convolved Convolvers::operator()(const Filter& filter, const ConvolutionSettings& settings, const Image& image, const Mask& mask,
                                 std::stop_token stop) {
    for (;;) {
        const ConvolutionRequest request = [&] {
            const std::lock_guard lock(mutex_);
            return request_;
        }();
        try {
            Kept kept = taken(filter, settings, image.width(), image.height());
            if (!kept.convolver)
                kept.convolver = std::make_unique<Convolver>(request.engines, request.name, filter, settings, image.width(),
                                                             image.height(), 1);
            if (!mask.isAllValid()) kept.convolver->planForMasks();
            const auto start = std::chrono::steady_clock::now();
            Convolved answer = (*kept.convolver)(image, mask, stop);
            kept.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
            putBack(std::move(kept));
            return answer;
        } catch (const EngineError& error) {
            if (!isLeftToTheCpu(request, error.what())) throw;
        }
    }
}

std::optional<Convolvers::Use> Convolvers::lastUse(const Filter& filter, int width, int height) const {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find_if(
        idle_, [&](const Kept& one) { return one.width == width && one.height == height && one.filter == filter; });
    if (known == idle_.end()) return std::nullopt;
    return Use{known->convolver->choice().engine->description().name, known->milliseconds};
}

std::string Convolvers::trouble() const {
    const std::lock_guard lock(mutex_);
    return trouble_;
}

ConvolverMemory convolverMemory(int width, int height, const FilterOutline& filter, bool areMasked) {
    const std::size_t plane = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * sizeof(float);
    // Of cpu-fft the filter's spectrum and a tile.
    const auto planOf = [](const ConvolutionShape& shape) {
        const FftTiling tiling = fftTiling(shape);
        const std::size_t taps = static_cast<std::size_t>(shape.filterWidth) * static_cast<std::size_t>(shape.filterHeight);
        return 2 * sizeof(std::complex<float>) * static_cast<std::size_t>(tiling.width + 8) *
                   static_cast<std::size_t>(tiling.height) +
               2 * taps * sizeof(float);
    };
    const auto borderedOf = [](const ConvolutionShape& shape) { return shape.paddedSize() * sizeof(float); };
    const ConvolutionShape own{width, height, filter.width, filter.height, 1};
    if (!areMasked) return {planOf(own) + borderedOf(own), 2 * plane};
    ConvolverMemory memory{2 * planOf(own) + borderedOf(own), 4 * plane};
    if (!filter.hasNegativeTaps) return memory;
    const int fillSide = sideOfGaussian(filter.width / 2.0);
    const ConvolutionShape fill{width, height, fillSide, fillSide, 1};
    return {memory.kept + planOf(fill) + borderedOf(fill), 6 * plane};
}

}  // namespace coarsen
