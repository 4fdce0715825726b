// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"

#include <string>
#include <string_view>

namespace coarsen {

/// One row with its C1D as a JSON object in one line, as the session and the journal of a run keep it: nothing is lost.
std::string frameResultJson(const FrameResult& row);

/// Throws InputError without a subject, which says what of it is damaged.
FrameResult frameResultFromJson(std::string_view text);

}  // namespace coarsen
