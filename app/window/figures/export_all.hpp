// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/figures/figures.hpp"

#include <QDir>
#include <QStringList>

namespace coarsen::window {

/// What one export writes.
struct ExportChoice {
    bool growth = true, profile = true, map = true, frame = true;
    bool shifts = false;  ///< where the series was stabilised
    bool spectrum = false, sectors = false;
    QStringList formats = {"png", "svg", "pdf"};
    bool results = true, c1d = true, fit = true, session = true, mapTiff = false;
    bool sectorTable = false;  ///< where the recipe measures them
    FigureSize size;
    bool logarithmic = false;

    QStringList fileNames() const;
};

/// Writes the chosen files into the folder, made when missing; data in the background, figures here, because plots belong to the
/// window's thread. Files that exist are replaced: the sheet asks first. `done` hears the number of files or what went wrong, and
/// which were kept.
void exportAll(Document& document, const QDir& folder, const ExportChoice& choice,
               std::function<void(int files, const QString& problem)> done);

}  // namespace coarsen::window
