// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/sample_groups.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <regex>

namespace coarsen::window {

namespace {

/// What stands before a separator and the repeat's number or letter; empty where there is no such end.
std::string conditionIn(const std::string& name) {
    static const std::regex repeat(R"(^(.*[^ _.#-])[ _.#-]+((rep|repeat|run|no|nr|n)?[ _.#-]*([0-9]{1,3}|[A-Za-z]))$)",
                                   std::regex::icase);
    std::smatch match;
    return std::regex_match(name, match, repeat) ? match[1].str() : std::string();
}

}  // namespace

double numberIn(const std::string& text) {
    static const std::regex number(R"(-?[0-9]+(?:\.[0-9]+)?)");
    std::smatch match;
    if (!std::regex_search(text, match, number)) return std::numeric_limits<double>::quiet_NaN();
    std::string found = match.str();
    // "T-35" is no temperature below zero: a minus counts where nothing but space stands before it.
    if (found.starts_with('-') && match.position() > 0 && text[static_cast<std::size_t>(match.position()) - 1] != ' ')
        found.erase(0, 1);
    return std::stod(found);
}

std::vector<ProjectSeries> withGroupsFromNames(std::vector<ProjectSeries> series) {
    std::map<std::string, int> shared;
    for (const ProjectSeries& one : series)
        if (const std::string condition = conditionIn(one.shownName()); !condition.empty()) ++shared[condition];
    for (ProjectSeries& one : series) {
        const std::string condition = conditionIn(one.shownName());
        const bool hasRepeats = !condition.empty() && shared[condition] > 1;
        if (one.group.empty() && hasRepeats) one.group = condition;
        if (std::isnan(one.x)) one.x = numberIn(one.group.empty() ? one.shownName() : one.group);
    }
    return series;
}

}  // namespace coarsen::window
