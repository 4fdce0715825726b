// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"
#include "core/export/tables.hpp"

namespace coarsen {

std::string shiftsCsv(const ImageSeries& series, const Drift& drift) {
    std::string text = "frame,file,page,shift_x_px,shift_y_px,rotation_deg,likeness,found\n";
    for (std::size_t i = 0; i < drift.shifts.size(); ++i) {
        const FrameSource& source = series.frames[i];
        const Shift& shift = drift.shifts[i];
        text += std::to_string(i) + ',' + csvField(source.name) + ',' + std::to_string(source.page);
        for (const double value : {shift.x, shift.y, shift.rotationDeg, shift.likeness})
            text += ',' + shortest(value);
        text += drift.isKnown[i] ? ",yes\n" : ",no\n";
    }
    return text;
}

}  // namespace coarsen
