// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/drift.hpp"
#include "core/base/text_sink.hpp"
#include "core/session/session.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// The texts of the files that `analyze` writes and the window exports (reference/results.md); the same bytes from both.
std::string resultsCsv(const Session& session);
std::string c1dCsv(const Session& session);
/// The two that grow long, piece by piece.
void writeResultsCsv(const Session& session, const TextSink& sink);
void writeC1dCsv(const Session& session, const TextSink& sink);
std::string sectorsCsv(const Session& session);  ///< the header alone where no frame has sectors
std::string termsCsv(const Session& session);    ///< likewise of terms
std::string fitJson(const Session& session);

/// The row of surfaceCsvHeader() of each frame that has a surface.
std::string surfaceCsv(const Session& session);

/// Table of each frame that has one of these: the exponent of the power law fitted from it on, and the local one about it.
std::string exponentsCsv(const Session& session);

/// The drift of every frame of the series, also of those that were not measured.
std::string shiftsCsv(const ImageSeries& series, const Drift& drift);

}  // namespace coarsen
