// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlation_map.hpp"
#include "core/measure/folded_circles.hpp"
#include "core/measure/line_faults.hpp"
#include "core/measure/measure_settings.hpp"

#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

namespace coarsen {

/// C1D at quarter pixels where R is small.
struct FineCurve {
    std::vector<double> r, value;
};

/// The form by which C1D's height without the spike of white noise at 0 is found (xi_amplitude.hpp): the one that the curve
/// itself has; a straight ln C1D or a cusp as the square root of R; none, it is C1D(0); even powers of R; a cusp as R.
enum class HeightForm { own, straight, atZero, even, pointed };

/// C1D, the azimuthal average (Eq. 2 of the paper): value[i] on the circle of radius r[i] pixels, i = 0 ... R.
struct RadialProfile {
    std::vector<double> r;        ///< pixels
    std::vector<double> value;    ///< NaN where no sample of the circle is defined or the circle leaves the map
    std::vector<double> error;    ///< standard error from sub-images; empty when not asked for
    std::vector<double> pairs;    ///< mean pair count over the samples
    std::vector<double> scatter;  ///< standard deviation of C2D along the circle: a sign of anisotropy, not an error
    FineCurve fine;               ///< from which lengths of up to 20 px are read; empty when not asked for
    double variance = std::numeric_limits<double>::quiet_NaN();  ///< as of its map
    LineFaults rows, columns;                                    ///< what lines of pixels that differ as wholes do to C2D
    double removedPart = 0;  ///< what C1D lacks because the image's own mean was taken away (removed_mean.hpp); 0: nothing
    /// Pattern's part of C1D(0) in a map whose mean was left in: s^2 / (m^2 + s^2). 1: the mean was taken off.
    double patternPart = 1;
    /// The first zero of C1D about the mean, where `measure.bracket` takes it from there; NaN: C1D's own counts.
    double meanFreeZeroPx = std::numeric_limits<double>::quiet_NaN();
    int dimensions = 2;      ///< 3: the mean over spheres of a volume's C3D, r in px of (sx sy sz)^(1/3)
    double smoothingPx = 0;  ///< what the correlated field was smoothed by (channels.scale): below twice it C1D is the filter's
    HeightForm heightForm = HeightForm::own;  ///< sub-images have the whole image's, lest chance choose one for each

    std::size_t size() const { return r.size(); }
};

/// Makes the weights of the circles r = 0 ... R of a map of that R, on all cores; those of a circle that leaves the map are
/// empty. `aspect`: pixel height over width. After a stop they are not whole.
std::vector<CircleWeights> circleWeights(int maxLag, AzimuthRule rule, double aspect, const std::stop_token& stop = {});

/// Averages maps of one R over circles. Default rule: K = max(8, ceil(25 R)) angles 2 pi k / K, bilinear; a sample with an
/// undefined corner of non-zero weight is left out; R = 0 is C(0,0). The weights are built once, so a map costs one sparse
/// product. Thread-safe.
///
/// Use, given `const CorrelationMap& map`:
///
///     const auto average = AzimuthalAverager::shared(map.maxLag(), AzimuthRule::bilinear, 1.0);
///     const RadialProfile profile = (*average)(map);
class AzimuthalAverager {
public:
    /// `aspect`: pixel height over width; circles are round on the sample (decision M2).
    AzimuthalAverager(int maxLag, AzimuthRule rule = AzimuthRule::bilinear, double aspect = 1.0);
    ~AzimuthalAverager();
    AzimuthalAverager(AzimuthalAverager&&) noexcept;

    /// The averager for these settings, the same for all who use it now: its tables are the largest thing a thread would keep.
    /// Null after a stop, for of a large R they take a second.
    static std::shared_ptr<const AzimuthalAverager> shared(int maxLag, AzimuthRule rule, double aspect,
                                                           const std::stop_token& stop = {});

    RadialProfile operator()(const CorrelationMap& map) const;

    /// Sums over its circles of up to 8 even maps up to `reach` at once, for those who need `r` and `value` alone. The averager
    /// must outlive them.
    SumsOverCircles sumsOver(std::size_t maps, int reach) const;
    /// `r` and `value` of one of them, which is defined everywhere.
    RadialProfile valuesOf(const SumsOverCircles& sums, std::size_t map) const;
    /// The same for a map of any size, with its undefined offsets; slow.
    RadialProfile valuesWhereDefined(const CorrelationMap& map) const;
    /// True where `reach` may be less than maxLag(): under the other rules the map's edge has a say in its circles.
    bool takesSmallerMaps() const;
    int maxLag() const;

    /// Threads that make the tables: as many as there are, but for large R, where each needs a plane of its own.
    static std::size_t makingThreads(int maxLag);

private:
    struct Weights;
    explicit AzimuthalAverager(std::unique_ptr<const Weights> weights);
    static std::unique_ptr<const Weights> weightsFor(int maxLag, AzimuthRule rule, double aspect, const std::stop_token& stop);

    std::unique_ptr<const Weights> weights_;
};

}  // namespace coarsen
