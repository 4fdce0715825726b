// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::window {

class Desk;
class Document;
class TopBar;

/// Leads through the window, over the sample where nothing is open. Once at a time.
void startTour(Document& document, Desk& desk, TopBar& bar);

}  // namespace coarsen::window
