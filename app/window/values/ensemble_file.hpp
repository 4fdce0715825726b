// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/ensemble_data.hpp"

#include <QString>
#include <QVector>

#include <filesystem>
#include <vector>

namespace coarsen::window {

/// What `coarsen-cli ensemble` wrote, as its figures need it.
struct EnsembleFile {
    /// C1D of one group's pooled map.
    struct Curve {
        QString name;
        QVector<double> r, value;  ///< r in `unit`
    };

    EnsembleData data;
    std::vector<Curve> curves;
    QString unit;  ///< of the curves' r
    QString commit, finishedUtc;
};

/// Reads ensemble.json and the c1d_GROUP.csv beside it. Throws InputError.
EnsembleFile readEnsembleFile(const std::filesystem::path& file);

}  // namespace coarsen::window
