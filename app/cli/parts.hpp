// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/progress.hpp"

namespace coarsen::cli {

/// Refuses what the plan has decided already, beside --part, --merge and --estimate of a prepared run. Throws SettingError.
void requirePlansOwn(const CLI::App& sub, const AnalyzeOptions& options);

/// --estimate, --prepare, --part and --merge of `analyze`. Each gives its exit status: a part that is whole 0, whatever its
/// frames are; the merging that of the run. Throw InputError, SettingError, StorageError.
int estimateParts(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt);
int prepareParts(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt);
int measureOnePart(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt);
int mergeAllParts(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt);

}  // namespace coarsen::cli
