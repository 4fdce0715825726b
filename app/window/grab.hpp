// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::window {

/// Request to `coarsen --grab` or `--export`.
struct GrabRequest {
    QString picture;        ///< --grab: the PNG to write
    QString exportFolder;   ///< --export: the folder for figures
    QSize size{1366, 768};  ///< logical px
    int frame = -1;
    bool dark = false;
    bool analyse = false;                                      ///< measure the series first
    bool movie = false;                                        ///< export the film too
    bool volumes = false;                                      ///< each TIFF file is one
    bool force = false;                                        ///< files that are there already are replaced
    QString page;                                              ///< one of pageNames(), or empty: the window as it opens
    std::vector<std::pair<QString, QString>> settings;         ///< --set key=value
    std::vector<std::pair<std::string, std::string>> figures;  ///< --figure key=value
    QString times, fit;
    double pixelSizeUm = 0;
    std::optional<double> t0S;
    std::optional<int> slice;  ///< of a stack
    QStringList inputs;
};

/// Names of all that can be shown of the window: "start, busy, ...".
QString pageNames();

/// Draws the main window once everything asked for is computed, or writes every figure of a session. Returns the exit status.
/// Throws SettingError: a page that there is none of.
int grab(const Engines& engines, const GrabRequest& request);

}  // namespace coarsen::window
