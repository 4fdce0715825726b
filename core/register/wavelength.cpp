// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/wavelength.hpp"

#include "core/c3d/volume_measurer.hpp"

namespace coarsen {

namespace {
constexpr double rMaxOfWave = 1.2295;  // first side maximum of sin(x) / x over 2 pi: a thin ring in three dimensions
}

std::optional<double> structureWavelength(const Volume& volume, int threads, std::stop_token stop) {
    VolumeMeasurer measurer(MeasureSettings{}, threads);
    const LengthScale rMax = measurer(volume, false, stop).rMax;
    if (!rMax.isFound()) return std::nullopt;
    return rMax.px / rMaxOfWave;
}

}  // namespace coarsen
