// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/field_of_axes.hpp"

namespace coarsen {

bool isFieldOfAxes(const Frame& finalFrame) {
    return finalFrame.orientation && finalFrame.image.channels() == 2;
}

void sayLengthOfAxes(Measurer::Answer& answer, const OrientationFacts& axes, MeanMode mean) {
    if (answer.rMax.isFound()) return;
    const LengthScale& xi = answer.lengths["xi"];
    if (mean == MeanMode::none && axes.orderParameter > sameAxis)
        answer.rMax.message =
            "The axis is the same everywhere, so C is 1 at every lag and there is no length; axis_deg says which way it runs";
    else if (xi.isFound())
        answer.rMax.message = "No second maximum, as is usual of axes; their length is xi";
    else
        answer.rMax.message = "Neither a second maximum nor xi: " + xi.message;
}

}  // namespace coarsen
