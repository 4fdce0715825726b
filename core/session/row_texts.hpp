// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace coarsen {

/// Text of every row, in the order of frames with `between` between them. They are made on all threads that there may
/// be, so that a long series is not waited for.
std::string textOfRows(const FrameResults& rows, const std::function<std::string(const FrameResult&)>& text,
                       std::string_view between = {});

}  // namespace coarsen
