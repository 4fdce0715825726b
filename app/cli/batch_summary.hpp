// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch.hpp"

#include <string>

namespace coarsen::cli {

/// Series and conditions with what their laws say, the files, and what to type for figures. `output`: as the user wrote it.
std::string batchSummary(const Batch& batch, const std::string& output);

}  // namespace coarsen::cli
