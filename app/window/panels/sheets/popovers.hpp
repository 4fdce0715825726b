// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <functional>

class QWidget;

namespace coarsen::window {

/// Small sheets under the chips of the top bar; closed by Esc or a click elsewhere. They send their wishes to the document.
/// `drawLength`: called when a known length is to be drawn on the image. `atQuench`: the field of t0 has the focus. `showFacts`:
/// called when what the files say is to be shown.
void showCalibrationPopover(Document& document, QWidget* under, std::function<void()> drawLength,
                            const std::function<void()>& showFacts = {});
void showTimePopover(Document& document, QWidget* under, bool atQuench = false, const std::function<void()>& showFacts = {});
void showSlicePopover(Document& document, QWidget* under);
void showEnginePopover(Document& document, QWidget* under);
void showNoticesPopover(Document& document, QWidget* under, const std::function<void(const Notice&, Remedy)>& carryOut);

}  // namespace coarsen::window
