// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "core/correlate/correlate.hpp"
#include "core/displace/displacement_field.hpp"

#include <filesystem>
#include <string>

namespace coarsen::cli {

/// `correlate A B --patches`: two images of one size, patch by patch.
struct PatchJob {
    std::string a, b;  ///< their files
    std::filesystem::path table;
    Output& output;  ///< that it lies in
    FieldSettings field;
};

/// Writes the table and says what is in it. The exit status.
int correlatePatches(const PatchJob& job, const MaskedImage& a, const MaskedImage& b, ProgressReport& report,
                     std::stop_token stop);

}  // namespace coarsen::cli
