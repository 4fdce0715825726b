// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string_view>

namespace coarsen {

/// Whoever takes a long text piece by piece: a file, or a string that grows.
using TextSink = std::function<void(std::string_view)>;

}  // namespace coarsen
