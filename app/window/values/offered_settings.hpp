// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"
#include "core/settings/field.hpp"

#include <set>
#include <string>
#include <vector>

namespace coarsen::window {

// A recipe holds what there is for pictures and for volumes; the window offers what decides something for the frames that are
// open.

/// Says whether a step has a row: it is for such frames, or on all the same.
bool isStepOffered(const Step& step, bool areVolumes);

bool isSectionOffered(const std::string& key, bool areVolumes);

/// Fields that a form offers of a step or a section of the recipe.
std::vector<FieldDescription> offeredFields(const Recipe& recipe, const std::string& owner,
                                            const std::vector<FieldDescription>& fields, bool areVolumes);

/// Names of the fields that a form shows below *Advanced*: those that nobody needs who does not know them by name.
std::set<std::string> advancedFields(const std::string& owner, const std::vector<FieldDescription>& fields);

/// Says whether a choice of a setting ("filter.kind", "gabor") is for who knows it by name: a form lists it last.
bool isForExperts(const std::string& setting, const std::string& choice);

}  // namespace coarsen::window
