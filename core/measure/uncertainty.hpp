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

/// The relative statistical limit k / sqrt(Nd) of one image; k is read from C1D at R_max (measurement.md section 3), isotropic
/// rings.
double relativeErrorFloor(double cMax, double domains);

/// 3 x 2 equal sub-images, three along the longer side; up to two rows and one column at the far edges belong to none.
std::vector<PixelRect> subImages(int width, int height);

/// R of the sub-images: the whole image's, or what fits into them; below 1 they are too small.
int subImageMaxLag(int width, int height, int maxLag);

/// Standard errors from a delete-one jack-knife over 3 x 2 sub-images (the long side in 3), each with the whole image's mean.
/// Keeps the sub-images' plans, so one a series and thread.
class SubImageErrors {
public:
    SubImageErrors(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& whole, const MeasureSettings& settings,
                   double aspect);
    ~SubImageErrors();
    SubImageErrors(SubImageErrors&&) noexcept;

    struct Answer {
        std::vector<double> profileError;  ///< standard error of C1D, one a radius of the whole image's profile
        double rMaxErrorPx =
            std::numeric_limits<double>::quiet_NaN();  ///< of R_max; NaN without one or when it lies beyond the blocks
    };
    Answer operator()(const MaskedImage& image, const RadialProfile& profile, const LengthScale& rMax, std::stop_token stop = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The delete-one jack-knife from C1D without one sub-image each (empty: unknown errors); `profile` and `rMax` of the whole
/// image.
SubImageErrors::Answer jackknife(const std::vector<RadialProfile>& replicates, const RadialProfile& profile,
                                 const LengthScale& rMax);

}  // namespace coarsen
