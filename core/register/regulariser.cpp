// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/regulariser.hpp"

#include "core/base/parallel.hpp"
#include "core/register/differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

template <typename Real>
using Matrix = std::array<std::array<Real, 3>, 3>;

template <typename Real>
using RowOfField = std::array<RowDifferences<Real>, 3>;

template <typename Real>
RowOfField<Real> rowOf(const VectorField<Real>& u, int y, int z) {
    return {RowDifferences<Real>(u.along[0], u.size, y, z), RowDifferences<Real>(u.along[1], u.size, y, z),
            RowDifferences<Real>(u.along[2], u.size, y, z)};
}

/// A = I - Du.
template <typename Real>
[[gnu::always_inline]] inline Matrix<Real> stretchAt(const RowOfField<Real>& u, std::ptrdiff_t x, std::ptrdiff_t before,
                                                     std::ptrdiff_t behind, Real per) {
    Matrix<Real> a;
    for (std::size_t i = 0; i < 3; ++i)
        a[i] = {-u[i].x(before, behind, per), -u[i].y(x), -u[i].z(x)};
    for (std::size_t i = 0; i < 3; ++i)
        a[i][i] += 1;
    return a;
}

template <typename Real>
[[gnu::always_inline]] inline Matrix<Real> cofactors(const Matrix<Real>& a) {
    return {
        {{a[1][1] * a[2][2] - a[1][2] * a[2][1], a[1][2] * a[2][0] - a[1][0] * a[2][2], a[1][0] * a[2][1] - a[1][1] * a[2][0]},
         {a[2][1] * a[0][2] - a[2][2] * a[0][1], a[2][2] * a[0][0] - a[2][0] * a[0][2], a[2][0] * a[0][1] - a[2][1] * a[0][0]},
         {a[0][1] * a[1][2] - a[0][2] * a[1][1], a[0][2] * a[1][0] - a[0][0] * a[1][2], a[0][0] * a[1][1] - a[0][1] * a[1][0]}}};
}

template <typename Real>
[[gnu::always_inline]] inline Real determinant(const Matrix<Real>& a) {
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) + a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

template <typename Real>
void jacobianRow(const RowOfField<Real>& u, int width, Real* __restrict j) {
    alongRow<Real>(width, [&](std::ptrdiff_t x, std::ptrdiff_t before, std::ptrdiff_t behind, Real per) {
        j[x] = determinant(stretchAt(u, x, before, behind, per));
    });
}

}  // namespace

template <typename Real>
Regulariser<Real>::Regulariser(const VolumeSize& size, RegulariserForm form, const Threads& threads)
    : size_(size), form_(form), threads_(threads), slope_(size.voxels()) {
    if (form == RegulariserForm::printed)
        for (auto& row : product_)
            row.fill(std::vector<Real>(size.voxels()));
}

template <typename Real>
typename Regulariser<Real>::Regularisation Regulariser<Real>::energyOf(const VectorField<Real>& u) {
    constexpr Real least = Real(1e-6);  // a fold has no logarithm; jMin tells of it
    std::vector<Regularisation> slices(static_cast<std::size_t>(size_.depth));
    parallelFor(slices.size(), threads_, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        std::vector<Real> j(static_cast<std::size_t>(size_.width));
        Regularisation sum{0, std::numeric_limits<double>::infinity()};
        for (int y = 0; y < size_.height; ++y) {
            const RowOfField<Real> row = rowOf(u, y, z);
            jacobianRow(row, size_.width, j.data());
            Real* const slope = slope_.data() + size_.index(0, y, z);
            for (std::size_t x = 0; x < j.size(); ++x) {
                sum.jMin = std::min(sum.jMin, static_cast<double>(j[x]));
                const Real held = std::max(j[x], least), logarithm = std::log(held);
                sum.energy += static_cast<double>((held - 1) * logarithm);
                slope[x] = 1 + logarithm - 1 / held;
            }
            if (form_ == RegulariserForm::piola) continue;
            alongRow<Real>(size_.width, [&](std::ptrdiff_t x, std::ptrdiff_t before, std::ptrdiff_t behind, Real per) {
                const Matrix<Real> c = cofactors(stretchAt(row, x, before, behind, per));
                const std::size_t at = size_.index(static_cast<int>(x), y, z);
                for (std::size_t i = 0; i < 3; ++i)
                    for (std::size_t k = 0; k < 3; ++k)
                        product_[i][k][at] = c[i][k] * slope[x];
            });
        }
        slices[slice] = sum;
    });
    Regularisation whole{0, std::numeric_limits<double>::infinity()};
    for (const Regularisation& slice : slices) {
        whole.energy += slice.energy;
        whole.jMin = std::min(whole.jMin, slice.jMin);
    }
    return whole;
}

template <typename Real>
void Regulariser<Real>::pull(Real weight, const VectorField<Real>& u, VectorField<Real>& force) const {
    const auto pullRowByPiola = [&](int y, int z, const std::array<Real*, 3>& to) {
        const RowOfField<Real> row = rowOf(u, y, z);
        const RowDifferences<Real> slope(slope_, size_, y, z);
        Real* __restrict fx = to[0], * __restrict fy = to[1], * __restrict fz = to[2];
        alongRow<Real>(size_.width, [&](std::ptrdiff_t x, std::ptrdiff_t before, std::ptrdiff_t behind, Real per) {
            const Matrix<Real> c = cofactors(stretchAt(row, x, before, behind, per));
            const Real sx = slope.x(before, behind, per), sy = slope.y(x), sz = slope.z(x);
            fx[x] -= weight * (c[0][0] * sx + c[0][1] * sy + c[0][2] * sz);
            fy[x] -= weight * (c[1][0] * sx + c[1][1] * sy + c[1][2] * sz);
            fz[x] -= weight * (c[2][0] * sx + c[2][1] * sy + c[2][2] * sz);
        });
    };
    const auto pullRowAsPrinted = [&](int y, int z, const std::array<Real*, 3>& to) {
        for (std::size_t i = 0; i < 3; ++i) {
            const RowDifferences<Real> alongX(product_[i][0], size_, y, z), alongY(product_[i][1], size_, y, z),
                alongZ(product_[i][2], size_, y, z);
            alongRow<Real>(size_.width, [&](std::ptrdiff_t x, std::ptrdiff_t before, std::ptrdiff_t behind, Real per) {
                to[i][x] -= weight * (alongX.x(before, behind, per) + alongY.y(x) + alongZ.z(x));
            });
        }
    };
    parallelFor(static_cast<std::size_t>(size_.depth), threads_, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        for (int y = 0; y < size_.height; ++y) {
            const std::size_t start = size_.index(0, y, z);
            const std::array<Real*, 3> to{&force.along[0][start], &force.along[1][start], &force.along[2][start]};
            if (form_ == RegulariserForm::piola)
                pullRowByPiola(y, z, to);
            else
                pullRowAsPrinted(y, z, to);
        }
    });
}

template class Regulariser<float>;
template class Regulariser<double>;

std::vector<float> jacobian(const Flow& u, const Threads& threads) {
    std::vector<float> j(u.size.voxels());
    parallelFor(static_cast<std::size_t>(u.size.depth), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        for (int y = 0; y < u.size.height; ++y)
            jacobianRow(rowOf(u, y, z), u.size.width, j.data() + u.size.index(0, y, z));
    });
    return j;
}

}  // namespace coarsen
