// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"
#include "core/settings/field.hpp"

#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// One line of the self-test: what was measured, what is true, and how far apart they may be (science/limits.md).
struct SelfTestCase {
    std::string name, quantity, unit;
    double measured = 0, truth = 0, error = 0, tolerance = 0;       ///< error and tolerance in `unit`
    double uncorrected = std::numeric_limits<double>::quiet_NaN();  ///< the error with the corrections off, where there are any
    bool passed = false;
    double seconds = 0;
    std::string absent = {};  ///< why it could not be tested here ("no GPU here"); it has neither passed nor failed
    bool isWrong() const { return !passed && absent.empty(); }
};

/// Progress of the self-test: `group` of `groups`, and in words.
struct SelfTestProgress {
    int group = 0, groups = 0;
    std::string doing;  ///< "Growing ring: 7 of 12 frames"
};

/// Called from the run's threads, never two at once; both may be empty.
struct SelfTestListener {
    std::function<void(const SelfTestCase&)> finished;
    std::function<void(const SelfTestProgress&)> progressed;
};

enum class SelfTestSuite { images, volumes, all };

/// Choice of what is tested.
struct SelfTestSettings {
    bool isQuick = false;                      ///< `quick`: under 60 s on two cores
    SelfTestSuite suite = SelfTestSuite::all;  ///< `suite`

    static const Fields<SelfTestSettings>& fields();
};

/// synth -> files -> analysis -> errors against the truth. After a stop the cases that were finished. Throws StorageError where
/// the images cannot be written.
std::vector<SelfTestCase> selfTest(const Engines& engines, const SelfTestSettings& settings,
                                   const SelfTestListener& listener = {}, std::stop_token stop = {});

}  // namespace coarsen
