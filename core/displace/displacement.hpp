// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/displace/map_peak.hpp"
#include "core/displace/shift.hpp"

#include <stop_token>

namespace coarsen {

/// Where two images fit best, and how sure that is.
struct Displacement {
    CorrelationMap map;  ///< Pearson's r of the pixels that overlap, at every lag; empty after a stop, as all else
    /// Its highest value where at least a tenth of the most pairs stand behind it; of several that are equal within their errors
    /// the one with the most pairs.
    MapPeak peak;
    MapPeak second;    ///< the highest outside the first one's hill, of at least 3 px; as likely a place as their values are near
    double pairs = 0;  ///< of valid pixels, at the peak
    FoundShift found;  ///< between pixels; not found: least squares did not settle near the peak
    bool isAmbiguous = false;  ///< a place outside the hill, `second`, fits as well within the errors
    bool isAtEdge = false;     ///< the peak lies on the map's edge: the true one may lie beyond

    /// `found`, else the peak's lag, of unknown correlation.
    Shift shift() const;
    double peakRatio() const { return peak.value / second.value; }
};

/// How far b's content sits right of and below a's: the peak of their correlation, then least squares on the pixels (Refinement).
/// Images of one size with as many channels, over which r is summed; of several channels the shift between pixels is the mean of
/// each channel's own, weighted by its error. `maxLag`: pixels, below both sides. Throws InputError (channels),
/// SettingError (maxLag);
/// EngineError.
Displacement displacementBetween(const MaskedImage& a, const MaskedImage& b, int maxLag,
                                 const std::shared_ptr<const CorrelationEngine>& engine, int threads = 0,
                                 std::stop_token stop = {});

}  // namespace coarsen
