// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/measure/lengths.hpp"
#include "core/preprocess/frame.hpp"

#include <memory>
#include <stop_token>
#include <vector>

namespace coarsen {

/// Nd = width * height * validFraction / R^2, the number of domains in the picture.
double domainCount(int width, int height, double rMaxPx);

/// The relative statistical limit k / sqrt(Nd) of one image; k is read from C1D at R_max (science/limits.md), isotropic
/// rings.
double relativeErrorFloor(double cMax, double domains);

/// The same limit by C1D's relative rise (maxima.hpp), which neither noise nor a trend that lifts C1D changes; its table is made
/// for pooledError. `axes` 3: of a volume, Nd = valid volume / R^3 (tests/studies/results/volumes.txt).
double relativeErrorLimit(double relativeRise, double domains, int axes = 2);

/// The jack-knife's variance (NaN: unknown) and the limit's in equal parts: six sub-images give 5 degrees of freedom, so the one
/// alone is off by a third; the other knows rings only.
double pooledError(double jackknife, double limit);

/// 3 x 2 equal sub-images, three along the longer side; up to two rows and one column at the far edges belong to none.
std::vector<PixelRect> subImages(int width, int height);

/// R of the sub-images: the whole image's, or what fits into them; below 1 they are too small.
int subImageMaxLag(int width, int height, int maxLag);

/// C1D of an image (its channels summed) without one of its 3 x 2 sub-images each (the long side in 3), each with the whole
/// image's mean: what a delete-one jack-knife needs. Keeps the sub-images' plans, so one a series and thread.
///
/// Use, given `std::shared_ptr<const CorrelationEngine> engine, const PlanShape& whole, const MaskedImage& image`:
///
///     LeaveOneOut leaveOneOut(engine, whole, MeasureSettings{}, 1.0);
///     const std::vector<RadialProfile> replicates = leaveOneOut(image);
///     const std::vector<double> errors = jackknifeProfileError(replicates, 100);
class LeaveOneOut {
public:
    LeaveOneOut(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& whole, const MeasureSettings& settings,
                double aspect);
    ~LeaveOneOut();
    LeaveOneOut(LeaveOneOut&&) noexcept;

    /// One profile a sub-image; none after a stop or where the sub-images are too small.
    std::vector<RadialProfile> operator()(const MaskedImage& image, std::stop_token stop = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Standard error of C1D at `radii` radii from the jack-knife's replicates; NaN beyond their range.
std::vector<double> jackknifeProfileError(const std::vector<RadialProfile>& replicates, std::size_t radii);

/// Standard error of a length: of what `again` finds in each replicate, given the whole image's. NaN without replicates or where
/// the length lies beyond their range.
double jackknifeLengthError(const std::vector<RadialProfile>& replicates, const LengthScale& whole,
                            LengthScale (*again)(const RadialProfile& replicate, double wholePx, const MeasureSettings&),
                            const MeasureSettings& settings);

}  // namespace coarsen
