// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <string>

namespace coarsen {

/// The line that measures the session's images with its recipe on the command line: what differs from the default recipe, times,
/// pixel size and engines, quoted for a POSIX shell. What no option says (excluded frames, R_max set by hand) is left out.
std::string commandLine(const Session& session);

/// True where the line says all that the session's numbers come from.
bool isWholeOnCommandLine(const Session& session);

}  // namespace coarsen
