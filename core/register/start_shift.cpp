// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/start_shift.hpp"

#include "core/base/parallel.hpp"
#include "core/fourier/fftw.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

namespace coarsen {

namespace {

using Shift3 = std::array<double, 3>;

int roomFor(int side) {
    return side == 1 ? 1 : smoothSize(side + side / 4);
}

/// In place, along each axis.
void transformVolume(Complex* numbers, const VolumeSize& size, int sign, const Threads& threads) {
    const auto lines = [&](int length, std::size_t step, int sheets, std::size_t sheetStep, int count, std::size_t lineStep) {
        if (length == 1) return;
        const Transform transform(length, sign);
        parallelFor(static_cast<std::size_t>(sheets), threads, [&](std::size_t sheet) {
            const auto from = alignedComplex(static_cast<std::size_t>(length)),
                       to = alignedComplex(static_cast<std::size_t>(length));
            for (std::size_t line = 0; line < static_cast<std::size_t>(count); ++line) {
                Complex* const first = numbers + sheet * sheetStep + line * lineStep;
                for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i)
                    from[i] = first[i * step];
                transform(from.get(), to.get());
                for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i)
                    first[i * step] = to[i];
            }
        });
    };
    const auto row = static_cast<std::size_t>(size.width);
    lines(size.width, 1, size.depth, size.slice(), size.height, row);
    lines(size.height, row, size.depth, size.slice(), size.width, 1);
    lines(size.depth, size.slice(), size.height, row, size.width, 1);
}

/// Values less their mean, 0 where they are not valid, as the real (`fixed`) and imaginary part (`moved`) of one padded volume.
AlignedArray<Complex> packed(const RegistrationPair& pair, const VolumeSize& room) {
    const auto meanOf = [](const std::vector<float>& values, const std::vector<std::uint8_t>& valid) {
        double sum = 0, count = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (valid.empty() || valid[i]) sum += static_cast<double>(values[i]), ++count;
        return static_cast<float>(count > 0 ? sum / count : 0);
    };
    const float fixedMean = meanOf(pair.fixed, pair.fixedValid), movedMean = meanOf(pair.moved, pair.movedValid);
    AlignedArray<Complex> both = alignedComplex(room.voxels());
    std::size_t i = 0;
    for (int z = 0; z < pair.size.depth; ++z)
        for (int y = 0; y < pair.size.height; ++y)
            for (int x = 0; x < pair.size.width; ++x, ++i)
                both[room.index(x, y, z)] = {pair.fixedValid.empty() || pair.fixedValid[i] ? pair.fixed[i] - fixedMean : 0,
                                             pair.movedValid.empty() || pair.movedValid[i] ? pair.moved[i] - movedMean : 0};
    return both;
}

ShiftEquations equationsAt(const InterpolatedVolume& fixed, const RegistrationPair& pair, const Shift3& shift,
                           const Threads& threads) {
    const VolumeSize& size = pair.size;
    std::vector<ShiftEquations> slices(static_cast<std::size_t>(size.depth));
    parallelFor(slices.size(), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        std::vector<float> px, py, pz;
        std::vector<std::size_t> voxels;  // that are seen by both
        std::array<std::vector<float>, 4> at;
        for (int y = 0; y < size.height; ++y) {
            px.clear(), py.clear(), pz.clear(), voxels.clear();
            for (int x = 0; x < size.width; ++x) {
                const std::size_t i = size.index(x, y, z);
                const auto hx = static_cast<float>(x - shift[0]), hy = static_cast<float>(y - shift[1]),
                           hz = static_cast<float>(z - shift[2]);
                if (!fixed.contains(hx, hy, hz) || (!pair.movedValid.empty() && !pair.movedValid[i])) continue;
                if (!pair.fixedValid.empty() && !pair.fixedValid[nearestVoxel(size, hx, hy, hz)]) continue;
                px.push_back(hx), py.push_back(hy), pz.push_back(hz), voxels.push_back(i);
            }
            for (auto& numbers : at)
                numbers.resize(voxels.size());
            fixed.at({px.data(), py.data(), pz.data(), voxels.size()}, {at[0].data(), at[1].data(), at[2].data(), at[3].data()});
            for (std::size_t n = 0; n < voxels.size(); ++n) {
                const Shift3 g{double(at[1][n]), double(at[2][n]), double(at[3][n])};
                for (std::size_t k = 0; k < 3; ++k) {
                    slices[slice].right[k] += g[k] * static_cast<double>(at[0][n] - pair.moved[voxels[n]]);
                    for (std::size_t j = 0; j < 3; ++j)
                        slices[slice].matrix[k][j] += g[k] * g[j];
                }
            }
        }
    });
    ShiftEquations whole;
    for (const ShiftEquations& slice : slices)
        whole.add(slice);
    return whole;
}

/// By least squares from there.
Shift3 refined(const Shift3& start, const std::function<ShiftEquations(const Shift3&)>& equationsAt) {
    constexpr int most = 20;
    constexpr double fineEnough = 1e-3, farthest = 1.5;
    Shift3 shift = start;
    for (int i = 0; i < most; ++i) {
        const Shift3 step = equationsAt(shift).solution();
        double length = 0, moved = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            shift[axis] += step[axis];
            length = std::max(length, std::abs(step[axis]));
            moved = std::max(moved, std::abs(shift[axis] - start[axis]));
        }
        if (!(moved < farthest)) return start;
        if (length < fineEnough) break;
    }
    return shift;
}

}  // namespace

Shift3 likeliestShift(const RegistrationPair& pair, const Threads& threads) {
    const VolumeSize& size = pair.size;
    const VolumeSize room{roomFor(size.width), roomFor(size.height), roomFor(size.depth)};
    const auto both = packed(pair, room);
    transformVolume(both.get(), room, FFTW_FORWARD, threads);
    const auto product = alignedComplex(room.voxels());
    const auto opposite = [](int at, int side) { return at == 0 ? 0 : side - at; };
    parallelFor(static_cast<std::size_t>(room.depth), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        for (int y = 0; y < room.height; ++y)
            for (int x = 0; x < room.width; ++x) {
                const std::size_t i = room.index(x, y, z);
                const Complex here = both[i],
                              there = std::conj(
                                  both[room.index(opposite(x, room.width), opposite(y, room.height), opposite(z, room.depth))]);
                const Complex fixed = here + there, moved = Complex(0, -1) * (here - there);
                product[i] = moved * std::conj(fixed);
            }
    });
    transformVolume(product.get(), room, FFTW_BACKWARD, threads);
    const auto at = [](int shift, int side) { return shift < 0 ? shift + side : shift; };
    return highestShift(size, [&](int x, int y, int z) {
        return static_cast<double>(product[room.index(at(x, room.width), at(y, room.height), at(z, room.depth))].real());
    });
}

Shift3 highestShift(const VolumeSize& size, const std::function<double(int x, int y, int z)>& sumAt) {
    Shift3 best{};
    double most = -std::numeric_limits<double>::infinity();
    const auto overlap = [](int shift, int side) { return static_cast<double>(side - std::abs(shift)); };
    for (int z = -size.depth / 4; z <= size.depth / 4; ++z)
        for (int y = -size.height / 4; y <= size.height / 4; ++y)
            for (int x = -size.width / 4; x <= size.width / 4; ++x) {
                const double value = sumAt(x, y, z) / (overlap(x, size.width) * overlap(y, size.height) * overlap(z, size.depth));
                if (value > most) most = value, best = {double(x), double(y), double(z)};
            }
    return best;
}

void ShiftEquations::add(const ShiftEquations& other) {
    for (std::size_t i = 0; i < 3; ++i) {
        right[i] += other.right[i];
        for (std::size_t k = 0; k < 3; ++k)
            matrix[i][k] += other.matrix[i][k];
    }
}

Shift3 ShiftEquations::solution() const {
    auto a = matrix;  // by elimination
    Shift3 b = right;
    const double little = 1e-9 * (a[0][0] + a[1][1] + a[2][2]) + std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < 3; ++i)
        a[i][i] += little;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = i + 1; k < 3; ++k) {
            const double factor = a[k][i] / a[i][i];
            for (std::size_t j = i; j < 3; ++j)
                a[k][j] -= factor * a[i][j];
            b[k] -= factor * b[i];
        }
    for (std::size_t i = 3; i-- > 0;) {
        for (std::size_t j = i + 1; j < 3; ++j)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
    return b;
}

Shift3 refinedThroughLevels(const Shift3& start, std::size_t levels,
                            const std::function<ShiftEquations(std::size_t, const Shift3&)>& equationsAt) {
    Shift3 shift = start;
    for (std::size_t level = levels; level-- > 0;) {
        shift = refined(shift, [&](const Shift3& at) { return equationsAt(level, at); });
        if (level > 0)
            for (double& along : shift)
                along *= 2;
    }
    return shift;
}

std::array<double, 3> startShift(const std::vector<RegistrationPair>& levels, const Threads& threads) {
    std::optional<InterpolatedVolume> fixed;
    std::size_t held = levels.size();  // the level that `fixed` is of
    return refinedThroughLevels(likeliestShift(levels.back(), threads), levels.size(), [&](std::size_t level, const Shift3& at) {
        if (level != held) fixed.emplace(levels[level].fixed, levels[level].size, Sampling::cubic, threads);
        held = level;
        return equationsAt(*fixed, levels[level], at, threads);
    });
}

}  // namespace coarsen
