// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/bleach.hpp"

#include "core/settings/fields.hpp"

namespace coarsen {

const Fields<Bleach>& Bleach::fields() {
    static const Fields<Bleach> list = {
        choiceField("level", &Bleach::level, {"scaled", "moved"},
                    {"Slices are",
                     "Scaled: light fades with depth or time, and contrast with it. Moved: an offset is added, the contrast "
                     "stays."}),
    };
    return list;
}

std::string Bleach::summary() const {
    return level == SliceLevel::scaled ? "slices scaled to one mean" : "slices moved to one mean";
}

}  // namespace coarsen
