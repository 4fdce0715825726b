// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "app/cli/progress.hpp"
#include "core/session/relocate.hpp"

#include <string>
#include <vector>

namespace coarsen::cli {

/// The session that --session names: its images looked for in --images where they have moved, the other files that it names there
/// and beside it. Throws InputError where it cannot be read, or a folder holds other images of the same names.
Session earlierSession(const AnalyzeOptions& options, ProgressReport& report);

/// Looks in the same places, and beside --recipe, for what that recipe names and has not there; says what was taken unproved.
/// `recorded`: hashes where they are known.
void locateFiles(Recipe& recipe, const FileHashes& recorded, const AnalyzeOptions& options, ProgressReport& report);

/// Throws InputError where none of the frames to be measured has its image, or a file that the recipe still names is not there;
/// with --images as the remedy.
void refuseWhatIsMissing(const AnalyzeOptions& options, const Session& earlier, const RunRequest& request);

/// Reports what has become of a session's images: unchanged, or which are not.
void reportInputs(const Session& earlier, ProgressReport& report);

}  // namespace coarsen::cli
