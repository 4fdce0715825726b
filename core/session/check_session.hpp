// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace coarsen {

/// Whatever opens a session indexes by what stands in it: frames of its results, curves of one length, parameters of a law. These
/// say once, after reading, whether that holds. Throw InputError without a subject that names the entry and what is wrong with
/// it.
void requireConsistent(const Session& session);
void requireConsistent(const FrameResult& row, std::size_t frames);  ///< of a series of so many frames

/// Takes out the fits that are not of a law known here, or not whole: they are made again from the results. Says which, and why.
std::vector<std::string> withoutDamagedFits(std::vector<GrowthFit>& fits, std::size_t frames);

}  // namespace coarsen
