// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/correlate_patches.hpp"

#include "app/cli/commands.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/export/flow_csv.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace coarsen::cli {

namespace {

/// Median over the valid patches.
template <typename Value>
double medianOfValid(const std::vector<PatchMove>& field, Value value) {
    std::vector<double> values;
    for (const PatchMove& patch : field)
        if (patch.isValid && !std::isnan(value(patch))) values.push_back(value(patch));
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

void say(ProgressReport& report, const PatchJob& job, const std::vector<PatchMove>& field) {
    const auto valid = std::ranges::count_if(field, &PatchMove::isValid);
    std::ostringstream text;
    text << valid << " of " << field.size() << " patches of " << job.field.patchPx << " px are valid";
    if (valid > 0) {
        const double dx = medianOfValid(field, [](const PatchMove& patch) { return patch.move.x; });
        const double dy = medianOfValid(field, [](const PatchMove& patch) { return patch.move.y; });
        text << "; the median moved " << fixed(std::abs(dx), 2) << " px " << (dx < 0 ? "left" : "right") << " and "
             << fixed(std::abs(dy), 2) << " px " << (dy < 0 ? "up" : "down") << ", error of one "
             << fixed(medianOfValid(field, [](const PatchMove& patch) { return patch.errorPx; }), 3) << " px";
    }
    text << '\n';
    report.summarise(text.str());
    if (2 * valid < std::ssize(field))
        report.say("Most patches do not fit their neighbours: larger ones see more, and follow what moves farther (--patches " +
                   std::to_string(2 * job.field.patchPx) + ").");
}

}  // namespace

int correlatePatches(const PatchJob& job, const MaskedImage& a, const MaskedImage& b, ProgressReport& report,
                     std::stop_token stop) {
    const std::vector<PatchMove> field = displacementField(a, b, job.field, stop);
    if (stop.stop_requested()) return interrupted;
    if (std::ranges::none_of(field, [](const PatchMove& patch) { return patch.move.isKnown(); }))
        throw InputError(displayName(job.b),
                         "no patch of it can be compared with " + displayName(job.a) +
                             ": one of the two has no contrast, or too few valid pixels",
                         "look at both; --outside, --mask or the recipe may leave too few");
    job.output.write(report, [&] { writeWhole(job.table, flowCsv(field)); });
    say(report, job, field);
    return allMeasured;
}

}  // namespace coarsen::cli
