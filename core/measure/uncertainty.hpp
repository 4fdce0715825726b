// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/measure/lengths.hpp"

#include <memory>
#include <stop_token>
#include <vector>

namespace coarsen {

/// Nd = width * height * validFraction / R^2, the number of domains in the picture.
double domainCount(int width, int height, double rMaxPx);

/// The relative statistical limit k / sqrt(Nd) of one image; k is read from C1D at R_max (measurement.md section 3), isotropic
/// rings.
double relativeErrorFloor(double cMax, double domains);

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

}  // namespace coarsen
