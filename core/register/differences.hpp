// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace coarsen {

/// The derivatives of a volume of numbers along one of its rows: centred differences, one-sided at the faces, 0 along an axis of
/// one voxel.
template <typename Real>
class RowDifferences {
public:
    RowDifferences(const std::vector<Real>& volume, const VolumeSize& size, int y, int z)
        : here_(row(volume, size, y, z)),
          yBefore_(row(volume, size, std::max(y - 1, 0), z)),
          yBehind_(row(volume, size, std::min(y + 1, size.height - 1), z)),
          zBefore_(row(volume, size, y, std::max(z - 1, 0))),
          zBehind_(row(volume, size, y, std::min(z + 1, size.depth - 1))),
          perY_(y > 0 && y < size.height - 1 ? Real(0.5) : Real(1)),
          perZ_(z > 0 && z < size.depth - 1 ? Real(0.5) : Real(1)) {}

    Real x(std::ptrdiff_t before, std::ptrdiff_t behind, Real per) const { return (here_[behind] - here_[before]) * per; }
    Real y(std::ptrdiff_t x) const { return (yBehind_[x] - yBefore_[x]) * perY_; }
    Real z(std::ptrdiff_t x) const { return (zBehind_[x] - zBefore_[x]) * perZ_; }

private:
    static const Real* row(const std::vector<Real>& volume, const VolumeSize& size, int y, int z) {
        return volume.data() + size.index(0, y, z);
    }
    const Real *here_, *yBefore_, *yBehind_, *zBefore_, *zBehind_;
    Real perY_, perZ_;
};

/// Calls `body(x, before, behind, per)` along a row of at least two voxels, with what the derivative along x needs there.
/// `body` reads nothing that it writes at another voxel.
template <typename Real, typename Body>
[[gnu::always_inline]] inline void alongRow(int width, Body body) {
    struct Part {
        std::ptrdiff_t begin, end, before, behind;
        Real per;
    };
    const std::ptrdiff_t last = width - 1;
    // Called in one place, it is compiled into the loop, which is then computed several voxels at a time.
    for (const Part& part : {Part{0, 1, 0, 1, Real(1)}, {1, last, 1, 1, Real(0.5)}, {last, width, 1, 0, Real(1)}})
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
        for (std::ptrdiff_t x = part.begin; x < part.end; ++x)
            body(x, x - part.before, x + part.behind, part.per);
}

}  // namespace coarsen
