// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/script_length.hpp"

#include "core/base/error.hpp"
#include "core/base/script_name.hpp"
#include "core/measure/lengths.hpp"

#include <utility>

namespace coarsen {

namespace {

std::shared_ptr<const LengthScripts>& lengthScripts() {
    static std::shared_ptr<const LengthScripts> there;
    return there;
}

}  // namespace

std::string ScriptLength::column() const {
    return unit.empty() ? name : name + "_" + unit;
}

std::string ScriptLength::errorColumn() const {
    return name + (unit.empty() ? "_err" : "_err_" + unit);
}

void requireScriptLength(const ScriptLength& length) {
    requireScriptName(length.name);
    if (!length.unit.empty()) requireScriptName(length.unit);
    requireScriptSource(length.name + ".python", length.sourceSha256);
    if (lengthEstimator(length.name)) throw SettingError(length.name, "the program has a length of that name", "choose another");
}

void setLengthScripts(std::shared_ptr<const LengthScripts> given) {
    lengthScripts() = std::move(given);
}

std::string whyMissing(const ScriptLength& length) {
    return lengthScripts() ? lengthScripts()->whyMissing(length) : scriptMissing(length.sourceSha256);
}

LengthScale lengthBy(const ScriptLength& length, const RadialProfile& profile) {
    const std::string why = whyMissing(length);
    return why.empty() ? lengthScripts()->find(length, profile) : noLength(why);
}

}  // namespace coarsen
