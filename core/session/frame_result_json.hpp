// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/session/json_values.hpp"

namespace coarsen {

/// One row with its C1D, as the session and the journal of a run keep it: nothing is lost.
Json frameResultJson(const FrameResult& row);

/// Throws Json::exception or InputError when the object is no such row.
FrameResult frameResultFromJson(const Json& json);

}  // namespace coarsen
