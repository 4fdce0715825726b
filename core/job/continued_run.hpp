// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/job/run_choices.hpp"
#include "core/job/run_report.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/session.hpp"

#include <filesystem>

namespace coarsen {

/// Throws InputError where what lies in the folder, interrupted or finished, is of another recipe, other rules or pixels of
/// another shape; the images are not read. Nothing where nothing lies there, or what cannot be read.
void requireSameSettingsIn(const std::filesystem::path& folder, const RunIdentity& identity, const Session& session);

/// --resume: the rows of the interrupted run in OUT, or of a finished one with the same settings; none where nothing lies there.
/// Images may have come behind the last one since: they have no row yet.
/// What the user has done since to its session (frames left out, markers, and times, pixel size and fit where the options give
/// none) goes into `session` and `request`. Rows of the journal that are
/// damaged are reported, and as if not measured. Throws InputError where the results are of another run, or naming an
/// image that has changed, is gone, or has come before the last.
FrameResults continuedRun(const std::filesystem::path& folder, const RunChoices& choices, const RunIdentity& identity,
                          Session& session, RunRequest& request, RunReport& report);

}  // namespace coarsen
