// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/comparison_csv.hpp"

#include "core/base/numbers.hpp"
#include "core/export/csv_field.hpp"

#include <limits>
#include <map>

namespace coarsen {

std::string comparisonCsv(const ImageSeries& series, const FrameResults& here, const ResultComparison& comparison,
                          const OtherResult& other) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::map<int, ComparedFrame> rows;
    for (const ComparedFrame& one : comparison.frames)
        rows.emplace(one.frame, one);
    const auto single = [&](const FrameResults& of, int frame) -> LengthScale {
        const auto row = of.find(frame);
        return row == of.end() ? LengthScale() : row->second->length(comparison.length);
    };
    for (const int frame : comparison.onlyHere)
        rows.emplace(frame, ComparedFrame{frame, single(here, frame).px, single(here, frame).errorPx, none, none});
    for (const int frame : comparison.onlyOther)
        rows.emplace(frame, ComparedFrame{frame, none, none, single(other.rows, frame).px, single(other.rows, frame).errorPx});
    std::string text =
        "frame,file,page,length,value_px,err_px,other_px,other_err_px,difference_px,difference_errors,excluded,other\n";
    for (const auto& [frame, one] : rows) {
        const FrameSource& source = series.frames[static_cast<std::size_t>(frame)];
        text += std::to_string(frame) + ',' + csvField(source.name) + ',' + std::to_string(source.page) + ',' + comparison.length;
        for (const double value :
             {one.px, one.errorPx, one.otherPx, one.otherErrorPx, one.differencePx(), one.differenceInErrors()})
            text += ',' + shortest(value);
        text += std::string(",") + (one.isExcluded ? "yes" : "no") + ',' + csvField(other.name) + '\n';
    }
    return text;
}

}  // namespace coarsen
