// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"
#include "core/export/tables.hpp"

#include <limits>

namespace coarsen {

std::string shiftsCsv(const ImageSeries& series, const Drift& drift) {
    std::string text =
        "frame,file,page,shift_x_px,shift_y_px,rotation_deg,likeness,found,shift_x_err_px,shift_y_err_px,rotation_err_deg,"
        "shift_z_px\n";
    for (std::size_t i = 0; i < drift.shifts.size(); ++i) {
        const FrameSource& source = series.frames[i];
        const Shift& shift = drift.shifts[i];
        text += std::to_string(i) + ',' + csvField(source.name) + ',' + std::to_string(source.page);
        const double correlation = drift.isKnown[i] ? shift.correlation : std::numeric_limits<double>::quiet_NaN();
        for (const double value : {shift.x, shift.y, shift.rotationDeg, correlation})
            text += ',' + shortest(value);
        text += drift.isKnown[i] ? ",yes" : ",no";
        const ShiftError error = drift.errorOf(i);
        for (const double value : {error.xPx, error.yPx, error.rotationDeg})
            text += ',' + shortest(value);
        text += ',' + (drift.ofVolumes.empty() ? "" : shortest(drift.ofVolumes[i].zPx)) + '\n';
    }
    return text;
}

}  // namespace coarsen
