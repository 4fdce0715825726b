// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/surface_measures.hpp"
#include "core/measure/anisotropy.hpp"
#include "core/measure/lengths.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/preprocess/frame.hpp"
#include "core/series/calibration.hpp"
#include "core/series/frame_times.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

enum class FrameStatus { ok, noPeak, excluded, failed };
std::string_view nameOf(FrameStatus status);  ///< "ok", "no-peak", "excluded", "failed"
FrameStatus frameStatusNamed(std::string_view name);

/// C1D as it is kept for every frame: r = 0, 1, 2, ... pixels.
struct StoredProfile {
    std::vector<float> value, error, pairs;
    std::vector<float> fine;                                     ///< at r = 0, 1/4, 1/2, ... pixels, as far as it was asked for
    double variance = std::numeric_limits<double>::quiet_NaN();  ///< and the rest as of RadialProfile
    double smoothingPx = 0;
};
RadialProfile unpacked(const StoredProfile& profile);

/// C(R, theta) of one sector, as it is kept: r = 0, 1, 2, ... pixels.
struct StoredSector {
    double angleDeg = 0;
    double rMaxPx = std::numeric_limits<double>::quiet_NaN();  ///< in this direction; NaN without a maximum
    std::vector<float> value, pairs;
};

/// How two channels correlate, as it is kept: r = 0, 1, 2, ... pixels.
struct StoredTerm {
    std::string name;                                          ///< "1x2"
    double rMaxPx = std::numeric_limits<double>::quiet_NaN();  ///< NaN without a side maximum
    std::vector<float> value, error, pairs;
};

/// Identity of the frame that a row is of, and of the file that it was measured from.
struct FrameIdentity {
    int frame = 0;
    std::string file;
    int page = 0;
    double timeS = std::numeric_limits<double>::quiet_NaN();
    TimeSource timeSource = TimeSource::index;
    std::string inputSha256;
    std::uintmax_t inputBytes = 0;
    std::string channelsSha256;  ///< sha256OfAll of the files of further channels or slices that were read; empty: none was
    double ownUmPerPx = 0;       ///< where files of its series state different sizes of pixels; 0: that of the series
};

/// Micrometres in a pixel of a frame: its own where none was typed for the series; NaN where there is none.
double umPerPx(const FrameIdentity& frame, const Calibration& ofSeries);

/// Facts that are kept of a picture or a volume beside its lengths.
struct ImageFacts {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    int widthPx = 0, heightPx = 0;                ///< of the final image
    double validFraction = nan;                   ///< of its pixels
    double saturatedFraction = nan;               ///< of the raw picture's samples, black and white; NaN for float pictures
    FrameDrift drift;                             ///< that it was moved back by
    std::optional<OrientationFacts> orientation;  ///< where axes were correlated
    int depthPx = 0;                              ///< slices of the final volume; 0: it is a picture
    double independentChannels = 1;  ///< (sum v_k)^2 / sum c_kl^2 of its channels' covariances: how many count for errors

    /// Nd = valid area / R_max², of a volume its valid part / R_max³; NaN without R_max.
    double domains(double rMaxPx) const;
};

/// Facts on the flow between a frame and the one that it is compared with; the field itself is saved where it is asked for.
struct DeformationFacts {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    double jMin = nan;               ///< smallest J = det(I - Du)
    double rho = nan;                ///< how alike the two are once the flow is undone; 1 where the structure did not evolve
    double expectedErrorPx = nan;    ///< of u, from what the structure has evolved; NaN where its wavelength is not known
    double meanPx = nan;             ///< mean of |u|
    double logJMean = nan;           ///< mean of log J: above 0 what is here has come from a larger part
    bool mayBeOnePeriodOff = false;  ///< the row's message says why
};

/// One row of results.csv with its C1D; lengths in pixels (calibration is applied when written). It depends on its own frame and
/// the survey of the series only; its deformation on the frame, too, that it is compared with.
struct FrameResult : FrameIdentity {
    FrameStatus status = FrameStatus::failed;
    LengthScale rMax;
    Lengths lengths;        ///< the others, by the key of their estimator
    Anisotropy anisotropy;  ///< where asked for
    ImageFacts image;
    std::string engine;
    std::string message;  ///< why not, one line; also why `weak`
    StoredProfile profile;
    std::vector<StoredSector> sectors;                      ///< where asked for
    std::vector<StoredTerm> terms;                          ///< where asked for
    std::optional<DeformationFacts> deformation = {};       ///< where asked for; the first frame has none
    std::optional<SurfaceFacts> surface = {};               ///< of a volume, where asked for and there is one
    std::map<std::string, LengthScale> scriptLengths = {};  ///< that Python functions found, by name, in units of their own

    /// R_max, or another by the key of lengthEstimators(); not found where that is unknown.
    const LengthScale& length(std::string_view key) const { return key == "r_max" ? rMax : lengths[key]; }
    /// True where a fit may use the row: status ok with quality good, weak or manual.
    bool countsForFit() const;
    /// The same of a fit of that length: one that needs no side maximum does not ask for R_max.
    bool countsForFit(std::string_view key) const;
    /// True where the frame has what is asked for, a length of that key; failed frames have none.
    bool hasLength(std::string_view key) const;
    double domains() const { return image.domains(rMax.px); }  ///< Nd, NaN without R_max
};

/// The status of a row now that the user leaves its frame out, or takes it in again: rows keep the one of the run.
FrameStatus statusOf(const FrameResult& row, bool isExcluded);

/// A row is made once and then only read, by the session, the charts and what is saved beside them: copying any of these copies
/// no curves.
using SharedResult = std::shared_ptr<const FrameResult>;
using FrameResults = std::map<int, SharedResult>;  ///< by frame
SharedResult shared(FrameResult row);

}  // namespace coarsen
