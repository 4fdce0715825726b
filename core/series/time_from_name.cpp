// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_times.hpp"
#include "core/series/names.hpp"

namespace coarsen {

std::optional<NamedTime> timeFromName(std::string_view stem) {
    const FactsOfNames facts = factsOfNames({std::string(stem)});
    if (facts.seconds.empty()) return std::nullopt;
    return NamedTime{facts.seconds.front(), facts.kind == FactsOfNames::Kind::clock};
}

}  // namespace coarsen
