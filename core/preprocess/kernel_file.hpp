// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/filter.hpp"

#include <memory>
#include <string>

namespace coarsen {

/// The filter that a step's setting names, kept while its file stays the same. Throws SettingError naming `key` when none is
/// named, it cannot be read, has more than 1001 taps a side, or none that differs from 0.
std::shared_ptr<const Filter> kernelFile(const std::string& key, const std::string& file);

/// The same as it was read last, without looking at the file; nullptr: it was not.
std::shared_ptr<const Filter> kernelFileReadBefore(const std::string& file);

}  // namespace coarsen
