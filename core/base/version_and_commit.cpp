// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/version_and_commit.hpp"

#include "core/base/commit.hpp"
#include "core/base/version.hpp"

namespace coarsen {

std::string versionAndCommit() {
    std::string words = std::string(version) + ", commit " + commit;
    if (words.ends_with(" unknown")) return words + " (built from sources without their repository)";
    return words + (isCommitDirty ? " with changes" : "");
}

}  // namespace coarsen
