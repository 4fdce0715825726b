// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/models.hpp"

#include "core/base/error.hpp"

namespace coarsen {

const std::vector<GrowthModel>& growthModels() {
    static const std::vector<GrowthModel> list = shippedModels();
    return list;
}

const GrowthModel& growthModelNamed(std::string_view key) {
    std::string known;
    for (const GrowthModel& model : growthModels()) {
        if (model.key == key) return model;
        known += (known.empty() ? "" : ", ") + model.key;
    }
    throw SettingError("fit.model", "'" + std::string(key) + "' is no growth model", "one of " + known);
}

}  // namespace coarsen
