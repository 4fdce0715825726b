// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

class Document;

// Series whose answer is known.
void openSample(Document& document);     ///< a ring field that grows at a constant rate; a made one where it did not come along
void openCrossover(Document& document);  ///< a mixture whose growth follows no simple law; says so where it did not come along
void openSynthetic(Document& document);  ///< a random pattern, made first

}  // namespace coarsen::window
