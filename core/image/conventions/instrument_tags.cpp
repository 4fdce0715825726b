// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/instrument_tags.hpp"

#include "core/image/conventions/electron_microscopes.hpp"
#include "core/image/conventions/instrument_words.hpp"
#include "core/image/conventions/light_microscopes.hpp"

namespace coarsen::conventions {

std::optional<FileFacts> instrumentFacts(const InstrumentTags& tags) {
    if (tags.tags.empty()) return std::nullopt;
    for (const std::uint16_t fei : {std::uint16_t{34682}, std::uint16_t{34680}})  // the first of both may be empty
        if (const PrivateTag* const tag = tags.find(fei))
            if (auto facts = feiFacts(decodedText(tag->bytes), tags.width, tags.height)) return facts;
    if (const PrivateTag* const tag = tags.find(34118))
        if (auto facts = zeissSemFacts(decodedText(tag->bytes), tags.width)) return facts;
    for (const auto& factsOf : {tvipsFacts, zeissLsmFacts, metaMorphFacts, olympusSisFacts, gatanFacts})
        if (auto facts = factsOf(tags)) return facts;
    return std::nullopt;
}

}  // namespace coarsen::conventions
