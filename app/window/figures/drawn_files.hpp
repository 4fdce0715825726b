// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_items.hpp"
#include "core/export/provenance.hpp"
#include "core/export/targets.hpp"

#include <QDir>

#include <vector>

namespace coarsen::window {

/// Writes each figure as .png, .svg and .pdf into the folder, which is made where it is missing, and says how many files that
/// are. Nothing is written unless all of them, and `beside`, may be. Throws StorageError.
int writeDrawn(const std::vector<NamedFigure>& figures, const QDir& folder, Existing existing, const Provenance& provenance,
               const Paths& beside = {});

}  // namespace coarsen::window
