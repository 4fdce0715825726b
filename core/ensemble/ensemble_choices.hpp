// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// A setting of the recipe and the values that each group is measured with.
struct Sweep {
    std::string key;  ///< "channels.sigma"
    std::vector<std::string> values;
};

/// Choice of the groups of an ensemble, beside what its images are measured with.
struct EnsembleChoices {
    std::string table;           ///< `table`: CSV that groups the images; empty: each input is a group
    std::string column;          ///< `x`: the table's column with the condition
    std::optional<Sweep> sweep;  ///< `sweep`: each group once for every value

    static const Fields<EnsembleChoices>& fields();
};

}  // namespace coarsen
