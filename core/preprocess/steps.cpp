// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/steps.hpp"

#include "core/base/error.hpp"
#include "core/preprocess/align.hpp"
#include "core/preprocess/bleach.hpp"
#include "core/preprocess/channels.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/filter_step.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/lines.hpp"
#include "core/preprocess/median.hpp"
#include "core/preprocess/stabilise.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/preprocess/surround.hpp"

namespace coarsen {

std::vector<Step> allSteps() {
    Step stabilise = Step::of(Stabilise{});
    stabilise.switchTo(false);  // an autocorrelation does not see translation (science/defaults.md)
    Step median = Step::of(Median{});
    median.switchTo(false);  // C1D does not see white noise beyond R = 0
    Step filter = Step::of(FilterStep{});
    filter.switchTo(false);
    Step bleach = Step::of(Bleach{}), align = Step::of(Align{});
    bleach.switchTo(false);  // a slice may hold more of one phase than others
    align.switchTo(false);   // as stabilise
    return {Step::of(Grey{}),
            Step::of(Lines{}),
            Step::of(Surround{}),
            Step::of(Flatten{}),
            bleach,
            Step::of(Dust{}),
            median,
            filter,
            stabilise,
            align,
            Step::of(Crop{}),
            Step::of(Channels{}),
            Step::of(Contrast{})};
}

Step stepNamed(std::string_view key) {
    std::string known;
    for (const Step& step : allSteps()) {
        if (step.key() == key) return step;
        known += (known.empty() ? "" : ", ") + step.key();
    }
    throw SettingError(std::string(key), "there is no such step", "known are " + known);
}

}  // namespace coarsen
