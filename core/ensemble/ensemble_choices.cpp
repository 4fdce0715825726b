// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/ensemble_choices.hpp"

#include "core/base/error.hpp"
#include "core/settings/fields.hpp"

#include <sstream>

namespace coarsen {

namespace {

Sweep sweepFrom(const std::string& text) {
    const auto cut = text.find('=');
    Sweep sweep{text.substr(0, cut), {}};
    std::istringstream parts(cut == std::string::npos ? "" : text.substr(cut + 1));
    for (std::string part; std::getline(parts, part, ',');)
        if (!part.empty()) sweep.values.push_back(part);
    if (sweep.values.empty())
        throw SettingError("sweep", "'" + text + "' has no values", "write KEY=V1,V2, as channels.sigma=1,2,4");
    return sweep;
}

std::string textOfSweep(const std::optional<Sweep>& sweep) {
    std::string text;
    if (sweep)
        for (const std::string& value : sweep->values)
            text += (text.empty() ? sweep->key + "=" : ",") + value;
    return text;
}

}  // namespace

const Fields<EnsembleChoices>& EnsembleChoices::fields() {
    using S = EnsembleChoices;
    static const Fields<S> list = {
        fileField("table", &S::table, {"Table", "CSV with file and the column of --x: each of its numbers is a group"}),
        textField("x", &S::column,
                  {.label = "Condition", .help = "The table's column with the condition, as temperature_C", .form = "COLUMN"}),
        spelledField<S>(
            "sweep", [](const S& choices) { return textOfSweep(choices.sweep); },
            [](S& choices, const std::string& text) { choices.sweep = sweepFrom(text); },
            {.label = "Sweep",
             .help = "Measure each group once for every value: --sweep channels.sigma=1,2,4",
             .form = "KEY=V,V"}),
    };
    return list;
}

}  // namespace coarsen
