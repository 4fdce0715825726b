// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace coarsen::window {

/// Words for a choice of a setting: "each frame's error" for `error` of `fit.weights`, "Rₘₐₓ" for `r_max` of
/// `fit.length`. Recipe files, messages and the command line keep the key; a choice without words of its own is its key.
QString choiceWords(const QString& setting, const std::string& choice);

}  // namespace coarsen::window
