// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/sample_groups.hpp"

#include "core/batch/condition_number.hpp"

#include <cmath>
#include <set>

namespace coarsen::window {

NamedGroups groupsFromNames(std::vector<ProjectSeries> series, bool onlyNumbered) {
    std::vector<std::string> names;
    for (const ProjectSeries& one : series)
        names.push_back(one.shownName());
    const std::vector<std::string> conditions = sharedConditions(names, onlyNumbered);
    std::set<std::string> units;
    for (std::size_t i = 0; i < series.size(); ++i) {
        ProjectSeries& one = series[i];
        if (one.group.empty()) one.group = conditions[i];
        const auto number = conditionNumber(one.group.empty() ? names[i] : one.group);
        if (!number) continue;
        if (std::isnan(one.x)) one.x = number->value;
        units.insert(number->unit);
    }
    return {std::move(series), units.size() == 1 ? labelOfUnit(*units.begin()) : std::string()};
}

}  // namespace coarsen::window
