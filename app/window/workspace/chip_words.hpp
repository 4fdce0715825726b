// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QString>

namespace coarsen::window {

/// The words of a chip at the top: a value, whose word it is and how far that goes, and what else is at hand.
struct ChipWords {
    QString full;    ///< "0.5 µm/px · ImageJ", "60 s · from the file; names differ"
    QString medium;  ///< where there is less room: "0.5 µm/px · ImageJ", "60 s · inherited; names differ"
    QString brief;   ///< where there is little: "0.5 µm/px"; what is inherited or differs is never left out
    QString whole;   ///< sentences, for the tooltip
};

ChipWords chipOfSizes(const Document& document);
ChipWords chipOfTimes(const Document& document);

}  // namespace coarsen::window
