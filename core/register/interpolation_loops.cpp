// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/interpolation_loops.hpp"

#include <algorithm>
#include <cstring>

namespace coarsen {

namespace {

/// So many places are weighed at a time, which keeps their weights in the nearest cache; two of them are then summed side by
/// side.
constexpr std::size_t placesAtOnce = 64;

// No function takes or returns one by value: their registers differ from clone to clone.
using Four = float __attribute__((vector_size(16)));
using Both = float __attribute__((vector_size(32)));

/// Reads a vector of numbers from wherever they lie.
template <class Vector>
[[gnu::always_inline]] inline void read(const float* numbers, Vector& to) {
    std::memcpy(&to, numbers, sizeof to);
}

/// Weights of places along one axis: the voxel before each, and what the four numbers around it count for the value and its
/// derivative. One more than asked for is there, so that an odd last place has somebody beside it.
struct Weighed {
    int cell[placesAtOnce + 1];
    float value[4 * (placesAtOnce + 1)], derivative[4 * (placesAtOnce + 1)];
};

template <bool isCubic>
[[gnu::always_inline]] inline void weigh(const float* __restrict places, std::size_t count, Weighed& __restrict to) {
    for (std::size_t i = 0; i < count; ++i) {
        to.cell[i] = static_cast<int>(places[i]);
        const float t = places[i] - static_cast<float>(to.cell[i]), s = 1 - t;
        float* const value = to.value + 4 * i;
        value[0] = isCubic ? s * s * s / 6 : 0;
        value[1] = isCubic ? (4 - 6 * t * t + 3 * t * t * t) / 6 : s;
        value[2] = isCubic ? (4 - 6 * s * s + 3 * s * s * s) / 6 : t;
        value[3] = isCubic ? t * t * t / 6 : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const float t = places[i] - static_cast<float>(to.cell[i]), s = 1 - t;
        float* const derivative = to.derivative + 4 * i;
        derivative[0] = isCubic ? -s * s / 2 : -s / 2;
        derivative[1] = isCubic ? t * (1.5F * t - 2) : -t / 2;
        derivative[2] = isCubic ? s * (2 - 1.5F * s) : s / 2;
        derivative[3] = isCubic ? t * t / 2 : t / 2;
    }
    to.cell[count] = to.cell[count - 1];
    std::copy_n(to.value + 4 * (count - 1), 4, to.value + 4 * count);
    std::copy_n(to.derivative + 4 * (count - 1), 4, to.derivative + 4 * count);
}

/// Weight `which` of either place, for each of its four numbers.
template <int which>
[[gnu::always_inline]] inline void each(const float* weights, Both& to) {
    Both all;
    read(weights, all);
    to = __builtin_shufflevector(all, all, which, which, which, which, 4 + which, 4 + which, 4 + which, 4 + which);
}

[[gnu::always_inline]] inline void four(const float* one, const float* other, Both& to) {
    Four first, second;
    read(one, first), read(other, second);
    to = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
}

[[gnu::always_inline]] inline void sums(const Both& numbers, std::size_t count, float* to) {
    to[0] = (numbers[0] + numbers[1]) + (numbers[2] + numbers[3]);
    if (count > 1) to[1] = (numbers[4] + numbers[5]) + (numbers[6] + numbers[7]);
}

template <bool isCubic>
[[gnu::always_inline]] inline void interpolate(const InterpolationNumbers& numbers, const InterpolationPlaces& places,
                                               const InterpolationAnswers& to) {
    Weighed alongX, alongY, alongZ;
    for (std::size_t begin = 0; begin < places.count; begin += placesAtOnce) {
        const std::size_t count = std::min(placesAtOnce, places.count - begin);
        weigh<isCubic>(places.x + begin, count, alongX);
        weigh<isCubic>(places.y + begin, count, alongY);
        weigh<isCubic>(places.z + begin, count, alongZ);
        for (std::size_t i = 0; i < count; i += 2) {
            const auto corner = [&](std::size_t place) {
                return numbers.first + alongZ.cell[place] * numbers.slice + alongY.cell[place] * numbers.row + alongX.cell[place];
            };
            const float *one = corner(i), *other = corner(i + 1);
            const float *const wy = alongY.value + 4 * i, *const dy = alongY.derivative + 4 * i;
            Both y0, y1, y2, y3, dy0, dy1, dy2, dy3;
            each<0>(wy, y0), each<1>(wy, y1), each<2>(wy, y2), each<3>(wy, y3);
            each<0>(dy, dy0), each<1>(dy, dy1), each<2>(dy, dy2), each<3>(dy, dy3);
            Both value{}, byY{}, byZ{};
            const auto addSheet = [&]<int k>() {
                Both r0, r1, r2, r3, z, dz;
                four(one, other, r0), four(one + numbers.row, other + numbers.row, r1);
                four(one + 2 * numbers.row, other + 2 * numbers.row, r2),
                    four(one + 3 * numbers.row, other + 3 * numbers.row, r3);
                each<k>(alongZ.value + 4 * i, z), each<k>(alongZ.derivative + 4 * i, dz);
                const Both sheet = r0 * y0 + r1 * y1 + r2 * y2 + r3 * y3;
                value += sheet * z;
                byZ += sheet * dz;
                byY += (r0 * dy0 + r1 * dy1 + r2 * dy2 + r3 * dy3) * z;
                one += numbers.slice;
                other += numbers.slice;
            };
            addSheet.template operator()<0>(), addSheet.template operator()<1>();
            addSheet.template operator()<2>(), addSheet.template operator()<3>();
            Both wx, dx;
            read(alongX.value + 4 * i, wx), read(alongX.derivative + 4 * i, dx);
            sums(value * wx, count - i, to.value + begin + i);
            sums(value * dx, count - i, to.x + begin + i);
            sums(byY * wx, count - i, to.y + begin + i);
            sums(byZ * wx, count - i, to.z + begin + i);
        }
    }
}

}  // namespace

// One source is compiled for two kinds of processor, and the loader takes the one that fits. Neither fuses multiply and add,
// so that both give the same bytes.
[[gnu::target_clones("avx2", "default")]] void interpolateCubically(const InterpolationNumbers& numbers,
                                                                    const InterpolationPlaces& places,
                                                                    const InterpolationAnswers& to) {
    interpolate<true>(numbers, places, to);
}

[[gnu::target_clones("avx2", "default")]] void interpolateLinearly(const InterpolationNumbers& numbers,
                                                                   const InterpolationPlaces& places,
                                                                   const InterpolationAnswers& to) {
    interpolate<false>(numbers, places, to);
}

}  // namespace coarsen
