// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

class Workspace;
class Document;
class TopBar;

/// Leads through the window, over the sample where nothing is open. Once at a time.
void startTour(Document& document, Workspace& workspace, TopBar& bar);

}  // namespace coarsen::window
