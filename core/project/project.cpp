// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project.hpp"

#include "core/session/series_name.hpp"

namespace coarsen {

std::string ProjectSeries::shownName() const {
    return name.empty() ? nameByPath(path) : name;
}

bool ProjectSeries::isSession() const {
    return path.extension() == sessionEnding;
}

}  // namespace coarsen
