// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/samples_data.hpp"

namespace coarsen::window {

/// Condition that the shown sample is a repeat of, where its repeats are joined; else null.
const ShownCondition* joinedCondition(const SamplesData& data);

/// "20C, mean of 3 repeats: v = 15.00 ± 0.07 µm/h": the result of the shown group; empty where it has none.
QString groupHeadline(const SamplesData& data);

/// Result of the shown group, with its law, its times and what is to be known of it, as a sentence for a notebook;
/// empty where it has none.
QString groupSentence(const SamplesData& data);

/// Name of a growth law, "Through origin"; empty of an empty key.
QString lawName(const std::string& model);

}  // namespace coarsen::window
