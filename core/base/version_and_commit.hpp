// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace coarsen {

/// The program's version and commit, as `--version` and *About* say them: "VERSION, commit 476cef6", "… with changes" behind it
/// where files differed from the commit, "…, commit unknown (built from sources without their repository)" where none could be
/// named.
std::string versionAndCommit();

}  // namespace coarsen
