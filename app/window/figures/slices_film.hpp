// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/volume_slices.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <stop_token>

namespace coarsen::window {

/// A film through a volume from its first slice to its last, each with its number and its depth. For workers. Throws
/// StorageError. False, and nothing is written, after a stop.
bool writeSlicesFilm(const std::filesystem::path& file, const VolumeBrick& brick, const Spacing& spacing,
                     const GreyLevels& levels, const Session& session, const std::stop_token& stop);

}  // namespace coarsen::window
