// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/progress.hpp"

namespace coarsen::cli {

/// `analyze --watch`: measures the folder's images as they come, by the rules of core/series/watch.hpp, which the window follows,
/// too. Ends by a signal, which is its usual end, or once the series has --until frames; the answer is the exit status. Throws
/// SettingError where INPUT is no folder of single images.
int watchedRun(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt);

}  // namespace coarsen::cli
