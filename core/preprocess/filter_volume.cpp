// SPDX-License-Identifier: GPL-3.0-or-later
// FilterStep on volumes: kernels that are a product of one and the same line of taps along x, y and z, one axis after the other.
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/preprocess/filter_step.hpp"
#include "core/preprocess/slices.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

Filter asColumn(const Filter& row) {
    return {1, row.width, row.taps};
}

/// Copies a picture's pixels, and its mask where `valid` holds one, to places `step` apart in a volume.
struct Planes {
    std::vector<float>& values;
    std::vector<std::uint8_t>& valid;

    void put(const Convolved& plane, std::size_t first, std::size_t rowStep) const {
        const auto pixels = plane.image.plane<float>();
        const auto width = static_cast<std::size_t>(plane.image.width());
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const std::size_t to = first + i / width * rowStep + i % width;
            values[to] = pixels[i];
            if (!valid.empty()) valid[to] = plane.mask.isAllValid() || plane.mask.pixels()[i] != 0;
        }
    }
};

/// Along x and y in each slice, then along z in each plane of x and z. Masked voxels as Convolver treats them, in each plane.
Volume alongAxes(const Volume& volume, const Filter& row, Border border, const VolumeContext& context) {
    const VolumeSize& size = volume.size();
    const auto width = static_cast<std::size_t>(size.width);
    Volume filtered = volume;
    const auto pass = [&](int planes, int height, std::size_t planeStep, std::size_t rowStep,
                          const std::vector<Filter>& filters) {
        std::vector<float> values(size.voxels());
        std::vector<std::uint8_t> valid = copiedMask(filtered);
        const Planes answer{values, valid};
        parallelFor(
            static_cast<std::size_t>(planes), context.threads,
            [&](std::size_t k) {
                std::vector<float> pixels;
                std::vector<std::uint8_t> isValid;
                for (std::size_t j = 0; j < static_cast<std::size_t>(height); ++j) {
                    const auto part = filtered.values().subspan(k * planeStep + j * rowStep, width);
                    pixels.insert(pixels.end(), part.begin(), part.end());
                    if (filtered.isAllValid()) continue;
                    const auto mask = filtered.valid().subspan(k * planeStep + j * rowStep, width);
                    isValid.insert(isValid.end(), mask.begin(), mask.end());
                }
                Convolved plane{Image(size.width, height, std::move(pixels)),
                                isValid.empty() ? Mask() : Mask(size.width, height, std::move(isValid))};
                for (const Filter& filter : filters)
                    plane = (*context.convolvers)(filter, {.border = border}, plane.image, plane.mask, context.stop);
                answer.put(plane, k * planeStep, rowStep);
            },
            context.stop);
        filtered = Volume(size, volume.spacing(), std::move(values), std::move(valid));
    };
    pass(size.depth, size.height, size.slice(), width, {row, asColumn(row)});
    if (!context.stop.stop_requested()) pass(size.height, size.depth, width, size.slice(), {asColumn(row)});
    return filtered;
}

/// The valid voxels of both, but for a rim.
std::vector<std::uint8_t> validIn(const Volume& before, const Volume& after, int rim) {
    const VolumeSize& size = before.size();
    if (before.isAllValid() && after.isAllValid() && rim == 0) return {};
    std::vector<std::uint8_t> valid(size.voxels());
    std::size_t i = 0;
    const auto isWithin = [rim](int at, int side) { return at >= rim && at < side - rim; };
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x, ++i)
                valid[i] = isWithin(x, size.width) && isWithin(y, size.height) && isWithin(z, size.depth) &&
                           isVoxelValid(before, i) && isVoxelValid(after, i);
    return valid;
}

}  // namespace

Volume FilterStep::operator()(const Volume& volume, const VolumeContext& context) const {
    const bool isBand = kind == FilterKind::dog;
    if (kind != FilterKind::gaussian && kind != FilterKind::mean && !isBand)
        throw SettingError("filter.kind", "the frames are volumes, and this kernel is made for pictures",
                           "write gaussian, mean or dog");
    static_cast<void>(scaledKernel());  // what a picture's kernel refuses is refused here, too
    const VolumeSize& size = volume.size();
    const int wide = side();
    const bool isRimLost = border == Border::valid;
    if (isRimLost && wide > std::min({size.width, size.height, size.depth}))
        throw SettingError("filter.border",
                           "the kernel is " + std::to_string(wide) +
                               " voxels wide and the volume is thinner: " + "nothing is left without a border",
                           "choose another border, or a smaller kernel");
    const Border beyond = isRimLost ? Border::mirror : border;
    const auto lineOf = [&](double sigma) { return kind == FilterKind::mean ? meanRow(wide) : gaussianRow(sigma, wide); };
    const Volume inner = alongAxes(volume, lineOf(sigmaPx), beyond, context);
    if (context.stop.stop_requested()) return volume;
    const Volume outer = isBand ? alongAxes(volume, lineOf(sigma2Px), beyond, context) : Volume();
    if (context.stop.stop_requested()) return volume;
    std::vector<float> values(inner.values().begin(), inner.values().end());
    if (isBand)
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] -= outer.values()[i];
    if (scale == FilterScale::paper)  // over the number of taps
        for (float& value : values)
            value /= std::pow(static_cast<float>(wide), 3.F);
    std::vector<std::uint8_t> valid = validIn(volume, inner, isRimLost ? wide / 2 : 0);
    if (isBand && !outer.isAllValid())
        for (std::size_t i = 0; i < valid.size(); ++i)
            valid[i] = valid[i] && isVoxelValid(outer, i);
    return {size, volume.spacing(), std::move(values), std::move(valid)};
}

std::size_t FilterStep::memory(const VolumeSize& size) const {
    const std::size_t copies = kind == FilterKind::dog ? 3 : 2;  // before and after an axis, and a band's outer part
    return copies * size.voxels() * (sizeof(float) + 1);
}

}  // namespace coarsen
