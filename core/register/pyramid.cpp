// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/pyramid.hpp"

#include "core/base/parallel.hpp"
#include "core/register/gaussian.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

namespace {

constexpr int leastSide = 8;

int half(int side) {
    return side == 1 ? 1 : (side + 1) / 2;
}

template <typename Value>
std::vector<Value> everySecond(const std::vector<Value>& values, const VolumeSize& from, const VolumeSize& to) {
    std::vector<Value> kept;
    if (values.empty()) return kept;
    kept.reserve(to.voxels());
    for (int z = 0; z < to.depth; ++z)
        for (int y = 0; y < to.height; ++y)
            for (int x = 0; x < to.width; ++x)
                kept.push_back(values[from.index(2 * x, 2 * y, 2 * z)]);
    return kept;
}

}  // namespace

std::vector<float> halved(std::vector<float> values, const std::vector<std::uint8_t>& valid, const VolumeSize& from,
                          const VolumeSize& to, const Threads& threads) {
    smoothValid(values, valid, from, sigmaBeforeHalving, threads);
    return everySecond(values, from, to);
}

VolumeSize halfOf(const VolumeSize& size) {
    return {half(size.width), half(size.height), half(size.depth)};
}

bool mayBeHalved(const VolumeSize& size) {
    const VolumeSize coarse = halfOf(size);
    return std::ranges::none_of(std::array{coarse.width, coarse.height, coarse.depth},
                                [](int side) { return side > 1 && side < leastSide; });
}

std::vector<RegistrationPair> pyramid(RegistrationPair pair, int levels, const Threads& threads) {
    std::vector<RegistrationPair> all{std::move(pair)};
    while (static_cast<int>(all.size()) < levels && mayBeHalved(all.back().size)) {
        const RegistrationPair& fine = all.back();
        const VolumeSize size = halfOf(fine.size);
        all.push_back({size, halved(fine.fixed, fine.fixedValid, fine.size, size, threads),
                       halved(fine.moved, fine.movedValid, fine.size, size, threads),
                       everySecond(fine.fixedValid, fine.size, size), everySecond(fine.movedValid, fine.size, size)});
    }
    return all;
}

Flow doubled(const Flow& coarse, const VolumeSize& fine, const Threads& threads) {
    Flow u(fine);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const InterpolatedVolume between(coarse.along[axis], coarse.size, Sampling::cubic, threads);
        const auto within = [](int at, int side) {
            return std::min(0.5F * static_cast<float>(at), static_cast<float>(side - 1));
        };
        parallelFor(static_cast<std::size_t>(fine.depth), threads, [&](std::size_t slice) {
            const int z = static_cast<int>(slice);
            const auto width = static_cast<std::size_t>(fine.width);
            std::vector<float> px(width), py(width), pz(width, within(z, coarse.size.depth)), byX(width), byY(width), byZ(width);
            for (int x = 0; x < fine.width; ++x)
                px[static_cast<std::size_t>(x)] = within(x, coarse.size.width);
            for (int y = 0; y < fine.height; ++y) {
                std::ranges::fill(py, within(y, coarse.size.height));
                float* const row = &u.along[axis][fine.index(0, y, z)];
                between.at({px.data(), py.data(), pz.data(), width}, {row, byX.data(), byY.data(), byZ.data()});
                for (std::size_t x = 0; x < width; ++x)
                    row[x] *= 2;
            }
        });
    }
    return u;
}

}  // namespace coarsen
