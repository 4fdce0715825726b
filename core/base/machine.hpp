// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace coarsen {

/// The machine as a product: processor, threads, system; never a host, user or path.
std::string machineName();

}  // namespace coarsen
