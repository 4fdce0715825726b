// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

class Document;

/// Copies the line that measures the same without a screen; says so, and what it leaves out.
void copyCommandLine(Document& document);

}  // namespace coarsen::window
