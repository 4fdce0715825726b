// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen {

/// Opens whichever of standard input, output and error the caller has closed, as nothing: else the next file opened would take
/// its number, and what is said would be written into it. For the programs' main functions, first of all.
void openStandardStreams();

}  // namespace coarsen
