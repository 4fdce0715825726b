// SPDX-License-Identifier: GPL-3.0-or-later
// How exactly the shift of two volumes is found: through a registration's levels (its drift), or at full size as align does, of
// the volumes as they are and smoothed by a voxel. Structures of two phases moved by whole and broken voxels, with noise,
// evolved, with another contrast, beside a flow, in slabs and behind a mask.
#include "core/base/parallel.hpp"
#include "core/displace/volume_shift.hpp"
#include "core/register/engines.hpp"
#include "core/register/gaussian.hpp"
#include "core/register/host_levels.hpp"
#include "core/synth/flow_pair.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using namespace coarsen;

namespace {

using Shift3 = std::array<double, 3>;

struct Case {
    std::string name;
    FlowPairSettings made;
    double contrast = 1;  ///< of the moved one
    bool isMasked = false;
};

FlowPairSettings still(double wavelength, double noise = 0, double kept = 1) {
    FlowPairSettings made;
    made.wavelength = wavelength, made.maxU = 0, made.noise = noise, made.kept = kept;
    return made;
}

std::vector<Case> cases() {
    FlowPairSettings slab = still(10, 0.2), flowing = still(14, 0.1);
    slab.size = {80, 72, 16}, flowing.maxU = 2;
    FlowPairSettings flat = slab;
    flat.size = {96, 80, 1};
    return {{"still, wavelength 14", still(14)},
            {"wavelength 7", still(7)},
            {"wavelength 24", still(24)},
            {"noise 0.2", still(14, 0.2)},
            {"noise 1", still(14, 1)},
            {"wavelength 7, noise 0.5", still(7, 0.5)},
            {"kept 0.9, noise 0.1", still(14, 0.1, 0.9)},
            {"kept 0.7, noise 0.1", still(14, 0.1, 0.7)},
            {"wavelength 7, kept 0.7", still(7, 0.1, 0.7)},
            {"contrast 0.6, noise 0.2", still(14, 0.2), 0.6},
            {"flow of 2, noise 0.1", flowing},
            {"slab of 16, noise 0.2", slab},
            {"one slice, noise 0.2", flat},
            {"masked, noise 0.2", still(14, 0.2), 1, true}};
}

const std::vector<Shift3> shifts{{0, 0, 0},          {2, -1, 1},        {9, -7, 3},        {0.5, 0.5, 0.5},
                                 {0.25, -1.6, 0.75}, {7.3, -4.6, 2.25}, {-11.4, 8.5, -2.6}};

struct Finder {
    std::string name;
    std::function<Shift3(const Volume& fixed, const Volume& moved)> find;
};

Volume smoothed(const Volume& volume) {
    std::vector<float> values(volume.values().begin(), volume.values().end());
    std::vector<std::uint8_t> valid(volume.valid().begin(), volume.valid().end());
    smoothValid(values, valid, volume.size(), 1, 1);
    return Volume(volume.size(), {}, std::move(values), std::move(valid));
}

std::vector<Finder> finders() {
    const auto atFullSize = [](const Volume& fixed, const Volume& moved) -> Shift3 {
        const VolumeShift shift = VolumeShiftFinder(fixed.size(), 1).between(fixed, moved);
        return {shift.x, shift.y, shift.z};
    };
    return {{"registration",
             [](const Volume& fixed, const Volume& moved) {
                 return HostLevels(*cpuSimdRegistration(), fixed, moved, {.threads = 1}).drift();
             }},
            {"align", atFullSize},
            {"align, smoothed",
             [=](const Volume& fixed, const Volume& moved) { return atFullSize(smoothed(fixed), smoothed(moved)); }}};
}

Volume changed(const Volume& volume, double contrast, bool isMasked) {
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (float& value : values)
        value = static_cast<float>(0.1 + contrast * static_cast<double>(value));
    std::vector<std::uint8_t> valid;
    const VolumeSize& size = volume.size();
    if (isMasked) {
        valid.assign(size.voxels(), 1);  // something bright that stays where it is
        for (int z = size.depth / 4; z < size.depth / 2; ++z)
            for (int y = size.height / 6; y < size.height / 2; ++y)
                for (int x = size.width / 6; x < size.width / 2; ++x)
                    values[size.index(x, y, z)] = 5, valid[size.index(x, y, z)] = 0;
    }
    return Volume(size, {}, std::move(values), std::move(valid));
}

struct Sums {
    double squares = 0, largest = 0, seconds = 0;
    int found = 0, astray = 0, none = 0;
};

void study(const Case& one, const std::vector<Finder>& all, int seeds) {
    std::vector<std::vector<Sums>> parts(shifts.size() * static_cast<std::size_t>(seeds), std::vector<Sums>(all.size()));
    parallelFor(parts.size(), 0, [&](std::size_t i) {
        FlowPairSettings made = one.made;
        made.seed = 100 + i;
        made.drift = shifts[i % shifts.size()];
        if (made.size.depth == 1) made.drift[2] = 0;
        const FlowPair pair = flowPair(made, 1);
        Shift3 truth{};  // with a flow the mean of all
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const float u : pair.u[axis])
                truth[axis] += static_cast<double>(u) / static_cast<double>(made.size.voxels());
        const Volume fixed = changed(pair.fixed, 1, one.isMasked), moved = changed(pair.moved, one.contrast, one.isMasked);
        for (std::size_t k = 0; k < all.size(); ++k) {
            const auto begin = std::chrono::steady_clock::now();
            const Shift3 found = all[k].find(fixed, moved);
            Sums& sums = parts[i][k];
            sums.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            const double off = std::hypot(found[0] - truth[0], found[1] - truth[1], found[2] - truth[2]);
            if (!(off == off))
                sums.none = 1;
            else if (off > 1)
                sums.astray = 1;
            else
                sums.found = 1, sums.squares = off * off, sums.largest = off;
        }
    });
    for (std::size_t k = 0; k < all.size(); ++k) {
        Sums sums;
        for (const auto& part : parts) {
            sums.squares += part[k].squares, sums.seconds += part[k].seconds;
            sums.found += part[k].found, sums.astray += part[k].astray, sums.none += part[k].none;
            sums.largest = std::max(sums.largest, part[k].largest);
        }
        std::printf("%-24s %-16s %6.4f %6.4f %5d %6d %5d %6.2f\n", one.name.c_str(), all[k].name.c_str(),
                    std::sqrt(sums.squares / sums.found), sums.largest, sums.found, sums.astray, sums.none,
                    sums.seconds / static_cast<double>(parts.size()));
    }
    std::fflush(stdout);
}

}  // namespace

int main() {
    constexpr int seeds = 3;
    std::printf(
        "# %zu shifts of up to 11.4 voxels, %d structures of each, 64^3 voxels where nothing else is said; off: voxels, of "
        "those within a voxel\n%-24s %-16s %6s %6s %5s %6s %5s %6s\n",
        shifts.size(), seeds, "# structure", "finder", "rms", "max", "found", "astray", "none", "s");
    const std::vector<Finder> all = finders();
    for (const Case& one : cases())
        study(one, all, seeds);
}
