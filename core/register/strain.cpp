// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/strain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

constexpr Matrix3 identityMatrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

double determinantOf(const Matrix3& m) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// The determinantOf is not 0.
Matrix3 inverseMatrix(const Matrix3& m) {
    const double per = 1 / determinantOf(m);
    Matrix3 answer;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t a = (k + 1) % 3, b = (k + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            answer[i][k] = (m[a][c] * m[b][d] - m[a][d] * m[b][c]) * per;
        }
    return answer;
}

template <std::size_t i, std::size_t k>
double lagrangianStrain(const Matrix3& f) {
    double sum = 0;
    for (std::size_t a = 0; a < 3; ++a)
        sum += f[a][i] * f[a][k];
    return (sum - identityMatrix[i][k]) / 2;
}

/// Eigenvalues of the strain, the largest first, by the angle of a cubic with three real roots (Smith 1961).
std::array<double, 3> principalStrains(const Matrix3& f) {
    const double xx = lagrangianStrain<0, 0>(f), yy = lagrangianStrain<1, 1>(f), zz = lagrangianStrain<2, 2>(f),
                 xy = lagrangianStrain<0, 1>(f), xz = lagrangianStrain<0, 2>(f), yz = lagrangianStrain<1, 2>(f);
    const double mean = (xx + yy + zz) / 3;
    const double square =
        (std::pow(xx - mean, 2) + std::pow(yy - mean, 2) + std::pow(zz - mean, 2) + 2 * (xy * xy + xz * xz + yz * yz)) / 6;
    const double spread = std::sqrt(square);
    if (!(spread > 0)) return {mean, mean, mean};
    const Matrix3 off{{{(xx - mean) / spread, xy / spread, xz / spread},
                       {xy / spread, (yy - mean) / spread, yz / spread},
                       {xz / spread, yz / spread, (zz - mean) / spread}}};
    const double angle = std::acos(std::clamp(determinantOf(off) / 2, -1.0, 1.0)) / 3;
    const double first = mean + 2 * spread * std::cos(angle),
                 third = mean + 2 * spread * std::cos(angle + 2 * std::numbers::pi / 3);
    return {first, 3 * mean - first - third, third};
}

/// Angle of R in F = R U: the mean of a matrix and of its inverse transposed goes to the rotation nearest to it, with a square of
/// the error each time (Higham 1986).
double rotationDegrees(const Matrix3& f) {
    constexpr int mostSteps = 30;
    Matrix3 r = f;
    for (int step = 0; step < mostSteps; ++step) {
        const Matrix3 other = inverseMatrix(r);
        double change = 0;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                const double mean = (r[i][k] + other[k][i]) / 2;
                change = std::max(change, std::abs(mean - r[i][k]));
                r[i][k] = mean;
            }
        if (change < 1e-12) break;
    }
    const double twiceSine = std::hypot(r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]);
    return std::atan2(twiceSine, r[0][0] + r[1][1] + r[2][2] - 1) * 180 / std::numbers::pi;
}

/// Slopes of u along the axes at a voxel: centred differences, one-sided at the faces, 0 along an axis of one voxel.
class Slopes {
public:
    explicit Slopes(const KnownFlow& flow) : flow_(flow) {
        const Spacing& sides = flow.header.spacing;
        const std::array<double, 3> lengths{sides.x, sides.y, sides.z};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k)
                scale_[i][k] = lengths[i] / lengths[k];
    }

    /// 1 - Du in lengths; false where it is not known.
    bool at(int x, int y, int z, Matrix3& stretch) const {
        const VolumeSize& size = flow_.u.size;
        const std::array<int, 3> place{x, y, z}, sides{size.width, size.height, size.depth};
        const std::array<std::size_t, 3> steps{1, static_cast<std::size_t>(size.width), size.slice()};
        const std::size_t here = size.index(x, y, z);
        if (!flow_.isKnown(here)) return false;
        stretch = identityMatrix;
        for (std::size_t k = 0; k < 3; ++k) {
            if (sides[k] == 1) continue;
            const std::size_t before = place[k] > 0 ? here - steps[k] : here,
                              behind = place[k] + 1 < sides[k] ? here + steps[k] : here;
            if (!flow_.isKnown(before) || !flow_.isKnown(behind)) return false;
            const double per = before == here || behind == here ? 1 : 0.5;
            for (std::size_t i = 0; i < 3; ++i)
                stretch[i][k] -= scale_[i][k] * per *
                                 (static_cast<double>(flow_.u.along[i][behind]) - static_cast<double>(flow_.u.along[i][before]));
        }
        return true;
    }

private:
    const KnownFlow& flow_;
    Matrix3 scale_{};
};

}  // namespace

const std::vector<StrainQuantity>& strainQuantities() {
    static const std::vector<StrainQuantity> list{
        {"e_xx", "", lagrangianStrain<0, 0>},
        {"e_yy", "", lagrangianStrain<1, 1>},
        {"e_zz", "", lagrangianStrain<2, 2>},
        {"e_xy", "", lagrangianStrain<0, 1>},
        {"e_xz", "", lagrangianStrain<0, 2>},
        {"e_yz", "", lagrangianStrain<1, 2>},
        {"e_1", "", [](const Matrix3& f) { return principalStrains(f)[0]; }},
        {"e_2", "", [](const Matrix3& f) { return principalStrains(f)[1]; }},
        {"e_3", "", [](const Matrix3& f) { return principalStrains(f)[2]; }},
        {"j", "", [](const Matrix3& f) { return 1 / determinantOf(f); }},
        {"volume", "", determinantOf},
        {"rotation", "degrees", rotationDegrees},
    };
    return list;
}

StrainMap strainMap(const KnownFlow& flow, const StrainQuantity& quantity, const Threads& threads) {
    const VolumeSize& size = flow.u.size;
    const Slopes slopes(flow);
    StrainMap map{std::vector<float>(size.voxels(), std::numeric_limits<float>::quiet_NaN())};
    std::vector<std::size_t> known(static_cast<std::size_t>(size.depth));
    parallelFor(known.size(), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        Matrix3 stretch;
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                if (!slopes.at(x, y, z, stretch) || !(determinantOf(stretch) > 0)) continue;
                map.values[size.index(x, y, z)] = static_cast<float>(quantity.of(inverseMatrix(stretch)));
                ++known[slice];
            }
    });
    for (const std::size_t each : known)
        map.known += each;
    return map;
}

StrainStatistics statisticsOf(const StrainMap& map) {
    StrainStatistics statistics;
    std::vector<float> values;
    values.reserve(map.known);
    for (const float value : map.values)
        if (!std::isnan(value)) values.push_back(value);
    if (values.empty()) {
        statistics.quantiles.fill(statistics.mean);
        return statistics;
    }
    std::ranges::sort(values);
    const auto count = static_cast<double>(values.size());
    double sum = 0, squares = 0;
    for (const float value : values)
        sum += static_cast<double>(value);
    statistics.mean = sum / count;
    for (const float value : values)
        squares += std::pow(static_cast<double>(value) - statistics.mean, 2);
    statistics.sd = std::sqrt(squares / count);
    for (std::size_t i = 0; i < statistics.quantiles.size(); ++i) {
        const double place = StrainStatistics::parts[i] * (count - 1), below = std::floor(place), share = place - below;
        const auto at = static_cast<std::size_t>(below);
        const std::size_t next = std::min(at + 1, values.size() - 1);
        statistics.quantiles[i] = (1 - share) * static_cast<double>(values[at]) + share * static_cast<double>(values[next]);
    }
    return statistics;
}

}  // namespace coarsen
