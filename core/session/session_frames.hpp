// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes the JSON library.

#include "core/session/json_entry.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <vector>

namespace coarsen {

/// A frame's images as an entry of a session has them. `row`: what was measured of it; nullptr: nothing was.
Json inputJson(const FrameSource& source, const FrameResult* row, const std::filesystem::path& folder);
/// Throws InputError without a subject that names the entry which is missing or of another kind.
FrameSource inputFrom(const JsonEntry& input, const std::filesystem::path& folder);

/// A session without results as JSON that names no frame, for whoever keeps the frames of a long series apart.
Json jsonWithoutFrames(const Session& session, const std::filesystem::path& relativeTo);
/// The session of that JSON with these frames. Throws InputError as inputFrom.
Session sessionWithFrames(const JsonEntry& json, const std::filesystem::path& file, std::vector<FrameSource> frames);

}  // namespace coarsen
