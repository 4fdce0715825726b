// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

class Document;

// Series whose answer is known. Those that came with the program are not opened where they are not there.
void openSample(Document& document);     ///< a ring field that grows at a constant rate
void openCrossover(Document& document);  ///< a mixture whose growth follows no simple law
void openSynthetic(Document& document);  ///< a random pattern, made first

}  // namespace coarsen::window
