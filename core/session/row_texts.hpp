// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/base/text_sink.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace coarsen {

/// Texts of so many things in their order, with `between` between them. Some thousands at a time are made on all threads that
/// there may be and handed over, so that a long series is not waited for, and its text never held as a whole.
void textsInOrder(std::size_t count, const std::function<std::string(std::size_t)>& text, std::string_view between,
                  const TextSink& sink);

/// Text of every row, in the order of frames, likewise.
void textsOfRows(const FrameResults& rows, const std::function<std::string(const FrameResult&)>& text, const TextSink& sink);

}  // namespace coarsen
