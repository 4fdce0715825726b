// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

class Document;
class Timeline;

/// The timeline shows the document's frames, their pictures and states, and sends it what is wished for there.
void connectTimeline(Timeline& timeline, Document& document);

}  // namespace coarsen::window
