// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes the JSON library.

#include "core/session/json_entry.hpp"
#include "core/session/run_journal.hpp"

namespace coarsen {

/// JSON of what a run is made of, with the program's version, as the first line of a journal and a plan have it.
Json identityJson(const RunIdentity& identity);

/// Throws InputError without a subject that names the entry which is missing or of another kind.
RunIdentity identityFrom(const JsonEntry& json);

}  // namespace coarsen
