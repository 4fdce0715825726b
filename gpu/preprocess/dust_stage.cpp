// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/preprocess/dust_stage.hpp"

#include "gpu/preprocess/sample_places.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

namespace coarsen::gpu {

namespace {

/// A step's three pixels must all lie within: the rectangle that the first of them may be in.
Rectangle firstOfThree(const Rectangle& within, int alongX, int alongY) {
    return {within.x, within.y, within.width - 2 * alongX, within.height - 2 * alongY};
}

}  // namespace

DustStage::DustStage(const float* image, int width, int height, const Rectangle& kept, const Dust& settings, double white)
    : limits_(1), valid_(kept.area()), halfWidths_(deviceCopy(growthHalfWidths(settings.growPx))) {
    const bool isCopied = settings.treat == DustTreatment::copy;
    const Rectangle marked = isCopied ? around(kept, settings.offsetPx, width, height) : kept;
    mark_ = {image,           width,       height, kept, marked, limits_.get(), nullptr, nullptr, halfWidths_.get(),
             settings.growPx, valid_.get()};
    if (isCopied) {
        clean_ = DeviceBuffer<std::uint8_t>(marked.area());
        filled_ = DeviceBuffer<float>(areaOf(width, height));
        mark_.valid = clean_.get();
        copy_ = {image, width, height, kept, marked, settings.offsetPx, clean_.get(), filled_.get(), valid_.get()};
    }
    if (settings.find == DustFinding::thresholds) {
        const double infinite = std::numeric_limits<double>::infinity();
        const GreyLimits dust{settings.lowPercent / 100 * white, settings.highPercent / 100 * white},
            everything{infinite, -infinite};
        limits_ = deviceCopy(std::vector<DustLimits>{{dust, everything, {}}});
        mark_.limits = limits_.get();
        return;
    }
    ticket_ = deviceCopy(std::vector<unsigned>{0});
    tails_ = TailsTask{image, width, {}, 0, settings.strength, ticket_.get(), limits_.get()};
    addSamples(settings);
    if (settings.find != DustFinding::specks) return;
    walked_ = DeviceBuffer<std::uint16_t>(areaOf(width, height));
    specks_ = DeviceBuffer<SpeckSide>(areaOf(width, height));
    seeds_ = DeviceBuffer<SpeckSide>(areaOf(width, height));
    seedCounts_ = DeviceBuffer<unsigned>(2);
    seedsTask_.emplace();
    seedsTask_->image = image;
    seedsTask_->width = width;
    seedsTask_->height = height;
    seedsTask_->kept = kept;
    seedsTask_->marked = marked;
    seedsTask_->grow = settings.growPx;
    seedsTask_->limits = limits_.get();
    seedsTask_->walked = walked_.get();
    seedsTask_->specks = specks_.get();
    seedsTask_->seeds = seeds_.get();
    seedsTask_->counts = seedCounts_.get();
    std::memcpy(seedsTask_->directions, speckDirections, sizeof(speckDirections));
    std::ranges::copy(speckSpacings, seedsTask_->spacings);
    mark_.seeds = seeds_.get();
    mark_.seedCounts = seedCounts_.get();
}

void DustStage::addSamples(const Dust& settings) {
    const Rectangle& kept = mark_.kept;
    const std::size_t step = dustSampleStep(kept.area());
    const auto placesIn = [&](const Rectangle& within) { return samplePlaces(mark_.width, mark_.height, within, step); };
    addSample(placesIn(kept), 0, 0, {std::begin(dustPercentiles), std::end(dustPercentiles)});
    if (settings.find != DustFinding::specks) return;
    for (const int spacing : speckSpacings) {
        std::vector<int> places = placesIn(firstOfThree(kept, spacing, 0));
        const std::vector<int> alongColumns = placesIn(firstOfThree(kept, 0, spacing));
        const int alongRows = static_cast<int>(places.size());
        places.insert(places.end(), alongColumns.begin(), alongColumns.end());
        addSample(places, spacing, alongRows, {speckStepPercentile});
    }
}

void DustStage::addSample(const std::vector<int>& places, int spacing, int alongRows, const std::vector<double>& percentiles) {
    places_.push_back(deviceCopy(places));
    keys_.emplace_back(places.size());
    selections_.push_back(deviceCopy(std::vector<Selection>(1)));
    quantiles_.emplace_back(percentiles.size());
    QuantilesTask& sample = tails_->samples[tails_->sampleCount++];
    sample.places = places_.back().get();
    sample.count = static_cast<int>(places.size());
    sample.spacing = spacing;
    sample.alongRows = alongRows;
    sample.keys = keys_.back().get();
    sample.selection = selections_.back().get();
    sample.values = quantiles_.back().get();
    for (const double percent : percentiles)
        sample.ranks[sample.wanted++] = static_cast<int>(percentilePlace(percent, places.size()));
}

void DustStage::queue(const Stream& stream) const {
    if (tails_) check(launchTails(*tails_, stream.get()), "find an image's dust");
    if (seedsTask_) check(launchSeeds(*seedsTask_, stream.get()), "find an image's specks");
    check(launchMarkDust(mark_, stream.get()), "mask an image's dust");
    if (filled()) check(launchCopyOverDust(copy_, stream.get()), "fill an image's dust");
}

}  // namespace coarsen::gpu
