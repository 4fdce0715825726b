// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/sample_groups.hpp"

#include "core/batch/condition_number.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <regex>
#include <set>

namespace coarsen::window {

namespace {

/// What stands before a separator and the repeat's number or letter; empty where there is no such end.
std::string conditionIn(const std::string& name) {
    static const std::regex repeat(R"(^(.*[^ _.#-])[ _.#-]+(rep|repeat|run|no|nr|n)?[ _.#-]*([0-9]{1,3}|[A-Za-z])$)",
                                   std::regex::icase);
    std::smatch match;
    return std::regex_match(name, match, repeat) ? match[1].str() : std::string();
}

}  // namespace

NamedGroups groupsFromNames(std::vector<ProjectSeries> series, bool onlyNumbered) {
    std::map<std::string, int> shared;
    for (const ProjectSeries& one : series)
        if (const std::string condition = conditionIn(one.shownName()); !condition.empty()) ++shared[condition];
    std::set<std::string> units;
    for (ProjectSeries& one : series) {
        const std::string condition = conditionIn(one.shownName());
        const bool hasRepeats = !condition.empty() && shared[condition] > 1;
        if (one.group.empty() && hasRepeats && (!onlyNumbered || conditionNumber(condition))) one.group = condition;
        const auto number = conditionNumber(one.group.empty() ? one.shownName() : one.group);
        if (!number) continue;
        if (std::isnan(one.x)) one.x = number->value;
        units.insert(number->unit);
    }
    return {std::move(series), units.size() == 1 ? labelOfUnit(*units.begin()) : std::string()};
}

}  // namespace coarsen::window
