// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/sizes_offered.hpp"

#include "core/base/error.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

std::vector<SizeOffer> sizesOfVoxels(const ImageSeries& series) {
    const VolumeHeader& first = series.volumes->first;
    const Spacing& voxel = first.spacing;
    if (!voxel.isInUm && !first.isDefaultSize) return {};  // it gives the voxels their shape alone
    return {{SizeSource::file, first.isDefaultSize ? Trust::offered : Trust::stated, first.format, {voxel.x, voxel.y, voxel.z}}};
}

SizeSource sourceOfSize(const Stated<PixelSize>& size) {
    if (size.value.isDefault) return SizeSource::file;
    if (size.trust != Trust::stated) return SizeSource::density;
    return size.value.isOfSidecar ? SizeSource::sidecar : SizeSource::file;
}

}  // namespace

std::vector<SizeOffer> sizesOffered(const ImageHeader& header) {
    std::vector<Stated<PixelSize>> sizes;
    if (const SceneFacts* const scene = sceneOf(header)) sizes = scene->sizes;
    sizes.insert(sizes.end(), header.facts.sizes.begin(), header.facts.sizes.end());
    std::ranges::stable_sort(sizes, {}, &Stated<PixelSize>::trust);
    std::vector<SizeOffer> offers;
    for (const Stated<PixelSize>& size : sizes)
        offers.push_back({sourceOfSize(size), size.trust, size.by, size.value});
    return offers;
}

std::vector<SizeOffer> sizesOffered(const ImageSeries& series) {
    if (series.frames.empty()) return {};
    if (series.volumes) return sizesOfVoxels(series);
    try {
        ImageHeader header = frameHeader(series.frames.front());
        if (!header.facts.scenes.empty()) takeScene(header, series.first.scene);
        if (std::vector<SizeOffer> offers = sizesOffered(header); !offers.empty()) return offers;
    } catch (const InputError&) {  // it has moved: what is known of it from before counts
    }
    return sizesOffered(series.first);
}

const SizeOffer* sizeTaken(const std::vector<SizeOffer>& offers, SizeSource source) {
    const auto isTaken = [source](const SizeOffer& offer) {
        return source == SizeSource::best ? offer.trust != Trust::offered : offer.source == source;
    };
    const auto taken = std::ranges::find_if(offers, isTaken);
    return taken == offers.end() ? nullptr : &*taken;
}

std::string defaultSide(double um) {
    constexpr double umPerMm = 1e3;
    return um >= umPerMm ? "1 mm" : "1 \u00C5";
}

bool areOfOneSize(const PixelSize& a, const PixelSize& b) {
    constexpr double tolerance = 1e-3;
    return std::abs(a.x / b.x - 1) <= tolerance && std::abs(a.y / b.y - 1) <= tolerance;
}

}  // namespace coarsen
