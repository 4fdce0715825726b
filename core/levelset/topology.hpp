// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace coarsen {

/// The voxels of a phase, 26-connected; those of the other are 6-connected.
struct PhaseVoxels {
    VolumeSize size;
    std::vector<std::uint8_t> isInside;  ///< 1 or 0, x fastest
};

/// How a phase hangs together.
struct Topology {
    long long pieces = 0;    ///< connected parts
    long long cavities = 0;  ///< parts of the other phase that do not reach the volume's faces
    long long euler = 0;     ///< chi of the phase with nothing around the volume: half of its closed surface's
    /// chi with what lies on the volume's faces, edges and corners counted 1/2, 1/4, 1/8: those of volumes side by side add up.
    double eulerPerVolume = 0;

    long long genus() const { return pieces + cavities - euler; }  ///< handles
};
Topology topologyOf(const PhaseVoxels& phase, std::stop_token stop = {});  ///< after a stop: unfinished

/// Topology of a phase in a volume that is one period: what goes on behind a face hangs together with what is at the face
/// opposite. Cavities are the parts of the other phase but one, which surrounds. After a stop: unfinished.
Topology periodicTopologyOf(const PhaseVoxels& phase, std::stop_token stop = {});

/// Share of chi that the point between eight voxels has: 1 for itself, -1/2, 1/4, -1/8 for each edge, face and cube that meets it
/// and belongs to the phase. `inside`: bits by corner (x + 2 y + 4 z). Those of all points add up to chi where the other phase
/// surrounds the volume, and their mean is chi per volume without any assumption about what lies beyond the faces.
double eulerBetween(unsigned inside);

}  // namespace coarsen
