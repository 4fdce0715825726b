// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/grey_scale.hpp"
#include "core/register/interpolation.hpp"
#include "core/volume/volume.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace coarsen {

/// How the grey values of `moved` differ from those of `fixed` beside motion, in contrasts of the two phases of `fixed`.
struct Brightness {
    double gain = 1, offset = 0;             ///< of the phases: moved = gain fixed + offset, fixed's dark phase being 0
    double leastGain = 1, greatestGain = 1;  ///< of what varies slowly within the volume and was undone, beside `gain`
    /// By how much the two phases are off from place to place once that is undone, root mean square.
    double left = 0;
};

/// A polynomial of the place, along each axis from -1 at the first voxel to 1 at the last.
class SlowField {
public:
    /// Makes a field of up to third degree, and of no more along an axis than `places` there bear; all coefficients are 0.
    SlowField(const VolumeSize& size, const std::array<int, 3>& places);

    std::size_t terms() const { return powers_.size(); }
    /// Factors of the coefficients at a place in voxels.
    std::vector<double> basisAt(const std::array<double, 3>& place) const;
    /// Polynomial of the first coordinate alone, from the constant on, in the row of that y and z.
    std::array<double, 4> alongRow(double y, double z) const;
    double at(const std::array<double, 3>& place) const;
    /// The first coordinate of a voxel of a row.
    double coordinate(double x) const { return coordinateOf(x, size_.width); }

    std::vector<double> coefficients;  ///< the first is of the constant

private:
    static double coordinateOf(double at, int side) { return side > 1 ? 2 * at / (side - 1) - 1 : 0; }

    VolumeSize size_;
    std::vector<std::array<int, 3>> powers_;
};

/// Difference in brightness, from block to block, of two volumes that hold the same structure at the same places. Blocks are
/// a wavelength wide: within less, brightness cannot be told from structure.
struct BlockBrightness {
    SlowField logGain, offset;     ///< the slow part: moved = gain fixed + offset, both without their means
    std::vector<double> slowGain;  ///< at the middle of each block
    double slow = 0;               ///< by how much the two phases are off by it, root mean square over the blocks
    double left = 0;               ///< likewise by what is left from block to block
    bool isSlow = false;           ///< the slow part is more than chance makes of what is left, and than 0.004
};

/// Compares mean and standard deviation of each block's greys. Noise shifts them; volumes smoothed by a voxel bear little of it.
/// None where too little is valid or has any structure, or after a stop.
std::optional<BlockBrightness> blockBrightness(const WarpedValues& fixed, const Volume& moved, const PhaseMeans& scale,
                                               double wavelength, const Threads& threads);

/// `moved` without the slow part.
Volume withoutSlowPart(const Volume& moved, const BlockBrightness& found, const PhaseMeans& scale, const Threads& threads);

/// `moved` with its phases `from` brought to `to`.
Volume withPhases(const Volume& moved, const PhaseMeans& from, const PhaseMeans& to, const Threads& threads);

/// phaseMeans of about a million of its voxels, which tell them to 1e-3 of the contrast.
PhaseMeans phasesOf(const Volume& volume);

}  // namespace coarsen
