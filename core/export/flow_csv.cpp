// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/flow_csv.hpp"

#include "core/base/numbers.hpp"

namespace coarsen {

std::string flowCsv(const std::vector<PatchMove>& field) {
    std::string text = "x_px,y_px,dx_px,dy_px,err_px,peak_ratio,valid\n";
    for (const PatchMove& patch : field) {
        for (const double value : {patch.xPx, patch.yPx, patch.move.x, patch.move.y, patch.errorPx, patch.peakRatio})
            text += shortest(value) + ',';
        text += patch.isValid ? "1\n" : "0\n";
    }
    return text;
}

}  // namespace coarsen
