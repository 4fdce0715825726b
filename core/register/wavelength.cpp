// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/wavelength.hpp"

#include "core/measure/volume_measurer.hpp"

namespace coarsen {

namespace {
// First side maximum over 2 pi of a thin ring's C1D: sin(x) / x in three dimensions, J0 in two.
constexpr double rMaxOfWave = 1.2295, rMaxOfFlatWave = 1.1166;
}  // namespace

std::optional<double> structureWavelength(const Volume& volume, int threads, std::stop_token stop) {
    VolumeMeasurer measurer(MeasureSettings{}, threads);
    const LengthScale rMax = measurer(volume, false, stop).rMax;
    if (!rMax.isFound()) return std::nullopt;
    return wavelengthOf(rMax.px, volume.size());
}

double wavelengthOf(double rMaxPx, const VolumeSize& size) {
    return rMaxPx / (size.depth == 1 ? rMaxOfFlatWave : rMaxOfWave);
}

}  // namespace coarsen
