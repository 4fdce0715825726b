// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows about what is done with volumes on a GPU, for `coarsen-bench --suite volumes` and tests/bench/volumes_bench.

#include "tests/bench/gpu/nlm_bench.hpp"
#include "tests/bench/gpu/registration_bench.hpp"
#include "tests/bench/gpu/registration_ladder_bench.hpp"
#include "tests/bench/suites/rows.hpp"

#include <vector>

namespace coarsen::bench {

Json registrationRow(const RegistrationTiming& timing);
Json nlmRow(const NlmTiming& timing);

/// Each with how many times faster than the first of its size it is.
Json regulariserRows(const std::vector<RegulariserTiming>& ladder);
Json nlmLadderRows(const std::vector<NlmLadderTiming>& ladder);

}  // namespace coarsen::bench
