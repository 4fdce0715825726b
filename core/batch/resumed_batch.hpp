// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_request.hpp"

#include <filesystem>
#include <vector>

namespace coarsen {

/// THE JUDGE of a batch that goes on, asked before anything is written. Throws InputError naming the series whose results in its
/// folder (one for each series of the request) were made with other settings or by other rules than the request's.
void requireSameSettings(const BatchRequest& request, const std::vector<std::filesystem::path>& folders);

/// Sessions that the earlier batch in the output had measured and the request no longer names: sessions below the output, with
/// their names and conditions of then. Nothing where no batch ended there.
std::vector<BatchSeries> seriesOfBefore(const BatchRequest& request, const std::vector<std::filesystem::path>& folders);

}  // namespace coarsen
