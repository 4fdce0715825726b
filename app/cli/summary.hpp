// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <filesystem>
#include <string>

namespace coarsen::cli {

/// Summary of what a scientist wants to know first: frames, R_max from first to last, the fit, the files.
std::string summary(const Session& session, const std::filesystem::path& folder, double seconds);

}  // namespace coarsen::cli
