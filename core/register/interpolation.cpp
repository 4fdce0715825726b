// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/interpolation.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

/// A line's numbers become coefficients of the cubic B-spline through them that is mirrored at both ends (Unser 1999).
void prefilter(double* line, std::ptrdiff_t length) {
    if (length < 2) return;
    const double pole = std::sqrt(3.0) - 2;
    const std::ptrdiff_t horizon = std::min<std::ptrdiff_t>(length, 28);  // pole^28 < 1e-16
    double first = line[0], power = pole;
    if (horizon < length) {
        for (std::ptrdiff_t i = 1; i < horizon; ++i, power *= pole)
            first += power * line[i];
    } else {  // the mirrored line repeats itself
        const double all = std::pow(pole, static_cast<double>(2 * length - 2));
        for (std::ptrdiff_t i = 1; i < length; ++i)
            first += (std::pow(pole, static_cast<double>(i)) +
                      (i < length - 1 ? std::pow(pole, static_cast<double>(2 * length - 2 - i)) : 0)) *
                     line[i];
        first /= 1 - all;
    }
    line[0] = first;
    for (std::ptrdiff_t i = 1; i < length; ++i)
        line[i] += pole * line[i - 1];
    line[length - 1] = pole / (pole * pole - 1) * (line[length - 1] + pole * line[length - 2]);
    for (std::ptrdiff_t i = length - 2; i >= 0; --i)
        line[i] = pole * (line[i + 1] - line[i]);
    for (std::ptrdiff_t i = 0; i < length; ++i)
        line[i] *= 6;
}

/// One number before the line and two behind: the spline's mirror, or a straight line on.
void extend(float* line, std::ptrdiff_t step, std::ptrdiff_t length, Sampling sampling) {
    const auto at = [&](std::ptrdiff_t i) -> float& { return line[(i + 1) * step]; };
    if (length == 1) {
        at(-1) = at(1) = at(2) = at(0);
    } else if (sampling == Sampling::cubic) {
        at(-1) = at(1);
        at(length) = at(length - 2);
        at(length + 1) = at(length > 2 ? length - 3 : 1);
    } else {
        at(-1) = 2 * at(0) - at(1);
        at(length) = 2 * at(length - 1) - at(length - 2);
        at(length + 1) = 2 * at(length) - at(length - 1);
    }
}

}  // namespace

InterpolatedVolume::InterpolatedVolume(const std::vector<float>& values, const VolumeSize& size, Sampling sampling,
                                       const Threads& threads)
    : size_(size), sampling_(sampling), row_(size.width + 3), slice_(row_ * (size.height + 3)) {
    numbers_.resize(static_cast<std::size_t>(slice_) * static_cast<std::size_t>(size.depth + 3));
    const auto number = [&](int x, int y, int z) { return numbers_.data() + (z + 1) * slice_ + (y + 1) * row_ + x + 1; };
    const auto lines = [&](std::ptrdiff_t length, std::ptrdiff_t step, int sheets, int count, const auto& start) {
        parallelFor(static_cast<std::size_t>(sheets), threads, [&](std::size_t sheet) {
            std::vector<double> line(static_cast<std::size_t>(length));
            for (int each = 0; each < count; ++each) {
                float* const first = start(static_cast<int>(sheet), each);
                if (sampling == Sampling::cubic) {
                    for (std::ptrdiff_t i = 0; i < length; ++i)
                        line[static_cast<std::size_t>(i)] = static_cast<double>(first[i * step]);
                    prefilter(line.data(), length);
                    for (std::ptrdiff_t i = 0; i < length; ++i)
                        first[i * step] = static_cast<float>(line[static_cast<std::size_t>(i)]);
                }
                extend(first - step, step, length, sampling);
            }
        });
    };
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            std::copy_n(values.data() + size.index(0, y, z), size.width, number(0, y, z));
    lines(size.width, 1, size.depth, size.height, [&](int z, int y) { return number(0, y, z); });
    lines(size.height, row_, size.depth, size.width + 3, [&](int z, int x) { return number(x - 1, 0, z); });
    lines(size.depth, slice_, size.height + 3, size.width + 3, [&](int y, int x) { return number(x - 1, y - 1, 0); });
}

bool InterpolatedVolume::contains(float x, float y, float z) const {
    return x >= 0 && y >= 0 && z >= 0 && x <= static_cast<float>(size_.width - 1) && y <= static_cast<float>(size_.height - 1) &&
           z <= static_cast<float>(size_.depth - 1);
}

InterpolatedVolume::Sample InterpolatedVolume::at(float x, float y, float z) const {
    Sample here{};
    at({&x, &y, &z, 1}, {&here.value, &here.x, &here.y, &here.z});
    return here;
}

void InterpolatedVolume::at(const InterpolationPlaces& places, const InterpolationAnswers& to) const {
    const InterpolationNumbers numbers{numbers_.data(), row_, slice_};
    sampling_ == Sampling::cubic ? interpolateCubically(numbers, places, to) : interpolateLinearly(numbers, places, to);
}

WarpedValues warped(const std::vector<float>& values, const std::vector<std::uint8_t>& valid, const Flow& u, Sampling sampling,
                    const Threads& threads) {
    const VolumeSize& size = u.size;
    const InterpolatedVolume volume(values, size, sampling, threads);
    WarpedValues answer{std::vector<float>(size.voxels()), std::vector<std::uint8_t>(size.voxels())};
    parallelFor(static_cast<std::size_t>(size.depth), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        const auto width = static_cast<std::size_t>(size.width);
        std::vector<float> hx(width), hy(width), hz(width), byX(width), byY(width), byZ(width);
        std::size_t i = size.index(0, 0, z);
        for (int y = 0; y < size.height; ++y) {
            float* const row = &answer.values[i];
            for (std::size_t x = 0; x < width; ++x, ++i) {
                const float px = static_cast<float>(x) - u.along[0][i], py = static_cast<float>(y) - u.along[1][i],
                            pz = static_cast<float>(z) - u.along[2][i];
                hx[x] = std::clamp(px, 0.0F, static_cast<float>(size.width - 1));
                hy[x] = std::clamp(py, 0.0F, static_cast<float>(size.height - 1));
                hz[x] = std::clamp(pz, 0.0F, static_cast<float>(size.depth - 1));
                answer.valid[i] =
                    volume.contains(px, py, pz) && (valid.empty() || valid[nearestVoxel(size, hx[x], hy[x], hz[x])] != 0);
            }
            volume.at({hx.data(), hy.data(), hz.data(), width}, {row, byX.data(), byY.data(), byZ.data()});
        }
    });
    return answer;
}

}  // namespace coarsen
