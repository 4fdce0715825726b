// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/figures.hpp"
#include "app/window/values/surface_picture.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <stop_token>

namespace coarsen::window {

/// The surface of the shown frame, as it is seen in the window, with its numbers and how its curvature is shared out.
Figure surfaceFigure(PreviewPointer preview, const SurfaceSeen& seen);

/// The surface turning once about the volume's z. Throws StorageError. False, and nothing is written, after a stop.
bool writeSurfaceFilm(const std::filesystem::path& file, const ShownSurface& surface, const SurfaceSeen& seen,
                      const Session& session, const std::stop_token& stop);

}  // namespace coarsen::window
