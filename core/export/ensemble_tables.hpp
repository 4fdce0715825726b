// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ensemble/ensemble.hpp"
#include "core/session/session.hpp"

#include <limits>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// One condition of an ensemble, for its tables.
struct EnsembleGroup {
    std::string name;
    double x = std::numeric_limits<double>::quiet_NaN();  ///< the condition as a number; NaN: none was given
    Ensemble ensemble;
};

/// Each group of a session that is an ensemble, from rows of today's recipe without the excluded; fewer after a stop. Throws
/// SettingError (requirePoolable).
std::vector<EnsembleGroup> ensembleGroups(const Session& session, std::stop_token stop = {});

/// ensemble.csv: a row for each group and length that any image has, pixels.
std::string ensembleCsv(const std::vector<EnsembleGroup>& groups);

/// c1d_GROUP.csv: `r_px,r_um,c,c_err,n`, C1D of the pooled map; c_err is the standard error of single images' C1D.
std::string ensembleC1dCsv(const EnsembleGroup& group, const Calibration& calibration);

/// The groups' names as file names: letters, digits, `-`, `_` and `.`, all others as `_`; no two alike, also where capitals do
/// not count.
std::vector<std::string> groupFileNames(const std::vector<std::string>& groups);

}  // namespace coarsen
