// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/engines.hpp"
#include "core/measure/measure_settings.hpp"
#include "core/measure/profile_lengths.hpp"
#include "core/volume/volume.hpp"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// C3D(X, Y, Z) of a volume: the mean product of its fluctuations at that offset over the pairs of voxels that are both valid, by
/// C3D(0) where the settings say so. |X|, |Y|, |Z| <= maxLag along each axis; only Z >= 0 is kept, C(-X, -Y, -Z) = C(X, Y, Z).
struct CorrelationVolume {
    int maxLagX = 0, maxLagY = 0, maxLagZ = 0;
    Spacing spacing;
    std::vector<float> value;  ///< (2 maxLagX + 1) (2 maxLagY + 1) (maxLagZ + 1), X fastest; NaN where no pair is
    std::vector<float> pairs;
    double variance = 0;

    bool isEmpty() const { return value.empty(); }
};

/// The measurement of one final volume: C3D, its spherical mean over shells of 1 px = (sx sy sz)^(1/3), the lengths read off it
/// and, where asked for, their errors from a delete-one jack-knife over 2 x 2 x 2 blocks with k / sqrt(Nd) beside it, Nd = valid
/// volume / R_max^3. Keeps its plans between volumes of one size; one thread uses it at a time, itself it takes `threads`. Where
/// a GPU fails or has no room, the CPU takes over.
///
/// Use, given `const Volume& volume`:
///
///     VolumeMeasurer measure(MeasureSettings{}, 0);
///     const VolumeMeasurer::Answer answer = measure(volume, true);
///     const double rMaxPx = answer.rMax.px, errorPx = answer.rMax.errorPx;
class VolumeMeasurer {
public:
    VolumeMeasurer(MeasureSettings settings, int threads);  ///< by the CPU's engines
    VolumeMeasurer(MeasureSettings settings, C3dRequest engines, int threads);
    ~VolumeMeasurer();
    VolumeMeasurer(VolumeMeasurer&&) noexcept;
    VolumeMeasurer& operator=(VolumeMeasurer&&) noexcept;

    struct Answer : ProfileLengths {  ///< r in px as above
        CorrelationVolume map;        ///< empty after a stop
        std::string engine, engineReason;
    };

    /// Throws InputError: one flat grey, no valid voxel, too thin to correlate. SettingError: settings that volumes do not have,
    /// an engine that cannot be used. EngineError: the last engine failed.
    Answer operator()(const Volume& finalVolume, bool withErrors, std::stop_token stop = {});

    /// Name of the engine that failed, and the reason; empty while none has.
    const std::string& trouble() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Bytes that measuring a volume of that size takes at most, the volume itself included.
std::size_t bytesToMeasure(const VolumeSize& size, const MeasureSettings& settings, const Spacing& spacing);

}  // namespace coarsen
