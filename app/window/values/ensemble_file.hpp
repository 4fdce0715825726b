// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/ensemble_data.hpp"

#include <QString>

#include <filesystem>
#include <vector>

namespace coarsen::window {

/// Content of what `coarsen-cli ensemble` wrote, as its figures need it.
struct EnsembleFile {
    EnsembleData data;
    QString unit;  ///< of lengths, and of the curves' r
    QString commit, finishedUtc;
};

/// Reads ensemble.json and the c1d_GROUP.csv beside it. Throws InputError.
EnsembleFile readEnsembleFile(const std::filesystem::path& file);

}  // namespace coarsen::window
