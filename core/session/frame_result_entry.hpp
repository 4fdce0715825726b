// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes the JSON library.

#include "core/session/frame_result_json.hpp"
#include "core/session/json_entry.hpp"

namespace coarsen {

Json jsonOf(const StoredRow& stored);

/// Both throw InputError without a subject that names the entry which is missing or of another kind.
StoredRow storedRowFrom(const JsonEntry& json);
TimeSource timeSourceFrom(const JsonEntry& name);

}  // namespace coarsen
