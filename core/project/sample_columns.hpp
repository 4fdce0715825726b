// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/condition.hpp"
#include "core/project/sample.hpp"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// One number of a sample or a condition; NaN: it has none, or no error is known.
struct SampleValue {
    double value = std::numeric_limits<double>::quiet_NaN();
    double error = std::numeric_limits<double>::quiet_NaN();
    std::string law = {};  ///< of a fit: which law's it is
};

/// A line of the table of samples: what a column looks at, of a sample or of repeats joined.
struct SampleLine {
    SampleLine(const Sample& sample) : fitted(sample), x(sample.x), sample(&sample) {}
    SampleLine(const Condition& condition) : fitted(condition), x(condition.x) {}
    explicit SampleLine(const FittedGrowth& growth) : fitted(growth) {}

    const FittedGrowth& fitted;
    double x = std::numeric_limits<double>::quiet_NaN();
    const Sample* sample = nullptr;  ///< null of a condition: it has no frames of its own
};

/// A column of the table of samples; any can be charted against any other.
struct SampleColumn {
    std::string key;          ///< "rate"
    std::string label;        ///< "Rate"
    ModelParameter quantity;  ///< symbol and dimension: of a rate length^1 time^-1
    SampleValue (*value)(const SampleLine& line, double time);
    bool needsTime = false;  ///< `time`, since the origin, in the series' unit: of R at a time
    std::string unit = {};   ///< where it has one beside its dimension: "grey levels"
    std::string about = {};  ///< its meaning, in a sentence
    bool isOfLaw = false;    ///< a growth law's: each value has the law that it is of
};

/// THE LIST, in the order in which they are read.
const std::vector<SampleColumn>& sampleColumns();
const SampleColumn& sampleColumn(std::string_view key);  ///< throws SettingError naming those there are

/// The unit of a column's values as files write it: "um/s", "px", "grey levels"; empty where it has none. Of an amplitude with
/// its exponent: "um/s^n".
std::string unitOf(const SampleColumn& column, const FittedGrowth& fitted);

/// The law's curve at a time since the origin; NaN where nothing is fitted.
SampleValue lengthAt(const FittedGrowth& fitted, double time);

}  // namespace coarsen
